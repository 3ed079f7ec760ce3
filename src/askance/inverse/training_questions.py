"""Questions of the training set as question models: drawn at random by answer type, or the most frequent of all."""

from collections.abc import Sequence
from functools import cached_property
from math import log

import numpy as np
from askance.core import ImageData, digest_value
from askance.inverse.labelled_questions import QuestionTable, type_of_answer
from askance.inverse.question_model import DrawnQuestion
from askance.ranking.question_pool import normalised_text, split_words


class FrequentQuestions:
    """p(question) is its share of the training questions, of those whose answer has the given type, or of all.

    It reads no image and, of the answer, at most the type. A question that is new has the share of half a question.
    """

    def __init__(self, name: str, table: QuestionTable, by_answer_type: bool):
        self.name = name
        self.table = table
        self.by_answer_type = by_answer_type

    @cached_property
    def fingerprint(self) -> str:
        """Covers the questions and the way they are chosen."""
        return f"{self.name}:{digest_value([self.table.popular, self.by_answer_type, 'frequent/1']).hex()}"

    def draw_questions(
        self, image: str, picture: ImageData, answer: str, number: int, seed: int
    ) -> list[DrawnQuestion]:
        """Random training questions, as often as they occur; equal ones may be drawn twice."""
        counts = self._counts(answer)
        rng = np.random.default_rng(list(digest_value(["training questions", seed, image, answer])))
        shares = np.array(list(counts.values()), dtype=np.float64)
        texts = list(counts)
        places = rng.choice(len(texts), number, p=shares / shares.sum())
        return [self._drawn(texts[place], counts) for place in places]

    def best_questions(
        self, image: str, picture: ImageData, answer: str, number: int, seed: int
    ) -> list[DrawnQuestion]:
        """The most frequent questions."""
        counts = self._counts(answer)
        return [self._drawn(question, counts) for question in list(counts)[:number]]

    def score_questions(
        self, image: str, picture: ImageData, answer: str, questions: Sequence[str], seed: int
    ) -> list[tuple[float, float]]:
        """The logarithm of each question's share: in total, and per word."""
        counts = self._counts(answer)
        known = self._known[type_of_answer(answer) if self.by_answer_type else ""]
        total = sum(counts.values())
        found = [(log(known.get(normalised_text(one), 0.5) / total), len(split_words(one)) + 1) for one in questions]
        return [(value, value / words) for value, words in found]

    @cached_property
    def _known(self) -> dict[str, dict[str, int]]:
        """The counts by text without case and punctuation."""
        return {
            kind: {normalised_text(question): count for question, count in counts.items()}
            for kind, counts in self.table.popular.items()
        } | {kind: {} for kind in ("yes/no", "number", "other") if kind not in self.table.popular}

    def _counts(self, answer: str) -> dict[str, int]:
        """The questions to choose from; all of them where no training answer has this type."""
        kind = type_of_answer(answer) if self.by_answer_type else ""
        return dict(self.table.popular.get(kind) or self.table.popular[""])

    def _drawn(self, question: str, counts: dict[str, int]) -> DrawnQuestion:
        return DrawnQuestion(question, log(counts[question] / sum(counts.values())), len(split_words(question)) + 1)


def random_training_questions(table: QuestionTable) -> FrequentQuestions:
    """Random training questions whose answer type fits: the baseline that a search for beliefs must surpass."""
    return FrequentQuestions("training-questions", table, by_answer_type=True)


def question_prior(table: QuestionTable) -> FrequentQuestions:
    """The frequency of questions, whatever the image and the answer are (`Prior` in Table 2)."""
    return FrequentQuestions("prior", table, by_answer_type=False)
