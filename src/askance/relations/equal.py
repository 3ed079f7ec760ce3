"""Relation `equal`: all answers are the same."""

from collections.abc import Mapping

from askance.core import Answer, Case, Reading, Verdict
from askance.relations.relation import Readings, Relation, compares, list_answers, quoted_list
from askance.relations.verdicts import decided_verdict, readings_agree, undecided_if_unreadable


def judge_equal(case: Case, readings: Mapping[str, Reading], answers: Mapping[str, Answer]) -> Verdict:
    """Holds if the answers of all roles are the same."""
    roles = [role for role, _ in case.asks]
    first, *others = roles
    return undecided_if_unreadable(roles, readings, answers) or decided_verdict(
        all(readings_agree(readings[first], readings[role]) for role in others)
    )


def _rule_text(case: Case) -> str:
    return "The two answers must be equal." if len(case.asks) == 2 else f"All {len(case.asks)} answers must be equal."


def _finding_text(case: Case, readings: Readings) -> str:
    said = list_answers((role for role, _ in case.asks), readings)
    return "" if said is None else f"The model answers {quoted_list(dict.fromkeys(said))}."


EQUAL = Relation(judge_equal, _rule_text, _finding_text, problem=compares(2))
