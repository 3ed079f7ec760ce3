"""A suite: a question in CAPITALS must get the same answer."""

from askance.core import Card, Case, Metric, Query, Stimulus
from askance.metrics import rates


class AllCaps:
    """Asks every question twice, the second time in capitals."""

    card = Card(
        name="all_caps", version=1, paper="", claim="capitals do not change the answer", deviations="",
        cost="2 calls per question", expected="100 for a model that ignores case", headline=("same",),
        metrics=(Metric("same", "share of questions with the same answer in capitals", better="up"),),
    )  # fmt: skip

    def rounds(self, data, limit, seed):
        yield (self.case(item) for item in data.items(limit, seed))

    def case(self, item):
        texts = {"plain": item.question, "capitals": item.question.upper()}
        asks = {role: Query(Stimulus(item.image, text)) for role, text in texts.items()}
        return Case.of("all_caps", item.id, asks, "equal", question=item.question)

    def metrics(self, verdicts):
        return rates(verdicts, "same")
