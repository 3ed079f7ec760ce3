"""Report rules of `groups`: answers to related questions that contradict each other."""

from askance.core.chart import Chart
from askance.core.finding_rule import FindingRule


def _broken(topic: str, group: str, sentence: str) -> FindingRule:
    return FindingRule(topic, "consistency", sentence, group, answers=2)


FINDINGS = (
    _broken("wording", "equal", "Answers questions with the same meaning differently in {bad} of the groups."),
    _broken("negation", "opposite", "Gives opposite questions the same answer in {bad} of the groups."),
    _broken("hypernyms", "entails", "Denies what follows from its own answer in {bad} of the groups."),
)
CHARTS = (
    Chart("dots", "Consistent and correct groups, by relation", ("consistency", "all_correct"),
          ("", "equal", "opposite", "entails")),
)  # fmt: skip
