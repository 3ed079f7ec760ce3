"""What a relation is: how answers are judged, and what it demands in words that a report can print."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from askance.core import Case, Reading
from askance.core.role_labels import role_labels
from askance.relations.verdicts import Judge, value_text

Readings = Mapping[str, Reading]


def _no_finding_text(case: Case, readings: Readings) -> str:
    return ""


@dataclass(frozen=True, slots=True)
class ImpliedAnswer:
    """What an answer must be after the first answer of the case, and whether it is so; None: it could not be read."""

    expected: str  # in words
    because: str
    is_kept: bool | None


def _nothing_implied(case: Case, readings: Readings) -> Mapping[str, ImpliedAnswer]:
    return {}


def _no_problem(case: Case) -> str:
    return ""


def compares(least: int, most: int | None = None) -> Callable[[Case], str]:
    """Checks the number of queries of a case; `most`: also too many are a problem."""

    def problem(case: Case) -> str:
        count = len(case.asks)
        if least <= count and (most is None or count <= most):
            return ""
        return f"compares {'' if most else 'at least '}{least} queries, but the case has {count}"

    return problem


def roles_text(case: Case) -> str:
    """The roles of a case, for a message."""
    return ", ".join(role for role, _ in case.asks)


@dataclass(frozen=True, slots=True)
class Relation:
    """What must hold between the answers of a case; reports take their words from here and know no suite."""

    judge: Judge
    rule: Callable[[Case], str]  # what must hold, in one plain sentence
    finding: Callable[[Case, Readings], str] = (
        _no_finding_text  # what a failing case's answers are instead; "" = see them
    )
    labels: Callable[[Case], Mapping[str, str]] = role_labels  # role → the name that `rule` and `finding` use for it
    is_diagnosis: bool = False  # it only measures something: neither outcome is better, so that no case of it fails
    problem: Callable[[Case], str] = _no_problem  # why a case cannot be judged whatever the answers are; "" = it can
    implied: Callable[[Case, Readings], Mapping[str, ImpliedAnswer]] = _nothing_implied  # by role, if answers follow
    has_variants: bool = True  # the questions of a case are variants of one question: changed words are marked
    value: str = ""  # what a value between 0 and 1 is, and from which one on the relation holds
    is_weighed: bool = False  # it weighs the probabilities of answers (`Answer.top`), which are loaded for it


def quoted_list(answers: Iterable[str]) -> str:
    """Answers as a list in a sentence: “2”, “3” and “4”."""
    marked = [f"“{answer}”" for answer in answers]
    return " and ".join([", ".join(marked[:-1]), marked[-1]] if len(marked) > 1 else marked)


def list_answers(roles: Iterable[str], readings: Readings) -> list[str] | None:
    """What each role says; None where one of them could not be read."""
    values = [readings[role].value if role in readings else None for role in roles]
    said = [value_text(value) for value in values if value is not None]
    return said if len(said) == len(values) else None
