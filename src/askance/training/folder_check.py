"""What is damaged in the folder of a training or of a model, in one line each; changes nothing, needs no torch."""

from pathlib import Path

from askance.core import UserError
from askance.models.builtin.files import CARD, ModelFiles
from askance.training.checkpoint_files import DamagedCheckpoint, metadata_of
from askance.training.corpus_key import corpus_trouble
from askance.training.folders import CHECKPOINT, CORPUS, MARK, TRAINING, mark_trouble, read_mark

Finding = tuple[str, bool]  # a line, and whether what it says was repaired
AGAIN = "run the same askance train again"


def is_training_folder(folder: Path) -> bool:
    """Whether a folder holds a training of `askance train`, or a model that it exported."""
    return any((folder / name).is_file() for name in (MARK, CHECKPOINT)) or _is_model(folder)


def summary(folder: Path) -> str:
    """How far a whole training is."""
    if (folder / CARD).is_file() and not (folder / CHECKPOINT).is_file():
        about = ModelFiles(folder).about
        return f"a {about.model or 'model'} of {len(about.words):,} words and {len(about.answers):,} answers"
    return "a training that was cut short: run the same askance train again to resume it"


def check(folder: Path) -> list[Finding]:
    """One finding per damaged file of a training or of a model; none where all is whole."""
    found = []
    if trouble := mark_trouble(folder):
        found.append(f"{trouble}: {AGAIN}")
    if (folder / CHECKPOINT).is_file() and (trouble := _checkpoint_trouble(folder)):
        found.append(f"{folder / CHECKPOINT}: damaged ({trouble}): {AGAIN}, which begins at the first epoch")
    for corpus in sorted((folder / CORPUS).glob("*")):
        if trouble := corpus_trouble(corpus):
            found.append(f"{trouble}: {AGAIN}")
    if (folder / CARD).is_file() and not (folder / CHECKPOINT).is_file():
        try:
            ModelFiles(folder)
        except UserError as error:
            found.append(str(error))
    return [(line, False) for line in found]


def _is_model(folder: Path) -> bool:
    return (folder / CARD).is_file() and any(folder.glob("*.onnx"))


def _checkpoint_trouble(folder: Path) -> str | None:
    try:
        training = metadata_of((folder / CHECKPOINT).read_bytes()).get(TRAINING)
    except OSError as error:
        return str(error.strerror)
    except DamagedCheckpoint as error:
        return str(error)
    return None if read_mark(folder) in (None, training) else "it is of another training"
