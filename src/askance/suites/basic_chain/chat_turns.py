"""Variant `basic_chain:as=turns`: the chosen basic questions are asked first, as earlier turns of a chat."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
import pyarrow as pa
from askance.core import Card, Case, Dataset, Item, Query, Stimulus, query_key
from askance.core.query import Turns
from askance.core.suite import Answers, Rounds
from askance.metrics.case_scores import turn_scores
from askance.ranking.question_chain import questions_to_append
from askance.suites.basic_chain.metrics import turn_metrics
from askance.suites.basic_chain.settings import OPTIONS, ChainSettings, item_tags_with_scores
from askance.suites.basic_questions import ScoredQuestion
from askance.suites.report_rules.basic_chain import TURN_FINDINGS

_LEFT_OUT = frozenset({"tuned", "tuned_without", "tuned_gain", "accuracy"})  # they need all four lengths of a chain


@dataclass(frozen=True, slots=True)
class _ItemChain:
    """An item and the basic questions that the thresholds have chosen for it."""

    item: Item
    basic: tuple[str, ...]
    tags: dict[str, str]

    @property
    def queries_asked_alone(self) -> dict[str, Query]:
        """The main question and the basic ones, each asked alone."""
        asked = {"ask": self.item.question} | {f"basic-{place}": each for place, each in enumerate(self.basic, 1)}
        return {role: Query(Stimulus(self.item.image, question)) for role, question in asked.items()}

    def turns(self, answers: Answers) -> Turns | None:
        """The basic questions with the model's answers; those without are left out. None: not all were asked yet."""
        said = [answers.get(query_key(query)) for role, query in self.queries_asked_alone.items() if role != "ask"]
        if any(answer is None for answer in said):
            return None
        pairs = zip(self.basic, said, strict=True)
        return tuple((question, answer.text) for question, answer in pairs if answer and answer.text)


class ChainOfTurns:
    """First the basic questions alone; then the main question, told the model's own answers to them."""

    options = OPTIONS

    def __init__(self, card: Card, settings: ChainSettings):
        self.card = replace(
            card,
            cost="2 calls per item, plus one per selected basic question; the suite accuracy shares the first one",
            expected="oracle 100 throughout; echoes falls",
            metrics=tuple(metric for metric in card.metrics if metric.name not in _LEFT_OUT),
            needs=frozenset({"turns"}),
            findings=TURN_FINDINGS,
            adaptive=True,
            by_image=True,
        )
        self.settings = settings
        self.case_scores = turn_scores()

    @property
    def fingerprint(self) -> str:
        """What decides the cases beside the data and our own code."""
        return self.settings.source.fingerprint

    def lacks(self) -> str | None:
        """What must be installed before there can be cases."""
        return self.settings.source.lacks()

    def rounds(self, data: Dataset, limit: int | None, seed: int) -> Rounds:
        """Two rounds: main and basic questions alone; then the main ones with the others as turns."""
        ranked = list(self.settings.items_with_basic_questions(data, limit, seed))
        scores = np.array([[each.score for each in basic] for _, basic in ranked]).reshape(len(ranked), -1)
        counts = questions_to_append(scores, self.settings.thresholds) if ranked else ()
        chains = [
            _make_item_chain(item, basic, int(count)) for (item, basic), count in zip(ranked, counts, strict=True)
        ]
        answers = yield [self._case(chain, "without", chain.queries_asked_alone) for chain in chains]
        yield self._cases_with_turns(chains, answers)

    def metrics(self, verdicts: pa.Table) -> pa.Table:
        """Accuracy with and without turns; what the scores are like."""
        return turn_metrics(verdicts, self.settings.thresholds)

    def _cases_with_turns(self, chains: list[_ItemChain], answers: Answers) -> Iterator[Case]:
        for chain in chains:
            turns = chain.turns(answers)
            if turns is not None:
                stimulus = Stimulus(chain.item.image, chain.item.question, turns=turns)
                yield self._case(chain, "chain", {"ask": Query(stimulus)})

    def _case(self, chain: _ItemChain, part: str, asks: dict[str, Query]) -> Case:
        item = chain.item
        return Case.of(
            self.card.name, f"{item.id}/{part}", asks, self.settings.relation,
            group=part, options=item.options, expected={"ask": item.answers}, scores={"ask": item.scores},
            tags=chain.tags, question=item.question,
        )  # fmt: skip


def _make_item_chain(item: Item, basic: list[ScoredQuestion], count: int) -> _ItemChain:
    return _ItemChain(item, tuple(each.question for each in basic[:count]), item_tags_with_scores(item, basic))
