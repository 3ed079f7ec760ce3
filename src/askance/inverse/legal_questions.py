"""Which drawn questions are legal: by the legality network of a generator, and by the grammar of questions.

The network lets some odd questions pass ("How many giraffes and giraffes are there?"). The grammar knows the questions
of the built-in world only, so a generator that was trained on other data is checked by its network alone.
"""

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

import numpy as np
import numpy.typing as npt
from askance.inverse.question_model import QuestionModel
from askance.inverse.recogniser import is_well_formed

LEAST = 0.3  # probability of being a real question, as the paper's code collects beliefs


@runtime_checkable
class RatesLegality(Protocol):
    """A generator whose folder may have a network that tells real questions from others."""

    @property
    def has_legality(self) -> bool: ...

    @property
    def is_of_built_in_world(self) -> bool: ...  # it was trained on stickers

    def legality(self, questions: Sequence[str]) -> npt.NDArray[np.float64]: ...  # probabilities


def find_legal(generator: QuestionModel, questions: Sequence[str]) -> list[bool]:
    """Whether each question is legal."""
    if isinstance(generator, RatesLegality) and generator.has_legality:
        legal = [bool(share > LEAST) for share in generator.legality(questions)]
        if not generator.is_of_built_in_world:
            return legal
        return [is_real and is_well_formed(question) for is_real, question in zip(legal, questions, strict=True)]
    return [is_well_formed(question) for question in questions]
