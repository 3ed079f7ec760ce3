"""What ranking a pool by likeness to main questions gives, and what a ranker is."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, Self

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Indices = npt.NDArray[np.int32]
TOP = 21  # basic questions a main question


@dataclass(frozen=True, slots=True)
class Ranking:
    """Row by row the best of the pool for each main question, best first; equal scores as the ranker has them."""

    places: Indices  # (main questions, top): places in the pool
    scores: Floats  # (main questions, top)
    gaps: Floats  # (main questions,): the relative duality gap reached; nan where nothing is optimised

    @classmethod
    def concatenate(cls, parts: Sequence[Self]) -> Self:
        """Several rankings under one another."""
        return cls(*(np.concatenate([getattr(part, name) for part in parts]) for name in ("places", "scores", "gaps")))


class PoolRanker(Protocol):
    """A pool made ready for main questions."""

    def rank(self, main: Sequence[str], top: int = TOP) -> Ranking: ...


class Ranker(Protocol):
    """A way to tell how like two questions are."""

    @property
    def name(self) -> str: ...

    @property
    def fingerprint(self) -> str: ...  # all that decides its scores

    def for_pool(self, pool: Sequence[str]) -> PoolRanker: ...


def top_scores(scores: npt.NDArray[np.floating], top: int) -> tuple[Indices, Floats]:
    """The places and values of the highest scores of one row, best first; equal scores keep their order."""
    top = min(top, len(scores))
    values = scores.astype(np.float64)
    if top < len(values):
        least = np.partition(values, len(values) - top)[len(values) - top]
        above = np.flatnonzero(values > least)
        kept = np.concatenate([above, np.flatnonzero(values == least)[: top - len(above)]])
    else:
        kept = np.arange(len(values))
    order = kept[np.lexsort((kept, -values[kept]))]
    return order.astype(np.int32), values[order]
