"""A small part of stickers for the tests of inverse VQA, and a question model that is a table of scores."""

from functools import cache

import numpy as np
from askance.inverse.image_features import ImageVectors
from askance.inverse.labelled_questions import LabelledQuestion, QuestionTable
from askance.inverse.question_model import DrawnQuestion
from askance.inverse.question_pools import PoolMaker
from askance.stickers.dataset import Stickers
from askance.stickers.generate_items import generate_items
from askance.wording.most_common_answer import most_common_answer


@cache
def small_table(images=40):
    """All questions about some images."""
    data = Stickers()
    rows = [
        LabelledQuestion(image, item.question, most_common_answer(item.answers))
        for image in data.images(images)
        for item in generate_items(data.scene(image), image, "test", int(image.split(":")[2]))
    ]
    return QuestionTable("stickers", rows)


def random_looks(images, seed=0):
    vectors = np.random.default_rng(seed).normal(size=(len(images), 8)).astype(np.float32)
    return ImageVectors(list(images), vectors / np.linalg.norm(vectors, axis=1, keepdims=True))


def pool_maker(table=None, seed=0):
    table = table or small_table()
    return PoolMaker(Stickers(), table, random_looks(table.by_image), seed)


class ScoringModel:
    """Scores questions by a function of (image, answer, question), and generates the given ones."""

    fingerprint = "scoring"

    def __init__(self, score, best=lambda image, answer: "What is this?", name="scoring"):
        self.score, self.best, self.name = score, best, name

    def best_questions(self, image, picture, answer, number, seed):
        return [DrawnQuestion(self.best(image, answer), -1.0, 4)][:number]

    draw_questions = best_questions

    def score_questions(self, image, picture, answer, questions, seed):
        found = [self.score(image, answer, question) for question in questions]
        return [(value, value / (len(question.split()) + 1)) for value, question in zip(found, questions, strict=True)]
