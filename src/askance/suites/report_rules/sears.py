"""Report rules of `sears`: answers that change with a slight rewording."""

from askance.core.chart import Chart
from askance.core.finding_rule import FindingRule

FINDINGS = (
    FindingRule(
        "wording", "sears_robustness", "A slight rewording (“what's” for “what is”) changes {bad} of its answers."
    ),
    FindingRule("wording", "sears_robustness", "The rewording rule “{name}” changes {bad} of its answers.", "*"),
)
CHARTS = (Chart("dots", "Unchanged answers, by rewording rule", ("sears_robustness",), ("", "*")),)
