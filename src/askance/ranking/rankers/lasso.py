"""LASSO: a main question as a sparse sum of basic questions; the score of each is its coefficient."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from askance.core.errors import UserError
from askance.core.progress import progress_reporter
from askance.ranking import GAP, PENALTY
from askance.ranking.encoders import DEFAULT, Encoder, Vectors, open_encoder
from askance.ranking.encoders.vector_cache import cached_vectors
from askance.ranking.lasso import PreparedPool, Solution, prepare_pool, solve_on_pool
from askance.ranking.ranker import TOP, Floats, Indices, Ranking

VERSION = 5
LOWEST, HIGHEST = 0.0, 1.0  # scores, as in the paper; a coefficient may be outside


class LassoRanker:
    """Scores of ½‖Ax − b‖² + λ‖x‖₁, solved at least to the gap asked for where that can be reached.

    `settled`: in large dimensions, only until it is settled which are the highest.
    """

    name = "lasso"

    def __init__(
        self,
        encoder: Encoder | None = None,
        penalty: float = PENALTY,
        gap: float = GAP,
        device: str = "cpu",
        settled: bool = False,
    ):
        if penalty <= 0:
            raise UserError(f"penalty must be above 0, not {penalty:g}: the paper's is 1e-6")
        self.encoder = encoder if encoder is not None else open_encoder(DEFAULT)
        self.penalty, self.gap, self.device, self.settled = penalty, gap, device, settled

    @property
    def fingerprint(self) -> str:
        """The encoder, the penalty, when it ends, and the version of this file's meaning; not the device."""
        ends = f"{self.gap:g}{'/settled' if self.settled else ''}"
        return f"lasso/{VERSION}/{self.encoder.fingerprint}/{self.penalty:g}/{ends}"

    def for_pool(self, pool: Sequence[str]) -> "LassoPoolRanker":
        """The pool's vectors, kept from an earlier time if there was one."""
        if not pool:
            raise UserError("the pool is empty: there is nothing to rank")
        vectors = cached_vectors(self.encoder, pool)
        return LassoPoolRanker(self, vectors, prepare_pool(vectors, self.device))


@dataclass(frozen=True, slots=True)
class LassoPoolRanker:
    """A pool as vectors."""

    ranker: LassoRanker
    vectors: Vectors
    pool: PreparedPool

    def rank(self, main: Sequence[str], top: int = TOP) -> Ranking:
        """The highest coefficients of each main question; what has none scores 0, and of those the nearest come first.

        The order is that of the coefficients; the scores are clipped to 0 … 1, the paper's range. A pool may hold a
        main question's very vector, such as that of its words in another order: it takes all.
        """
        made, width = self.ranker, min(top, len(self.vectors))
        if not main:
            return Ranking(np.zeros((0, width), np.int32), np.zeros((0, width)), np.zeros(0))
        wanted = made.encoder.encode(main)
        highest = width if made.settled else 0
        found = solve_on_pool(self.pool, wanted, made.penalty, made.gap, progress_reporter("main questions"), highest)
        rows = [_top_coefficients(one, self.vectors, vector, width) for one, vector in zip(found, wanted, strict=True)]
        gaps = np.array([solution.gap for solution in found])
        scores = np.clip(np.stack([scores for _, scores in rows]), LOWEST, HIGHEST)
        return Ranking(np.stack([places for places, _ in rows]), scores, gaps)


def _top_coefficients(solution: Solution, pool: Vectors, main: Vectors, top: int) -> tuple[Indices, Floats]:
    """The highest of all coefficients, zeros included; equal ones by the product of their vectors with the main one."""
    if int((solution.values > 0).sum()) >= top:  # the pool is large beside them
        order = np.lexsort((solution.places, -solution.values))[:top]
        return solution.places[order].astype(np.int32), solution.values[order]
    values = np.zeros(len(pool))
    values[solution.places] = solution.values
    order = np.lexsort((-(pool @ main), -values))[:top]
    return order.astype(np.int32), values[order]
