"""The rows of a comparison: differences with intervals and p values that are adjusted for the number of metrics."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
import pyarrow as pa
from askance.core.metric import PERCENT, POINTS, Metric
from askance.core.plural import plural
from askance.metrics.difference_estimate import (
    DifferenceEstimate,
    Interval,
    detectable_difference,
    estimate_difference,
    simultaneous_intervals,
)
from askance.metrics.multiplicity import (
    false_discovery_p_values,
    on_one_scale,
    step_down_p_values,
    swap_p_values,
)
from askance.metrics.paired_sums import PairedSums
from askance.metrics.paired_swaps import swap_images
from askance.report.paired_cases import MetricSums
from askance.report.undecided_cases import UndecidedCases

ALPHA = 0.05
NOT_TESTED = "not tested"
Undecided = Literal["left out", "wrong"]

SCHEMA = pa.schema([
    ("model_a", pa.string()), ("model_b", pa.string()), ("dataset", pa.string()), ("suite", pa.string()),
    ("metric", pa.string()), ("group", pa.string()), ("undecided", pa.string()), ("unit", pa.string()),
    ("better", pa.string()), ("a", pa.float64()), ("b", pa.float64()), ("difference", pa.float64()),
    ("low", pa.float64()), ("high", pa.float64()), ("p", pa.float64()), ("adjustment", pa.string()),
    ("winner", pa.string()), ("low_single", pa.float64()), ("high_single", pa.float64()), ("p_single", pa.float64()),
    ("se", pa.float64()), ("detectable", pa.float64()), ("n", pa.int64()), ("images", pa.int64()),
    ("undecided_a", pa.int64()), ("undecided_b", pa.int64()),
])  # fmt: skip


@dataclass(frozen=True, slots=True)
class Difference:
    """B minus A on one metric; `low`, `high` and `p` are adjusted in the way that `adjustment` names."""

    dataset: str
    suite: str
    metric: Metric
    group: str
    undecided: Undecided  # how undecided cases are counted
    a: float
    b: float
    difference: float
    low: float | None
    high: float | None
    p: float | None
    adjustment: str
    low_single: float | None
    high_single: float | None
    p_single: float | None
    se: float | None
    n: int
    images: int
    lost: UndecidedCases  # shared cases that are undecided, and why

    @property
    def name(self) -> str:
        """SUITE.METRIC, with the group where there is one."""
        return f"{self.suite}.{self.metric.name}" + (f" ({self.group})" if self.group else "")

    @property
    def is_significant(self) -> bool:
        """Whether the adjusted p value is below 5 %."""
        return self.p is not None and self.p < ALPHA

    @property
    def contains_zero(self) -> bool:
        """Whether the interval that is shown contains 0: p can be below 5 % all the same, because it is stepwise."""
        return self.low is not None and self.high is not None and self.low <= 0 <= self.high

    @property
    def detectable(self) -> float | None:
        """The smallest true difference that would be found in 80 % of such comparisons, without adjustment."""
        return None if self.se is None else detectable_difference(self.se, self.images)

    @property
    def better_side(self) -> Literal["a", "b"] | None:
        """The better model by the metric's own direction; None where it has none or the difference is 0."""
        if self.metric.better is None or self.difference == 0:
            return None
        return "b" if (self.difference > 0) == (self.metric.better == "up") else "a"


def total_rows(found: Sequence[MetricSums], image_count: int, swaps: int, seed: int) -> list[Difference]:
    """The headline metrics as one family, max-t adjusted; again with undecided cases as wrong where there are any."""
    rows = _family(found, [each.sums for each in found], "left out", image_count, swaps, seed)
    if any(each.as_wrong is not None for each in found):
        sums = [each.sums if each.as_wrong is None else each.as_wrong for each in found]
        again = _family(found, sums, "wrong", image_count, swaps, seed)
        rows += [row for row, each in zip(again, found, strict=True) if each.as_wrong is not None]
    return rows


