"""The rules of the findings: those that every suite has, and those that the suites of a workspace declare."""

from collections.abc import Iterator, Sequence

from askance.core.finding_rule import FindingRule
from askance.core.metric import POINTS
from askance.report.metric_declarations import Declarations, SuiteMetrics, find_suite

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
NO_RULE = ("coverage",)  # the common rules are about it


def rules_of_suites(declared: Declarations, suites: Sequence[str]) -> Iterator[tuple[str, FindingRule]]:
    """Every rule with the suite that it is about: those that it declares, or plain ones, and the common rules."""
    known = {suite: find_suite(declared, suite) for suite in suites}
    single = [suite for suite, own in known.items() if own is not None and own.accuracy]
    for suite, own in known.items():
        common = UNANSWERED if suite in (single or suites) else ()
        rules = (own.findings or tuple(_plain_rules(suite, own))) if own else ()
        for rule in (*rules, *common, unreadable_rule(suite)):
            yield suite, rule


def unreadable_rule(suite: str) -> FindingRule:
    """Suites differ in what they can read, so the sentence names the suite."""
    sentence = f"Its answer cannot be read in {{bad}} of the cases of {_literal(suite)}."
    return FindingRule("unreadable answers", "coverage", sentence, "unreadable")


def _literal(text: str) -> str:
    """A text inside a sentence with fields."""
    return text.replace("{", "{{").replace("}", "}}")


def _plain_rules(suite: str, own: SuiteMetrics) -> Iterator[FindingRule]:
    """For a suite that declares no rules: its headline percentages, compared with those of the perfect observer."""
    name = _literal(suite)
    for metric in (own.metrics[each] for each in own.headline or own.metrics if each in own.metrics):
        if metric.better is None or metric.bounds != (0.0, 100.0) or metric.unit == POINTS or metric.name in NO_RULE:
            continue
        if metric.name == own.noise_floor:
            continue
        label = _literal(metric.label or metric.name.replace("_", " "))
        sentence = f"Falls short of perfect by {{bad}} in the suite {name} ({label})."
        if metric.better == "down":
            sentence = f"Has {{bad}} of errors in the suite {name} ({label})."
        yield FindingRule(f"{suite}: {metric.name}", metric.name, sentence, perfect=None)
