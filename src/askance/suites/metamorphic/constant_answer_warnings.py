"""Warnings for models that answer nearly all questions of a kind alike: they keep many relations for any image."""

from dataclasses import dataclass

import pyarrow as pa
from askance.metrics.dominant_answer import METRIC, dominant_answer_rows, most_frequent_answer

# Whole = part + part: an answer other than 0 is at most two thirds of what a consistent model says to `partition`, and
# 0 is rarely true there, since both things are present in 70 % of its tests; in `reversion` half of them are yes.
CONSTANT = 80.0  # percent of the answers
LEAST = 15  # tests, of two or three questions each: at least 30 questions


@dataclass(frozen=True, slots=True)
class QuestionFamily:
    """The questions of one kind, the relation in which no consistent model is constant, and those it cannot break."""

    group: str
    questions: str
    kept: tuple[str, ...]


_COUNTS = ("reorder", "insert", "remove")
FAMILIES = (
    QuestionFamily("partition", "counting", _COUNTS),
    QuestionFamily("reversion", "yes/no", ("cut", "insert", "remove")),
)
_ADDING_UP = ("partition", "cut")  # also kept by a constant 0 (0 = 0 + 0), and by "many"
_ONE_MORE = ("insert+", "remove+")  # kept by "many" alone


def constant_answer_warnings(verdicts: pa.Table, model: str, suite: str) -> list[str]:
    """One line for each kind of question that a model answers nearly always alike."""
    rows = dominant_answer_rows(verdicts).to_pylist()
    shares = {row["group"]: row for row in rows if row["metric"] == METRIC}
    lines = []
    for family in FAMILIES:
        row = shares.get(family.group)
        if row is None or row["n"] < LEAST or row["value"] is None or row["value"] < CONSTANT:
            continue
        answer = most_frequent_answer(verdicts, family.group) or ""
        kept = _relations_kept_by_constant_answer(family, answer)
        lines.append(
            f'{model} answers "{answer}" to {row["value"]:.0f} % of the {family.questions} questions of'
            f" {suite} ({family.group}): its low error in {', '.join(kept[:-1])} and {kept[-1]} means little"
        )
    return lines


def _relations_kept_by_constant_answer(family: QuestionFamily, answer: str) -> tuple[str, ...]:
    """The relations that a model keeps by always saying this."""
    if family.kept != _COUNTS:
        return family.kept
    is_many = not answer.lstrip("-").replace(".", "", 1).isdecimal()
    return (*(_ADDING_UP if answer == "0" or is_many else ()), *family.kept, *(_ONE_MORE if is_many else ()))
