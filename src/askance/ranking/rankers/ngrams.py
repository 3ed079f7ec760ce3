"""Which questions of a pool hold which n-grams, and how often."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Self

import numpy as np
import numpy.typing as npt
from askance.core.errors import UserError
from askance.ranking.question_pool import split_words

Ints = npt.NDArray[np.int64]
Gram = tuple[str, ...]


class PoolWords(NamedTuple):
    """The words of a pool, one question after another."""

    vocabulary: dict[str, int]
    tokens: Ints  # (all words,): numbers in the vocabulary
    owners: Ints  # (all words,): the question each belongs to
    lengths: Ints  # (questions,)


class NgramsOfLength(NamedTuple):
    """The n-grams of one length: where each is held."""

    keys: Ints  # sorted: the number of the gram's beginning × words + its last word
    starts: Ints  # (grams + 1,)
    questions: Ints  # under one another; questions[starts[i]:starts[i + 1]] hold gram i
    counts: Ints  # how often, beside `questions`


def number_pool_words(pool: Sequence[str]) -> PoolWords:
    """The pool's words as numbers; an empty pool is the user's error."""
    if not pool:
        raise UserError("the pool of basic questions is empty: give at least one that is no main question")
    vocabulary: dict[str, int] = {}
    said = [split_words(question) for question in pool]
    tokens = [vocabulary.setdefault(word, len(vocabulary)) for one in said for word in one]
    lengths = np.array([len(one) for one in said], dtype=np.int64)
    return PoolWords(vocabulary, np.array(tokens, dtype=np.int64), np.repeat(np.arange(len(said)), lengths), lengths)


def count_ngrams(said: Sequence[str], length: int) -> Counter[Gram]:
    """How often each n-gram of that length is said."""
    return Counter(tuple(said[i : i + length]) for i in range(len(said) - length + 1))


@dataclass(frozen=True, slots=True)
class NgramIndex:
    """The n-grams of a pool, from the single words up."""

    vocabulary: dict[str, int]
    lengths: Ints
    orders: tuple[NgramsOfLength, ...]

    @classmethod
    def from_pool(cls, pool: Sequence[str], longest: int) -> Self:
        """The n-grams of up to `longest` words."""
        held = number_pool_words(pool)
        prefixes = np.zeros(len(held.tokens), dtype=np.int64)  # the gram that begins at each word, one word shorter
        orders = []
        for length in range(1, longest + 1):
            order, prefixes = _index_ngrams_of_length(held, prefixes, length)
            orders.append(order)
        return cls(held.vocabulary, held.lengths, tuple(orders))

    def find(self, gram: Gram) -> int | None:
        """The number of a gram among those of its length, if the pool has it."""
        number = 0
        for order, word in zip(self.orders, gram, strict=False):
            if word not in self.vocabulary:
                return None
            key = number * len(self.vocabulary) + self.vocabulary[word]
            number = int(np.searchsorted(order.keys, key))
            if number == len(order.keys) or order.keys[number] != key:
                return None
        return number

    def find_all(self, grams: Iterable[Gram]) -> Iterable[tuple[Gram, slice]]:
        """Those of the grams that the pool has, each with its stretch of `questions` and `counts`."""
        for gram in grams:
            number = self.find(gram)
            if number is not None:
                starts = self.orders[len(gram) - 1].starts
                yield gram, slice(int(starts[number]), int(starts[number + 1]))


def _index_ngrams_of_length(held: PoolWords, prefixes: Ints, length: int) -> tuple[NgramsOfLength, Ints]:
    """The grams of one length, and the number of the one that begins at each word."""
    ends = held.owners[length - 1 :]
    begins = np.flatnonzero(held.owners[: len(ends)] == ends)
    gram = prefixes[begins] * len(held.vocabulary) + held.tokens[begins + length - 1]
    keys, numbers = np.unique(gram, return_inverse=True)
    pairs, counts = np.unique(numbers * len(held.lengths) + held.owners[begins], return_counts=True)
    starts = np.searchsorted(pairs, np.arange(len(keys) + 1) * len(held.lengths))
    extended = np.zeros_like(prefixes)
    extended[begins] = numbers
    return NgramsOfLength(keys, starts, pairs % len(held.lengths), counts), extended
