"""Question models by name: the shipped generator, a trained one in a folder, and the baselines without training."""

from collections.abc import Callable
from functools import cache
from pathlib import Path

from askance.core import UserError
from askance.core.unknown_names import unknown_name_error
from askance.datasets import open_dataset
from askance.inverse.generator import TrainedGenerator
from askance.inverse.generator_folder import WEIGHTS
from askance.inverse.image_features import encode_images
from askance.inverse.labelled_questions import QuestionTable, training_table
from askance.inverse.nearest_neighbour import NearestNeighbour
from askance.inverse.question_model import QuestionModel
from askance.inverse.training_questions import question_prior, random_training_questions

DEFAULT, UNCHECKED = "inverse", "inverse:unchecked"
SHIPPED = {
    DEFAULT: WEIGHTS / "supervised",
    UNCHECKED: WEIGHTS / "supervised",  # its best questions are the most likely ones, whatever their answers
    "inverse:transformer": WEIGHTS / "transformer",  # tuned
}


@cache
def _training_questions() -> QuestionTable:
    return training_table()


def _open_nearest_neighbour() -> QuestionModel:
    table = _training_questions()
    return NearestNeighbour(table, encode_images(open_dataset(table.name), list(table.by_image)))


BASELINES: dict[str, Callable[[], QuestionModel]] = {
    "training-questions": lambda: random_training_questions(_training_questions()),
    "prior": lambda: question_prior(_training_questions()),
    "nn": _open_nearest_neighbour,
}


def generator_folder(name: str) -> Path:
    """The folder of a trained generator: a shipped one by its name, or the folder itself."""
    return SHIPPED.get(name, Path(name))


def open_question_model(name: str) -> QuestionModel:
    """The question model of that name: a shipped generator, a folder of `askance inverse train`, or a baseline."""
    if name in BASELINES:
        return BASELINES[name]()
    if name in SHIPPED:
        return TrainedGenerator(SHIPPED[name], name, name != UNCHECKED)
    if Path(name).is_dir():
        return TrainedGenerator(Path(name))
    if len(Path(name).parts) > 1:
        raise UserError(f"generator {name}: there is no such folder: name one that `askance inverse train` wrote")
    raise unknown_name_error("generator", name, [*SHIPPED, *BASELINES])
