"""Cluster jackknife: intervals of figures that are not means, such as ratios, F1 and differences of extremes."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from askance.metrics.confidence_interval import Codes, Floats
from askance.metrics.t_distribution import t_quantile

_NOTHING = 1e-18  # a variance below this is rounding


class JackknifeEstimate(NamedTuple):
    """A figure with its 95 % interval and the bias that the jackknife estimates."""

    value: float
    low: float
    high: float
    bias: float


def jackknife_of_sums(
    columns: Floats, clusters: Codes, figures_of: Callable[[Floats], Floats]
) -> list[JackknifeEstimate]:
    """Figures that are functions of column sums, each cluster left out in turn; t with clusters − 1.

    `figures_of` takes sums (…, columns) and returns figures (…, figures). A cluster whose removal leaves a figure
    undefined is passed over for that figure; with fewer than two others the figure has no interval.
    """
    codes = np.unique(clusters, return_inverse=True)[1]
    count = int(codes.max(initial=-1)) + 1
    sums = np.stack([np.bincount(codes, weights=column, minlength=count) for column in columns.T], axis=-1)
    total = sums.sum(axis=0)
    values, others = figures_of(total), figures_of(total - sums)
    return [_estimate(float(value), others[:, place]) for place, value in enumerate(values)]


def _estimate(value: float, others: Floats) -> JackknifeEstimate:
    """The interval of one figure from its values with one cluster left out."""
    others = others[np.isfinite(others)]
    count = len(others)
    if count < 2 or not np.isfinite(value):
        return JackknifeEstimate(value, np.nan, np.nan, np.nan)
    variance = (count - 1) / count * float(((others - others.mean()) ** 2).sum())
    if variance <= _NOTHING:  # all clusters are alike: that says nothing about how the next one differs
        return JackknifeEstimate(value, np.nan, np.nan, 0.0)
    half = float(t_quantile(count - 1)) * variance**0.5
    return JackknifeEstimate(value, value - half, value + half, (count - 1) * (float(others.mean()) - value))
