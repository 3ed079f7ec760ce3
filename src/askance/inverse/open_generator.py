"""STAND-IN until branch inv-evals is merged. Opens a model of inverse VQA by name."""

from collections import defaultdict
from collections.abc import Sequence
from functools import cache
from random import Random

from askance.core import ImageData, UserError
from askance.inverse.question_model import DrawnQuestion, QuestionModel
from askance.stickers.dataset import Stickers
from askance.wording.normalise_answers import normalise_answer

SCENES = 300


@cache
def _training_questions() -> dict[str, list[str]]:
    found: defaultdict[str, list[str]] = defaultdict(list)
    train = Stickers("train")
    for image in train.images(SCENES):
        for item in train.items_of_image(image):
            found[normalise_answer(item.answers[0])].append(item.question)
    return found


class TrainingQuestions:
    """Draws random training questions that have the answer, whatever the image shows."""

    name = "training-questions"
    fingerprint = f"training-questions:{SCENES}"

    def draw_questions(
        self, image: str, picture: ImageData, answer: str, number: int, seed: int
    ) -> list[DrawnQuestion]:
        """Random questions with this answer."""
        pool = _training_questions().get(normalise_answer(answer))
        if not pool:
            raise ValueError(f"answer {answer!r} is not in the vocabulary")
        rng = Random(f"{image}:{answer}:{seed}")
        return [DrawnQuestion(rng.choice(pool), -1.0, 1) for _ in range(number)]

    def best_questions(
        self, image: str, picture: ImageData, answer: str, number: int, seed: int
    ) -> list[DrawnQuestion]:
        """Random questions with this answer."""
        return self.draw_questions(image, picture, answer, number, seed)

    def score_questions(
        self, image: str, picture: ImageData, answer: str, questions: Sequence[str], seed: int
    ) -> list[tuple[float, float]]:
        """Not used by the suite."""
        return [(-1.0, -1.0) for _ in questions]


def open_question_model(name: str) -> QuestionModel:
    """The model of inverse VQA of that name."""
    if name != TrainingQuestions.name:
        raise UserError(f"generator {name}: no such model: name a folder of `askance inverse train`")
    return TrainingQuestions()
