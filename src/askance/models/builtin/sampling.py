"""Random draws (dropout, sampling) seeded by the query's key, so that they do not depend on the batch."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
from askance.core import Query, query_key

KEEP = 0.9  # of a dropout mask's channels, as in training
_DROPOUT, _SAMPLING = 0, 1


def _query_rng(query: Query, purpose: int) -> np.random.Generator:
    return np.random.Generator(np.random.PCG64([int.from_bytes(query_key(query)), purpose]))


def dropout_masks(query: Query, sizes: tuple[int, ...]) -> list[npt.NDArray[np.float32]]:
    """One dropout mask a size: each channel is kept and scaled up, or dropped; ones where no dropout is asked for."""
    if not query.condition.dropout:
        return [np.ones(size, np.float32) for size in sizes]
    rng = _query_rng(query, _DROPOUT)
    return [((rng.random(size) < KEEP) / KEEP).astype(np.float32) for size in sizes]


def batch_dropout_masks(queries: Sequence[Query], sizes: tuple[int, ...]) -> list[npt.NDArray[np.float32]]:
    """The masks of some queries, (queries, size) for each size."""
    if not any(query.condition.dropout for query in queries):
        return [np.ones((len(queries), size), np.float32) for size in sizes]
    return [np.stack(each) for each in zip(*(dropout_masks(query, sizes) for query in queries), strict=True)]


def sample_index(query: Query, probabilities: npt.NDArray[np.float64]) -> int:
    """A random index, drawn with these probabilities (they need not sum to one)."""
    reached = np.cumsum(probabilities)
    place = int(np.searchsorted(reached, _query_rng(query, _SAMPLING).random() * reached[-1], side="right"))
    return min(place, len(reached) - 1)
