"""p values and intervals of many metrics at once: max-|t| step-down (Westfall and Young), and false discovery rate."""

import math
from collections.abc import Sequence

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
    """The same with |t| of G images as z = t·√G / √(G − 1 + t²), which is at most √G.

    If all of three images show the same difference, t is infinite, also in a quarter of all swaps: the largest |t| of
    several metrics would be that one, and no other metric could be significant. z of one metric orders swaps as t does.
    """
    count = np.maximum(np.asarray(images, dtype=np.float64), 1.0)

    def scaled(t: Floats) -> Floats:
        return np.asarray(t * np.sqrt(count) / np.sqrt(np.maximum(count - 1 + t**2, 1e-300)))

    return SwapDistribution(scaled(found.observed), scaled(found.swapped), found.is_exact)


def t_of_scaled(z: float, images: int) -> float:
    """The |t| of a number of images that has this z; infinite where they cannot reach it."""
    return z * math.sqrt(images - 1) / math.sqrt(images - z**2) if z**2 < images else math.inf


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
