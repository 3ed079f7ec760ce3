"""What every encoder of questions is."""

from collections.abc import Sequence
from typing import Protocol

import numpy as np
import numpy.typing as npt

Vectors = npt.NDArray[np.float32]


class Encoder(Protocol):
    """A way to make a vector of a question."""

    @property
    def name(self) -> str: ...

    @property
    def fingerprint(self) -> str: ...  # a digest of the weights and of what else decides the vectors

    @property
    def dimension(self) -> int: ...

    def encode(self, questions: Sequence[str]) -> Vectors: ...  # (questions, dimension), finite
