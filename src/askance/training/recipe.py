"""From the name of a data set to a folder that holds a model: samples, corpora, training, export, figures."""

import platform
import shutil
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt
from askance.core import Dataset, UserError, digest, digest_value
from askance.core.install_command import install_command
from askance.core.plural import plural
from askance.core.progress import Progress, WorkProgress
from askance.core.unknown_names import unknown_name_error
from askance.datasets import open_dataset
from askance.models.builtin import NAMES, WEIGHTS
from askance.models.builtin.feature_spread import SAMPLES, write_feature_spread
from askance.models.builtin.image_size import SIZE, choose_input_size
from askance.models.builtin.model_folder import BLIND, CARD, ModelFiles
from askance.models.builtin.vocabulary import PAD, WHOLE, Vocabulary
from askance.training.corpus import Corpus, SceneLabels, build_vocabulary, collect_scene_labels, make_corpus
from askance.training.samples import EVERY, Sample, samples_from_case_files, samples_from_dataset
from askance.training.training_folder import ASIDE, CHECKPOINT, CORPUS, TRAINING, claim_training_folder

MANY = 10_000  # questions from which on a word or an answer must occur three times to be learned
MOST, USUAL = 24, 0.95  # questions of a picture asked at once: no more than MOST, and all of this share of them
SIZED = 100  # pictures, for the size at which they are seen
LOOKED_AT = 1500  # scenes, for the names and values of things
TAUGHT = {"transformer": 0.5}  # the weight of what scenes teach beside the questions
RATE, GOING_ON = 1e-3, 3e-4  # the learning rate from new weights, and from given ones


class TrainingRecipe(msgspec.Struct, frozen=True):
    """All that decides a training."""

    model: str
    data: str
    cases: tuple[str, ...] = ()
    start: str = ""  # builtin:NAME or a folder whose weights it begins with
    epochs: int = 10
    limit: int | None = None  # questions of the data set
    seed: int = 0
    check: str = ""  # a data set that is answered after every epoch
    images: int = 32  # pictures a batch
    rate: float | None = None


def train_model(recipe: TrainingRecipe, folder: Path, workers: int, watch: Progress) -> dict[str, Any]:
    """Train, or go on training, a model in a folder; returns its card."""
    if recipe.model not in NAMES:
        raise unknown_name_error("model to train", recipe.model, NAMES)
    require_training_packages()
    data = open_dataset(recipe.data)
    check = open_dataset(recipe.check) if recipe.check else None
    training = _recipe_digest(recipe, data, check)
    if claim_training_folder(folder, training, watch.say):
        card = _read_exported_card(folder)
        watch.say(f"{folder}: is trained already")
        return card
    begun = _load_start_model(recipe)
    samples = _load_samples(recipe, data, watch)
    corpus, checked = _make_corpora(recipe, folder, data, samples, begun, check, workers, watch)
    card = _fit_and_export(recipe, folder, training, corpus, checked, watch)
    shutil.rmtree(folder / CORPUS)
    (folder / ASIDE).unlink(missing_ok=True)
    (folder / CHECKPOINT).unlink()  # the last thing: without it, a training with a card has ended
    return card


def _read_exported_card(folder: Path) -> dict[str, Any]:
    """The card of the model in a folder, which must be whole."""
    ModelFiles(folder)
    card: dict[str, Any] = msgspec.json.decode((folder / CARD).read_bytes())
    return card


def require_training_packages() -> None:
    """Fail with one line that names the missing package and the extra."""
    try:
        import onnx  # noqa: F401
        import safetensors  # noqa: F401
        import torch  # noqa: F401
    except ImportError as error:
        raise UserError(f"training needs {error.name}: {install_command('train')}") from error


def start_model_folder(name: str) -> Path:
    """The folder of `builtin:NAME`, `builtin:FOLDER` or FOLDER."""
    rest = name.removeprefix("builtin:")
    return WEIGHTS / rest if rest in NAMES and rest != name else Path(rest)


def _recipe_digest(recipe: TrainingRecipe, data: Dataset, check: Dataset | None) -> str:
    """A digest of the recipe with the content of all that it names."""
    try:
        files = [digest(Path(file).read_bytes()).hex() for file in recipe.cases]
    except OSError as error:
        raise UserError(f"{error.filename}: cannot be read ({error.strerror}): name a file of generate") from error
    begun = start_model_folder(recipe.start)
    is_there = recipe.start and (begun / CARD).is_file()  # what is missing is said where it is opened
    start = ModelFiles(begun).content_digest if is_there else ""
    return digest_value((recipe, data.fingerprint, check.fingerprint if check else "", files, start)).hex()


def _load_samples(recipe: TrainingRecipe, data: Dataset, watch: Progress) -> list[Sample]:
    asked = list(samples_from_dataset(data, recipe.limit or EVERY, recipe.seed))
    more = samples_from_case_files(map(Path, recipe.cases))
    if more and recipe.model != BLIND:
        _check_image_loads(data, more[0], recipe)
    watch.say(
        f"{plural(len(asked), 'question')} of {data.name}" + (f" and {len(more):,} of cases" if recipe.cases else "")
    )
    return [*asked, *more]


def _check_image_loads(data: Dataset, sample: Sample, recipe: TrainingRecipe) -> None:
    """Look at the picture of a case at once: cases of another data set are a mistake that is easily made."""
    try:
        data.load_image(sample.image)
    except UserError as error:
        fix = f"generate the cases with -d {recipe.data}, or train on the data set that they are of"
        raise UserError(f"{', '.join(recipe.cases)}: not about pictures of {data.name} ({error}): {fix}") from error


