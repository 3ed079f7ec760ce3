"""Report rules of `sears`: answers that change with a slight rewording."""

from askance.core.chart import Chart
from askance.core.finding_rule import FindingRule

EXAMPLES = (
    ("wp-vbz", "“what's” for “what is”"),
    ("what-noun", "“which” for “what”"),
    ("colour", "“colour” for “color”"),
    ("wrb-vbz", "“where's” for “where is”"),
)
FINDINGS = (
    FindingRule(
        "wording", "sears_robustness", "A slight rewording changes {bad} of its answers, most often {example}.",
        examples=EXAMPLES,
    ),
    *(
        FindingRule("wording", "sears_robustness", f"The rewording {words} changes {{bad}} of its answers.", rule)
        for rule, words in EXAMPLES
    ),
    FindingRule("wording", "sears_robustness", "The rewording rule “{name}” changes {bad} of its answers.", "*"),
)  # fmt: skip
CHARTS = (Chart("dots", "Unchanged answers, by rewording rule", ("sears_robustness",), ("", "*")),)
