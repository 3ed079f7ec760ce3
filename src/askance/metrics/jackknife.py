"""The cluster jackknife: how much a figure changes if one image is left out tells its variance and its bias."""

import numpy as np
import numpy.typing as npt
from askance.metrics.confidence_interval import wilson_interval
from askance.metrics.image_sums import Codes, Floats
from askance.metrics.t_distribution import CONFIDENCE, t_quantile

LEAST_DF = 5  # however few images have a success or a failure, unless there are fewer images
_NOTHING = 1e-18  # a variance below this is rounding


def jackknife_variance(left_out: Floats, groups: Codes, group_count: int) -> Floats:
    """V = (G − 1)/G · Σ(θ₋g − mean)² of each group, from its figure without each image; nan for one image."""
    known = ~np.isnan(left_out)
    values, codes = left_out[known], groups[known]
    images = np.bincount(codes, minlength=group_count)
    with np.errstate(divide="ignore", invalid="ignore"):
        mean = np.bincount(codes, weights=values, minlength=group_count) / images
        squares = np.bincount(codes, weights=(values - mean[codes]) ** 2, minlength=group_count)
        return np.where(images > 1, squares * (images - 1) / images, np.nan)


def jackknife_bias(value: float, left_out: npt.ArrayLike) -> float:
    """The estimated bias (G − 1)(mean of θ₋g − θ), in the unit of the figure; not a number with fewer than 2 images."""
    values: Floats = np.asarray(left_out, dtype=np.float64)
    values = values[~np.isnan(values)]
    return float((len(values) - 1) * (values.mean() - value)) if len(values) > 1 else np.nan


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
