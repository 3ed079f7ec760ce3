"""Intervals of findings: wider than 95 %, because the most surprising results are chosen from many."""

import math
from dataclasses import dataclass
from statistics import NormalDist

Z95 = NormalDist().inv_cdf(0.975)  # of the intervals in tidy rows
WIDEST = 0.9999  # an interval over the whole scale is that of almost no case


@dataclass(frozen=True, slots=True)
class Estimate:
    """A bad share (or a loss in points) with its interval."""

    value: float
    low: float
    high: float


def quantile_for_selection(chosen: int, tested: int, error_rate: float) -> float:
    """The normal quantile of intervals at level 1 - error_rate · chosen / tested (false coverage rate)."""
    share = min(1.0, chosen / tested) if tested else 1.0
    return NormalDist().inv_cdf(1 - error_rate * share / 2)


def widen_share(estimate: Estimate, z: float) -> Estimate:
    """A share in percent with a 95 % interval, at another quantile: the Wilson interval of the same effective size."""
    p, width = estimate.value / 100, (estimate.high - estimate.low) / 100
    size = _effective_size(min(max(p, 0.0), 1.0), width)
    low, high = _wilson(min(max(p, 0.0), 1.0), size, z)
    return Estimate(estimate.value, min(100 * low, estimate.low), max(100 * high, estimate.high))


def widen_difference(estimate: Estimate, z: float) -> Estimate:
    """A difference with a 95 % interval, at another quantile."""
    scale = z / Z95
    low, high = estimate.value - estimate.low, estimate.high - estimate.value
    return Estimate(estimate.value, estimate.value - scale * low, estimate.value + scale * high)


def least_excess(bad: Estimate, reference: Estimate) -> float:
    """The lower end of the interval of bad - reference, from the intervals of both (MOVER, Zou and Donner 2008)."""
    below, above = bad.value - bad.low, reference.high - reference.value
    return bad.value - reference.value - math.hypot(below, above)


def explained_by_accuracy(accuracy: Estimate, answers: int) -> Estimate:
    """The bad share (percent) of cases with so many answers, if wrong answers are spread at random over the questions.

    One answer: it is wrong. Several yes/no answers: neither all right nor all wrong.
    """

    def bad(percent: float) -> float:
        right = percent / 100
        return 100 * (1 - right if answers == 1 else 1 - right**answers - (1 - right) ** answers)

    ends = [bad(accuracy.value), bad(accuracy.low), bad(accuracy.high)]
    if answers > 1 and accuracy.low <= 50 <= accuracy.high:
        ends.append(bad(50))  # the most that accuracy can explain
    return Estimate(ends[0], min(ends), max(ends))


def _effective_size(p: float, width: float) -> float:
    """The number of independent cases whose 95 % Wilson interval is that wide.

    With a = z²/n the width w satisfies (w² - 1) a² + (2 w² - 4 p (1 - p)) a + w² = 0.
    """
    square = min(width, WIDEST) ** 2
    if square <= 0:
        return math.inf
    first, second = square - 1, 2 * square - 4 * p * (1 - p)
    ratio = (-second - math.sqrt(second**2 - 4 * first * square)) / (2 * first)
    return Z95**2 / ratio


def _wilson(p: float, size: float, z: float) -> tuple[float, float]:
    shrink = 1 / (1 + z**2 / size)
    centre = (p + z**2 / (2 * size)) * shrink
    half = z * math.sqrt(p * (1 - p) / size + (z / (2 * size)) ** 2) * shrink
    return max(0.0, centre - half), min(1.0, centre + half)
