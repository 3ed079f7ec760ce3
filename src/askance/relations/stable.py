"""The same question, asked again, gets the same answer."""

from collections.abc import Mapping

from askance.core import Answer, Case, Reading, Verdict
from askance.relations.verdicts import same, undecided


def stable(case: Case, readings: Mapping[str, Reading], answers: Mapping[str, Answer]) -> Verdict:
    """Holds if all draws say the same; the value is the share that say what most say."""
    roles = [role for role, _ in case.asks]
    verdict = undecided(roles, readings, answers)
    if verdict is not None:
        return verdict
    most = max(sum(same(readings[role], readings[other]) for other in roles) for role in roles)
    return Verdict(most == len(roles), most / len(roles))
