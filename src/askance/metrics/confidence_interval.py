"""Rates with confidence intervals that account for questions about the same image (clusters)."""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Codes = npt.NDArray[np.int64]

Z = 1.96
_NOTHING = 1e-9  # a cluster's sum of residuals below this is rounding


class Rate(NamedTuple):
    """A rate in [0, 1] with its interval, from n cases; not a number where there are none."""

    value: float
    low: float
    high: float
    n: int


class Rates(NamedTuple):
    """As Rate, for many groups at once."""

    value: Floats
    low: Floats
    high: Floats
    n: Codes


def clustered_rate(values: npt.ArrayLike, clusters: npt.NDArray[Any], z: float = Z) -> Rate:
    """The mean of values in [0, 1] with a Wilson interval whose effective size allows for clusters."""
    scores = np.asarray(values, dtype=np.float64)
    labels = np.asarray(clusters)
    if len(scores) != len(labels):
        raise ValueError("clustered_rate needs one cluster for each value")
    codes = np.unique(labels, return_inverse=True)[1].astype(np.int64)
    rates = grouped_rates(scores, codes, np.zeros(len(scores), dtype=np.int64), 1, z)
    return Rate(float(rates.value[0]), float(rates.low[0]), float(rates.high[0]), int(rates.n[0]))


def grouped_rates(values: Floats, clusters: Codes, groups: Codes, group_count: int, z: float = Z) -> Rates:
    """The clustered rate of each group; clusters and groups are codes from 0 on, one of each per value."""
    span = int(clusters.max()) + 1 if len(clusters) else 1
    cells, cell_of = np.unique(groups * span + clusters, return_inverse=True)  # a cell: one cluster in one group
    group_of = cells // span
    size = np.bincount(cell_of, minlength=len(cells)).astype(np.float64)
    total = np.bincount(cell_of, weights=values, minlength=len(cells))

    n = np.bincount(groups, minlength=group_count)
    clusters_in = np.bincount(group_of, minlength=group_count)
    with np.errstate(divide="ignore", invalid="ignore"):
        mean = np.clip(np.bincount(group_of, weights=total, minlength=group_count) / n, 0.0, 1.0)
        residual = total - mean[group_of] * size
        residual[np.abs(residual) < _NOTHING] = 0.0
        squares = np.bincount(group_of, weights=residual**2, minlength=group_count)
        variance = squares / n**2.0 * clusters_in / (clusters_in - 1)
        effective = mean * (1 - mean) / variance
    boundary = ~np.isfinite(effective) | (effective <= 0)
    effective = np.where(boundary, clusters_in, effective)
    low, high = wilson_interval(mean, effective, z)
    return Rates(mean, low, high, n.astype(np.int64))


def wilson_interval(mean: Floats, size: Floats, z: float = Z) -> tuple[Floats, Floats]:
    """The Wilson score interval of a proportion from so many independent cases."""
    with np.errstate(divide="ignore", invalid="ignore"):
        shrink = 1 / (1 + z**2 / size)
        centre = (mean + z**2 / (2 * size)) * shrink
        half = z * np.sqrt(mean * (1 - mean) / size + (z / (2 * size)) ** 2) * shrink
    return np.clip(centre - half, 0.0, mean), np.clip(centre + half, mean, 1.0)
