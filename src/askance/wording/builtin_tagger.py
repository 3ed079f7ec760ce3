"""The built-in tagger: a small network that reads a word and the three words on each side; needs no other package.

It was trained by scripts/train_question_tagger.py on the tags that spaCy gives real questions.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import islice
from pathlib import Path

import numpy as np
import numpy.typing as npt
from askance.core.digest import file_digest
from askance.wording.hashed_words import Floats, HashedWords, read_tables
from askance.wording.question_words import find_words
from askance.wording.sears_rules import TaggedWord

WEIGHTS = Path(__file__).parent / "tagger_weights.npz"
LENGTHS = (2, 3, 4)  # letters in a group
SIDE = 3  # words on each side
PLAIN, CAPITALS, CAPITAL, NUMBER, MARK, OUTSIDE = range(6)  # how a word is written; no word
BATCH = 256  # questions
VERSION = 1


def word_shape(word: str) -> int:
    """How a word is written."""
    if word.isupper() and len(word) > 1:
        return CAPITALS
    if word[:1].isupper():
        return CAPITAL
    if word[:1].isdigit():
        return NUMBER
    return PLAIN if word[:1].isalnum() else MARK


@dataclass(frozen=True, slots=True)
class BuiltinTagger:
    """The weights, and the vectors of words met so far."""

    tags: tuple[str, ...]
    words: HashedWords
    shapes: Floats  # (6, size)
    hidden: Floats  # (7 × size, hidden)
    hidden_bias: Floats
    last: Floats  # (hidden, tags)
    last_bias: Floats
    known: dict[str, Floats] = field(default_factory=dict)

    def tag_questions(self, questions: Iterable[str]) -> Iterator[tuple[TaggedWord, ...]]:
        """The tagged words of each question, in order."""
        remaining = iter(questions)
        while part := tuple(islice(remaining, BATCH)):
            found = [tuple(find_words(question)) for question in part]
            tags = iter(self._tags([[word for word, _, _ in words] for words in found]))
            for words in found:
                yield tuple(TaggedWord(text, self.tags[next(tags)], start, end) for text, start, end in words)

    def _tags(self, questions: Sequence[Sequence[str]]) -> npt.NDArray[np.intp]:
        """The index of each word's tag, question after question."""
        outside = [self.shapes[OUTSIDE]] * SIDE
        rows, inside = [], []
        for words in questions:
            rows += [*outside, *map(self._vector, words), *outside]
            inside += [False] * SIDE + [True] * len(words) + [False] * SIDE
        if not any(inside):
            return np.zeros(0, np.intp)
        at = np.flatnonzero(inside)
        near = np.stack(rows)[at[:, np.newaxis] + np.arange(-SIDE, SIDE + 1)]  # (words, 7, size)
        hidden = np.maximum(near.reshape(len(at), -1) @ self.hidden + self.hidden_bias, 0)
        found: npt.NDArray[np.intp] = (hidden @ self.last + self.last_bias).argmax(axis=1)
        return found

    def _vector(self, word: str) -> Floats:
        found = self.known.get(word)
        if found is None:
            found = self.known[word] = self.words.vector(word.lower()) + self.shapes[word_shape(word)]
        return found


@cache
def load_builtin_tagger() -> BuiltinTagger:
    """The tagger with the weights that Askance comes with."""
    with np.load(WEIGHTS, allow_pickle=False) as file:
        tags = tuple(file["tags"].tobytes().decode().split())
    tables = read_tables(WEIGHTS)
    return BuiltinTagger(
        tags,
        HashedWords(tables["words"], tables["groups"], LENGTHS),
        shapes=tables["shapes"],
        hidden=tables["hidden"],
        hidden_bias=tables["hidden_bias"],
        last=tables["last"],
        last_bias=tables["last_bias"],
    )


@cache
def builtin_tagger_fingerprint() -> str:
    """The version of this file's meaning, and a digest of the weights."""
    return f"builtin/{VERSION}/{file_digest(WEIGHTS)}"
