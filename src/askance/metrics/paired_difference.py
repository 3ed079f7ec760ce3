"""The mean of paired differences, with an interval that accounts for questions about the same image."""

import math

import numpy as np
import numpy.typing as npt
from askance.metrics.confidence_interval import Codes, Floats, Rate, Z

_NOTHING = 1e-18  # a variance below this is rounding


def paired_difference(differences: npt.ArrayLike, clusters: npt.ArrayLike, z: float = Z) -> Rate:
    """The mean of differences in [-1, 1] with its interval; not a number where there are none.

    As Agresti and Min (2005) have it, two pairs are added that differ by chance, to as many pairs as would be worth
    these were they independent: where g images show no difference at all the interval is ± z / (g + 2), not nothing.
    """
    values: Floats = np.asarray(differences, dtype=np.float64)
    n = len(values)
    if n == 0:
        return Rate(math.nan, math.nan, math.nan, 0)
    mean = float(values.mean())
    codes: Codes = np.unique(np.asarray(clusters), return_inverse=True)[1].astype(np.int64)
    g = int(codes.max()) + 1
    if g < 2:
        return Rate(mean, -1.0, 1.0, n)
    residual = np.bincount(codes, weights=values - mean)
    variance = float((residual**2).sum()) / n**2 * g / (g - 1)
    alone = float(((values - mean) ** 2).sum()) / n**2  # the variance, were all pairs independent
    size = min(n, n * alone / variance) if variance > _NOTHING else g
    half = z * math.sqrt(size**2 * variance + 1) / (size + 2)
    centre = mean * size / (size + 2)
    return Rate(mean, max(-1.0, min(mean, centre - half)), min(1.0, max(mean, centre + half)), n)
