"""How steadily accuracy falls from level to level: steps that do not rise, rank correlation, the largest rise."""

import numpy as np
from askance.metrics.confidence_interval import Codes, Floats, Rate
from askance.metrics.image_sums import sum_by_image
from askance.metrics.paired_difference import LEAST_DF, difference_interval
from askance.metrics.t_distribution import CONFIDENCE, t_quantile

DRAWS = 10_000  # samples from which the quantile of the largest |t| comes
_EQUAL = 1e-9  # accuracies that differ by less are equal
_NO_VARIANCE = 1e-9  # a relative standard error below this is rounding


def monotonicity(curves: Floats) -> Floats:
    """Row by row, the share of steps to the next level at which accuracy does not rise."""
    return np.asarray((np.diff(curves, axis=1) <= _EQUAL).mean(axis=1))


def spearman(curves: Floats) -> Floats:
    """Row by row, Spearman's rank correlation of level and accuracy; not a number where accuracy never changes."""
    above = (curves[:, :, None] - curves[:, None, :] > _EQUAL).sum(axis=2)
    below = (curves[:, None, :] - curves[:, :, None] > _EQUAL).sum(axis=2)
    ranks = (above - below) / 2.0  # from the middle; equal accuracies share their mean rank
    levels = np.arange(curves.shape[1]) - (curves.shape[1] - 1) / 2
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.asarray(ranks @ levels / np.sqrt((ranks**2).sum(axis=1) * (levels**2).sum()))


def largest_rise(values: Floats, clusters: Codes, confidence: float = CONFIDENCE) -> Rate:
    """The largest rise of accuracy from a level (column) to a later one, in [-1, 1]; negative if it always falls.

    The interval is simultaneous over all pairs of levels (max-t): it allows for the largest of many rises being chosen.
    """
    codes = np.unique(clusters, return_inverse=True)[1].astype(np.int64)
    n, images = len(values), int(codes.max()) + 1 if len(codes) else 0
    earlier, later = np.triu_indices(values.shape[1], 1)
    if not n or not len(later):
        return Rate(np.nan, np.nan, np.nan, n, images)
    curve = values.mean(axis=0)
    rise = float((curve[later] - curve[earlier]).max())
    if images < 2:
        return Rate(rise, -1.0, 1.0, n, images)
    quantile = _max_t_quantile(_level_covariance(values, codes), earlier, later, images - 1, confidence)
    nowhere = np.zeros(n, dtype=np.int64)
    ends = [
        difference_interval(sum_by_image(values[:, after] - values[:, before], codes, nowhere, 1), quantile)
        for before, after in zip(earlier.tolist(), later.tolist(), strict=True)
    ]
    return Rate(rise, max(low for low, _ in ends), max(high for _, high in ends), n, images)


def _level_covariance(values: Floats, codes: Codes) -> Floats:
    """The covariance of the levels' mean values, up to a factor, from the residuals of each image."""
    around = values - values.mean(axis=0)
    residuals = np.stack([np.bincount(codes, weights=column) for column in around.T], axis=1)
    weights = 1 / (1 - np.bincount(codes) / len(codes))
    return np.asarray(residuals.T @ (residuals * weights[:, None]))


def _max_t_quantile(covariance: Floats, earlier: Codes, later: Codes, df: int, confidence: float) -> float:
    """The quantile of the largest |t| of all differences of two levels, from samples that are always the same."""
    rng = np.random.Generator(np.random.PCG64(0))
    sizes, directions = np.linalg.eigh(covariance)
    root = directions * np.sqrt(np.maximum(sizes, 0.0)) @ directions.T  # symmetric: the order of rows does not matter
    drawn = rng.standard_normal((DRAWS, len(root))) @ root / np.sqrt(rng.chisquare(df, (DRAWS, 1)) / df)
    difference = covariance[later, later] + covariance[earlier, earlier] - 2 * covariance[later, earlier]
    errors = np.sqrt(np.maximum(difference, 0.0))
    varies = errors > _NO_VARIANCE * max(1.0, float(errors.max()))
    if not varies.any():
        return float(t_quantile(min(df, LEAST_DF), confidence))
    largest = np.abs((drawn[:, later] - drawn[:, earlier])[:, varies] / errors[varies]).max(axis=1)
    return max(float(np.quantile(largest, confidence)), float(t_quantile(df, confidence)))
