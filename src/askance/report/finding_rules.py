"""The rules of the findings: those that every suite has, and those that the suites of a workspace declare."""

from collections.abc import Iterator

from askance.core.finding_rule import FindingRule
from askance.report.metric_declarations import Declarations, find_suite

MOST = 7  # sentences per model
ERROR_RATE = 0.05  # of the intervals of the chosen sentences together (false coverage rate)
LEAST_EXCESS = 2.0  # points: a weakness that may be smaller is not worth a sentence
PERFECT_OBSERVER = "oracle"  # the model that answers from complete scenes

# Every suite reports why its cases are undecided.
UNANSWERED = (
    FindingRule("refusals", "coverage", "Refuses to answer in {bad} of cases.", "refused"),
    FindingRule("failures", "coverage", "The model call fails in {bad} of cases.", "failed"),
    FindingRule("unreadable answers", "coverage", "Its answer cannot be read in {bad} of cases.", "unreadable"),
)


def rules_of_suites(declared: Declarations, suites: list[str]) -> Iterator[tuple[str, FindingRule]]:
    """Every rule with the suite that it is about; an unknown suite has the common rules only."""
    for suite in suites:
        own = find_suite(declared, suite)
        for rule in (*(own.findings if own else ()), *UNANSWERED):
            yield suite, rule
