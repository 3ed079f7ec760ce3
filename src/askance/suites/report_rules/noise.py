"""Report rules of `noise`: answers that change although the image shows the same."""

from askance.core.chart import Chart
from askance.core.finding_rule import FindingRule


def _changes(topic: str, metric: str, what: str, group: str = "") -> FindingRule:
    part = metric.removesuffix("_robustness")
    return FindingRule(topic, metric, f"{what} changes {{bad}} of its answers.", group, cases=part)


FINDINGS = (
    _changes("image noise", "image_robustness", "Noise in the image"),
    _changes("image noise", "image_robustness", "Noise of the kind “{name}” in the image", "*"),
    _changes("small edits", "geometric_robustness", "A small shift, rotation, crop or compression of the image"),
    _changes("small edits", "geometric_robustness", "The small image edit “{name}”", "*"),
    _changes("feature noise", "feature_robustness", "Noise in its image features"),
    _changes("question noise", "question_robustness", "Noise in its question embedding"),
)
CHARTS = (
    Chart("dots", "Unchanged answers, by kind of noise in the image", ("image_robustness",), ("", "*")),
    Chart(
        "curve", "Unchanged answers over the strength of small image edits", ("geometric_robustness",),
        prefix="*/", x="strength",
    ),
)  # fmt: skip
