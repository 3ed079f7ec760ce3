"""Report rules of `carets`: pairs of questions whose answers contradict each other, by test."""

from askance.core.chart import Chart
from askance.core.finding_rule import FindingRule
from askance.core.group_tag import GroupTag
from askance.core.suite_display import SuiteDisplay


def _inconsistent(topic: str, group: str, sentence: str) -> FindingRule:
    return FindingRule(topic, "cons", sentence, group, answers=2, accuracy="acc_original")


FINDINGS = (
    _inconsistent(
        "negation", "negation", "Does not answer the negated question with the opposite in {bad} of the pairs."
    ),
    _inconsistent("antonyms", "antonym", "Contradicts itself in {bad} of the pairs of opposites (open, closed)."),
    _inconsistent("wording", "rephrase", "Rewording the question changes {bad} of its answers."),
    _inconsistent("word order", "order", "Swapping “A or B” for “B or A” changes {bad} of its answers."),
    _inconsistent(
        "hypernyms", "ontological", "Contradicts itself in {bad} of the pairs of a class and a member (animal, dog)."
    ),
    _inconsistent("background", "visual", "Hiding the background of the image changes {bad} of its answers."),
)  # fmt: skip
_FORM = (
    "case when tags['type'] in ('Q1', 'Q2', 'Q3', 'Q4') then 'binary'"
    " when tags['type'] in ('Q5', 'Q6', 'Q7') then 'choice' end"
)
GROUP_TAGS = (
    GroupTag("kind/", "question form", f"[{_FORM}]"),
    GroupTag(
        "rephrase+order/", "form or choices", f"[{_FORM}, 'choices-' || tags['choices']]", inside=("rephrase", "order")
    ),
)
TESTS = ("rephrase", "order", "negation", "antonym", "ontological", "visual")
CHARTS = (
    Chart(
        "dots", "Accuracy beside consistency, by test", ("acc", "cons", "cacc"), ("", *TESTS),
        caption="A model can be consistent and wrong: read consistency (cons) beside accuracy (acc)."
        " cacc counts the pairs with two correct answers.",
    ),
    Chart(
        "plane", "Accuracy against consistency", ("acc", "cons"),
        caption="The better a model, the nearer it is to the upper right corner. A model in the upper left corner"
        " is consistent and wrong.",
    ),
)  # fmt: skip
DISPLAYS = (
    SuiteDisplay(
        "matrix", "Tests and types of questions", ("cons", "acc"),
        caption="Rows are tests, columns are types of questions or of changes to the image. The darker a cell, the"
        " lower the value. Q1: is an object present? Q2: are both of two? Q3: is one of two? Q4: has it an attribute?"
        " Q5: which object is it? Q6: which attribute has it? Q7: what does it do?",
    ),
    SuiteDisplay("coverage", "What other models get right too"),
)  # fmt: skip
