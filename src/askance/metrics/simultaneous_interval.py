"""Intervals that are all true at once (max-t): for the question whether any of several metrics changed."""

import numpy as np
from askance.metrics.confidence_interval import Floats

DRAWS = 20_000
LEVEL = 0.95


def widening_factor(influence: Floats, df: int, level: float = LEVEL, seed: int = 0) -> float:
    """How many times wider than one interval each interval must be, so that all contain their values at once.

    `influence` has a row per cluster and a column per metric: what the cluster adds to the estimate's error. The
    factor is a ratio of quantiles of the largest |t| and of one |t| with `df` degrees of freedom. It needs no quantile
    of its own for the single interval, so that any method may have made it.
    """
    count = influence.shape[1]
    if count < 2:
        return 1.0
    length = np.sqrt((influence**2).sum(axis=0))
    scaled = np.divide(influence, length, out=np.zeros_like(influence), where=length > 0)
    correlation = scaled.T @ scaled
    np.fill_diagonal(correlation, 1.0)  # a metric without any error is drawn on its own
    values, vectors = np.linalg.eigh(correlation)
    root = vectors * np.sqrt(np.clip(values, 0.0, None))
    rng = np.random.default_rng(seed)
    scale = np.sqrt(rng.chisquare(max(1, df), (DRAWS, 1)) / max(1, df))
    t = np.abs(rng.standard_normal((DRAWS, count)) @ root.T / scale)
    return float(np.quantile(t.max(axis=1), level) / np.quantile(t, level))
