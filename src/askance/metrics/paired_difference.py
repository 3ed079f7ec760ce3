"""The mean of paired differences, with an interval that accounts for questions about the same image."""

import math

import numpy as np
import numpy.typing as npt
from askance.metrics.confidence_interval import Rate
from askance.metrics.image_sums import Codes, Floats, ImageSums, sum_by_image
from askance.metrics.t_distribution import CONFIDENCE, t_quantile

LEAST_DF = 3  # however few images show a difference, unless there are fewer images
_NOTHING = 1e-18  # a variance below this is rounding


def paired_difference(differences: npt.ArrayLike, clusters: npt.ArrayLike, confidence: float = CONFIDENCE) -> Rate:
    """The mean of differences in [-1, 1] with its interval; not a number where there are none.

    The variance is that by image, but at least that of independent cases; the quantile is Student's t with one degree
    of freedom fewer than images that show a difference. As Agresti and Min (2005) have it, two pairs are added that
    differ by chance, to the number of independent pairs that would be worth these: where g images show no difference
    at all, the interval is ± t / (g + 2), not nothing.
    """
    values: Floats = np.asarray(differences, dtype=np.float64)
    n = len(values)
    if n == 0:
        return Rate(math.nan, math.nan, math.nan, 0, 0)
    codes: Codes = np.unique(np.asarray(clusters), return_inverse=True)[1].astype(np.int64)
    sums = sum_by_image(values, codes, np.zeros(n, dtype=np.int64), 1)
    mean, images = float(sums.mean[0]), int(sums.images[0])
    if images < 2:
        return Rate(mean, -1.0, 1.0, n, images)
    low, high = difference_interval(sums, difference_quantile(images, len(np.unique(codes[values != 0])), confidence))
    return Rate(mean, low, high, n, images)


def difference_interval(sums: ImageSums, quantile: float) -> tuple[float, float]:
    """The ends of the interval of one group's mean difference, about at least two images."""
    mean, n, images = float(sums.mean[0]), int(sums.n[0]), int(sums.images[0])
    independent = float(sums.independent[0])
    variance = max(float(sums.by_image[0]), independent)
    low, high = added_pairs_interval(mean, variance, (n - 1) * independent, images, quantile)
    return max(-1.0, low), min(1.0, high)


def difference_quantile(images: int, differing: int, confidence: float = CONFIDENCE) -> float:
    """Student's t for a difference that `differing` of the images show."""
    return float(t_quantile(max(1, min(images - 1, max(LEAST_DF, differing - 1))), confidence))


def added_pairs_interval(
    mean: float, variance: float, case_variance: float, images: int, quantile: float
) -> tuple[float, float]:
    """The interval of a mean difference with two added pairs; `variance` is that of the mean, not yet within bounds."""
    size = case_variance / variance if variance > _NOTHING else images
    half = quantile * math.sqrt(size**2 * variance + 1) / (size + 2)
    centre = mean * size / (size + 2)
    return min(mean, centre - half), max(mean, centre + half)
