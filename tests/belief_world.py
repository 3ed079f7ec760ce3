"""A generator that costs nothing: the annotated questions of an image, and a few others, whatever the answer."""

from askance.datasets import open_dataset
from askance.inverse.question_model import DrawnQuestion
from askance.suites.beliefs import Beliefs, settings
from askance.suites.beliefs.settings import BeliefSettings

FIXED = {
    "yes": ("Is there a zebra in the picture?", "Is there no zebra in the picture?", "the of is?"),
    "no": ("Is there a zebra in the picture?", "Is there no zebra in the picture?", "Is the zebra red?"),
    "0": ("How many zebras are there?",),
}
UNKNOWN = "white"  # an answer that the generator does not know


class FakeGenerator:
    """Draws the questions of a data set about the image, in turn, for any answer but one."""

    fingerprint = "fake-1"

    def __init__(self, name="fake", data="stickers"):
        self.name, self.data = name, open_dataset(data)
        self.drawn = []

    def draw_questions(self, image, picture, answer, number, seed):
        self.drawn.append((image, answer))
        if answer == UNKNOWN:
            raise ValueError(f"answer {answer!r} is not in the vocabulary")
        known = [item.question for item in self.data.items_of_image(image) if item.answers.count(answer) > 5]
        texts = [*known, *FIXED.get(answer, ("What color is the zebra?",))]
        return [DrawnQuestion(texts[place % len(texts)], -1.0, 5) for place in range(number)]


def fake_suite(monkeypatch, name="beliefs:draws=20", generator=None, **values):
    """The suite with the fake generator."""
    found = generator or FakeGenerator()
    monkeypatch.setattr(settings, "open_question_model", lambda name: found)
    return Beliefs(name, BeliefSettings(**{"draws": 20, **values}))
