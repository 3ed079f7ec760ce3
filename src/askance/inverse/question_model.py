"""A model of inverse VQA: from an image and an answer to questions, and to the likelihood of given questions."""

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from askance.core import ImageData


class DrawnQuestion(NamedTuple):
    """A generated question with its log-likelihood, summed over its words and the end sign.

    Of a draw it is log p(question | z, image, answer), of one of the best questions log p(question | image, answer).
    """

    question: str
    log_likelihood: float
    words: int  # the number of words, plus one for the end sign

    @property
    def per_word(self) -> float:
        """The length-normalised log-likelihood."""
        return self.log_likelihood / self.words


class QuestionModel(Protocol):
    """What the suite `beliefs` and `askance inverse eval` need; `image` is the name of an image, for caching."""

    @property
    def name(self) -> str: ...

    @property
    def fingerprint(self) -> str: ...  # covers all that determines its questions and scores

    def draw_questions(
        self, image: str, picture: ImageData, answer: str, number: int, seed: int
    ) -> list[DrawnQuestion]: ...  # samples, duplicates included; ValueError: the answer is not in the vocabulary

    def best_questions(
        self, image: str, picture: ImageData, answer: str, number: int, seed: int
    ) -> list[DrawnQuestion]: ...  # beam search over several z, distinct, the best first

    def score_questions(
        self, image: str, picture: ImageData, answer: str, questions: Sequence[str], seed: int
    ) -> list[tuple[float, float]]: ...  # log p(question | image, answer): total, and per word
