"""ROUGE-L, as the COCO caption evaluation computes it: from the longest common subsequence."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from askance.ranking.question_pool import split_words
from askance.ranking.ranker import Floats, PoolRanker
from askance.ranking.rankers.ngrams import Ints, number_pool_words
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

    def for_pool(self, pool: Sequence[str]) -> PoolRanker:
        """The pool, its words laid out by place."""
        return ScoreRanker(RougeLPool.from_pool(pool).scores)


@dataclass(frozen=True, slots=True)
class RougeLPool:
    """A pool ready to be scored by ROUGE-L: its questions from the longest to the shortest."""

    vocabulary: dict[str, int]
    order: Ints  # (questions,): the pool's place of each
    lengths: Ints  # (questions,): falling
    columns: tuple[Ints, ...]  # the i-th word of each question that has one: columns get shorter

    @classmethod
    def from_pool(cls, pool: Sequence[str]) -> "RougeLPool":
        """The words of each question, place by place."""
        held = number_pool_words(pool)
        order = np.argsort(-held.lengths, kind="stable")
        lengths = held.lengths[order]
        starts = (np.cumsum(held.lengths) - held.lengths)[order]
        long_enough = [int(np.searchsorted(-lengths, -place)) for place in range(int(lengths[0]))]
        columns = tuple(held.tokens[starts[:count] + place] for place, count in enumerate(long_enough))
        return cls(held.vocabulary, order, lengths, columns)

    def scores(self, main: str) -> Floats:
        """The score of every question of the pool."""
        said = split_words(main)
        common = self._common_lengths(said)
        precision = common / np.maximum(1, self.lengths)
        recall = common / max(1, len(said))
        below = recall + BETA**2 * precision
        scores = np.zeros(len(common))
        np.divide((1 + BETA**2) * precision * recall, below, out=scores, where=common > 0)
        unsorted = np.empty_like(scores)
        unsorted[self.order] = scores
        return unsorted

    def _common_lengths(self, said: Sequence[str]) -> Ints:
        """The length of the longest common subsequence with each question."""
        if len(said) > BITS:
            return self._common_lengths_of_long_question(said)
        masks = np.zeros(len(self.vocabulary), dtype=np.uint64)
        for place, word in enumerate(said):
            if word in self.vocabulary:
                masks[self.vocabulary[word]] |= np.uint64(1 << place)
        return _count_zero_bits(self._last_table_rows(masks), len(said))

    def _last_table_rows(self, masks: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint64]:
        """The last row of each table of subsequences, as bits: 0 where the length grows."""
        rows = np.full(len(self.lengths), ~np.uint64(0))
        for column in self.columns:
            row = rows[: len(column)]
            same = row & masks[column]
            row[:] = (row + same) | (row - same)
        return rows

    def _common_lengths_of_long_question(self, said: Sequence[str]) -> Ints:
        """The same for a main question of more words than a machine word has bits: question by question."""
        wanted = [self.vocabulary.get(word, -1) for word in said]
        questions = (
            [int(column[place]) for column in self.columns[:length]] for place, length in enumerate(self.lengths)
        )
        return np.array([common_length(wanted, question) for question in questions], dtype=np.int64)


def common_length(first: Sequence[Hashable], second: Sequence[Hashable]) -> int:
    """The length of the longest common subsequence of two sequences."""
    whole = row = (1 << len(first)) - 1  # bits: 0 where the length grows
    masks: dict[Hashable, int] = {}
    for place, word in enumerate(first):
        masks[word] = masks.get(word, 0) | 1 << place
    for word in second:
        same = row & masks.get(word, 0)
        row = ((row + same) | (row - same)) & whole
    return len(first) - row.bit_count()


def _count_zero_bits(rows: npt.NDArray[np.uint64], bits: int) -> Ints:
    """How many of the low bits are 0."""
    if not bits:
        return np.zeros(len(rows), dtype=np.int64)
    low = np.uint64((1 << bits) - 1)
    zeros: Ints = bits - np.bitwise_count(rows & low).astype(np.int64)
    return zeros
