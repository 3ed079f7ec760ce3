"""The difference of one metric between two models on the same cases, with an interval clustered by image."""

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import pyarrow as pa
from askance.metrics.confidence_interval import Codes, Floats
from askance.metrics.paired_difference import paired_difference
from askance.metrics.probed_case_scores import Compute, ProbedCaseScores, ScoredCases, stratum_weights
from askance.metrics.rate import Bools, image_cluster_codes

BLOCKS = 50  # of images that the jackknife leaves out in turn


class MetricDifference(NamedTuple):
    """new − base in the metric's unit, with its interval; n cases of `images` images; not a number without any."""

    value: float
    low: float
    high: float
    n: int
    images: int
    influence: Floats  # what each image adds to the error; empty where that is not known


NO_DIFFERENCE = MetricDifference(math.nan, math.nan, math.nan, 0, 0, np.zeros(0))


def mean_difference(new: ScoredCases, base: ScoredCases, clusters: Codes, scale: float) -> MetricDifference:
    """The difference of two means over the cases that both models decided; `scale` is the largest possible score."""
    decided = ~np.isnan(new.scores) & ~np.isnan(base.scores)
    if not decided.any():
        return NO_DIFFERENCE
    weights = stratum_weights(new.strata[decided])
    differences = weights * (new.scores[decided] - base.scores[decided]) / scale
    images = clusters[decided]
    found = paired_difference(differences, images)
    influence: Floats = np.bincount(
        images, weights=differences - found.value, minlength=int(clusters.max()) + 1
    ).astype(np.float64)
    return MetricDifference(
        scale * found.value, scale * found.low, scale * found.high, found.n, len(np.unique(images)), influence
    )


def jackknife_difference(
    compute: Compute, new: pa.Table, base: pa.Table, metric: str, group: str, scale: float
) -> MetricDifference:
    """The difference of any metric, with the interval of a jackknife that leaves out blocks of images."""
    clusters = np.unique(image_cluster_codes(new), return_inverse=True)[1]
    images = int(clusters.max()) + 1 if len(clusters) else 0
    blocks = clusters % BLOCKS if images > BLOCKS else clusters
    count = min(images, BLOCKS)
    whole, n = _difference(compute, new, base, metric, group)
    if math.isnan(whole) or count < 2:
        return NO_DIFFERENCE
    left = [_difference_without(blocks == block, compute, new, base, metric, group) for block in range(count)]
    pseudo: Floats = count * whole - (count - 1) * np.array(left)
    pseudo = pseudo[~np.isnan(pseudo)]
    if len(pseudo) < 2:
        return NO_DIFFERENCE
    found = paired_difference(pseudo / scale, np.arange(len(pseudo)))
    shift = whole - scale * found.value  # the jackknife's own estimate differs by its bias
    return MetricDifference(whole, scale * found.low + shift, scale * found.high + shift, n, images, np.zeros(0))


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


class PairedMetrics:
    """The metrics of one suite for two models on the same cases (rows in the same order)."""

    def __init__(self, compute: Compute, new: pa.Table, base: pa.Table):
        self.compute, self.new, self.base = compute, new, base
        self.clusters = image_cluster_codes(new)
        self._scores: Sequence[ProbedCaseScores] | None = None

    def difference(self, metric: str, group: str, scale: float) -> MetricDifference:
        """new − base of one metric, or of a group of cases."""
        if not len(self.new):
            return NO_DIFFERENCE
        self._scores = self._scores or [ProbedCaseScores(self.compute, table) for table in (self.new, self.base)]
        new, base = (scores.find(metric, group) for scores in self._scores)
        if new is None or base is None:
            return jackknife_difference(self.compute, self.new, self.base, metric, group, scale)
        if (new.strata != base.strata).any():  # both forms fit one of the models: the mean over tests fits both
            strata = max(new.strata, base.strata, key=lambda codes: codes.max())
            new, base = new._replace(strata=strata), base._replace(strata=strata)
        return mean_difference(new, base, self.clusters, scale)
