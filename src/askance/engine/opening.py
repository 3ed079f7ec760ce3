"""Members as a run takes them, by name or as an object; each is checked once, before the first call."""

from typing import Any

from askance.core import Dataset, Model, Suite, UserError
from askance.core.coerce import reason_of
from askance.core.contracts import checked_dataset, checked_model, checked_suite, is_model
from askance.core.model import Answering
from askance.datasets import open_data
from askance.models import open_model
from askance.models.python import PythonModel
from askance.suites import open_suite


def as_model(model: Any) -> Model:
    """A model by name, a model object as it is, or a plain callable."""
    if isinstance(model, str):
        return open_model(model)
    try:
        if is_model(model):
            return checked_model(model)
        if callable(model):
            return checked_model(PythonModel(model))
        if isinstance(model, Answering):
            return checked_model(PythonModel(model.answer))
    except UserError:
        raise
    except Exception as error:  # the model's own properties may raise anything
        raise UserError(f"a model of type {type(model).__name__} cannot be opened: {reason_of(error)}") from error
    raise UserError(
        f"a {type(model).__name__} is no model: give a name, a Model, or a callable (image, question) -> answer"
    )


def as_dataset(data: Any) -> Dataset:
    """A data set by name, or an object as it is."""
    return checked_dataset(open_data(data) if isinstance(data, str) else data)


def as_suite(suite: Any) -> Suite:
    """A suite by name, or an object as it is."""
    return checked_suite(open_suite(suite) if isinstance(suite, str) else suite)
