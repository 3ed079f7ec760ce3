"""One says yes and the other no."""

from collections.abc import Mapping

from askance.core import Answer, Case, Reading, Verdict
from askance.relations.verdicts import decided, spoken, undecided, yes


def opposite(case: Case, readings: Mapping[str, Reading], answers: Mapping[str, Answer]) -> Verdict:
    """Holds if of two roles one says yes and one says no; an answer that is neither breaks it."""
    roles = [role for role, _ in case.asks]
    verdict = undecided(roles, readings, answers)
    if verdict is not None:
        return verdict
    says = [yes(readings[role]) for role in roles]
    for role, said in zip(roles, says, strict=True):
        if said is None:
            return decided(False, f"neither yes nor no: {spoken(readings[role].value or '')}")
    return decided(sorted(map(bool, says)) == [False, True])
