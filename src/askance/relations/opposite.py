"""Relation `opposite`: one answer is yes and the other no."""

from collections.abc import Mapping

from askance.core import Answer, Case, Reading, Verdict
from askance.relations.relation import Readings, Relation, compares, list_answers, quoted_list
from askance.relations.verdicts import decided_verdict, is_yes, undecided_if_unreadable, value_text


def judge_opposite(case: Case, readings: Mapping[str, Reading], answers: Mapping[str, Answer]) -> Verdict:
    """Holds if of two roles one says yes and one says no; an answer that is neither breaks it."""
    roles = [role for role, _ in case.asks]
    verdict = undecided_if_unreadable(roles, readings, answers)
    if verdict is not None:
        return verdict
    says = [is_yes(readings[role]) for role in roles]
    for role, said in zip(roles, says, strict=True):
        if said is None:
            return decided_verdict(False, f"neither yes nor no: {value_text(readings[role].value or '')}")
    return decided_verdict(sorted(map(bool, says)) == [False, True])


def _rule_text(case: Case) -> str:
    return "One answer must be yes and the other no."


def _finding_text(case: Case, readings: Readings) -> str:
    said = list_answers((role for role, _ in case.asks), readings)
    if said is None:
        return ""
    return f"The model answers {quoted_list(dict.fromkeys(said))}{' to both' if len(set(said)) == 1 else ''}."


def _numbered_role_labels(case: Case) -> dict[str, str]:
    """By number: a role named "no" would read like an answer."""
    return {role: f"question {number}" for number, (role, _) in enumerate(case.asks, 1)}


OPPOSITE = Relation(judge_opposite, _rule_text, _finding_text, _numbered_role_labels, problem=compares(2, 2))
