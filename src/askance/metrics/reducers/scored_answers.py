"""What a reducer takes and returns: the scored answers of one model, and estimates with intervals."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from askance.metrics.confidence_interval import Codes, Floats, clustered_rate
from askance.metrics.jackknife import JackknifeEstimate

Texts = npt.NDArray[np.object_]
Bools = npt.NDArray[np.bool_]


class ScoredAnswers(NamedTuple):
    """One row per question that a model was asked."""

    case: Texts  # identifies the question in the answers of another model
    group: Texts
    variant: Texts
    image: Texts
    question: Texts
    score: Floats  # 0 to 1; not a number: undecided (refused or failed)
    said: Texts  # what was read from the answer; None: nothing
    truth: Texts  # the most frequent expected answer
    cluster: Codes  # images that a group connects are one cluster

    def where(self, rows: Bools) -> "ScoredAnswers":
        """Only these rows."""
        return ScoredAnswers._make(column[rows] for column in self)


class Reduced(NamedTuple):
    """An estimate with its 95 % interval, from n units; None where it cannot be computed."""

    value: float | None
    low: float | None
    high: float | None
    n: int
    undecided: int
    images: int  # clusters of images, which the interval counts


def unit_codes(*keys: npt.NDArray[np.generic]) -> Codes:
    """One code per distinct combination of keys."""
    codes: Codes = np.zeros(len(keys[0]), dtype=np.int64)
    for key in keys:
        values = np.unique(key.astype(str), return_inverse=True)[1]
        codes = np.unique(codes * (int(values.max(initial=0)) + 1) + values, return_inverse=True)[1].astype(np.int64)
    return codes


def mean_over_units(values: Floats, clusters: Codes) -> Reduced:
    """The mean in percent with its interval; a value that is not a number is undecided."""
    decided = ~np.isnan(values)
    undecided = int((~decided).sum())
    if not decided.any():
        return Reduced(None, None, None, 0, undecided, 0)
    rate = clustered_rate(values[decided], clusters[decided])
    seen = len(np.unique(clusters[decided]))
    return Reduced(100 * rate.value, 100 * rate.low, 100 * rate.high, rate.n, undecided, seen)


def from_jackknife(
    found: JackknifeEstimate, n: int, undecided: int, images: int, bounds: tuple[float, float] = (0.0, 1.0)
) -> Reduced:
    """A jackknife estimate in percent, its interval within the bounds of the figure."""
    value, low, high = (to_percent(one) for one in (found.value, *np.clip((found.low, found.high), *bounds)))
    return Reduced(value, low, high, n, undecided, images)


def to_percent(value: float) -> float | None:
    """A share in percent; None where it is not a finite number."""
    return 100 * float(value) if np.isfinite(value) else None
