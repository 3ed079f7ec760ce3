"""Report rules of `metamorphic`: counts that do not add up, yes/no answers that contradict each other."""

from askance.core.chart import Chart
from askance.core.finding_rule import FindingRule
from askance.core.group_tag import GroupTag
from askance.core.suite_display import SuiteDisplay

NUMBERS, YES_NO = "type/number", "type/yes-no"


def _broken(topic: str, group: str, sentence: str, answers: int = 2, of: str = NUMBERS) -> FindingRule:
    return FindingRule(topic, "error", sentence, group, answers=answers, accuracy_group=of)


def _constant(topic: str, group: str, sentence: str) -> FindingRule:
    return FindingRule(topic, "dominant_answer", sentence, group, perfect=None, limit=80.0)


FINDINGS = (
    _broken("adding up", "partition", "Its counts of two parts do not add up to the whole in {bad} of cases.", 3),
    _broken("adding up", "cut", "Its counts on pieces of the image do not add up in {bad} of cases.", 3),
    _broken("word order", "reorder", "Swapping the two names in a counting question changes {bad} of its counts."),
    _broken("negation", "reversion", "Says the same to “any?” and “none?” in {bad} of the pairs.", of=YES_NO),
    _broken("one more", "insert+", "One object is added: its count is not one higher in {bad} of cases."),
    _broken("one less", "remove+", "One object is removed: its count is not one lower in {bad} of cases."),
    _broken("unrelated edits", "insert", "Adding an unrelated object changes {bad} of its answers."),
    _broken("unrelated edits", "remove", "Removing an unrelated object changes {bad} of its answers."),
    FindingRule("unreadable answers", "invalid", "Answers neither with a number nor with yes or no in {bad} of cases."),
    _constant("constant counts", "partition", "Gives one and the same answer to {bad} of the counting questions."),
    _constant("constant yes/no", "reversion", "Gives one and the same answer to {bad} of the yes/no questions."),
)  # fmt: skip
RELATIONS = ("partition", "reorder", "reversion", "cut", "insert", "insert+", "remove", "remove+")
_PRESENT = "[case tags['case'] when 'none' then 'case-1' when 'one' then 'case-2' when 'both' then 'case-3' end]"
GROUP_TAGS = (
    GroupTag("class/", "names class", "[tags['class'], tags['other']]"),
    GroupTag("property/", "names property", "[tags['property'], tags['other_property']]"),
    GroupTag("partition/object/", "present of two", _PRESENT, inside=("partition/object",)),
    GroupTag("partition/property/", "present of two", _PRESENT, inside=("partition/property",)),
)
CHARTS = (
    Chart(
        "dots", "Contradictions, by relation", ("error",), ("", *RELATIONS),
        caption="A model that always gives the same answer passes many of these tests: see the warning, if there is"
        " one, and the share of its most frequent answer below.",
    ),
    Chart("dots", "Share of the most frequent answer", ("dominant_answer",), ("partition", "reversion")),
)  # fmt: skip
DISPLAYS = (
    SuiteDisplay(
        "tree", "Families of questions",
        caption="A question stands above the questions whose answers must agree with its answer. A red line marks"
        " numbers that do not add up, and answers that contradict each other.",
    ),
)  # fmt: skip
