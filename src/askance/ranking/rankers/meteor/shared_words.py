"""What the questions of a pool share with one main question, all at once, in bits."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from askance.ranking.rankers.meteor.alignment import Match
from askance.ranking.rankers.meteor.score import EXACT, MOST, WORTH
from askance.ranking.rankers.meteor.vocabulary import MatchingVocabulary
from askance.ranking.rankers.ngrams import Ints, PoolWords

PLACES = 48  # of a main question that bits tell apart; with one longer, every question is uncertain
AMBIGUOUS = 1 << PLACES
FIELD = 20  # bits of a sum


@dataclass(frozen=True, slots=True)
class MainQuestionWords:
    """A main question, and for each word of the pool's vocabulary what it may stand for in it."""

    numbers: tuple[int | None, ...]  # its words in the vocabulary
    emphasis: Ints  # (words,)
    reached: Mapping[int, list[tuple[int, int]]]  # word of the vocabulary: (place, matcher) of each match
    bits: Ints  # (vocabulary,): the places that a word matches
    marked: Ints  # the same, with AMBIGUOUS where there is more than one match
    credits: Ints  # (vocabulary,): in two fields, what a match (the best) adds for the word, and for the main one's

    @classmethod
    def match_question(cls, said: Sequence[str], vocabulary: MatchingVocabulary, emphasis: Ints) -> "MainQuestionWords":
        """All that the matchers find."""
        wanted = vocabulary.word_weights(said)
        reached: dict[int, list[tuple[int, int]]] = defaultdict(list)
        for place, word in enumerate(said):
            for number, matcher in vocabulary.matching_words(word):
                reached[number].append((place, matcher))
        bits, marked, credits_ = (np.zeros(len(emphasis), dtype=np.int64) for _ in range(3))
        for number, matches in reached.items():
            bits[number] = sum({1 << min(place, PLACES - 1) for place, _ in matches})
            marked[number] = bits[number] | AMBIGUOUS * (len(matches) > 1)
            worth = max(WORTH[matcher] for _, matcher in matches)
            credits_[number] = worth * (emphasis[number] + (wanted[matches[0][0]] << FIELD))
        numbers = tuple(vocabulary.numbers.get(word) for word in said)
        return cls(numbers, wanted, dict(reached), bits, marked, credits_)

    def matches_of_each_word(self, tokens: Sequence[int]) -> list[list[Match]]:
        """The matches of each word of the main question with a question's, by matcher, then place."""
        same = tuple(tokens) == self.numbers
        options: list[list[Match]] = [[] for _ in self.numbers]
        for place, token in enumerate(tokens):
            for wanted, matcher in self.reached.get(token, ()):
                if matcher == EXACT or not same:  # the reference: equal sentences need no other matcher
                    options[wanted].append(Match(place, matcher))
        return [sorted(matches, key=lambda match: (match.matcher, match.place)) for matches in options]


@dataclass(frozen=True, slots=True)
class SharedWords:
    """The questions that share a word with the main one, and how; for uncertain ones, the most that can be."""

    questions: Ints
    certain: npt.NDArray[np.bool_]  # each word matches one word at most
    matches: Ints
    chunks: Ints
    tested: Ints  # what the matches count in the question
    wanted: Ints  # and in the main one


def find_shared_words(words: PoolWords, wanted: MainQuestionWords) -> SharedWords:
    """What every question of the pool shares with the main one."""
    at = np.flatnonzero((wanted.bits != 0)[words.tokens])
    tokens, owners = words.tokens[at], words.owners[at]
    starts = np.flatnonzero(np.diff(owners, prepend=-1))
    if not len(starts):
        none = np.zeros(0, dtype=np.int64)
        return SharedWords(none, none > 0, none, none, none, none)
    bits, credits_ = wanted.bits[tokens], wanted.credits[tokens]
    goes_on = ((bits[:-1] << 1 & bits[1:]) != 0) & (at[1:] == at[:-1] + 1) & (owners[1:] == owners[:-1])
    credits_[1:] += goes_on.astype(np.int64) << 2 * FIELD
    sums = np.add.reduceat(credits_, starts)
    places = np.bitwise_or.reduceat(bits, starts)
    matches = np.diff(starts, append=len(at))
    longest = (sums >> 2 * FIELD) + 1  # words of a chunk
    certain = np.add.reduceat(wanted.marked[tokens], starts) == places
    certain &= len(wanted.numbers) <= PLACES
    found = SharedWords(
        owners[starts], certain, matches, matches - longest + 1, _lowest_field(sums), _lowest_field(sums >> FIELD)
    )
    return _highest_possible(found, places, longest, wanted)


def _lowest_field(sums: Ints) -> Ints:
    return sums & (1 << FIELD) - 1


def _highest_possible(found: SharedWords, places: Ints, longest: Ints, wanted: MainQuestionWords) -> SharedWords:
    """The same, where the uncertain questions have the most that any alignment can give, all in one chunk."""
    open_ = np.flatnonzero(~found.certain)
    held = places[open_, None] >> np.arange(len(wanted.numbers)) & 1  # (questions, places of the main one)
    if len(wanted.numbers) > PLACES:
        held[:] = 1
        longest = found.matches
    found.wanted[open_] = MOST * (held * wanted.emphasis).sum(axis=1)
    found.matches[open_] = np.minimum(np.minimum(found.matches[open_], held.sum(axis=1)), longest[open_])
    found.chunks[open_] = 1
    return found
