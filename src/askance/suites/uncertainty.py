"""Suite `uncertainty`: how sure is the model of its answers?"""

from collections.abc import Iterator

import pyarrow as pa
import pyarrow.compute as pc
from askance.core import Card, Case, Condition, Dataset, Item, Metric, Query, Stimulus
from askance.core.metric import POINTS
from askance.core.suite import METHOD, Rounds
from askance.metrics import coverage_rows, rates_within_part
from askance.metrics.case_scores import part_scores
from askance.metrics.reliability import reliability_rows
from askance.metrics.trial_rates import bias_within_part
from askance.relations.certainty import DRAWS
from askance.suites.report_rules.uncertainty import CHARTS, FINDINGS

PARTS = {"uncertainty": "certain", "entropy": "settled"}  # metric → relation
METHODS = {
    "dropout": Condition(dropout=True),
    "probabilities": None,  # they are known after one plain call
    "sampling": Condition(temperature=1.0),
}


class Uncertainty:
    """Each item in 30 draws, or once where the model tells its probabilities."""

    card = Card(
        name="uncertainty",
        version=3,
        paper="VQA benchmarking tool (papers/001), uncertainty; Gal and Ghahramani 2016",
        claim="the model is certain of its answers",
        deviations=(
            "over all questions, not only those answered rightly at least once; models without dropout by their"
            " probabilities, or by sampling; answers that a model does not name count as few as possible"
        ),
        cost="30 calls per item; 1 call if the model reports probabilities, shared with the suite accuracy",
        expected="oracle 0 and 0, by its probabilities",
        metrics=(
            Metric(
                "uncertainty", "1 - probability of the top answer, in percent, by method", label="unsure of its answer"
            ),
            Metric(
                "entropy",
                "entropy of the mean probabilities, in percent of its maximum (30 different answers), by method",
                label="spread over answers",
            ),
            *(
                Metric(
                    f"{part}_bias",
                    f"jackknife bias of {part}, in points, from the draws of each item; negative: {part} is too low",
                    unit=POINTS,
                    bounds=(None, None),
                )
                for part in PARTS
            ),
            Metric("confidence", "mean probability of the top answer, of the questions with ground truth"),
            Metric("accuracy", "accuracy of the answers that confidence is about, by confidence", better="up"),
            Metric(
                "overconfidence",
                "confidence minus accuracy, in points; 0 means calibrated",
                unit=POINTS,
                bounds=(-100.0, 100.0),
            ),
            Metric("coverage", "share of cases that could be decided", better="up"),
        ),
        headline=("uncertainty", "entropy"),
        findings=FINDINGS,
        charts=CHARTS,
        methods=(
            ("dropout", frozenset({"dropout", "draws"})),
            ("probabilities", frozenset({"top"})),
            ("sampling", frozenset({"temperature", "draws"})),
        ),
    )
    by = ("type",)
    case_scores = part_scores({part: part for part in PARTS}, lost=True)

    def rounds(self, data: Dataset, limit: int | None, seed: int) -> Rounds:
        """One round: two cases an item and method, about the same draws."""
        yield (case for item in data.items(limit, seed) for method in METHODS for case in _cases_of_item(item, method))

    def metrics(self, verdicts: pa.Table) -> pa.Table:
        """Both figures in all, by method and by answer type, and how far confidence is justified; with coverage."""
        figures = [rates_within_part(verdicts, part, part, lost=True, by=self.by) for part in PARTS]
        figures += [bias_within_part(verdicts, part, f"{part}_bias", lost=True, by=self.by) for part in PARTS]
        certain = verdicts.filter(pc.equal(verdicts["relation"], PARTS["uncertainty"]))
        return pa.concat_tables([*figures, reliability_rows(certain), coverage_rows(verdicts)])


def _cases_of_item(item: Item, method: str) -> Iterator[Case]:
    stimulus, condition = Stimulus(item.image, item.question), METHODS[method]
    if condition is None:
        asks = {"answer": Query(stimulus)}
    else:
        draws = range(1, DRAWS + 1)
        asks = {f"draw-{draw}": Query(stimulus, condition=condition, draw=draw) for draw in draws}
    for part, relation in PARTS.items():
        yield Case.of(
            "uncertainty", f"{item.id}/{part}/{method}", asks, relation,
            group=f"{part}/{method}", options=item.options, tags=dict(item.tags) | {METHOD: method},
            expected=dict.fromkeys(asks, item.answers) if item.answers and part == "uncertainty" else None,
        )  # fmt: skip
