"""Totals in which every test has one vote: the mean of the tests' rates, with an interval clustered by image."""

from collections.abc import Sequence

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from askance.metrics.confidence_interval import Codes, Floats, Rate, grouped_rates
from askance.metrics.rate import PERCENT, Bools, Grouping, Row, encode_column, rate_rows

POOLED = "pooled"  # the group of the rate over all cases, in which a large test has most of the votes
_ROUNDING = 1e-9  # a sum of residuals below this is zero


def group_by_test(verdicts: pa.Table) -> Grouping:
    """The test of each case: the first part of its group path; cases without a path are one test."""
    return encode_column(pc.replace_substring_regex(pc.fill_null(verdicts["group"], ""), "/.*$", ""))


def macro_average_rows(
    scores: Floats, clusters: Codes, tests: Grouping, groupings: Sequence[Grouping]
) -> dict[str, Row]:
    """As `rate_rows`, but the total ("") is the mean over the tests; the rate over all cases is `pooled`."""
    rows = rate_rows(scores, clusters, groupings)
    pooled = rows.pop("")
    is_decided = ~np.isnan(scores)
    found = mean_of_rates(scores[is_decided], clusters[is_decided], tests.codes[is_decided], len(tests.names))
    value, low, high = (PERCENT * number if found.n else None for number in found[:3])
    return {"": (value, low, high, *pooled[3:]), POOLED: pooled, **rows}


def count_decided_tests(scores: Floats, tests: Grouping) -> int:
    """The number of tests with a decided case: those that the mean is over."""
    return len(np.unique(tests.codes[~np.isnan(scores)]))


def mean_of_rates(values: Floats, clusters: Codes, groups: Codes, group_count: int) -> Rate:
    """The mean of the groups' rates, each with one vote; groups without values have none.

    The interval combines the groups' own intervals by MOVER (Zou and Donner 2008), with the correlation that shared
    clusters give. Unlike the delta method, it allows for a small group that is wholly right or wholly wrong.
    """
    found = grouped_rates(values, clusters, groups, group_count)
    there = found.n > 0
    if not there.any():
        return Rate(np.nan, np.nan, np.nan, 0, 0)
    rate, low, high = found.value[there], found.low[there], found.high[there]
    correlation = _rate_error_correlation(values, clusters, groups, np.where(there, found.value, 0.0))[
        np.ix_(there, there)
    ]
    mean = float(rate.mean())
    below, above = (float(np.sqrt(d @ correlation @ d)) / len(rate) for d in (rate - low, high - rate))
    images = len(np.unique(clusters))
    return Rate(mean, max(0.0, mean - below), min(1.0, mean + above), int(found.n.sum()), images)


def _rate_error_correlation(values: Floats, clusters: Codes, groups: Codes, rates: Floats) -> Floats:
    """How the errors of two groups' rates correlate, from their residuals by cluster.

    A rate of 0 or 1 has no residuals: between two such groups the correlation is that of their shared clusters.
    """
    codes, cluster_of = np.unique(clusters, return_inverse=True)
    shape = (len(rates), len(codes))
    cells, size = groups * len(codes) + cluster_of, len(rates) * len(codes)
    count = np.bincount(cells, minlength=size).reshape(shape)
    total = np.bincount(cells, weights=values, minlength=size).reshape(shape)
    residual = total - rates[:, None] * count
    residual[np.abs(residual) < _ROUNDING] = 0.0
    is_flat: Bools = np.asarray(~residual.any(axis=1))
    vectors = np.where(is_flat[:, None], (count > 0).astype(np.float64), residual)
    length = np.linalg.norm(vectors, axis=1, keepdims=True)
    vectors = np.divide(vectors, length, out=np.zeros_like(vectors), where=length > 0)
    correlation: Floats = vectors @ vectors.T
    correlation[is_flat[:, None] != is_flat] = 0.0
    return correlation
