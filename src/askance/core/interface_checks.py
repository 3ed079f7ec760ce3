"""Members are checked once, when they are opened: what each must have, and the types of what it may add."""

from collections.abc import Callable
from contextlib import suppress
from itertools import islice
from typing import Any, cast

from askance.core.coerce_answers import describe_exception
from askance.core.dataset import Dataset
from askance.core.errors import UserError
from askance.core.model import Model
from askance.core.outside_code_errors import is_outside_askance
from askance.core.suite import Card, Suite

MODEL_PARTS = ("name", "fingerprint", "supports", "needs", "answer")
DATASET_PARTS = ("name", "fingerprint", "items", "images", "scene", "load_image")
SUITE_PARTS = ("card", "rounds", "metrics")
MOST_AT_ONCE = 1024  # threads
Check = Callable[[Any], bool]


def is_model(value: Any) -> bool:
    """Whether an object has all parts of a Model."""
    return all(hasattr(value, part) for part in MODEL_PARTS)


def is_dataset(value: Any) -> bool:
    """Whether an object has all parts of a Dataset."""
    return not isinstance(value, type) and all(hasattr(value, part) for part in DATASET_PARTS)


def is_suite(value: Any) -> bool:
    """Whether an object has all parts of a Suite."""
    return not isinstance(value, type) and all(hasattr(value, part) for part in SUITE_PARTS)


def check_model(model: Any) -> Model:
    """The same object; UserError where a part of a Model is missing, is of the wrong type or changes."""
    kind = type(model).__name__
    _check_has_attributes(f"model {kind}", model, MODEL_PARTS)
    for part in ("name", "fingerprint"):
        value = getattr(model, part)
        if not isinstance(value, str) or not value or not _is_storable_text(value):
            raise UserError(f"model {kind}: {part} is {value!r:.60}: make it a text that is not empty")
        if getattr(model, part) != value:
            raise UserError(f"model {kind}: {part} is another one each time it is read: make it constant")
    for part in ("supports", "needs"):
        value = getattr(model, part)
        if not isinstance(value, frozenset | set) or not all(isinstance(each, str) for each in value):
            raise UserError(f"model {model.name}: {part} is {value!r:.60}: make it a frozenset of texts")
    for part, most in (("batch_size", None), ("at_once", MOST_AT_ONCE)):
        _check_positive_integer(f"model {model.name}", part, getattr(model, part, 1), most)
    return cast(Model, model)


def check_dataset(data: Any) -> Dataset:
    """The same object; UserError where a part of a Dataset, or an optional one, is missing or of the wrong type."""
    owner = f"data set {type(data).__name__}"
    _check_has_attributes(owner, data, DATASET_PARTS)
    _check_type(
        owner,
        "name",
        _read_attribute(owner, data, "name"),
        lambda value: isinstance(value, str) and value != "",
        "a text",
    )
    methods = ("items", "images", "scene", "load_image", "notes", "question_groups")
    for part in (*methods, "items_of_image", "coarse_scene", "load_coarse_image", "crowd_regions", "pairs"):
        _check_type(owner, part, _read_attribute(owner, data, part), _is_method_or_none, "a method")
    _check_type(
        owner,
        "masks",
        _read_attribute(owner, data, "masks"),
        lambda value: value is None or isinstance(value, bool),
        "a bool",
    )
    names = _read_attribute(owner, data, "groups")
    _check_type(
        owner, "groups", names, lambda value: value is None or isinstance(value, frozenset), "a frozenset of texts"
    )
    return cast(Dataset, data)


def check_limit(data: Dataset, seed: int = 0) -> None:
    """UserError where a data set that is not part of Askance ignores `limit`: a run would make more calls."""
    for method in ("items", "images") if is_outside_askance(data) else ():
        count = 0
        with suppress(Exception):  # reported by the suites that read them; the others run
            count = len(list(islice((data.items if method == "items" else data.images)(1, seed), 2)))
        if count > 1:
            raise UserError(
                f"data set {data.name}: {method}(limit=1) yields more than one of its {method}: stop after `limit`"
            )


def check_suite(suite: Any) -> Suite:
    """The same object; UserError where a part of a Suite, or an optional one, is missing or of the wrong type."""
    owner = f"suite {type(suite).__name__}"
    _check_has_attributes(owner, suite, SUITE_PARTS)
    _check_type(owner, "card", suite.card, lambda value: isinstance(value, Card), "an askance.core.Card")
    _check_type(owner, "card.name", suite.card.name, lambda value: isinstance(value, str) and value != "", "a text")
    for part in ("rounds", "metrics", "notes", "warnings", "lacks", "reducible", "with_options", "judge_model"):
        _check_type(owner, part, _read_attribute(owner, suite, part), _is_method_or_none, "a method")
    return cast(Suite, suite)


def _check_has_attributes(owner: str, member: Any, parts: tuple[str, ...]) -> None:
    missing = [part for part in parts if not hasattr(member, part)]
    if missing:
        raise UserError(f"{owner}: has no {', '.join(missing)}: add {'it' if len(missing) == 1 else 'them'}")


def _read_attribute(owner: str, member: Any, part: str) -> Any:
    """An attribute, None where there is none; its own errors become one line."""
    try:
        return getattr(member, part, None)
    except UserError:
        raise
    except Exception as error:  # the member's own properties may raise anything
        raise UserError(f"{owner}: {part} cannot be read: {describe_exception(error)}") from error


def _is_method_or_none(value: Any) -> bool:
    return value is None or callable(value)


def _check_type(owner: str, part: str, value: Any, check: Check, wanted: str) -> None:
    if not check(value):
        raise UserError(f"{owner}: {part} is {value!r:.60}: make it {wanted}")


def _check_positive_integer(owner: str, part: str, value: Any, most: int | None) -> None:
    if isinstance(value, bool) or not isinstance(value, int) or value < 1 or (most and value > most):
        end = f" from 1 to {most:,}" if most else " above 0"
        raise UserError(f"{owner}: {part} is {value!r:.60}: make it a whole number{end}")


def _is_storable_text(value: str) -> bool:
    """Whether a text can be stored: a lone surrogate cannot."""
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True
