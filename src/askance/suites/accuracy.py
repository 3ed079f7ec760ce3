"""Suite `accuracy`: is the answer right?"""

from typing import Any

import pyarrow as pa
from askance.core import Card, Case, Dataset, Metric, Query, Stimulus
from askance.core.suite import Rounds
from askance.metrics import coverage, rates


class Accuracy:
    """Each item once, its answer compared with people's answers."""

    card = Card(
        name="accuracy",
        version=1,
        paper="VQA (Antol et al. 2015), as in the VQA benchmarking tool",
        claim="the answer is one that people gave",
        deviations="leave-one-out by position; both sides normalised; answers in sentences are read, not compared raw",
        cost="1 call an item",
        expected="oracle 100",
        metrics=(
            Metric("accuracy", "mean VQA accuracy, percent", better="up"),
            Metric("coverage", "share of cases that could be decided", better="up"),
        ),
        headline=("accuracy",),
    )
    by = ("type", "skill", "answer", "wording", "color", "group", "negated", "options", "question_type", "part", "ood")

    def rounds(self, data: Dataset, limit: int | None, seed: int) -> Rounds:
        """One round: every item."""
        yield (
            Case.of(
                "accuracy",
                item.id,
                {"ask": Query(Stimulus(item.image, item.question))},
                "truth",
                options=item.options,
                expected={"ask": item.answers},
                tags=dict(item.tags),
            )
            for item in data.items(limit, seed)
        )

    def metrics(self, verdicts: Any) -> Any:
        """Accuracy in all and by each tag, with coverage."""
        return pa.concat_tables([rates(verdicts, "accuracy", of="value", by=self.by), coverage(verdicts)])
