"""The chain of basic questions: how many of the best three are appended to a main question (Algorithm 1)."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from askance.ranking.ranker import Floats

Counts = npt.NDArray[np.int64]
MOST = 3  # basic questions that a chain may have


@dataclass(frozen=True, slots=True)
class Thresholds:
    """What score1, score2/score1 and score3/score2 must exceed; the defaults are the paper's."""

    s1: float = 0.60
    s2: float = 0.58
    s3: float = 0.41


@dataclass(frozen=True, slots=True)
class RatioStatistics:
    """Of score1, score2/score1 and score3/score2: average, standard deviation, and how many were counted (Table 5)."""

    average: Floats  # (3,); not a number where nothing is defined
    deviation: Floats  # (3,); of the population
    defined: Counts  # (3,)
    left_out: Counts  # (3,); a ratio to a score of 0 or below is undefined


def score_ratios(scores: Floats) -> Floats:
    """(n, 3) score1, score2/score1, score3/score2; not a number where the divisor is 0 or below."""
    first = np.asarray(scores, dtype=np.float64)[:, :MOST]
    divisors = first[:, : MOST - 1]
    shares = np.full_like(divisors, np.nan)
    np.divide(first[:, 1:], divisors, out=shares, where=divisors > 0)
    return np.concatenate([first[:, :1], shares], axis=1)


def questions_to_append(scores: Floats, thresholds: Thresholds) -> Counts:
    """How many basic questions each main question gets: a ratio counts only where all before it passed."""
    limits = np.array([thresholds.s1, thresholds.s2, thresholds.s3])
    passed = score_ratios(scores) > limits  # an undefined ratio passes nothing
    count: Counts = np.logical_and.accumulate(passed, axis=1).sum(axis=1).astype(np.int64)
    return count


def ratio_statistics(scores: Floats) -> RatioStatistics:
    """The figures from which the paper first guesses its thresholds: average ± standard deviation."""
    values = score_ratios(scores)
    is_defined = ~np.isnan(values)
    columns = [values[is_defined[:, place], place] for place in range(MOST)]
    return RatioStatistics(
        np.array([column.mean() if len(column) else np.nan for column in columns]),
        np.array([column.std() if len(column) else np.nan for column in columns]),
        is_defined.sum(axis=0).astype(np.int64),
        (~is_defined).sum(axis=0).astype(np.int64),
    )
