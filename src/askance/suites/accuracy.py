"""Suite `accuracy`: is the answer right?"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pyarrow as pa
from askance.core import Card, Case, Dataset, GroupMember, Metric, Query, Stimulus
from askance.core.case_score import CaseScore
from askance.core.suite import Rounds, SuiteOption
from askance.metrics import coverage_rows, rates
from askance.metrics.case_scores import VALUE
from askance.metrics.connected_images import GROUP, RELATION
from askance.metrics.tags import note_tags_with_many_values, tags_with_few_values
from askance.suites.no_cases_reason import items_with_expected_answers
from askance.suites.report_rules.accuracy import CHARTS, FINDINGS

CARD = Card(
    name="accuracy",
    version=2,
    paper="VQA (Antol et al. 2015), as in the VQA benchmarking tool",
    claim="the answer is one of the human answers",
    deviations="leave-one-out by position; both sides normalised; answers in sentences are read, not compared raw",
    cost="1 call per item",
    expected="oracle 100",
    metrics=(
        Metric("accuracy", "mean VQA accuracy in percent", better="up", label="accuracy"),
        Metric("coverage", "share of cases that could be decided", better="up"),
    ),
    headline=("accuracy",),
    findings=FINDINGS,
    charts=CHARTS,
    accuracy="accuracy",
)
MODES = {"default": "truth", "official": "truth_official", "plain": "truth_plain"}  # mode → relation


def _read_mode_option(text: str) -> str:
    if text not in MODES:
        raise ValueError(f"not one of {', '.join(MODES)}")
    return text


def _group_tags(member: GroupMember | None) -> dict[str, str]:
    if member is None:
        return {}
    relation = member.relation.strip().lower()
    return {GROUP: member.group} | ({RELATION: relation} if relation not in ("", "equal") else {})


class Accuracy:
    """Each item once, its answer compared with the expected answers; items without any are left out."""

    case_scores: Mapping[str, CaseScore] = {"accuracy": VALUE}
    options: Mapping[str, SuiteOption] = {
        "mode": SuiteOption(
            "default|official|plain", "how an answer is scored against those of several people", _read_mode_option
        ),
    }

    def __init__(self, name: str = CARD.name, mode: str = "default"):
        self.card = replace(CARD, name=name, variant_of="" if name == CARD.name else CARD.name)
        self.mode = mode

    def with_options(self, name: str, values: Mapping[str, Any]) -> "Accuracy":
        """The same suite with another way to score."""
        return Accuracy(name, **values)

    def rounds(self, data: Dataset, limit: int | None, seed: int) -> Rounds:
        """One round: every item."""
        yield (
            Case.of(
                self.card.name,
                item.id,
                {"ask": Query(Stimulus(item.image, item.question))},
                MODES[self.mode],
                options=item.options,
                expected={"ask": item.answers},
                scores={"ask": item.scores},
                tags=dict(item.tags) | _group_tags(item.member),
            )
            for item in items_with_expected_answers(data, limit, seed)
        )

    def metrics(self, verdicts: pa.Table) -> pa.Table:
        """Accuracy in all and by each value of each tag, with coverage."""
        by = tags_with_few_values(verdicts)
        return pa.concat_tables([rates(verdicts, "accuracy", of="value", by=by), coverage_rows(verdicts)])

    def notes(self, verdicts: pa.Table) -> list[str]:
        """One line if some tags have too many values to be groups."""
        return note_tags_with_many_values(verdicts)
