"""The difference of one metric between two models, with its standard error and intervals at any quantile."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from askance.core.metric import Metric
from askance.metrics.multiplicity import confidence_of_scaled, largest_t, on_one_scale, simultaneous_quantile
from askance.metrics.paired_difference import added_pairs_interval, difference_quantile
from askance.metrics.paired_sums import PERCENT, PairedSums
from askance.metrics.paired_swaps import SwapDistribution, SwapStatistic, swap_statistic
from askance.metrics.t_distribution import CONFIDENCE, t_quantile

POWER = 0.6  # two-sided confidence whose quantile is t at 80 %
MANY_IMAGES = 50
LEAST_IMAGES = 6  # with fewer, even 2 of all 2^G swaps are more than 5 %
Interval = tuple[float | None, float | None]


@dataclass(frozen=True, slots=True)
class DifferenceEstimate:
    """B − A of one metric; `compare` and `check` take every interval of a difference from here."""

    metric: Metric
    statistic: SwapStatistic
    images: int
    differing: int  # images with a case on which the models differ

    @property
    def se(self) -> float | None:
        """The standard error; None where one image or no spread leaves it unknown."""
        return math.sqrt(self.statistic.variance) if self.images > 1 and self.statistic.variance > 0 else None

    def quantile(self, confidence: float = CONFIDENCE) -> float:
        """Student's t for this difference alone."""
        return difference_quantile(self.images, self.differing, confidence)

    def interval(self, quantile: float | None = None) -> Interval:
        """The interval at a quantile of |t|, by default that of this difference alone; none where nothing limits it."""
        if self.images < 2:
            return None, None
        low, high = self._ends(self.quantile() if quantile is None else quantile)
        low_bound, high_bound = _difference_bounds(self.metric)
        low, high = max(low_bound, low), min(high_bound, high)
        return (low, high) if math.isfinite(low) and math.isfinite(high) else (None, None)

    def _ends(self, quantile: float) -> tuple[float, float]:
        of, difference = self.statistic, self.statistic.difference
        if of.case_variance is None and self.se is not None:  # a function of means: its variance is the jackknife's
            return difference - quantile * self.se, difference + quantile * self.se
        widest = PERCENT
        if of.case_variance is None:  # no spread at all
            highest = _difference_bounds(self.metric)[1]
            widest = highest if math.isfinite(highest) else abs(difference)
        scaled = difference / widest if widest else 0.0
        spread = (of.case_variance or 0.0) / PERCENT**2
        ends = added_pairs_interval(scaled, of.variance / PERCENT**2, spread, self.images, quantile)
        return widest * ends[0], widest * ends[1]


def detectable_difference(se: float, images: int) -> float:
    """The smallest true difference that 80 % of comparisons of this size find, for one metric: (t.975 + t.80) · se."""
    return se * float(sum(t_quantile(images - 1, confidence) for confidence in (CONFIDENCE, POWER)))


def estimate_difference(metric: Metric, sums: PairedSums, image_count: int) -> DifferenceEstimate:
    """The difference of two models; images have codes below `image_count`."""
    return DifferenceEstimate(metric, swap_statistic(sums, image_count), sums.image_count, sums.differing_images)


def simultaneous_intervals(
    estimates: Sequence[DifferenceEstimate], swapped: SwapDistribution, confidence: float = CONFIDENCE
) -> list[Interval]:
    """Intervals that contain all true differences at once (max-t over the swaps), none narrower than one alone."""
    if len(estimates) == 1:
        return [estimates[0].interval(estimates[0].quantile(confidence))]
    size = simultaneous_quantile(on_one_scale(swapped, [each.images for each in estimates]), confidence)
    together = confidence_of_scaled(size)
    # swaps say nothing about a metric on which the models never differ: Bonferroni
    each_alone = 1 - (1 - confidence) / len(estimates)
    intervals = []
    for place, each in enumerate(estimates):
        quantile = each.quantile(max(together, CONFIDENCE if each.se is not None else each_alone))
        if each.images >= MANY_IMAGES:  # of few images, swaps say too little about rare values
            quantile = max(quantile, largest_t(swapped, place, together))
        intervals.append(each.interval(quantile))
    return intervals


def _difference_bounds(metric: Metric) -> tuple[float, float]:
    low, high = metric.bounds
    if low is None or high is None:
        return -math.inf, math.inf
    return low - high, high - low
