"""p values and intervals of many metrics at once: max-|t| step-down (Westfall and Young), and false discovery rate."""

import math
from collections.abc import Sequence
from statistics import NormalDist

import numpy as np
import numpy.typing as npt
from askance.core.case_score import Floats
from askance.metrics.paired_swaps import SwapDistribution

_TIE = 1e-9  # relative: statistics this close are equal


def swap_p_values(found: SwapDistribution) -> Floats:
    """p of each metric alone: the share of swaps with a difference at least as large."""
    return _to_p(_reaches(np.abs(found.swapped), np.abs(found.observed)).sum(axis=0), found)


def step_down_p_values(found: SwapDistribution) -> Floats:
    """Adjusted p of each metric, Westfall and Young's step-down max-|t|: family-wise error at most p."""
    size, swapped = np.abs(found.observed), np.abs(found.swapped)
    order = np.argsort(-size, kind="stable")
    highest = np.maximum.accumulate(swapped[:, order[::-1]], axis=1)[:, ::-1]  # over this metric and all smaller ones
    adjusted = np.maximum.accumulate(_to_p(_reaches(highest, size[order]).sum(axis=0), found))
    p = np.empty_like(adjusted)
    p[order] = adjusted
    return p


def on_one_scale(found: SwapDistribution, images: Sequence[int]) -> SwapDistribution:
    """The same with each |t| as a size that a normal distribution has as rarely as swaps do; their order stays.

    If all of three images show the same difference, t is infinite, also in a quarter of all swaps: the largest |t| of
    several metrics would be that one, and no other metric could be significant. So would be a mean over small tests.
    """
    observed, swapped = np.abs(found.observed), np.abs(found.swapped)
    for place, count in enumerate(images):
        sizes = np.sort(swapped[:, place])
        size = observed[place]
        scores = _normal_scores(np.append(swapped[:, place], size), sizes, found.is_exact)
        swapped[:, place], observed[place] = scores[:-1], scores[-1]
        if size > sizes[-1]:  # rarer than all random swaps can tell
            observed[place] = max(observed[place], size * math.sqrt(count) / math.sqrt(count - 1 + size**2))
    return SwapDistribution(observed, swapped, found.is_exact)


def _normal_scores(t: Floats, sizes: Floats, is_exact: bool) -> Floats:
    """The sizes that are as rare as the share of swaps that reach a |t|; `sizes`: those of all swaps, in order."""
    reached = len(sizes) - np.searchsorted(sizes, t * (1 - _TIE))
    counts, places = np.unique(reached, return_inverse=True)
    shares = counts / len(sizes) if is_exact else (1 + counts) / (len(sizes) + 1)
    return np.array([NormalDist().inv_cdf(1 - min(share, 1.0) / 2) for share in shares])[places]


def largest_t(found: SwapDistribution, place: int, confidence: float) -> float:
    """The |t| of one metric that a share of all swaps stays below."""
    return float(np.quantile(np.abs(found.swapped[:, place]), confidence))


def confidence_of_scaled(size: float) -> float:
    """The share of a normal distribution within ± size."""
    return 2 * NormalDist().cdf(size) - 1


def simultaneous_quantile(found: SwapDistribution, confidence: float = 0.95) -> float:
    """The quantile of the largest statistic over the metrics: what makes intervals simultaneous."""
    highest = np.sort(np.abs(found.swapped).max(axis=1))
    count = len(highest)
    place = math.ceil(confidence * (count if found.is_exact else count + 1) - 1e-9)
    return float(highest[min(place, count) - 1])


def false_discovery_p_values(p: npt.ArrayLike) -> Floats:
    """Benjamini and Hochberg's adjusted p values, in the given order."""
    values = np.asarray(p, dtype=np.float64)
    order = np.argsort(values, kind="stable")
    count = len(values)
    scaled = values[order] * count / np.arange(1, count + 1)
    adjusted = np.empty(count)
    adjusted[order] = np.minimum(np.minimum.accumulate(scaled[::-1])[::-1], 1.0)
    return adjusted


def _reaches(swapped: Floats, observed: Floats) -> npt.NDArray[np.bool_]:
    return np.asarray(swapped >= observed * (1 - _TIE))


def _to_p(counts: npt.NDArray[np.int64], found: SwapDistribution) -> Floats:
    """All swaps contain the observed one; of random swaps, it is counted beside them."""
    swaps = len(found.swapped)
    return counts / swaps if found.is_exact else (1 + counts) / (swaps + 1)
