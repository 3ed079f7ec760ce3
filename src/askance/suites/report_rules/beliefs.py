"""Report rules of `beliefs`: what a model believes that is false, or that it contradicts itself."""

from askance.core.chart import Chart
from askance.core.finding_rule import FindingRule
from askance.core.suite_display import SuiteDisplay

FINDINGS = (
    FindingRule(
        "false beliefs", "adversarial", "{bad} of its beliefs about the images are false.", cases="belief/adversarial"
    ),
    FindingRule(
        "doublethink", "contradictory", "{bad} of its beliefs contradict another belief about the same image.",
        cases="contradiction", note="Cases are pairs of beliefs, at most ten per image.",
    ),
    FindingRule(
        "false premises", "irrelevant", "{bad} of its beliefs are about objects that the image does not show.",
        perfect=None, limit=5.0, cases="belief/irrelevant",
    ),
)  # fmt: skip
TYPES = ("rephrase", "complementary", "adversarial", "irrelevant")
CHARTS = (
    Chart(
        "parts", "Composition of the belief set", TYPES, ("",),
        caption="Shares of the beliefs that could be judged. Rephrase and complementary beliefs are true.",
    ),
    Chart(
        "plane", "Contradictory beliefs against correct ones", ("correct", "contradictory"),
        caption="The better a model, the nearer it is to the lower right corner.",
    ),
)  # fmt: skip
DISPLAYS = (
    SuiteDisplay(
        "beliefs", "What the model believes about this image",
        caption="Beliefs by type, the most probable first. An arc joins two beliefs that exclude each other."
        " All contradictions are counted; at most ten per image are stored and listed, and the picture shows six.",
    ),
)  # fmt: skip
