"""Questions as numbers: the words that a built-in model knows, and the answers that it can give."""

import re
from collections.abc import Sequence
from functools import cached_property

import msgspec
import numpy as np
import numpy.typing as npt

LENGTH = 32  # words of a question that are heard, the sign for the whole question among them
PAD, UNKNOWN, WHOLE = 0, 1, 2
SPECIAL = ("<pad>", "<unknown>", "<whole>")

_WORD = re.compile(r"[^\W_]+(?=n't\b)|n't\b|'s\b|[^\W_]+")


def split_words(question: str) -> list[str]:
    """The words of a question, in lower case, with 's and n't apart."""
    return _WORD.findall(question.lower().replace("’", "'"))


class Vocabulary(msgspec.Struct, frozen=True, dict=True):
    """Words and answers, each at its number."""

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

    def encode_questions(self, questions: Sequence[str]) -> npt.NDArray[np.int64]:
        """(questions, LENGTH) word numbers, padded behind."""
        found = np.full((len(questions), LENGTH), PAD, dtype=np.int64)
        known = self.word_numbers
        for row, question in zip(found, questions, strict=True):
            numbers = [WHOLE, *(known.get(word, UNKNOWN) for word in split_words(question))][:LENGTH]
            row[: len(numbers)] = numbers
        return found
