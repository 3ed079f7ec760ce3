"""Report rules of `basic_chain`: basic questions that harm instead of help."""

from askance.core.chart import Chart
from askance.core.finding_rule import FindingRule

FINDINGS = (
    FindingRule(
        "distraction", "gain", "Adding the most similar questions to the main one costs {bad} of accuracy.", "appended"
    ),
)
CHARTS = (Chart("dots", "Accuracy without and with basic questions", ("without", "chain"), ("", "*")),)
TURN_FINDINGS = (
    FindingRule(
        "earlier turns", "gain", "Similar questions earlier in the conversation cost {bad} of accuracy.", "appended"
    ),
)
