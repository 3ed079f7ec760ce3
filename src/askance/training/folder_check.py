"""What is damaged in the folder of a training or of a model, in one line each; changes nothing, needs no torch."""

from pathlib import Path

from askance.core import UserError
from askance.models.builtin.model_folder import CARD, ModelFiles
from askance.training.checkpoint_digest import DamagedCheckpoint, read_verified_metadata
from askance.training.corpus_key import find_damaged_corpus_file
from askance.training.training_folder import CHECKPOINT, CORPUS, MARK, TRAINING, find_damaged_mark, read_training_mark

Finding = tuple[str, bool]  # a line, and whether what it says was repaired
AGAIN = "run the same askance train again"


def is_training_folder(folder: Path) -> bool:
    """Whether a folder holds a training of `askance train`, or a model that it exported."""
    return any((folder / name).is_file() for name in (MARK, CHECKPOINT)) or _is_model_folder(folder)


def training_summary(folder: Path) -> str:
    """How far a whole training is."""
    if (folder / CARD).is_file() and not (folder / CHECKPOINT).is_file():
        about = ModelFiles(folder).about
        return f"a {about.model or 'model'} of {len(about.words):,} words and {len(about.answers):,} answers"
    return "a training that was cut short: run the same askance train again to resume it"


def check_training_folder(folder: Path) -> list[Finding]:
    """One finding per damaged file of a training or of a model; none where all is whole."""
    found = []
    if trouble := find_damaged_mark(folder):
        found.append(f"{trouble}: {AGAIN}")
    if (folder / CHECKPOINT).is_file() and (trouble := _checkpoint_problem(folder)):
        found.append(f"{folder / CHECKPOINT}: damaged ({trouble}): {AGAIN}, which begins at the first epoch")
    for corpus in sorted((folder / CORPUS).glob("*")):
        if trouble := find_damaged_corpus_file(corpus):
            found.append(f"{trouble}: {AGAIN}")
    if (folder / CARD).is_file() and not (folder / CHECKPOINT).is_file():
        try:
            ModelFiles(folder)
        except UserError as error:
            found.append(str(error))
    return [(line, False) for line in found]


def _is_model_folder(folder: Path) -> bool:
    return (folder / CARD).is_file() and any(folder.glob("*.onnx"))


def _checkpoint_problem(folder: Path) -> str | None:
    try:
        training = read_verified_metadata((folder / CHECKPOINT).read_bytes()).get(TRAINING)
    except OSError as error:
        return str(error.strerror)
    except DamagedCheckpoint as error:
        return str(error)
    return None if read_training_mark(folder) in (None, training) else "it is of another training"
