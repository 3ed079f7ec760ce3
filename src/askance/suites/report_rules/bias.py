"""Report rules of `bias`: a model that ignores the image, or the question."""

from askance.core.chart import Chart
from askance.core.finding_rule import FindingRule

IGNORED = 95.0  # percent of equal answers: the model does not use the image (or the question) at all
FINDINGS = (
    FindingRule(
        "ignores the image", "question_bias", "Gives the same answer for another image in {bad} of cases.",
        perfect=None, limit=75.0, first_from=IGNORED, cases="question",
    ),
    FindingRule(
        "ignores the question", "image_bias", "Gives the same answer to another question in {bad} of cases.",
        perfect=None, limit=60.0, first_from=IGNORED, cases="image",
    ),
)  # fmt: skip
CHARTS = (
    Chart(
        "plane", "Does the model use the image and the question?", ("question_bias", "image_bias"),
        caption="100 on the horizontal axis: the image is ignored. 100 on the vertical axis: the question is ignored."
        " A perfect observer is not at 0, because another image can have the same true answer.",
    ),
)  # fmt: skip
