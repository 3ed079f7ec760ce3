"""A suite that uses the edit: what is in an image does not change when the image is mirrored."""

from askance.core import Card, Case, Metric, Query, Stimulus
from askance.edits import steps
from askance.metrics import rates


class Mirrored:
    """Asks every question that names no side about the image and its mirror image."""

    card = Card(
        name="mirrored", version=1, paper="", claim="a mirror image contains the same objects", deviations="",
        cost="2 calls per question", expected="oracle 100", headline=("same",),
        metrics=(Metric("same", "share of questions with the same answer to the mirror image", better="up"),),
    )  # fmt: skip

    def rounds(self, data, limit, seed):
        items = (item for item in data.items(limit, seed) if not {"left", "right"} & set(item.question.split()))
        edits = {"original": (), "mirrored": steps("mirror")}
        asks = lambda item: {role: Query(Stimulus(item.image, item.question, edits[role])) for role in edits}  # noqa: E731
        yield (Case.of("mirrored", item.id, asks(item), "equal") for item in items)

    def metrics(self, verdicts):
        return rates(verdicts, "same")
