"""Relation `opposite`: one answer is yes and the other no."""

from collections.abc import Mapping

from askance.core import Answer, Case, Reading, Verdict
from askance.relations.relation import Readings, Relation, compares, list_answers, quoted
from askance.relations.verdicts import decided, is_yes, undecided, value_text


def opposite(case: Case, readings: Mapping[str, Reading], answers: Mapping[str, Answer]) -> Verdict:
    """Holds if of two roles one says yes and one says no; an answer that is neither breaks it."""
    roles = [role for role, _ in case.asks]
    verdict = undecided(roles, readings, answers)
    if verdict is not None:
        return verdict
    says = [is_yes(readings[role]) for role in roles]
    for role, said in zip(roles, says, strict=True):
        if said is None:
            return decided(False, f"neither yes nor no: {value_text(readings[role].value or '')}")
    return decided(sorted(map(bool, says)) == [False, True])


def _rule(case: Case) -> str:
    return "One answer must be yes and the other no."


def _finding(case: Case, readings: Readings) -> str:
    said = list_answers((role for role, _ in case.asks), readings)
    if said is None:
        return ""
    return f"The model answers {quoted(dict.fromkeys(said))}{' to both' if len(set(said)) == 1 else ''}."


def _labels(case: Case) -> dict[str, str]:
    """By number: a role named "no" would read like an answer."""
    return {role: f"question {number}" for number, (role, _) in enumerate(case.asks, 1)}


OPPOSITE = Relation(opposite, _rule, _finding, _labels, problem=compares(2, 2))
