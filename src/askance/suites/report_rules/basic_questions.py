"""Report rules of `basic_questions`: accuracy that falls when similar questions follow the main question."""

from askance.core.chart import Chart
from askance.core.finding_rule import FindingRule
from askance.core.suite_display import SuiteDisplay

FINDINGS = (
    FindingRule("distraction", "difference", "Three similar questions after the main one cost {bad} of accuracy."),
    FindingRule("distraction", "difference", "Questions after the main one ({name}) cost {bad} of accuracy.", "*"),
)
CHARTS = (
    Chart(
        "curve", "Accuracy over the seven noise levels", ("accuracy",), prefix="level-", x="noise level",
        caption="Level 0 is the main question alone. At level 1 the most similar questions follow it, at level 7 the"
        " least similar ones.",
    ),
)  # fmt: skip
DISPLAYS = (
    SuiteDisplay(
        "questions", "The questions that were added",
        caption="Level 0 is the main question alone. Marked words are the questions that were added at a level.",
    ),
)  # fmt: skip
