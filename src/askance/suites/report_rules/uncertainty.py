"""Report rules of `uncertainty`: how sure the model is of its answers, and whether it is right to be."""

from askance.core.chart import Chart
from askance.core.finding_rule import FindingRule

FINDINGS = (
    FindingRule("overconfidence", "overconfidence", "Is overconfident: its confidence is {bad} above its accuracy."),
)
CHARTS = (
    Chart(
        "reliability", "Is its confidence justified?", ("confidence", "accuracy"), prefix="confidence-",
        caption="Accuracy of the answers with similar confidence. A calibrated model is on the dashed line;"
        " points below it are overconfident.",
    ),
    Chart("dots", "Uncertainty and entropy, by answer type", ("uncertainty", "entropy"), ("", "type/*")),
)  # fmt: skip
