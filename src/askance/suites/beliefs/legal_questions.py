"""Which drawn questions are legal: by the legality network of a generator, else by the grammar of questions."""

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

    def legality(self, questions: Sequence[str]) -> npt.NDArray[np.float64]: ...  # probabilities


def find_legal(generator: QuestionModel, questions: Sequence[str]) -> list[bool]:
    """Whether each question is legal."""
    if isinstance(generator, RatesLegality) and generator.has_legality:
        return [bool(share > LEAST) for share in generator.legality(questions)]
    return [is_well_formed(question) for question in questions]
