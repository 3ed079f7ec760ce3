"""Questions with one key word replaced by another that fits there: `What color is the dog?` → `… the bench?`.

A key word is a noun, verb, adjective or adverb: any word but a function word. What fits is learned from the questions
of the data set: a word that stands between the same two words somewhere, else after the same word. So no tagger is
needed, and articles and plurals agree.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from askance.wording.content_words import content_words

_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
EDGE = ""  # before the first word and after the last


class KeyWord(NamedTuple):
    """A key word of a question: where it stands, and between which words."""

    start: int
    stop: int
    word: str
    before: str
    after: str


def key_words(question: str) -> Iterator[KeyWord]:
    """The key words of a question, from left to right."""
    found = list(_WORD.finditer(question))
    texts = [EDGE, *(match.group().lower() for match in found), EDGE]
    for place, match in enumerate(found, start=1):
        if content_words(texts[place]):
            yield KeyWord(match.start(), match.end(), texts[place], texts[place - 1], texts[place + 1])


@dataclass(frozen=True, slots=True)
class Replacements:
    """Which key words occur where."""

    between: Mapping[tuple[str, str], Sequence[str]]
    following: Mapping[str, Sequence[str]]

    @classmethod
    def from_questions(cls, questions: Iterable[str]) -> "Replacements":
        """Learn from the questions of a data set."""
        between: dict[tuple[str, str], set[str]] = defaultdict(set)
        following: dict[str, set[str]] = defaultdict(set)
        for question in questions:
            for one in key_words(question):
                between[one.before, one.after].add(one.word)
                following[one.before].add(one.word)
        return cls(
            {key: sorted(words) for key, words in between.items()},
            {key: sorted(words) for key, words in following.items()},
        )

    def replaced(self, questions: Sequence[str], rng: np.random.Generator) -> Iterator[str]:
        """Questions with one key word replaced, in random order: closest fits first; some may be there twice."""
        for fits in (self._between, self._following):
            slots = [(question, one) for question in questions for one in key_words(question)]
            offers = [(question, one, word) for question, one in slots for word in fits(one)]
            for place in rng.permutation(len(offers)):
                question, one, word = offers[place]
                if content_words(word) != content_words(one.word):  # else the plural of the same word
                    yield _capitalised(question[: one.start] + word + question[one.stop :], question)

    def _between(self, one: KeyWord) -> Sequence[str]:
        return self.between.get((one.before, one.after), ())

    def _following(self, one: KeyWord) -> Sequence[str]:
        return self.following.get(one.before, ())


def _capitalised(text: str, like: str) -> str:
    return text[:1].upper() + text[1:] if like[:1].isupper() else text
