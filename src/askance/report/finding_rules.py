"""The rules of the findings: those that every suite has, and those that the suites of a workspace declare."""

from collections.abc import Iterator, Sequence

from askance.core.finding_rule import FindingRule
from askance.report.metric_declarations import Declarations, find_suite

MOST = 7  # sentences per model
ERROR_RATE = 0.05  # of a model's sentences: one that is wrong by chance, and intervals that miss the true value
LEAST_CASES = 6  # behind a sentence
LEAST_EXCESS = 2.0  # points: a weakness that may be smaller is not worth a sentence
PERFECT_OBSERVER = "oracle"  # the model that answers from complete scenes

# Every suite reports why its cases are undecided. Refusals and failed calls are counted where a case is one question.
UNANSWERED = (
    FindingRule("refusals", "coverage", "Refuses to answer in {bad} of the cases.", "refused"),
    FindingRule("failed calls", "coverage", "The model call fails in {bad} of the cases.", "failed"),
)
UNREADABLE = FindingRule("unreadable answers", "coverage", "Its answer cannot be read in {bad} of cases.", "unreadable")


def rules_of_suites(declared: Declarations, suites: Sequence[str]) -> Iterator[tuple[str, FindingRule]]:
    """Every rule with the suite that it is about; a suite that declares none has the common rules only."""
    known = {suite: find_suite(declared, suite) for suite in suites}
    single = [suite for suite, own in known.items() if own is not None and own.accuracy]
    for suite, own in known.items():
        common = UNANSWERED if suite in (single or suites) else ()
        for rule in (*(own.findings if own else ()), *common, UNREADABLE):
            yield suite, rule
