"""Whether a question gets the wanted answer, as far as the built-in model knows whose image features a generator uses.

The generator often asks for the color of the wrong object: it knows that something is red, and asks about an object
that is often asked about. The built-in model was trained to answer, so it knows better which object is red.
"""

from collections.abc import Sequence
from math import log

from askance.core import ImageData, Model, ModelInput, Query, Score, Stimulus

WEIGHT = 0.1  # of the log-probability, beside the likelihood of the question
LEAST = 1e-6  # a probability below it counts as this one


class AnswerCheck:
    """log p(answer | image, question) of a model with scores."""

    def __init__(self, model: Model):
        self.model = model

    def bonuses(self, image: str, picture: ImageData, answer: str, questions: Sequence[str]) -> list[float]:
        """What is added to the score of each question; the same for all where the model does not know the answer."""
        shown = [ModelInput(Query(Stimulus(image, text), Score(answer)), picture=picture) for text in questions]
        return [WEIGHT * log(max(reply.score or 0.0, LEAST)) for reply in self.model.answer(shown)]
