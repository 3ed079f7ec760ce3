"""The difference of a metric that is not a mean of cases, by leaving out blocks of images."""

import math
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import pyarrow as pa
from askance.metrics.image_sums import Bools, Codes
from askance.metrics.jackknife import pseudo_values
from askance.metrics.paired_difference import paired_difference

Compute = Callable[[pa.Table], pa.Table]  # the verdicts of one model in, tidy rows out
BLOCKS = 50  # of images that the jackknife leaves out in turn


class JackknifedDifference(NamedTuple):
    """new − base in the metric's unit, with its interval; not a number where there is none."""

    value: float
    low: float
    high: float
    n: int
    images: int
    df: int  # of the interval


NO_DIFFERENCE = JackknifedDifference(math.nan, math.nan, math.nan, 0, 0, 1)


def jackknifed_difference(
    compute: Compute, new: pa.Table, base: pa.Table, clusters: Codes, metric: str, group: str, scale: float
) -> JackknifedDifference:
    """The difference on the same cases, in the same order; `scale` is the largest difference that is possible."""
    codes = np.unique(clusters, return_inverse=True)[1]
    images = int(codes.max()) + 1 if len(codes) else 0
    blocks, count = codes % BLOCKS, min(images, BLOCKS)
    whole, n = _difference(compute, new, base, metric, group)
    if math.isnan(whole) or count < 2:
        return NO_DIFFERENCE
    left_out = [_difference_without(blocks == block, compute, new, base, metric, group) for block in range(count)]
    pseudo = pseudo_values(whole, left_out)
    if len(pseudo) < 2:
        return NO_DIFFERENCE
    found = paired_difference(pseudo / scale, np.arange(len(pseudo)))
    shift = whole - scale * found.value  # the jackknife's own estimate differs by its bias
    ends = scale * found.low + shift, scale * found.high + shift
    return JackknifedDifference(whole, *ends, n, images, len(pseudo) - 1)


def _difference_without(
    inside: Bools, compute: Compute, new: pa.Table, base: pa.Table, metric: str, group: str
) -> float:
    keep = pa.array(~inside)
    return _difference(compute, new.filter(keep), base.filter(keep), metric, group)[0]


def _difference(compute: Compute, new: pa.Table, base: pa.Table, metric: str, group: str) -> tuple[float, int]:
    (a, n), (b, m) = (_metric_value(compute(table), metric, group) for table in (new, base))
    return a - b, min(n, m)


def _metric_value(rows: pa.Table, metric: str, group: str) -> tuple[float, int]:
    for row in rows.to_pylist():
        if (row["metric"], row["group"]) == (metric, group):
            return (math.nan if row["value"] is None else row["value"]), row["n"]
    return math.nan, 0