def _make_corpora(
    recipe: TrainingRecipe, folder: Path, data: Dataset, samples: list[Sample], begun: ModelFiles | None,
    check: Dataset | None, workers: int, watch: Progress,
) -> tuple[Corpus, Corpus | None]:  # fmt: skip
    lexicon, told, is_seen = _make_vocabulary(samples, begun), _labels_to_teach(recipe, data), recipe.model != BLIND
    size = begun.about.size if begun else _choose_image_size(data, samples) if is_seen else SIZE
    shared = lexicon, told, workers
    draw, at = WorkProgress(watch).start_stage("pictures"), folder / CORPUS
    corpus = make_corpus(at / "train", samples, recipe.data, *shared, draw, is_seen, size, watch.say)
    if check is None:
        return corpus, None
    asked = list(samples_from_dataset(check, None, recipe.seed))
    draw = WorkProgress(watch).start_stage("pictures to check")
    checked = make_corpus(at / "check", asked, recipe.check, *shared, draw, is_seen, size, watch.say)
    return corpus, checked


def _load_start_model(recipe: TrainingRecipe) -> ModelFiles | None:
    """What the model that it begins with knows; one of another kind is refused before anything is drawn."""
    if not recipe.start:
        return None
    from askance.training.start_weights import open_start_model

    return open_start_model(start_model_folder(recipe.start), recipe.model)


def _make_vocabulary(samples: list[Sample], begun: ModelFiles | None) -> Vocabulary:
    least = 3 if len(samples) >= MANY else 1
    found = build_vocabulary(samples, least, least)
    if begun is None:
        return found
    from askance.training.start_weights import extend_vocabulary

    return extend_vocabulary(begun.lexicon, found)


def _choose_image_size(data: Dataset, samples: list[Sample]) -> tuple[int, int]:
    """The size to see pictures at, told from some of them: small ones need not lie in a large frame."""
    some = dict.fromkeys(sample.image for sample in samples[:: max(1, len(samples) // LOOKED_AT)])
    return choose_input_size(data.load_image(image).image for image in islice(some, SIZED))


def _labels_to_teach(recipe: TrainingRecipe, data: Dataset) -> SceneLabels:
    """What scenes can teach; nothing to the models that are not taught by them."""
    images = data.images(LOOKED_AT, recipe.seed) if recipe.model in TAUGHT else iter(())
    return collect_scene_labels(scene for image in images if (scene := data.scene(image)) is not None)


def _fit_and_export(
    recipe: TrainingRecipe, folder: Path, training: str, corpus: Corpus, checked: Corpus | None, watch: Progress
) -> dict[str, Any]:
    import torch
    from askance.training.onnx_export import CLOSE, export_onnx, to_half_precision
    from askance.training.start_weights import initial_weights
    from askance.training.training_loop import TrainingPlan, train_network

    counts = np.bincount(corpus.image)
    questions = min(MOST, int(np.quantile(counts, USUAL)))  # to see a picture again costs more than to ask some again
    rate = recipe.rate or (GOING_ON if recipe.start else RATE)
    plan = TrainingPlan(recipe.model, epochs=recipe.epochs, images=recipe.images, questions=questions, rate=rate,
                teach=TAUGHT.get(recipe.model, 0.0), seed=recipe.seed)  # fmt: skip
    start = (
        initial_weights(start_model_folder(recipe.start), recipe.model, corpus, recipe.seed) if recipe.start else None
    )
    steps = WorkProgress(watch).start_stage("steps")
    trained = train_network(plan, corpus, checked, folder, start, watch.say, watch=steps, training=training)
    network, progress = to_half_precision(trained.network), trained.progress
    card = {
        "model": recipe.model, TRAINING: training, "recipe": recipe,
        "pictures": len(corpus.pictures), "questions": len(corpus.answer),
        "epochs": progress.epoch, "steps": progress.step, "seconds": round(progress.seconds, 1),
        "machine": torch.cuda.get_device_name() if torch.cuda.is_available() else platform.machine(),
        "torch": str(torch.__version__), "history": progress.history,
        "check": _shipped_accuracies(network, checked, plan.images, questions) if checked is not None else {},
    }  # fmt: skip
    far = export_onnx(network, folder, corpus.lexicon, card)
    if far > CLOSE:
        (folder / CARD).unlink()
        raise UserError(f"{folder}: scores of ONNX Runtime and torch differ by {far:.2g}, more than {CLOSE}: report it")
    write_feature_spread(folder, _sample_images_with_questions(corpus))
    return _read_exported_card(folder)


def _sample_images_with_questions(corpus: Corpus) -> Iterator[tuple[npt.NDArray[np.uint8], str]]:
    """Some pictures, evenly chosen, each with its first question."""
    words, first = corpus.lexicon.words, np.unique(corpus.image, return_index=True)[1]
    for number in first[np.linspace(0, len(first) - 1, min(SAMPLES, len(first))).astype(int)]:
        said = [words[token] for token in corpus.tokens[number] if token not in (PAD, WHOLE)]
        yield np.array(corpus.pictures[corpus.image[number]]), " ".join(said)


def _shipped_accuracies(network: Any, checked: Corpus, images: int, questions: int) -> dict[str, float]:
    """The share of right answers of the network as it is shipped, in percent."""
    import torch
    from askance.training.accuracy import measure_accuracies
    from askance.training.batches import BatchLoader

    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    found = measure_accuracies(network.to(device), BatchLoader(checked, device), images, questions, exact=True)
    network.cpu()
    return found
