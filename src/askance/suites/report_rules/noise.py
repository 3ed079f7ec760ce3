"""Report rules of `noise`: answers that change although the image shows the same."""

from askance.core.chart import Chart
from askance.core.finding_rule import FindingRule
from askance.core.suite_display import SuiteDisplay

USUAL = 25.0  # percent of answers: noise of one standard deviation inside a model is strong, and no observer has it
SEVERAL = "A case with several noisy inputs is listed if one or more of the answers change."


def _changes(topic: str, metric: str, what: str, group: str = "", limit: float | None = None) -> FindingRule:
    part, sentence = metric.removesuffix("_robustness"), f"{what} changes {{bad}} of its answers."
    if limit is not None:
        return FindingRule(topic, metric, sentence, group, perfect=None, limit=limit, cases=part, note=SEVERAL)
    return FindingRule(topic, metric, sentence, group, cases=part, note=SEVERAL if part == "image" else "")


FINDINGS = (
    _changes("image noise", "image_robustness", "Noise in the image"),
    _changes("image noise", "image_robustness", "Noise of the kind “{name}” in the image", "*"),
    _changes("small edits", "geometric_robustness", "A small shift, rotation, crop or compression of the image"),
    _changes("small edits", "geometric_robustness", "The small image edit “{name}”", "*"),
    _changes("feature noise", "feature_robustness", "Noise in its image features", limit=USUAL),
    _changes("question noise", "question_robustness", "Noise in its question embedding", limit=USUAL),
)
CHARTS = (
    Chart("dots", "Unchanged answers, by kind of noise in the image", ("image_robustness",), ("", "*")),
    Chart(
        "curve", "Unchanged answers over the strength of small image edits", ("geometric_robustness",),
        prefix="*/", x="strength",
    ),
)  # fmt: skip
DISPLAYS = (
    SuiteDisplay(
        "strip", "The same image at each strength", groups=("image", "geometric", "feature", "question"),
        caption="The first image of each row is the unchanged one. Red answers differ from the answer to it.",
    ),
)  # fmt: skip
