"""Report rules of `implications`: a model that contradicts its own answers, by the kind of what follows."""

from askance.core.chart import Chart
from askance.core.finding_rule import FindingRule
from askance.core.group_tag import GroupTag

ANY_KIND = "A case has several implied questions; another of them may be the one that is contradicted."


def _broken(topic: str, kind: str, sentence: str) -> FindingRule:
    return FindingRule(topic, "consistency", sentence, kind, answers=2, cases="implied", note=ANY_KIND)


KINDS = ("equivalence", "exclusion", "necessary", "premise", "negation", "hypernym", "count", "inverse", "antonym")
FINDINGS = (
    FindingRule(
        "contradictions", "contradicted_images", "Contradicts its own answers about {bad} of the images.",
        answers=5, cases="implied",
    ),
    _broken("equivalence", "equivalence", "Asked for the same fact again, it answers otherwise in {bad} of the cases."),
    _broken("exclusion", "exclusion", "Affirms what its own answer rules out in {bad} of the cases."),
    _broken("necessary", "necessary", "Denies what its own answer requires in {bad} of the cases."),
    _broken("premises", "premise", "Denies the object that it has just described in {bad} of the cases."),
    _broken("negation", "negation", "Does not turn its answer around for a negated question in {bad} of the cases."),
    _broken("hypernyms", "hypernym", "Names an object and denies its kind in {bad} of the cases."),
    _broken("counts", "count", "Its count does not fit its answer whether there are any in {bad} of the cases."),
    _broken("inverse", "inverse", "Answers the inverse of a relation inconsistently in {bad} of the cases."),
    _broken("antonyms", "antonym", "Affirms a word and its opposite in {bad} of the cases."),
)  # fmt: skip
# `expects` is like "negation-1=no count-1=>=1": the kind of each implied question, its number, the answer that follows.
GROUP_TAGS = (
    GroupTag(
        "", "implication",
        "[regexp_extract(part, '^(.+)-[0-9]+=', 1) for part in string_split(tags['expects'], ' ')]",
        inside=("implied/depth-1",), is_part_of_case=True,
    ),
)  # fmt: skip
CHARTS = (
    Chart("dots", "Consistency by kind of implication", ("consistency",), ("", *KINDS)),
)  # fmt: skip
