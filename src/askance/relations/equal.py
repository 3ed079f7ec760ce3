"""All answers say the same."""

from collections.abc import Mapping

from askance.core import Answer, Case, Reading, Verdict
from askance.relations.verdicts import decided, same, undecided


def equal(case: Case, readings: Mapping[str, Reading], answers: Mapping[str, Answer]) -> Verdict:
    """Holds if the answers of all roles are the same."""
    roles = [role for role, _ in case.asks]
    first, *others = roles
    return undecided(roles, readings, answers) or decided(all(same(readings[first], readings[role]) for role in others))
