"""Relation `equal`: all answers are the same."""

from collections.abc import Mapping

from askance.core import Answer, Case, Reading, Verdict
from askance.relations.relation import Readings, Relation, compares, list_answers, quoted
from askance.relations.verdicts import decided, same_value, undecided


def equal(case: Case, readings: Mapping[str, Reading], answers: Mapping[str, Answer]) -> Verdict:
    """Holds if the answers of all roles are the same."""
    roles = [role for role, _ in case.asks]
    first, *others = roles
    return undecided(roles, readings, answers) or decided(
        all(same_value(readings[first], readings[role]) for role in others)
    )


def _rule(case: Case) -> str:
    return "The two answers must be equal." if len(case.asks) == 2 else f"All {len(case.asks)} answers must be equal."


def _finding(case: Case, readings: Readings) -> str:
    said = list_answers((role for role, _ in case.asks), readings)
    return "" if said is None else f"The model answers {quoted(dict.fromkeys(said))}."


EQUAL = Relation(equal, _rule, _finding, problem=compares(2))
