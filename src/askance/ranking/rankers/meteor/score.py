"""METEOR 1.5's score of an alignment: English, task "rank"."""

import numpy as np
import numpy.typing as npt
from askance.ranking.ranker import Floats

ALPHA, BETA, GAMMA = 0.85, 0.2, 0.6
EXACT, STEM, SYNONYM, PARAPHRASE = range(4)
MATCHERS = 4
CONTENT, FUNCTION = 3, 1  # delta = .75: what a content word and a function word count, in fourths
WORTH = (20, 12, 16)  # 1.0, .6, .8: what a match counts, in twentieths; whole numbers, so that equal scores are equal
MOST = WORTH[EXACT]


def f_mean(precision: Floats, recall: Floats) -> Floats:
    """The harmonic mean in which recall counts ALPHA; 0 where nothing matches."""
    below = (1 - ALPHA) * recall + ALPHA * precision
    return np.divide(precision * recall, below, out=np.zeros_like(below), where=below > 0)


def fragmentation_factor(chunks: npt.ArrayLike, matches: npt.ArrayLike, whole: npt.ArrayLike) -> Floats:
    """What is left of the score when the matches lie in several chunks; `whole`: both sentences match in one."""
    broken = np.where(whole, 0.0, np.asarray(chunks) / np.maximum(1, matches))
    left: Floats = 1 - GAMMA * broken**BETA
    return left
