"""Ranks from a score of every question of the pool."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from askance.ranking.ranker import TOP, Floats, Indices, Ranking, top_scores


def stack_rankings(rows: Iterable[tuple[Indices, Floats]]) -> Ranking:
    """A ranking from the best of each main question; nothing is optimised, so no gap is known."""
    places, scores = [], []
    for place, score in rows:
        places.append(place)
        scores.append(score)
    if not places:
        return Ranking(np.zeros((0, 0), dtype=np.int32), np.zeros((0, 0)), np.zeros(0))
    return Ranking(np.stack(places), np.stack(scores), np.full(len(places), np.nan))


@dataclass(frozen=True, slots=True)
class ScoreRanker:
    """Ranks by a function that scores the whole pool against one main question."""

    scores: Callable[[str], Floats]

    def rank(self, main: Sequence[str], top: int = TOP) -> Ranking:
        """The best of the pool for each main question."""
        return stack_rankings(top_scores(self.scores(question), top) for question in main)
