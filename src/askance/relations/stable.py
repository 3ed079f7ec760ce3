"""Relation `stable`: the same question, asked again, gets the same answer."""

from collections.abc import Mapping

from askance.core import Answer, Case, Reading, Verdict
from askance.relations.relation import Readings, Relation, list_answers, quoted_list
from askance.relations.verdicts import readings_agree, undecided_if_unreadable


def judge_stable(case: Case, readings: Mapping[str, Reading], answers: Mapping[str, Answer]) -> Verdict:
    """Holds if all draws give the same answer; the value is the share of the most frequent answer."""
    roles = [role for role, _ in case.asks]
    verdict = undecided_if_unreadable(roles, readings, answers)
    if verdict is not None:
        return verdict
    most = max(sum(readings_agree(readings[role], readings[other]) for other in roles) for role in roles)
    return Verdict(most == len(roles), most / len(roles))


def _rule_text(case: Case) -> str:
    return f"The same question, asked {len(case.asks)} times, must get the same answer each time."


def _finding_text(case: Case, readings: Readings) -> str:
    said = list_answers((role for role, _ in case.asks), readings)
    return "" if said is None else f"The model answers {quoted_list(dict.fromkeys(said))}."


STABLE = Relation(
    judge_stable, _rule_text, _finding_text, value="share of the most frequent answer; the case holds only at 1"
)
