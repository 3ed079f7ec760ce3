"""How steadily accuracy falls from level to level: the share of steps that do not rise, and rank correlation."""

from typing import NamedTuple

import numpy as np
from askance.metrics.confidence_interval import Codes, Floats

DRAWS = 1000  # bootstrap samples of images
BLOCK = 50  # of them at once
BOUNDS = (2.5, 97.5)  # percentiles
_EQUAL = 1e-9  # accuracies that differ by less are equal


class FigureWithInterval(NamedTuple):
    """A figure with its interval; not a number where it is undefined."""

    value: float
    low: float
    high: float


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


def curve_figures(values: Floats, clusters: Codes) -> tuple[FigureWithInterval, FigureWithInterval]:
    """Monotonicity and Spearman's ρ of cases (rows) by level (columns), with percentile intervals over images."""
    images = np.unique(clusters, return_inverse=True)[1]
    count = int(images.max()) + 1 if len(images) else 0
    if count == 0:
        return (FigureWithInterval(np.nan, np.nan, np.nan),) * 2
    columns = [np.bincount(images, weights=column) for column in values.T]
    sums = np.stack(columns, axis=1).astype(np.float64)  # (images, levels)
    sizes = np.bincount(images).astype(np.float64)
    whole = values.mean(axis=0, keepdims=True)
    drawn = _bootstrap_curves(sums, sizes) if count > 1 else whole[:0]
    return (
        _percentile_figure(float(monotonicity(whole)[0]), monotonicity(drawn), (0.0, 1.0)),
        _percentile_figure(float(spearman(whole)[0]), spearman(drawn), (-1.0, 1.0)),
    )


def _bootstrap_curves(sums: Floats, sizes: Floats) -> Floats:
    """The curves of samples of as many images, drawn with replacement; always the same ones."""
    rng, count = np.random.Generator(np.random.PCG64(0)), len(sizes)
    shares = np.full(count, 1 / count)
    parts = []
    for _ in range(DRAWS // BLOCK):
        weights = rng.multinomial(count, shares, size=BLOCK).astype(np.float64)
        parts.append((weights @ sums) / (weights @ sizes)[:, None])
    return np.concatenate(parts)


def _percentile_figure(value: float, drawn: Floats, widest: tuple[float, float]) -> FigureWithInterval:
    """A figure with the percentiles of its samples; of one image nothing is known but the widest bounds."""
    known = drawn[~np.isnan(drawn)]
    if np.isnan(value):
        return FigureWithInterval(np.nan, np.nan, np.nan)
    low, high = np.percentile(known, BOUNDS) if len(known) else widest
    return FigureWithInterval(value, min(value, float(low)), max(value, float(high)))
