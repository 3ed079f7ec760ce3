"""What a cell of a table or a field of a record may hold: a text, a number, a list of answers, answers with scores."""

import math
from collections.abc import Sequence
from typing import Any

from askance.core import UserError
from askance.datasets.reading.question_entries import parse_list

Labels = Sequence[str] | None  # the names of class numbers, where a column holds such numbers
_ANSWER, _SCORE = ("answer", "ids"), ("score", "weight", "weights")  # as Hugging Face tables call them


def text_in(value: Any, labels: Labels = None) -> str:
    """A value as text; the first of a list, empty where there is none."""
    return next(iter(_texts(value, labels)), "")


def texts_in(value: Any, where: str, column: str, labels: Labels = None) -> tuple[str, ...]:
    """Texts, of a list of texts, of numbers or of {"answer": …}, of {answer: score}, or of a list that Python wrote."""
    if _has_nan(value):
        raise UserError(f"{where}: field {column}: NaN or infinity: write a text or a finite number, or leave it empty")
    return parse_list(value.strip(), where, column) if isinstance(value, str) else _texts(value, labels)


def scores_in(value: Any, where: str, column: str) -> tuple[float, ...]:
    """The score of each answer, in the order of `texts_in`; none where the data gives no scores."""
    found = _scores(value)
    if all(score is None for score in found):
        return ()
    for score in found:
        if isinstance(score, bool) or not isinstance(score, int | float) or not 0 <= score <= 1 or math.isnan(score):
            raise UserError(f"{where}: field {column}: score {score!r}: give each answer a score from 0 to 1, or none")
    return tuple(float(score) for score in found)


def integer_in(value: Any, labels: Labels = None) -> int | None:
    """A whole number that is no class label."""
    return value if isinstance(value, int) and not isinstance(value, bool) and labels is None else None


def tags_in(value: Any, column: str, labels: Labels = None) -> dict[str, str]:
    """The tags that a cell gives: one called by its column, or those of an object."""
    named = value.items() if isinstance(value, dict) else ((column, value),)
    return {str(tag): text for tag, each in named if (text := text_in(each, labels))}


def _texts(value: Any, labels: Labels) -> tuple[str, ...]:
    if isinstance(value, str):  # first: nearly every cell is one
        return (value,) if value else ()
    if value is None or _has_nan(value):
        return ()
    if isinstance(value, dict):
        return tuple(map(str, value)) if _is_scored(value) else _texts(_of(value, _ANSWER), labels)
    if isinstance(value, list | tuple):
        return tuple(text for one in value for text in _texts(one, labels))
    if isinstance(value, bool):
        return ("yes" if value else "no",)
    if labels is not None and isinstance(value, int) and 0 <= value < len(labels):
        return (labels[value],)
    return (f"{value:g}" if isinstance(value, float) else str(value),)


def _has_nan(value: Any) -> bool:
    """Whether a number, or one in a list, is none: what tables write where a value is missing."""
    if isinstance(value, float):
        return not math.isfinite(value)
    return isinstance(value, list | tuple) and any(map(_has_nan, value))


def _scores(value: Any) -> list[Any]:
    """One score, or None, for each of the texts of a value."""
    if isinstance(value, list | tuple):
        return [score for one in value for score in _scores(one)]
    if not isinstance(value, dict):
        return [None] * len(_texts(value, None))
    if _is_scored(value):
        return list(value.values())
    answers, scores = _texts(_of(value, _ANSWER), None), _of(value, _SCORE)
    if scores is None:
        return [None] * len(answers)
    listed = list(scores) if isinstance(scores, list | tuple) else [scores]
    return listed if len(listed) == len(answers) else [*listed[: len(answers)], "missing"]


def _is_scored(value: dict[Any, Any]) -> bool:
    """Whether an object is {answer: score}."""
    numbers = [isinstance(each, int | float) and not isinstance(each, bool) for each in value.values()]
    return all(numbers) and not any(name in value for name in (*_ANSWER, *_SCORE))


def _of(value: dict[Any, Any], names: tuple[str, ...]) -> Any:
    return next((value[name] for name in names if value.get(name) is not None), None)
