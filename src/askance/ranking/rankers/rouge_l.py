"""ROUGE-L, as the COCO caption evaluation computes it: from the longest common subsequence."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from askance.ranking.pool import words
from askance.ranking.ranker import Floats, PoolRanker
from askance.ranking.rankers.ngrams import Ints, words_of
from askance.ranking.rankers.score_ranker import ScoreRanker

BETA = 1.2
BITS = 64


@dataclass(frozen=True, slots=True)
class RougeLRanker:
    """The F measure of the longest common subsequence, recall counting more."""

    @property
    def name(self) -> str:
        return "rouge-l"

    @property
    def fingerprint(self) -> str:
        return "rouge-l/1"

    def over(self, pool: Sequence[str]) -> PoolRanker:
        """The pool, its words laid out by place."""
        return ScoreRanker(RougeL.of(pool).scores)


@dataclass(frozen=True, slots=True)
class RougeL:
    """A pool ready to be scored by ROUGE-L: its questions from the longest to the shortest."""

    vocabulary: dict[str, int]
    order: Ints  # (questions,): the pool's place of each
    lengths: Ints  # (questions,): falling
    columns: tuple[Ints, ...]  # the i-th word of each question that has one: columns get shorter

    @classmethod
    def of(cls, pool: Sequence[str]) -> "RougeL":
        """The words of each question, place by place."""
        held = words_of(pool)
        order = np.argsort(-held.lengths, kind="stable")
        lengths = held.lengths[order]
        starts = (np.cumsum(held.lengths) - held.lengths)[order]
        long_enough = [int(np.searchsorted(-lengths, -place)) for place in range(int(lengths[0]))]
        columns = tuple(held.tokens[starts[:count] + place] for place, count in enumerate(long_enough))
        return cls(held.vocabulary, order, lengths, columns)

    def scores(self, main: str) -> Floats:
        """The score of every question of the pool."""
        said = words(main)
        common = self._common(said)
        precision = common / np.maximum(1, self.lengths)
        recall = common / max(1, len(said))
        below = recall + BETA**2 * precision
        scores = np.zeros(len(common))
        np.divide((1 + BETA**2) * precision * recall, below, out=scores, where=common > 0)
        unsorted = np.empty_like(scores)
        unsorted[self.order] = scores
        return unsorted

    def _common(self, said: Sequence[str]) -> Ints:
        """The length of the longest common subsequence with each question."""
        if len(said) > BITS:
            return self._common_with_many(said)
        masks = np.zeros(len(self.vocabulary), dtype=np.uint64)
        for place, word in enumerate(said):
            if word in self.vocabulary:
                masks[self.vocabulary[word]] |= np.uint64(1 << place)
        return _zeros(self._rows(masks), len(said))

    def _rows(self, masks: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint64]:
        """The last row of each table of subsequences, as bits: 0 where the length grows."""
        rows = np.full(len(self.lengths), ~np.uint64(0))
        for column in self.columns:
            row = rows[: len(column)]
            same = row & masks[column]
            row[:] = (row + same) | (row - same)
        return rows

    def _common_with_many(self, said: Sequence[str]) -> Ints:
        """The same for a main question of more words than a machine word has bits: question by question."""
        whole = (1 << len(said)) - 1
        masks = [0] * len(self.vocabulary)
        for place, word in enumerate(said):
            if word in self.vocabulary:
                masks[self.vocabulary[word]] |= 1 << place
        rows = [whole] * len(self.lengths)
        for column in self.columns:
            for question, token in enumerate(column.tolist()):
                same = rows[question] & masks[token]
                rows[question] = ((rows[question] + same) | (rows[question] - same)) & whole
        return np.array([len(said) - row.bit_count() for row in rows], dtype=np.int64)


def _zeros(rows: npt.NDArray[np.uint64], bits: int) -> Ints:
    """How many of the low bits are 0."""
    if not bits:
        return np.zeros(len(rows), dtype=np.int64)
    low = np.uint64((1 << bits) - 1)
    zeros: Ints = bits - np.bitwise_count(rows & low).astype(np.int64)
    return zeros
