"""Which words of a pool METEOR lets stand for a given word."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np
from askance.ranking.rankers.meteor.score import CONTENT, EXACT, FUNCTION, STEM, SYNONYM
from askance.ranking.rankers.meteor.stem import stem
from askance.ranking.rankers.meteor.tables import MeteorTables
from askance.ranking.rankers.ngrams import Ints


@dataclass(frozen=True, slots=True)
class MatchingVocabulary:
    """The words of a pool, by what they match."""

    tables: MeteorTables
    numbers: Mapping[str, int]
    by_stem: Mapping[str, list[int]]
    by_synset: Mapping[int, list[int]]

    @classmethod
    def from_words(cls, numbers: Mapping[str, int], tables: MeteorTables) -> "MatchingVocabulary":
        """The words under their stems and synsets."""
        by_stem: dict[str, list[int]] = defaultdict(list)
        by_synset: dict[int, list[int]] = defaultdict(list)
        for word, number in numbers.items():
            by_stem[stem(word)].append(number)
            for synset in tables.synsets_of(word):
                by_synset[synset].append(number)
        return cls(tables, numbers, dict(by_stem), dict(by_synset))

    def matching_words(self, word: str) -> list[tuple[int, int]]:
        """The numbers of the words that may stand for a word, each with the matcher that says so."""
        itself = self.numbers.get(word)
        alike = [(number, STEM) for number in self.by_stem.get(stem(word), ()) if number != itself]
        synonyms = {number for synset in self.tables.synsets_of(word) for number in self.by_synset.get(synset, ())}
        return [
            *([] if itself is None else [(itself, EXACT)]),
            *alike,
            *((number, SYNONYM) for number in sorted(synonyms) if number != itself),
        ]

    def word_weights(self, words: Iterable[str]) -> Ints:
        """What each of the words counts: a function word less."""
        function = self.tables.function_words
        return np.array([FUNCTION if word in function else CONTENT for word in words], dtype=np.int64)
