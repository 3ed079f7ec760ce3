"""Suite `repeat`: does the same question get the same answer in another batch? The noise floor of every other rate."""

from collections.abc import Mapping

import pyarrow as pa
from askance.core import Card, Case, Dataset, Metric, Query, Stimulus
from askance.core.case_score import CaseScore
from askance.core.suite import Rounds
from askance.metrics import coverage_rows, rates
from askance.metrics.case_scores import HOLDS
from askance.suites.report_rules.repeat import CHARTS, FINDINGS

DRAWS = 3


class Repeat:
    """Each item three times, in batches with other neighbours."""

    card = Card(
        name="repeat",
        version=1,
        paper="ours",
        claim="the same question gets the same answer, even in another batch",
        deviations="none",
        cost="3 calls per item; the suite accuracy shares the first one",
        expected="oracle 100; deterministic models 100",
        metrics=(
            Metric("agreement", "share of items with three equal answers", better="up", label="same when repeated"),
            Metric("coverage", "share of cases that could be decided", better="up"),
        ),
        headline=("agreement",),
        findings=FINDINGS,
        charts=CHARTS,
        noise_floor="agreement",
    )

    case_scores: Mapping[str, CaseScore] = {"agreement": HOLDS}

    def rounds(self, data: Dataset, limit: int | None, seed: int) -> Rounds:
        """One round: every item, in three draws."""
        yield (
            Case.of(
                "repeat",
                item.id,
                {f"draw-{k}": Query(Stimulus(item.image, item.question), draw=k) for k in range(DRAWS)},
                "stable",
                tags=dict(item.tags),
            )
            for item in data.items(limit, seed)
        )

    def metrics(self, verdicts: pa.Table) -> pa.Table:
        """Agreement: the share of items whose answers are all the same."""
        return pa.concat_tables([rates(verdicts, "agreement", by=("type",)), coverage_rows(verdicts)])
