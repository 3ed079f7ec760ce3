"""Report rules of `accuracy`: kinds of questions that the model gets wrong more often than questions in general."""

from askance.core.chart import Chart
from askance.core.finding_rule import FindingRule


def _wrong(topic: str, group: str, questions: str) -> FindingRule:
    return FindingRule(topic, "accuracy", f"Wrong on {{bad}} of the {questions}.", group, answers=1)


FINDINGS = (
    FindingRule(
        "says yes", "accuracy", "Says yes too often: wrong on {bad} of the questions whose true answer is no.",
        "answer/no", answers=1,
    ),
    FindingRule(
        "says no", "accuracy", "Says no too often: wrong on {bad} of the questions whose true answer is yes.",
        "answer/yes", answers=1,
    ),
    _wrong("negation", "negated/yes", "questions with a negation"),
    _wrong("color", "color/yes", "questions that mention a color"),
    _wrong("color", "skill/color", "questions that ask for a color"),
    _wrong("hypernyms", "group/yes", "questions with a class name such as animal or vehicle"),
    _wrong("wording", "wording/rephrased", "reworded questions"),
    _wrong("counting", "type/number", "counting questions"),
    _wrong("choices", "skill/choice", "questions that offer a choice (A or B?)"),
    _wrong("choices", "options/*", "questions with {name} options"),
    _wrong("skill: {name}", "skill/*", "questions of the kind “{name}”"),
    _wrong("type: {name}", "type/*", "questions of the type “{name}”"),
)  # fmt: skip
CHARTS = (
    Chart(
        "dots", "Accuracy by answer type and skill", ("accuracy",),
        ("type/yes-no", "type/number", "type/other", "wording/plain", "wording/rephrased", "negated/yes", "skill/*"),
    ),
)  # fmt: skip
