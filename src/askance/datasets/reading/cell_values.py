"""What a cell of a table or a field of a record may hold: a text, a number, a list of answers, answers with scores."""

import math
from collections.abc import Sequence
from typing import Any

from askance.core import UserError
from askance.datasets.reading.question_entries import parse_text_list

Labels = Sequence[str] | None  # the names of class numbers, where a column holds such numbers
_ANSWER, _SCORE = ("answer", "ids"), ("score", "weight", "weights")  # as Hugging Face tables call them


def cell_to_text(value: Any, labels: Labels = None) -> str:
    """A value as text; the first of a list, empty where there is none."""
    return next(iter(_flatten_to_texts(value, labels)), "")


def cell_to_texts(value: Any, where: str, column: str, labels: Labels = None) -> tuple[str, ...]:
    """Texts, of a list of texts, of numbers or of {"answer": …}, of {answer: score}, or of a list that Python wrote."""
    if _has_nan(value):
        raise UserError(f"{where}: field {column}: NaN or infinity: write a text or a finite number, or leave it empty")
    return parse_text_list(value.strip(), where, column) if isinstance(value, str) else _flatten_to_texts(value, labels)


def cell_to_scores(value: Any, where: str, column: str) -> tuple[float, ...]:
    """The score of each answer, in the order of `texts_in`; none where the data gives no scores."""
    found = _scores_or_none(value)
    if all(score is None for score in found):
        return ()
    for score in found:
        if isinstance(score, bool) or not isinstance(score, int | float) or not 0 <= score <= 1 or math.isnan(score):
            raise UserError(f"{where}: field {column}: score {score!r}: give each answer a score from 0 to 1, or none")
    return tuple(float(score) for score in found)


def cell_to_integer(value: Any, labels: Labels = None) -> int | None:
    """A whole number that is no class label."""
    return value if isinstance(value, int) and not isinstance(value, bool) and labels is None else None


def cell_to_tags(value: Any, column: str, labels: Labels = None) -> dict[str, str]:
    """The tags that a cell gives: one called by its column, or those of an object."""
    named = value.items() if isinstance(value, dict) else ((column, value),)
    return {str(tag): text for tag, each in named if (text := cell_to_text(each, labels))}


def _flatten_to_texts(value: Any, labels: Labels) -> tuple[str, ...]:
    if isinstance(value, str):  # first: nearly every cell is one
        return (value,) if value else ()
    if value is None or _has_nan(value):
        return ()
    if isinstance(value, dict):
        return (
            tuple(map(str, value))
            if _is_answer_to_score_object(value)
            else _flatten_to_texts(_first_value_of_keys(value, _ANSWER), labels)
        )
    if isinstance(value, list | tuple):
        return tuple(text for one in value for text in _flatten_to_texts(one, labels))
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


def _scores_or_none(value: Any) -> list[Any]:
    """One score, or None, for each of the texts of a value."""
    if isinstance(value, list | tuple):
        return [score for one in value for score in _scores_or_none(one)]
    if not isinstance(value, dict):
        return [None] * len(_flatten_to_texts(value, None))
    if _is_answer_to_score_object(value):
        return list(value.values())
    answers, scores = _flatten_to_texts(_first_value_of_keys(value, _ANSWER), None), _first_value_of_keys(value, _SCORE)
    if scores is None:
        return [None] * len(answers)
    listed = list(scores) if isinstance(scores, list | tuple) else [scores]
    return listed if len(listed) == len(answers) else [*listed[: len(answers)], "missing"]


def _is_answer_to_score_object(value: dict[Any, Any]) -> bool:
    """Whether an object is {answer: score}."""
    numbers = [isinstance(each, int | float) and not isinstance(each, bool) for each in value.values()]
    return all(numbers) and not any(name in value for name in (*_ANSWER, *_SCORE))


def _first_value_of_keys(value: dict[Any, Any], names: tuple[str, ...]) -> Any:
    return next((value[name] for name in names if value.get(name) is not None), None)
