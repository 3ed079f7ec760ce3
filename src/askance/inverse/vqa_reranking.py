"""VQG + VQA: an image-only question model proposes questions, and a VQA model chooses those that get the answer."""

from collections.abc import Sequence
from math import inf, log

import numpy as np
from askance.core import ImageData, Model, ModelInput, Query, Score, Stimulus, Text, UserError, digest_value
from askance.inverse.question_model import DrawnQuestion, QuestionModel
from askance.ranking.question_pool import split_words
from askance.wording.normalise_answers import normalise_answer

CANDIDATES = 10  # as in the paper


class VqaReranking:
    """Ranks questions by the probability that a VQA model gives to the answer."""

    name = "vqg+vqa"

    def __init__(self, proposer: QuestionModel | None, model: Model):
        """Without a proposer it can only score questions."""
        self.proposer = proposer
        self.model = model

    @property
    def fingerprint(self) -> str:
        """Covers both models."""
        proposer = self.proposer.fingerprint if self.proposer else ""
        return f"vqg+vqa:{digest_value([proposer, self.model.fingerprint, CANDIDATES]).hex()}"

    def draw_questions(
        self, image: str, picture: ImageData, answer: str, number: int, seed: int
    ) -> list[DrawnQuestion]:
        """Candidates, drawn as often as the VQA model believes in the answer."""
        found = self.best_questions(image, picture, answer, CANDIDATES, seed)
        rng = np.random.default_rng(list(digest_value(["vqg+vqa", seed, image, answer])))
        weights = np.exp([max(one.log_likelihood, -50.0) for one in found])
        return [found[place] for place in rng.choice(len(found), number, p=weights / weights.sum())]

    def best_questions(
        self, image: str, picture: ImageData, answer: str, number: int, seed: int
    ) -> list[DrawnQuestion]:
        """The proposals in the order of the VQA model's scores; its log-probability is their log-likelihood."""
        if self.proposer is None:
            raise UserError("vqg+vqa generates no questions without an image-only model: name one with --baselines")
        proposed = [one.question for one in self.proposer.best_questions(image, picture, answer, CANDIDATES, seed)]
        scores = [value for value, _ in self.score_questions(image, picture, answer, proposed, seed)]
        ranked = sorted(zip(proposed, scores, strict=True), key=lambda one: -one[1])
        return [DrawnQuestion(question, score, len(split_words(question)) + 1) for question, score in ranked[:number]]

    def score_questions(
        self, image: str, picture: ImageData, answer: str, questions: Sequence[str], seed: int
    ) -> list[tuple[float, float]]:
        """log p(answer | image, question) of the VQA model; the length of the question plays no part."""
        readout = Score(answer) if "score" in self.model.supports else Text()
        shown = [ModelInput(Query(Stimulus(image, question), readout), picture=picture) for question in questions]
        found = []
        for reply in self.model.answer(shown):
            if reply.score is not None:
                value = log(reply.score) if reply.score > 0 else -inf
            else:
                value = 0.0 if reply.text and normalise_answer(reply.text) == normalise_answer(answer) else -inf
            found.append((value, value))
        return found
