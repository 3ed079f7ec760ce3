"""Models as a run takes them: by name, as an object, or as a plain callable; checked once, before the first call."""

from typing import Any

from askance.core import Model, UserError
from askance.core.coerce import reason_of
from askance.models import open_model
from askance.models.python import PythonModel

PARTS = ("name", "fingerprint", "offers", "needs", "answer")
MOST_AT_ONCE = 1024  # threads


def as_model(model: Any) -> Model:
    """A model by name, a model object as it is, or a plain callable."""
    if isinstance(model, str):
        return open_model(model)
    try:
        if all(hasattr(model, part) for part in PARTS):
            return _checked(model)
        if callable(model):
            return PythonModel(model)
    except UserError:
        raise
    except Exception as error:  # the model's own properties may raise anything
        raise UserError(f"a model of type {type(model).__name__} cannot be opened: {reason_of(error)}") from error
    raise UserError(
        f"a {type(model).__name__} is no model: give a name, a Model, or a callable (image, question) -> answer"
    )


def _checked(model: Any) -> Model:
    """A model object whose attributes are of the declared types, and stay the same when they are read again."""
    kind = type(model).__name__
    for part in ("name", "fingerprint"):
        value = getattr(model, part)
        if not isinstance(value, str) or not value or not _is_text(value):
            raise UserError(f"model {kind}: {part} is {value!r:.60}: make it a text that is not empty")
        if getattr(model, part) != value:
            raise UserError(f"model {kind}: {part} is another one each time it is read: make it constant")
    for part in ("offers", "needs"):
        value = getattr(model, part)
        if not isinstance(value, frozenset | set) or not all(isinstance(each, str) for each in value):
            raise UserError(f"model {model.name}: {part} is {value!r:.60}: make it a frozenset of texts")
    for part, most in (("batch_size", None), ("at_once", MOST_AT_ONCE)):
        value = getattr(model, part, 1)
        if isinstance(value, bool) or not isinstance(value, int) or value < 1 or (most and value > most):
            end = f" from 1 to {most:,}" if most else " above 0"
            raise UserError(f"model {model.name}: {part} is {value!r:.60}: make it a whole number{end}")
    return model  # type: ignore[no-any-return]


def _is_text(value: str) -> bool:
    """Whether a text can be stored: a lone surrogate cannot."""
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True
