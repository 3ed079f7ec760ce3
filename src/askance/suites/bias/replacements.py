"""Replacement images and questions for a sample: a bounded search from a random start."""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from operator import attrgetter

import numpy as np
from askance.core import Item, digest_value
from askance.wording.content_words import content_words
from askance.wording.normalise_answers import normalise_answer

TEMPLATE = 0.5  # a word in more than this share of all questions belongs to their template, not to their content
FEWEST = 10  # distinct questions, for a template to be seen


@dataclass(frozen=True, slots=True)
class SampleToReplace:
    """An item with what decides which others may replace parts of it."""

    item: Item
    answers: frozenset[str]
    named: frozenset[str]


Words = Callable[[SampleToReplace], frozenset[str]]


def make_sample(item: Item) -> SampleToReplace:
    """The sample of an item."""
    return SampleToReplace(item, frozenset(map(normalise_answer, item.answers)), content_words(item.question))


@dataclass(frozen=True, slots=True)
class ReplacementPool:
    """Samples in random order; remembers for which words a search found nothing."""

    samples: tuple[SampleToReplace, ...]
    seed: int
    template: frozenset[str] = frozenset()  # words that most questions have in common
    not_replaceable: set[tuple[bool, frozenset[str]]] = field(default_factory=set)

    def other_images(self, sample: SampleToReplace, count: int) -> list[str]:
        """Other images, of samples whose answers share none with this one's; none where answers are unknown."""
        mine = sample.answers
        return (
            self._find_replacements(sample, lambda one: one.answers or mine, attrgetter("item.image"), count)
            if mine
            else []
        )

    def other_questions(self, sample: SampleToReplace, count: int) -> list[str]:
        """Other questions, which name nothing that this one names; what a template names does not count."""
        bare = without_template_words(sample, self.template)
        return self._find_replacements(bare, attrgetter("named"), attrgetter("item.question"), count)

    def _find_replacements(
        self, sample: SampleToReplace, words: Words, part: Callable[[SampleToReplace], str], count: int
    ) -> list[str]:
        """Up to `count` parts of samples that share no words with this one: each sample is looked at once at most."""
        mine, own = words(sample), part(sample)
        if (own == sample.item.image, mine) in self.not_replaceable or not self.samples:
            return []
        start = int.from_bytes(digest_value([self.seed, own, sample.item.id])[:8], "big") % len(self.samples)
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
            self.not_replaceable.add((own == sample.item.image, mine))
        return list(found)


def make_replacement_pool(items: Iterable[Item], seed: int) -> ReplacementPool:
    """The pool of these items, in an order that the seed decides."""
    samples = [make_sample(item) for item in items]
    key = int.from_bytes(digest_value(["bias", seed]), "big")
    order = np.random.Generator(np.random.PCG64(key)).permutation(len(samples))
    template = template_words(samples)
    return ReplacementPool(tuple(without_template_words(samples[place], template) for place in order), seed, template)


def template_words(samples: Iterable[SampleToReplace]) -> frozenset[str]:
    """The words that more than half of the distinct questions name, as in "Is this statement true of it: …"."""
    distinct = {sample.item.question: sample.named for sample in samples}
    if len(distinct) < FEWEST:
        return frozenset()
    counts = Counter(word for words in distinct.values() for word in words)
    return frozenset(word for word, count in counts.items() if count > TEMPLATE * len(distinct))


def without_template_words(sample: SampleToReplace, template: frozenset[str]) -> SampleToReplace:
    """The sample with what its question names beside the template; all of it where it is nothing but template."""
    return replace(sample, named=sample.named - template) if sample.named - template else sample
