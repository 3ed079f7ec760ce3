"""Suite `basic_chain`: do the basic questions that Algorithm 1 chooses help the answer?"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import pyarrow as pa
from askance.core import Card, Case, Dataset, Metric, Query, Stimulus, Suite, UserError
from askance.core.metric import POINTS
from askance.core.suite import Rounds
from askance.metrics.case_scores import chain_scores
from askance.ranking.noise_levels import append_questions
from askance.ranking.question_chain import MOST
from askance.suites.basic_chain.chat_turns import ChainOfTurns
from askance.suites.basic_chain.metrics import chain_metrics
from askance.suites.basic_chain.settings import OPTIONS, TURNS, ChainSettings, item_tags_with_scores
from askance.suites.report_rules.basic_chain import CHARTS, FINDINGS

NAME = "basic_chain"
CARD = Card(
    name=NAME,
    version=2,
    paper="Huang, Alfadly, Ghanem, Worring 2023 (papers/004), VQABQ: Algorithm 1, Tables 5 to 7",
    claim="sufficiently similar basic questions improve the answer to the main question",
    deviations=(
        "vectors by the built-in encoder unless another one is named; LASSO scores clipped to 0 … 1; thresholds are"
        " also tuned, on the images of one half, and scored on the other; the paper names only thresholds that did well"
        " on the questions they are scored on"
    ),
    cost="4 calls per item, with 0, 1, 2 and 3 basic questions; the suite accuracy shares the first one",
    expected="oracle 100 throughout; HieCoAtt: without 60.32, chain 60.34",
    metrics=(
        Metric("without", "accuracy without basic questions, by answer type", better="up"),
        Metric(
            "chain",
            "accuracy with the basic questions that the thresholds select, by answer type",
            better="up",
            label="accuracy with hints",
        ),
        Metric(
            "gain",
            "chain minus without, in points, by answer type",
            unit=POINTS,
            bounds=(-100.0, 100.0),
            better="up",
            label="gained by hints",
        ),
        Metric(
            "tuned",
            "accuracy on one half of the images, with the thresholds that are best on the other half",
            better="up",
        ),
        Metric(
            "tuned_without", "accuracy without basic questions on the half of the images that tuned uses", better="up"
        ),
        Metric("tuned_gain", "tuned minus tuned_without, in points", unit=POINTS, bounds=(-100.0, 100.0), better="up"),
        Metric("accuracy", "accuracy with exactly 0, 1, 2 or 3 basic questions, by answer type", better="up"),
        Metric("share", "share of main questions with 0, 1, 2 or 3 selected basic questions"),
        Metric(
            "threshold",
            "thresholds s1, s2, s3: as given, as tuned, and as mean ± standard deviation",
            unit="",
            bounds=(None, None),
        ),
        Metric("score_mean", "mean of score1, score2/score1 and score3/score2", unit="", bounds=(None, None)),
        Metric(
            "score_deviation",
            "standard deviation of score1, score2/score1 and score3/score2",
            unit="",
            bounds=(0.0, None),
        ),
        Metric("coverage", "share of cases that could be decided", better="up"),
    ),
    headline=("chain", "gain"),
    findings=FINDINGS,
    charts=CHARTS,
)


class BasicChain:
    """Each item alone and with its one, two and three best basic questions behind it."""

    options = OPTIONS

    def __init__(self, name: str = NAME, settings: ChainSettings | None = None):
        self.card = replace(CARD, name=name, variant_of="basic_questions" if name == NAME else NAME)
        self.settings = settings or ChainSettings()
        limits = self.settings.thresholds
        self.case_scores = chain_scores((limits.s1, limits.s2, limits.s3))

    def with_options(self, name: str, values: Mapping[str, Any]) -> Suite:
        """The same suite with other basic questions or thresholds, or the one that gives them as turns."""
        settings = ChainSettings.from_options(values)
        if values.get("as") != TURNS:
            return BasicChain(name, settings)
        if settings.words is not None:
            raise UserError(f"suite {NAME}: words cuts what stands behind a question: leave it out beside as={TURNS}")
        return ChainOfTurns(replace(CARD, name=name, variant_of=NAME), settings)

    @property
    def fingerprint(self) -> str:
        """What decides the cases beside the data and our own code."""
        return self.settings.source.fingerprint

    def lacks(self) -> str | None:
        """What must be installed before there can be cases."""
        return self.settings.source.lacks()

    def rounds(self, data: Dataset, limit: int | None, seed: int) -> Rounds:
        """One round: every item four times."""
        yield self._cases(data, limit, seed)

    def metrics(self, verdicts: pa.Table) -> pa.Table:
        """Accuracy with and without, at the given thresholds and at tuned ones; what the scores are like."""
        return chain_metrics(verdicts, self.settings.thresholds)

    def _cases(self, data: Dataset, limit: int | None, seed: int) -> Iterator[Case]:
        for item, basic in self.settings.items_with_basic_questions(data, limit, seed):
            tags = item_tags_with_scores(item, basic)
            for count in range(MOST + 1):
                question = append_questions(
                    item.question, [each.question for each in basic[:count]], self.settings.words
                )
                yield Case.of(
                    self.card.name, f"{item.id}/appended-{count}", {"ask": Query(Stimulus(item.image, question))},
                    self.settings.relation, group=f"appended-{count}", options=item.options,
                    expected={"ask": item.answers}, scores={"ask": item.scores}, tags=tags, question=item.question,
                )  # fmt: skip
