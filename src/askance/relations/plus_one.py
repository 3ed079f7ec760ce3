"""One more of them: role "more" counts one more than role "less"."""

from collections.abc import Mapping

from askance.core import Answer, Case, Reading, Verdict
from askance.relations.parts import adds_up
from askance.relations.verdicts import undecided

_ONE = Reading("number", 1)


def plus_one(case: Case, readings: Mapping[str, Reading], answers: Mapping[str, Answer]) -> Verdict:
    """Holds if more = less + 1; "many" and one more is still "many"."""
    return undecided(["more", "less"], readings, answers) or adds_up(readings["more"], [readings["less"], _ONE])
