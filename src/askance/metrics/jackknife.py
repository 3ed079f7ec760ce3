"""The cluster jackknife: the changes of a figure if each image is left out give its variance, interval and bias."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from askance.metrics.confidence_interval import wilson_interval
from askance.metrics.image_sums import Codes, Floats
from askance.metrics.t_distribution import CONFIDENCE, t_quantile

LEAST_DF = 5  # however few images have a success or a failure, unless there are fewer images
_NOTHING = 1e-18  # a variance below this is rounding


class JackknifeEstimate(NamedTuple):
    """A figure with its 95 % interval and the bias that the jackknife estimates."""

    value: float
    low: float
    high: float
    bias: float


def jackknife_variance(left_out: Floats, groups: Codes, group_count: int) -> Floats:
    """V = (G − 1)/G · Σ(θ₋g − mean)² of each group, from its figure without each image; nan for one image."""
    known = ~np.isnan(left_out)
    values, codes = left_out[known], groups[known]
    images = np.bincount(codes, minlength=group_count)
    with np.errstate(divide="ignore", invalid="ignore"):
        mean = np.bincount(codes, weights=values, minlength=group_count) / images
        squares = np.bincount(codes, weights=(values - mean[codes]) ** 2, minlength=group_count)
        return np.where(images > 1, squares * (images - 1) / images, np.nan)


def variance_of_one(left_out: npt.ArrayLike) -> float:
    """The jackknife variance of a single figure."""
    values: Floats = np.asarray(left_out, dtype=np.float64)
    return float(jackknife_variance(values, np.zeros(len(values), dtype=np.int64), 1)[0])


def jackknife_bias(value: float, left_out: npt.ArrayLike) -> float:
    """The estimated bias (G − 1)(mean of θ₋g − θ), in the unit of the figure; not a number with fewer than 2 images."""
    values: Floats = np.asarray(left_out, dtype=np.float64)
    values = values[~np.isnan(values)]
    return float((len(values) - 1) * (values.mean() - value)) if len(values) > 1 else np.nan


def pseudo_values(value: float, left_out: npt.ArrayLike) -> Floats:
    """G·θ − (G − 1)·θ₋g of each image, where it is a number: the variance of their mean is the jackknife's."""
    values: Floats = np.asarray(left_out, dtype=np.float64)
    found: Floats = len(values) * value - (len(values) - 1) * values
    return found[~np.isnan(found)]


def jackknife_interval(
    value: npt.ArrayLike,
    variance: npt.ArrayLike,
    images: npt.ArrayLike,
    fewer: npt.ArrayLike,
    confidence: float = CONFIDENCE,
) -> tuple[Floats, Floats]:
    """The interval of figures in [0, 1] from their jackknife variance; `fewer`: images with a success, or a failure.

    Wilson's form keeps it inside [0, 1]: figure ± t·√V covered 3 to 90 % near the ends. Where nothing varies, the
    images count as independent cases.
    """
    mean, spread, count = (np.asarray(each, dtype=np.float64) for each in (value, variance, images))
    with np.errstate(divide="ignore", invalid="ignore"):
        size = np.where(spread > _NOTHING, mean * (1 - mean) / spread, count)
    size = np.where(size > 0, size, count)
    df = np.minimum(np.maximum(LEAST_DF, np.asarray(fewer) - 1.0), count - 1)
    return wilson_interval(mean, size, t_quantile(np.maximum(df, 1.0), confidence))


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


def _estimate(value: float, left_out: Floats) -> JackknifeEstimate:
    """The interval of one figure, value ± t·√V, from its values with one cluster left out."""
    left_out = left_out[np.isfinite(left_out)]
    if len(left_out) < 2 or not np.isfinite(value):
        return JackknifeEstimate(value, np.nan, np.nan, np.nan)
    variance = variance_of_one(left_out)
    if variance <= _NOTHING:  # all clusters are alike: that says nothing about how the next one differs
        return JackknifeEstimate(value, np.nan, np.nan, 0.0)
    half = float(t_quantile(len(left_out) - 1)) * variance**0.5
    return JackknifeEstimate(value, value - half, value + half, jackknife_bias(value, left_out))
