"""What relations share: undecided verdicts, decided ones, and when two readings say the same."""

from collections.abc import Callable, Iterable, Mapping

from askance.core import Answer, Case, Reading, Verdict
from askance.core.answer import Undecided, Value
from askance.wording.normalise_answers import normalise_answer
from askance.wording.yes_no_answers import POLAR

Judge = Callable[[Case, Mapping[str, Reading], Mapping[str, Answer]], Verdict]

LARGE = frozenset({
    "many", "much", "lots", "a lot", "several", "numerous", "plenty", "countless", "multiple", "various", "tons",
    "a bunch", "dozens", "hundreds", "thousands", "a number",
})  # fmt: skip
"""Quantifiers that all mean a large number: "many" = "a lot"."""


def decided_verdict(holds: bool, reason: str | None = None) -> Verdict:
    """A verdict whose graded value is 1 or 0."""
    return Verdict(holds, float(holds), reason)


def undecided_if_unanswered(roles: Iterable[str], answers: Mapping[str, Answer]) -> Verdict | None:
    """Undecided, where one of these roles has no answer: failed or refused."""
    refused = False
    for role in roles:
        answer = answers.get(role)
        if answer is None:
            return Verdict.undecided("failed", f"{role} was not asked")
        if answer.status == "failed":
            return Verdict.undecided("failed", answer.reason or role)
        refused = refused or answer.status == "refused"
    return Verdict.undecided("refused") if refused else None


def undecided_if_unreadable(
    roles: Iterable[str], readings: Mapping[str, Reading], answers: Mapping[str, Answer]
) -> Verdict | None:
    """Undecided, where one of these roles has no answer or an unreadable one."""
    roles = tuple(roles)
    verdict = undecided_if_unanswered(roles, answers)
    if verdict is not None:
        return verdict
    for role in roles:
        reading = readings.get(role)
        if reading is None or reading.value is None:
            why = reading.reason if reading else None
            return Verdict.undecided("unreadable", f"{why or 'no reading'} ({role})")
    return None


def readings_agree(first: Reading, second: Reading) -> bool:
    """Whether two readings say the same: numbers as numbers, large quantifiers alike, "true" as "yes"."""
    if first.value is None or second.value is None:
        return False
    if is_number(first) and is_number(second):
        return float(first.value) == float(second.value)
    if is_quantifier(first) and is_quantifier(second):
        return first.value == second.value or (first.value in LARGE and second.value in LARGE)
    one, other = normalise_answer(value_text(first.value)), normalise_answer(value_text(second.value))
    return POLAR.get(one, one) == POLAR.get(other, other)


def value_text(value: Value) -> str:
    """A value as a person would answer it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)


def is_number(reading: Reading) -> bool:
    """Whether a reading is a number proper."""
    return isinstance(reading.value, int | float) and not isinstance(reading.value, bool)


def is_quantifier(reading: Reading) -> bool:
    """Whether a reading is "many" or the like."""
    return reading.kind == "quantifier" and reading.value is not None


def is_yes(reading: Reading) -> bool | None:
    """Whether a reading says yes or true; None if it says neither yes nor no."""
    said = normalise_answer(value_text(reading.value)) if reading.value is not None else ""
    return {"yes": True, "no": False}.get(POLAR.get(said, ""))


def undecided_status(verdict: Verdict) -> Undecided | None:
    """Why a verdict is undecided; None when it is decided, "failed" where a relation does not say."""
    return None if verdict.holds is not None else verdict.status or "failed"
