"""Relation `stable`: the same question, asked again, gets the same answer."""

from collections.abc import Mapping

from askance.core import Answer, Case, Reading, Verdict
from askance.relations.relation import Readings, Relation, list_answers, quoted
from askance.relations.verdicts import same_value, undecided


def stable(case: Case, readings: Mapping[str, Reading], answers: Mapping[str, Answer]) -> Verdict:
    """Holds if all draws give the same answer; the value is the share of the most frequent answer."""
    roles = [role for role, _ in case.asks]
    verdict = undecided(roles, readings, answers)
    if verdict is not None:
        return verdict
    most = max(sum(same_value(readings[role], readings[other]) for other in roles) for role in roles)
    return Verdict(most == len(roles), most / len(roles))


def _rule(case: Case) -> str:
    return f"The same question, asked {len(case.asks)} times, must get the same answer each time."


def _finding(case: Case, readings: Readings) -> str:
    said = list_answers((role for role, _ in case.asks), readings)
    return "" if said is None else f"The model answers {quoted(dict.fromkeys(said))}."


STABLE = Relation(stable, _rule, _finding)
