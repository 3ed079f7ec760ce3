"""p values and intervals of many metrics at once: max-|t| step-down (Westfall and Young), and false discovery rate."""

import math

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


def simultaneous_quantile(found: SwapDistribution, confidence: float = 0.95) -> float:
    """The quantile of max |t| over the metrics: the factor of standard errors that makes intervals simultaneous."""
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