def _family(
    found: Sequence[MetricSums],
    sums: Sequence[PairedSums],
    undecided: Undecided,
    image_count: int,
    swaps: int,
    seed: int,
) -> list[Difference]:
    estimates = [estimate_difference(each.metric, of, image_count) for each, of in zip(found, sums, strict=True)]
    swapped = swap_images([each.statistic for each in estimates], swaps, seed)
    comparable = on_one_scale(swapped, [each.images for each in estimates])
    adjusted, alone = step_down_p_values(comparable), swap_p_values(swapped)
    intervals = simultaneous_intervals(estimates, swapped)
    label = f"max-t over {len(found)}"
    rows = []
    for each, of, estimate, interval, p, p_single in zip(
        found, sums, estimates, intervals, adjusted, alone, strict=True
    ):
        rows.append(_row(each, of, estimate, undecided, interval, float(p), float(p_single), label))
    return rows


def group_rows(
    found: Sequence[MetricSums], headline: Sequence[Difference], image_count: int, swaps: int, seed: int
) -> list[Difference]:
    """Groups of the headline metrics; tested only where their headline is significant, with BH-adjusted p values."""
    significant = {(row.dataset, row.suite, row.metric.name) for row in headline if row.is_significant}
    tested = [each for each in found if (each.dataset, each.suite, each.metric.name) in significant]
    rows = {id(each): _untested_row(each, image_count) for each in found}
    if tested:
        estimates = [estimate_difference(each.metric, each.sums, image_count) for each in tested]
        alone = swap_p_values(swap_images([each.statistic for each in estimates], swaps, seed))
        adjusted = false_discovery_p_values(alone)
        # of R chosen out of m, intervals at 1 - .05 R / m (Benjamini and Yekutieli 2005): as adjusted as the p values
        share = max(1, int((adjusted < ALPHA).sum())) / len(tested)
        label = f"BH over {plural(len(tested), 'group')}"
        for each, estimate, p, p_single in zip(tested, estimates, adjusted, alone, strict=True):
            interval = estimate.interval(estimate.quantile(1 - ALPHA * share))
            rows[id(each)] = _row(each, each.sums, estimate, "left out", interval, float(p), float(p_single), label)
    return [rows[id(each)] for each in found]


def _untested_row(each: MetricSums, image_count: int) -> Difference:
    estimate = estimate_difference(each.metric, each.sums, image_count)
    return _row(each, each.sums, estimate, "left out", (None, None), None, None, NOT_TESTED)


def _row(
    each: MetricSums, sums: PairedSums, estimate: DifferenceEstimate, undecided: Undecided,
    interval: Interval, p: float | None, p_single: float | None, adjustment: str,
) -> Difference:  # fmt: skip
    single = (None, None) if p_single is None else estimate.interval()
    return Difference(
        each.dataset, each.suite, each.metric, each.group, undecided, *sums.values(), estimate.statistic.difference,
        *interval, p, adjustment, *single, p_single, estimate.se, sums.case_count, estimate.images,
        each.undecided,
    )  # fmt: skip


def unit_word(metric: Metric) -> str:
    """What a difference of the metric is counted in: points of a percentage, else nothing."""
    return " points" if metric.unit in (PERCENT, POINTS) else ""


def rows_table(rows: Sequence[Difference], model_a: str, model_b: str) -> pa.Table:
    """The rows as an Arrow table."""
    names = {"a": model_a, "b": model_b, None: None}
    records = [
        {
            "model_a": model_a, "model_b": model_b, "dataset": row.dataset, "suite": row.suite,
            "metric": row.metric.name, "group": row.group, "undecided": row.undecided, "unit": row.metric.unit,
            "better": row.metric.better, "a": row.a, "b": row.b, "difference": row.difference, "low": row.low,
            "high": row.high, "p": row.p, "adjustment": row.adjustment,
            "winner": names[row.better_side] if row.is_significant else None,
            "low_single": row.low_single, "high_single": row.high_single, "p_single": row.p_single, "se": row.se,
            "detectable": row.detectable, "n": row.n, "images": row.images,
            "undecided_a": row.lost.a, "undecided_b": row.lost.b,
        }
        for row in rows
    ]  # fmt: skip
    table = pa.Table.from_pylist(records, schema=SCHEMA)
    assert not any(np.isinf(each) for each in table["difference"].to_pylist())
    return table
