"""Question models by name: the shipped generator, a trained one in a folder, and the baselines without training."""

import importlib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from askance.core import UserError
from askance.core.unknown_names import unknown_name_error
from askance.datasets import open_dataset
from askance.inverse.image_features import encode_images
from askance.inverse.labelled_questions import QuestionTable, training_table
from askance.inverse.nearest_neighbour import NearestNeighbour
from askance.inverse.question_model import QuestionModel
from askance.inverse.training_questions import question_prior, random_training_questions

SHIPPED = "inverse"
_TRAINED = "askance.inverse.generator"  # has `open_generator(name)`, for SHIPPED and for folders


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


def open_question_model(name: str) -> QuestionModel:
    """The question model of that name: `inverse`, a folder of `askance inverse train`, or a baseline."""
    if name in BASELINES:
        return BASELINES[name]()
    if name == SHIPPED or Path(name).is_dir():
        return _open_trained(name)
    if len(Path(name).parts) > 1:
        raise UserError(f"generator {name}: there is no such folder: name one that `askance inverse train` wrote")
    raise unknown_name_error("generator", name, [SHIPPED, *BASELINES])


def _open_trained(name: str) -> QuestionModel:
    try:
        module: Any = importlib.import_module(_TRAINED)
    except ModuleNotFoundError as error:
        if error.name != _TRAINED:
            raise
        known = ", ".join(BASELINES)
        raise UserError(f"generator {name}: this version has no trained generators: choose one of {known}") from error
    model: QuestionModel = module.open_generator(name)
    return model
