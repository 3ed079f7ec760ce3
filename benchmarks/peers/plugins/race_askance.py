"""The constant model for Askance: `python:race_askance:decoded` and `python:race_askance:Untouched`."""

from collections.abc import Sequence
from typing import Any

import race_calls
from PIL import Image


def decoded(image: Image.Image, question: str) -> str:
    """Receives pixels, which Askance decodes."""
    race_calls.wait()
    return race_calls.answer(question)


class Untouched:
    """Needs no pixels, so that no image is opened, as in the other tools' constant models."""

    name, fingerprint, version = "untouched", "untouched-1", "1"
    supports, needs = frozenset({"text"}), frozenset[str]()

    def answer(self, inputs: Sequence[Any]) -> list[str]:
        """One answer per input."""
        answers = []
        for each in inputs:
            race_calls.wait()
            answers.append(race_calls.answer(each.query.stimulus.question))
        return answers
