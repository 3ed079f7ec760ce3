"""Report rules of `repeat`: the noise floor of every other suite."""

from askance.core.chart import Chart
from askance.core.finding_rule import FindingRule

FINDINGS = (
    FindingRule("repetition", "agreement", "Asked the same question again, it changes its answer in {bad} of cases."),
)
CHARTS = (Chart("dots", "Same answer when asked again", ("agreement",), ("", "type/*")),)
