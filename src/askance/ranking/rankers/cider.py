"""CIDEr-D, as the COCO caption evaluation computes it, with document frequencies of the pool."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from askance.ranking.question_pool import split_words
from askance.ranking.ranker import Floats, PoolRanker
from askance.ranking.rankers.ngrams import NgramIndex, count_ngrams
from askance.ranking.rankers.score_ranker import ScoreRanker

ORDERS = 4
SIGMA = 6.0
SCALE = 10.0


@dataclass(frozen=True, slots=True)
class CiderRanker:
    """The likeness of tf-idf weighted n-grams, clipped, with a Gaussian penalty on the difference of length."""

    @property
    def name(self) -> str:
        return "cider"

    @property
    def fingerprint(self) -> str:
        return "cider/1 df=pool"

    def for_pool(self, pool: Sequence[str]) -> PoolRanker:
        """The pool, its n-grams indexed and weighted."""
        return ScoreRanker(CiderPool.from_pool(pool).scores)


@dataclass(frozen=True, slots=True)
class CiderPool:
    """A pool ready to be scored by CIDEr-D."""

    grams: NgramIndex
    rarest: float  # the weight of an n-gram that one question has, or none
    weights: tuple[Floats, ...]  # by order: of each n-gram in each question, beside the order's `questions`
    norms: tuple[Floats, ...]  # by order: of each question's weights

    @classmethod
    def from_pool(cls, pool: Sequence[str]) -> "CiderPool":
        """Weights are counts × (log of the pool's size − log of the n-gram's document frequency)."""
        grams = NgramIndex.from_pool(pool, ORDERS)
        size = len(grams.lengths)
        weights, norms = [], []
        for order in grams.orders:
            frequency = np.diff(order.starts)
            weight = order.counts * np.repeat(np.log(float(size)) - np.log(frequency), frequency)
            weights.append(weight)
            norms.append(np.sqrt(np.bincount(order.questions, weight**2, minlength=size)))
        return cls(grams, float(np.log(size)), tuple(weights), tuple(norms))

    def scores(self, main: str) -> Floats:
        """The score of every question of the pool."""
        said = split_words(main)
        total = np.zeros(len(self.grams.lengths))
        for length in range(1, ORDERS + 1):
            total += self._clipped_cosines(said, length)
        return total * self._length_penalties(len(said)) * (SCALE / ORDERS)

    def _clipped_cosines(self, said: Sequence[str], length: int) -> Floats:
        """The clipped cosine of every question's n-grams of one length with those said."""
        order, weights, norms = self.grams.orders[length - 1], self.weights[length - 1], self.norms[length - 1]
        times = count_ngrams(said, length)
        inner = np.zeros(len(norms))
        squares = 0.0
        held = dict(self.grams.find_all(times))
        for gram, count in times.items():
            where = held.get(gram)
            weight = count * (self.rarest - (np.log(where.stop - where.start) if where else 0.0))
            squares += weight**2
            if where:
                inner[order.questions[where]] += np.minimum(weights[where], weight) * weight
        if squares > 0:
            np.divide(inner, norms * np.sqrt(squares), out=inner, where=norms > 0)
        return inner

    def _length_penalties(self, wanted: int) -> Floats:
        """The Gaussian penalty; the evaluation takes the number of word pairs for the length."""
        pairs = np.maximum(0, np.arange(self.grams.lengths.max() + 1) - 1)
        penalties: Floats = np.exp(-((pairs - max(0, wanted - 1)) ** 2) / (2 * SIGMA**2))
        return penalties[self.grams.lengths]
