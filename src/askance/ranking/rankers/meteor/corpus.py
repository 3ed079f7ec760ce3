"""METEOR of a whole corpus, with several references per sentence: statistics of the best reference, added up."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import chain

import numpy as np
import numpy.typing as npt
from askance.ranking.rankers.meteor.alignment import ChosenMatch, Match, align_sentences
from askance.ranking.rankers.meteor.paraphrases import Phrase, paraphrase_path, phrases_of, read_paraphrases
from askance.ranking.rankers.meteor.score import ALPHA, BETA, EXACT, GAMMA, MATCHERS, PARAPHRASE
from askance.ranking.rankers.meteor.tables import MeteorTables, Source, open_meteor_tables
from askance.ranking.rankers.meteor.vocabulary import MatchingVocabulary
from askance.ranking.rankers.meteor.words import meteor_words

Words = Sequence[str]
Counts = npt.NDArray[np.int64]  # (2 sides, 2 kinds of words, MATCHERS + 1): matched words by matcher, then all words
TESTED, WANTED = 0, 1
DELTA = 0.75  # what a content word counts; a function word: the rest to 1
WEIGHTS = (1.0, 0.6, 0.8, 0.6)  # by matcher; as decimal fractions, added in the reference's order, to its last bit


@dataclass(frozen=True, slots=True)
class Alignment:
    """What METEOR counts of one alignment, or of several together."""

    counts: Counts
    chunks: int  # of matched words in a row; sentences that match as a whole have none

    def __add__(self, other: "Alignment") -> "Alignment":
        return Alignment(self.counts + other.counts, self.chunks + other.chunks)

    @property
    def score(self) -> float:
        """The METEOR score; 0 where nothing matches."""
        precision, recall = (_weighted_share(self.counts[side]) for side in (TESTED, WANTED))
        if not precision or not recall:
            return 0.0
        mean = 1 / ((1 - ALPHA) / precision + ALPHA / recall)
        broken = self.chunks / (int(self.counts[:, :, :-1].sum()) / 2)
        penalty: float = GAMMA * broken**BETA
        return max(0.0, mean * (1 - penalty))


def _weighted_share(side: Counts) -> float:
    """The matched words' weight in that of all words of one side."""
    content, function = side.tolist()
    matched = 0.0
    for count, weight in zip(content[:-1], WEIGHTS, strict=True):
        matched += count * weight * DELTA
    for count, weight in zip(function[:-1], WEIGHTS, strict=True):
        matched += count * weight * (1 - DELTA)
    every: float = DELTA * content[-1] + (1 - DELTA) * function[-1]
    return matched / every if every else 0.0


@dataclass(frozen=True, slots=True)
class MeteorAligner:
    """Aligns pairs of sentences whose words are known beforehand."""

    vocabulary: MatchingVocabulary
    paraphrases: Mapping[Phrase, list[Phrase]] = field(default_factory=dict)

    def align(self, tested: Words, wanted: Words) -> Alignment:
        """The best alignment of two sentences; equal ones need no matcher but the exact one, as in the reference."""
        same = list(tested) == list(wanted)
        options = [self._matches_from(start, tested, wanted, same) for start in range(len(wanted))]
        links, chunks = align_sentences(options)
        counts = np.zeros((2, 2, MATCHERS + 1), np.int64)
        is_function = [[word in self.vocabulary.tables.function_words for word in side] for side in (tested, wanted)]
        for side, kinds in enumerate(is_function):
            np.add.at(counts[side, :, -1], np.array(kinds, dtype=np.int64), 1)
        for link in links:
            _count_link(counts, link, is_function)
        whole = chunks == 1 and bool((counts[:, :, :-1].sum(2) == counts[:, :, -1]).all())
        return Alignment(counts, 0 if whole else chunks)

    def _matches_from(self, start: int, tested: Words, wanted: Words, only_exact: bool) -> list[Match]:
        """The matches that begin at a wanted word: by matcher, then by place; paraphrases by length, then file."""
        reached: dict[int, list[int]] = {}
        for number, matcher in self.vocabulary.matching_words(wanted[start]):
            reached.setdefault(number, []).append(matcher)
        numbers = [self.vocabulary.numbers[word] for word in tested]
        found = [
            Match(place, matcher)
            for place, number in enumerate(numbers)
            for matcher in reached.get(number, ())
            if matcher == EXACT or not only_exact
        ]
        found.sort(key=lambda match: (match.matcher, match.place))
        if self.paraphrases and not only_exact:
            found += self._paraphrases_from(start, tested, wanted)
        return found

    def _paraphrases_from(self, start: int, tested: Words, wanted: Words) -> list[Match]:
        """Looked up from both sides: a pair that the table has in both orders is found twice, as in the reference."""
        of_wanted = [
            Match(place, PARAPHRASE, len(phrase), span)
            for span, phrase in self._paraphrases_at(start, wanted)
            for place in range(len(tested))
            if tuple(tested[place : place + len(phrase)]) == phrase
        ]
        of_tested = [
            Match(place, PARAPHRASE, length, len(phrase))
            for place in range(len(tested))
            for length, phrase in self._paraphrases_at(place, tested)
            if tuple(wanted[start : start + len(phrase)]) == phrase
        ]
        return of_wanted + of_tested

    def _paraphrases_at(self, start: int, words: Words) -> Iterator[tuple[int, Phrase]]:
        """How many words from `start` on have a paraphrase, and each paraphrase."""
        for stop in range(start + 1, len(words) + 1):
            for phrase in self.paraphrases.get(tuple(words[start:stop]), ()):
                yield stop - start, phrase


def _count_link(counts: Counts, link: ChosenMatch, is_function: Sequence[Sequence[bool]]) -> None:
    for place in range(link.place, link.place + link.length):
        counts[TESTED, int(is_function[TESTED][place]), link.matcher] += 1
    for place in range(link.wanted, link.wanted + link.span):
        counts[WANTED, int(is_function[WANTED][place]), link.matcher] += 1


def corpus_meteor(tested: Sequence[Words], wanted: Sequence[Sequence[Words]], source: Source = "own") -> float:
    """METEOR of a corpus; each tested sentence counts with its best reference.

    Tables "own": our function words, no synonyms and no paraphrases; "jar": all that the reference has.
    """
    tested = [meteor_words(sentence) for sentence in tested]
    wanted = [[meteor_words(one) for one in references] for references in wanted]
    aligner = _open_aligner(tested, wanted, open_meteor_tables(source), source)

    @cache
    def align(sentence: Phrase, reference: Phrase) -> Alignment:
        return aligner.align(sentence, reference)

    best = [
        max((align(tuple(sentence), tuple(each)) for each in references), key=lambda one: one.score)
        for sentence, references in zip(tested, wanted, strict=True)
    ]
    nothing = Alignment(np.zeros((2, 2, MATCHERS + 1), np.int64), 0)
    return sum(best, nothing).score


def _open_aligner(
    tested: Sequence[Words], wanted: Sequence[Sequence[Words]], tables: MeteorTables, source: Source
) -> MeteorAligner:
    numbers = {word: number for number, word in enumerate(dict.fromkeys(word for one in tested for word in one))}
    vocabulary = MatchingVocabulary.from_words(numbers, tables)
    if source == "own":
        return MeteorAligner(vocabulary)
    phrases = phrases_of(chain(tested, *wanted))
    return MeteorAligner(vocabulary, read_paraphrases(paraphrase_path(), phrases))
