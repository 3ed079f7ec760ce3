"""Questions as word numbers and back: punctuation is kept, because a generated question must be readable as it is."""

import re
from collections.abc import Iterable, Sequence
from functools import cached_property

import msgspec
import numpy as np
import numpy.typing as npt

SPECIAL = ("<pad>", "<unknown>", "<start>", "<end>")
PAD, UNKNOWN, START, END = range(len(SPECIAL))
LENGTH = 20  # the most words of a question, signs among them (the paper's limit)
Ints = npt.NDArray[np.int64]

_WORD = re.compile(r"[^\W_]+(?=n't\b)|n't\b|'s\b|[^\W_]+(?:-[^\W_]+)*|[,:;.?!]")
_JOINED = re.compile(r" (n't\b|'s\b|[,:;.?!])")


def split_question(question: str) -> list[str]:
    """The words and signs of a question, in lower case."""
    return _WORD.findall(question.lower().replace("’", "'"))


def join_words(words: Iterable[str]) -> str:
    """The question that these words make, with a capital letter."""
    text = _JOINED.sub(r"\1", " ".join(words))
    return text[:1].upper() + text[1:]


class QuestionVocabulary(msgspec.Struct, frozen=True, dict=True):
    """The words that a generator writes and the answers that it knows, each at its number."""

    words: tuple[str, ...]
    answers: tuple[str, ...]

    @cached_property
    def word_numbers(self) -> dict[str, int]:
        """Word → number."""
        return {word: number for number, word in enumerate(self.words)}

    @cached_property
    def answer_numbers(self) -> dict[str, int]:
        """Answer → number."""
        return {answer: number for number, answer in enumerate(self.answers)}

    def encode(self, questions: Sequence[str]) -> Ints:
        """(questions, LENGTH + 2) numbers: the start sign, the words, the end sign, padding."""
        found = np.full((len(questions), LENGTH + 2), PAD, np.int64)
        known = self.word_numbers
        for row, question in zip(found, questions, strict=True):
            numbers = [known.get(word, UNKNOWN) for word in split_question(question)][:LENGTH]
            row[: len(numbers) + 2] = [START, *numbers, END]
        return found

    def decode(self, numbers: Sequence[int] | Ints) -> str:
        """The question of some word numbers, up to the end sign."""
        words = []
        for number in numbers:
            if number in (END, PAD):
                break
            if number != START:
                words.append(self.words[int(number)])
        return join_words(words)
