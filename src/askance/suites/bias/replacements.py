"""Other pictures and other questions for a sample: a bounded search through the samples, from a drawn place on."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from operator import attrgetter

import numpy as np
from askance.core import Item, digest_of
from askance.wording.named import named
from askance.wording.normalise import normalise


@dataclass(frozen=True, slots=True)
class Sample:
    """An item with what decides which others may replace parts of it."""

    item: Item
    answers: frozenset[str]
    named: frozenset[str]


Words = Callable[[Sample], frozenset[str]]


def sample_of(item: Item) -> Sample:
    """The sample of an item."""
    return Sample(item, frozenset(map(normalise, item.answers)), named(item.question))


@dataclass(frozen=True, slots=True)
class Pool:
    """Samples in a drawn order; what was once searched for in vain is not searched for again."""

    samples: tuple[Sample, ...]
    seed: int
    in_vain: set[tuple[bool, frozenset[str]]] = field(default_factory=set)

    def images(self, sample: Sample, count: int) -> list[str]:
        """Other images, of samples whose answers share none with this one's."""
        return self._found(sample, attrgetter("answers"), attrgetter("item.image"), count)

    def questions(self, sample: Sample, count: int) -> list[str]:
        """Other questions, which name nothing that this one names."""
        return self._found(sample, attrgetter("named"), attrgetter("item.question"), count)

    def _found(self, sample: Sample, words: Words, part: Callable[[Sample], str], count: int) -> list[str]:
        """Up to `count` parts of samples that share no words with this one: each sample is looked at once at most."""
        mine, own = words(sample), part(sample)
        if (own == sample.item.image, mine) in self.in_vain or not self.samples:
            return []
        start = int.from_bytes(digest_of([self.seed, own, sample.item.id])[:8], "big") % len(self.samples)
        found: dict[str, None] = {}
        is_apart = False
        for place in range(len(self.samples)):
            other = self.samples[(start + place) % len(self.samples)]
            if mine.isdisjoint(words(other)):
                is_apart = True
                if part(other) != own:
                    found[part(other)] = None
                    if len(found) == count:
                        break
        if not is_apart:
            self.in_vain.add((own == sample.item.image, mine))
        return list(found)


def pool_of(items: Iterable[Item], seed: int) -> Pool:
    """The pool of these items, in an order that the seed decides."""
    samples = [sample_of(item) for item in items]
    key = int.from_bytes(digest_of(["bias", seed]), "big")
    order = np.random.Generator(np.random.PCG64(key)).permutation(len(samples))
    return Pool(tuple(samples[place] for place in order), seed)
