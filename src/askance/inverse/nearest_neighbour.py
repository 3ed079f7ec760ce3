"""Nearest neighbour: the questions that were asked about the most similar training images with the nearest answers."""

from collections.abc import Callable, Sequence
from functools import cached_property
from math import log

import numpy as np
import numpy.typing as npt
from askance.core import ImageData, digest_value
from askance.inverse.image_features import Floats, ImageEncoder, ImageVectors
from askance.inverse.labelled_questions import QuestionTable
from askance.inverse.question_model import DrawnQuestion
from askance.ranking.question_pool import normalised_text, split_words
from askance.ranking.rankers.rouge_l import RougeLPool

NEIGHBOURS = 50  # questions whose mean likeness scores a given question, as in consensus captioning
SHARPNESS = 20.0  # neighbours are drawn with probability ∝ exp(−SHARPNESS × distance)


class NearestNeighbour:
    """The distance of a training question is the mean of the distances of its image and of its answer."""

    name = "nn"

    def __init__(self, table: QuestionTable, looks: ImageVectors, encode: Callable[[ImageData], Floats] | None = None):
        self.table = table
        self.looks = looks
        self.encode = encode or ImageEncoder().encode
        self._seen: tuple[str, npt.NDArray[np.float64]] = "", np.zeros(0)  # the last image, and how far each other is

    @cached_property
    def fingerprint(self) -> str:
        """Covers the training questions and the image features."""
        vectors = digest_value(self.looks.vectors.tobytes()).hex()
        return f"nn:{digest_value([self.table.rows, vectors, 'nn/1']).hex()}"

    def draw_questions(
        self, image: str, picture: ImageData, answer: str, number: int, seed: int
    ) -> list[DrawnQuestion]:
        """Questions of near neighbours, the nearer the more often."""
        rng = np.random.default_rng(list(digest_value(["nearest neighbour", seed, image, answer])))
        found = self._nearest(image, picture, answer, NEIGHBOURS)
        weights = np.exp([one.log_likelihood for one in found])
        return [found[place] for place in rng.choice(len(found), number, p=weights / weights.sum())]

    def best_questions(
        self, image: str, picture: ImageData, answer: str, number: int, seed: int
    ) -> list[DrawnQuestion]:
        """The questions of the nearest neighbours, each text once."""
        return self._nearest(image, picture, answer, number)

    def score_questions(
        self, image: str, picture: ImageData, answer: str, questions: Sequence[str], seed: int
    ) -> list[tuple[float, float]]:
        """The logarithm of the mean likeness (ROUGE-L) to the neighbours' questions; it has no length to allow for."""
        near = [one.question for one in self._nearest(image, picture, answer, NEIGHBOURS)]
        pool = RougeLPool.from_pool(near)
        found = [log(max(float(pool.scores(question).mean()), 1e-12)) for question in questions]
        return [(value, value) for value in found]

    def _nearest(self, image: str, picture: ImageData, answer: str, number: int) -> list[DrawnQuestion]:
        """The nearest distinct questions, with the logarithm of their weights, which add up to 1."""
        distances = self._distances(image, picture, answer)
        found: dict[str, tuple[str, float]] = {}
        for place in np.argsort(distances, kind="stable"):
            question = self.table.rows[place].question
            found.setdefault(normalised_text(question), (question, float(distances[place])))
            if len(found) == number:
                break
        weights = np.array([-SHARPNESS * distance for _, distance in found.values()])
        shares = weights - np.logaddexp.reduce(weights)
        return [
            DrawnQuestion(question, float(share), len(split_words(question)) + 1)
            for (question, _), share in zip(found.values(), shares, strict=True)
        ]

    def _distances(self, image: str, picture: ImageData, answer: str) -> npt.NDArray[np.float64]:
        """Of every training question: the mean of both distances, each from 0 to 1."""
        if self._seen[0] != image:
            cosines = self.looks.vectors @ self.encode(picture)
            self._seen = image, np.asarray((1 - cosines) / 2, dtype=np.float64)
        told = np.array([answer_distance(answer, known) for known in self.table.by_answer])
        return np.asarray((self._seen[1][self._image_of_row] + told[self._answer_of_row]) / 2)

    @cached_property
    def _image_of_row(self) -> list[int]:
        return [self.looks.places[row.image] for row in self.table.rows]

    @cached_property
    def _answer_of_row(self) -> list[int]:
        places = {answer: place for place, answer in enumerate(self.table.by_answer)}
        return [places[row.answer] for row in self.table.rows]


def answer_distance(one: str, other: str) -> float:
    """0 for equal answers, else the share of their words that they do not have in common, but at least one half."""
    if one == other:
        return 0.0
    left, right = set(one.split()), set(other.split())
    return max(0.5, 1 - len(left & right) / max(1, len(left | right)))
