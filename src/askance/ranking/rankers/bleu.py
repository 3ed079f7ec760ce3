"""BLEU of one sentence, as the COCO caption evaluation computes it: the candidate is the pool's question."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from askance.ranking.question_pool import split_words
from askance.ranking.ranker import Floats, PoolRanker
from askance.ranking.rankers.ngrams import NgramIndex, count_ngrams
from askance.ranking.rankers.score_ranker import ScoreRanker

TINY, SMALL = 1e-15, 1e-9  # the evaluation's own: no precision is quite zero, no denominator is


@dataclass(frozen=True, slots=True)
class BleuRanker:
    """BLEU-1 to BLEU-4: the geometric mean of n-gram precisions, less a penalty for brevity."""

    longest: int

    @property
    def name(self) -> str:
        return f"bleu-{self.longest}"

    @property
    def fingerprint(self) -> str:
        return f"{self.name}/1"

    def for_pool(self, pool: Sequence[str]) -> PoolRanker:
        """The pool, its n-grams indexed."""
        return ScoreRanker(BleuPool.from_pool(pool, self.longest).scores)


@dataclass(frozen=True, slots=True)
class BleuPool:
    """A pool ready to be scored by BLEU."""

    grams: NgramIndex
    guesses: tuple[Floats, ...]  # by order: how many n-grams each question has, never quite 0

    @classmethod
    def from_pool(cls, pool: Sequence[str], longest: int) -> "BleuPool":
        """The n-grams of up to `longest` words."""
        grams = NgramIndex.from_pool(pool, longest)
        return cls(grams, tuple(np.maximum(0, grams.lengths - shorter) + SMALL for shorter in range(longest)))

    def scores(self, main: str) -> Floats:
        """The score of every question of the pool."""
        said = split_words(main)
        product = np.ones(len(self.grams.lengths))
        for length, (order, guess) in enumerate(zip(self.grams.orders, self.guesses, strict=True), start=1):
            times = count_ngrams(said, length)
            correct = np.zeros(len(product))
            for gram, where in self.grams.find_all(times):
                correct[order.questions[where]] += np.minimum(order.counts[where], times[gram])
            correct += TINY
            correct /= guess
            product *= correct
        return product ** (1 / len(self.guesses)) * self._brevity_penalties(len(said))

    def _brevity_penalties(self, wanted: int) -> Floats:
        """What is left of the score of each question that is shorter than the main one."""
        ratios = (np.arange(self.grams.lengths.max() + 1) + TINY) / (wanted + SMALL)
        factors: Floats = np.where(ratios < 1, np.exp(1 - 1 / ratios), 1.0)
        return factors[self.grams.lengths]
