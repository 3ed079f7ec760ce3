"""Evaluate question models on the same images and answers: language scores, ranking, and truth by the scene."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from askance.core import Dataset, UserError
from askance.inverse.language_scores import language_scores
from askance.inverse.pool_ranking import PoolRank, RankingResult, rank_pool, score_pool, summarise_ranks
from askance.inverse.question_model import QuestionModel
from askance.inverse.question_pools import QuestionPool, SkippedPool
from askance.inverse.question_truth import is_answer_true
from askance.metrics.confidence_interval import Rate, clustered_rate
from askance.metrics.rate import PERCENT
from askance.ranking.rankers.meteor.tables import Source
from askance.wording.understand import understand

Row = dict[str, Any]
Progress = Callable[[int, int], None]
SUITE = "inverse"
PER_WORD = "_per_word"  # metrics of scores that are divided by the number of words


@dataclass(frozen=True)
class PoolSet:
    """Pools to evaluate on, and how many could not be made, by reason."""

    pools: Sequence[QuestionPool]
    skipped: Counter[str] = field(default_factory=Counter)

    @classmethod
    def collect(cls, found: Iterable[QuestionPool | SkippedPool]) -> "PoolSet":
        """Pools sorted by image, so that each image is opened once."""
        made = list(found)
        pools = [one for one in made if isinstance(one, QuestionPool)]
        if not pools:
            raise UserError("no pool of 24 questions can be made: the data set has too few annotated questions")
        pools.sort(key=lambda pool: (pool.image, pool.answer))
        return cls(pools, Counter(one.reason for one in made if isinstance(one, SkippedPool)))

    @property
    def unchecked(self) -> int:
        """Distractors that may be true."""
        return sum(pool.unchecked for pool in self.pools)


@dataclass(frozen=True)
class Evaluation:
    """What one model does with each pool; None where it does not know the answer."""

    model: str
    pools: Sequence[QuestionPool]
    best: Sequence[str | None]  # the model's own question
    ranks: Sequence[tuple[PoolRank, PoolRank] | None]  # by total score, and per word

    def answered(self) -> list[tuple[QuestionPool, str]]:
        """The pools with the model's own question."""
        pairs = zip(self.pools, self.best, strict=True)
        return [(pool, question) for pool, question in pairs if question is not None]


def evaluate_model(
    model: QuestionModel,
    data: Dataset,
    pools: Sequence[QuestionPool],
    seed: int = 0,
    progress: Progress = lambda done, all_: None,
) -> Evaluation:
    """Let a model generate a question for each pool, and rank the pool."""
    best: list[str | None] = []
    ranks: list[tuple[PoolRank, PoolRank] | None] = []
    for done, pool in enumerate(pools):
        progress(done, len(pools))
        picture = data.load_image(pool.image)
        try:
            questions = model.best_questions(pool.image, picture, pool.answer, 1, seed)
            scores = score_pool(model, pool, picture, seed)
        except ValueError:  # the answer is not in its vocabulary
            best.append(None)
            ranks.append(None)
            continue
        best.append(questions[0].question if questions else "")
        ranks.append((rank_pool(scores.total, pool.kinds), rank_pool(scores.per_word, pool.kinds)))
    return Evaluation(model.name, pools, best, ranks)


def evaluation_rows(found: Evaluation, data: Dataset, meteor: Source = "own") -> list[Row]:
    """The figures of one model as tidy rows."""
    answered = found.answered()
    if not answered:
        raise UserError(f"generator {found.model}: knows none of the {len(found.pools):,} answers: choose other data")
    unknown = len(found.pools) - len(answered)

    def row(metric: str, rate: Rate | float, group: str = "") -> Row:
        one = {"model": found.model, "dataset": data.name, "suite": SUITE, "metric": metric, "group": group}
        if isinstance(rate, Rate):
            values = {"value": rate.value * PERCENT, "low": rate.low * PERCENT, "high": rate.high * PERCENT}
            return {**one, **values, "n": rate.n, "undecided": len(found.pools) - rate.n}
        return {**one, "value": rate, "low": None, "high": None, "n": len(answered), "undecided": unknown}

    scores = language_scores([question for _, question in answered], [pool.references for pool, _ in answered], meteor)
    rows = [row(name, value) for name, value in scores.items()]
    images = [pool.image for pool, _ in answered]
    for place, suffix in enumerate(("", PER_WORD)):
        ranking = summarise_ranks([ranks[place] for ranks in found.ranks if ranks is not None], images)
        rows += _ranking_rows(row, ranking, suffix)
    return [*rows, *(row(name, rate) for name, rate in _truth_rates(answered, data).items())]


def _ranking_rows(row: Callable[..., Row], ranking: RankingResult, suffix: str) -> list[Row]:
    kinds = [row(f"first{suffix}", rate, kind) for kind, rate in ranking.first_kinds.items()]
    return [row(f"acc@1{suffix}", ranking.acc_1), row(f"acc@3{suffix}", ranking.acc_3), *kinds]


def _truth_rates(answered: Sequence[tuple[QuestionPool, str]], data: Dataset) -> dict[str, Rate]:
    """Whether the model's own questions are understood, and true for the answer; not understood is not true."""
    images = np.array([pool.image for pool, _ in answered])
    understood = [float(understand(question) is not None) for _, question in answered]
    truth = [is_answer_true(question, pool.answer, data.scene(pool.image)) for pool, question in answered]
    found = {"understood": clustered_rate(understood, images)}
    if data.scene(answered[0][0].image) is not None:
        found["true"] = clustered_rate([float(value is True) for value in truth], images)
    return found
