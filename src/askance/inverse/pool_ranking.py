"""How well a question model ranks the true questions of a pool: Acc@1, Acc@3, and what it ranks first (Fig. 5).

Questions with equal scores are in random order: every figure is the expected value over these orders.
"""

from collections.abc import Sequence
from math import comb
from typing import NamedTuple

import msgspec
import numpy as np
import numpy.typing as npt
from askance.core import ImageData
from askance.inverse.question_model import QuestionModel
from askance.inverse.question_pools import POOL_KINDS, PoolKind, QuestionPool
from askance.metrics.confidence_interval import Rate, clustered_rate


class PoolScores(msgspec.Struct, frozen=True):
    """The scores that a model gives to the questions of one pool: in total, and per word."""

    total: tuple[float, ...]
    per_word: tuple[float, ...]


class PoolRank(NamedTuple):
    """What one ranking of a pool is worth: probabilities, because of ties."""

    first: float  # a true question is the first
    third: float  # a true question is among the first three
    kinds: dict[PoolKind, float]  # of the first question


class RankingResult(NamedTuple):
    """The figures over all pools, with 95 % intervals clustered by image."""

    acc_1: Rate
    acc_3: Rate
    first_kinds: dict[PoolKind, Rate]


def score_pool(model: QuestionModel, pool: QuestionPool, picture: ImageData, seed: int = 0) -> PoolScores:
    """The model's scores of a pool's questions."""
    found = model.score_questions(pool.image, picture, pool.answer, pool.questions, seed)
    return PoolScores(tuple(total for total, _ in found), tuple(per_word for _, per_word in found))


def rank_pool(scores: Sequence[float], kinds: Sequence[PoolKind]) -> PoolRank:
    """Where the true questions come; a score that is not a number counts as the lowest."""
    values = np.where(np.isnan(scores), -np.inf, np.asarray(scores, dtype=np.float64))
    is_true = np.array([kind == "GT" for kind in kinds])
    leaders = values == values.max()
    shares = {
        kind: float(np.mean([one == kind for one, leads in zip(kinds, leaders, strict=True) if leads]))
        for kind in POOL_KINDS
    }
    return PoolRank(_chance_within(values, is_true, 1), _chance_within(values, is_true, 3), shares)


def _chance_within(values: npt.NDArray[np.float64], is_true: npt.NDArray[np.bool_], most: int) -> float:
    """The probability that one of the first `most` is true."""
    room = most
    for value in np.unique(values)[::-1]:
        tied = values == value
        size, true = int(tied.sum()), int((tied & is_true).sum())
        if true:
            return 1 - comb(size - true, room) / comb(size, room) if room < size else 1.0
        room -= size
        if room <= 0:
            return 0.0
    return 0.0


def summarise_ranks(ranks: Sequence[PoolRank], images: Sequence[str]) -> RankingResult:
    """Means over pools."""
    clusters = np.asarray(images)
    return RankingResult(
        clustered_rate([rank.first for rank in ranks], clusters),
        clustered_rate([rank.third for rank in ranks], clusters),
        {kind: clustered_rate([rank.kinds[kind] for rank in ranks], clusters) for kind in POOL_KINDS},
    )
