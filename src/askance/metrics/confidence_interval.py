"""Rates with confidence intervals that account for questions about the same image (clusters)."""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from askance.metrics.image_sums import Codes, Floats, ImageSums, sum_by_image
from askance.metrics.t_distribution import CONFIDENCE, normal_quantile, t_quantile

# Degrees of freedom if few images have a failure (or a success): with fewer, the interval would be [0, 1] whatever the
# data say. For values 0 and 1, coverage is the same with 3 as with 2 (docs/intervals.md); graded values need 2.
LEAST_DF, LEAST_DF_BINARY = 2.0, 3.0
LEAST_IMAGES = 5  # with fewer images the number 3 is not tested
_ROUNDING = 1e-9  # a relative difference of two variances below this is rounding


class Rate(NamedTuple):
    """A rate in [0, 1] with its interval, from n cases about so many images; not a number where there are none."""

    value: float
    low: float
    high: float
    n: int
    images: int = 0


class Rates(NamedTuple):
    """As Rate, for many groups at once."""

    value: Floats
    low: Floats
    high: Floats
    n: Codes
    images: Codes


def clustered_rate(values: npt.ArrayLike, clusters: npt.NDArray[Any], confidence: float = CONFIDENCE) -> Rate:
    """The mean of values in [0, 1] with a Wilson interval whose effective size allows for clusters."""
    scores = np.asarray(values, dtype=np.float64)
    labels = np.asarray(clusters)
    if len(scores) != len(labels):
        raise ValueError("clustered_rate needs one cluster for each value")
    codes = np.unique(labels, return_inverse=True)[1].astype(np.int64)
    found = grouped_rates(scores, codes, np.zeros(len(scores), dtype=np.int64), 1, confidence)
    value, low, high = (float(each[0]) for each in found[:3])
    return Rate(value, low, high, int(found.n[0]), int(found.images[0]))


def grouped_rates(
    values: Floats, clusters: Codes, groups: Codes, group_count: int, confidence: float = CONFIDENCE
) -> Rates:
    """The clustered rate of each group; clusters and groups are codes from 0 on, one of each per value.

    The larger of two variances decides: by image (V₂), and as if all cases were independent (V₀). The quantile is
    Student's t where that variance is an estimate of its own: V₂ always is, V₀ is for graded values, whereas that of
    values 0 and 1 follows from the rate. docs/intervals.md has the formulas.
    """
    return rates_of_sums(sum_by_image(values, clusters, groups, group_count), confidence)


def rates_of_sums(sums: ImageSums, confidence: float = CONFIDENCE) -> Rates:
    """The rate of each group with its interval, from sums over images."""
    mean = np.clip(sums.mean, 0.0, 1.0)  # rounding may exceed 1
    with np.errstate(divide="ignore", invalid="ignore"):
        effective = mean * (1 - mean) / np.maximum(sums.by_image, sums.independent)
    is_exact = ~(np.isfinite(effective) & (effective > 0))  # all values are equal, or there is one image
    is_estimated = (sums.is_correlated(_ROUNDING) | (sums.is_graded & ~is_exact)) & (mean > 0) & (mean < 1)
    quantile = np.where(is_estimated, t_quantile(degrees_of_freedom(sums), confidence), normal_quantile(confidence))
    low, high = wilson_interval(mean, np.where(is_exact, sums.images, effective), quantile)
    return Rates(mean, low, high, sums.n, sums.images)


def degrees_of_freedom(sums: ImageSums) -> Floats:
    """How many degrees of freedom the variance by image has, in each group; at least 2 or 3.

    That is Satterthwaite's number for cases that correlate equally within an image, but fewer than the images with any
    success, and than those with any failure: few of either tell little about the variance.
    """
    total, w, d, a = sums.expected_residuals()
    aww, awd, add = sums.add_up(a * w * w), sums.add_up(a * w * d), sums.add_up(a * d * d)
    trace = sums.add_up(a * d) - 2 * awd + total * aww
    # ‖C‖² expanded: C = A(D − w·dᵀ − d·wᵀ + Σd·w·wᵀ)A needs sums over images only, no matrix of images × images
    outer = total**2 * aww**2 + 2 * aww * add - 4 * total * aww * awd + 2 * awd**2
    diagonal = sums.add_up(a * a * d * (d + 2 * total[sums.group] * w * w - 4 * w * d))
    with np.errstate(divide="ignore", invalid="ignore"):
        satterthwaite = trace**2 / (outer + diagonal)
    found = np.fmin(satterthwaite, sums.fewer_outcomes() - 1)
    is_tested = ~sums.is_graded & (sums.images >= LEAST_IMAGES)
    return np.asarray(np.fmax(found, np.where(is_tested, LEAST_DF_BINARY, LEAST_DF)))


def wilson_interval(mean: Floats, size: Floats, z: npt.ArrayLike) -> tuple[Floats, Floats]:
    """The Wilson score interval of a proportion from so many independent cases."""
    quantile = np.asarray(z, dtype=np.float64)
    with np.errstate(divide="ignore", invalid="ignore"):
        shrink = 1 / (1 + quantile**2 / size)
        centre = (mean + quantile**2 / (2 * size)) * shrink
        half = quantile * np.sqrt(mean * (1 - mean) / size + (quantile / (2 * size)) ** 2) * shrink
    return np.clip(centre - half, 0.0, mean), np.clip(centre + half, mean, 1.0)


__all__ = [
    "Codes",
    "Floats",
    "Rate",
    "Rates",
    "clustered_rate",
    "degrees_of_freedom",
    "grouped_rates",
    "rates_of_sums",
    "wilson_interval",
]
