"""Krippendorff's α: the agreement of several annotators, corrected for chance; values may be missing."""

from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Literal

import numpy as np
from numpy.typing import NDArray

Level = Literal["nominal", "ordinal", "interval"]  # of measurement: which distance two values have
LEVELS: tuple[Level, ...] = ("nominal", "ordinal", "interval")
Counts = Counter[Hashable]
Distances = NDArray[np.float64]  # (values, values): squared distance of two values


@dataclass(frozen=True, slots=True)
class Agreement:
    """How far annotators agree; `alpha` and `raw` are None where they are not defined."""

    alpha: float | None  # 1 = perfect, 0 = as by chance, below 0 = worse than chance
    raw: float | None  # share of equal values among all pairs of values of the same unit
    units: int  # units with at least two values: only these count
    values: int  # in these units


def measure_agreement(units: Sequence[Sequence[Hashable]], level: Level = "nominal") -> Agreement:
    """Agreement over units (tasks), each with the values that its annotators gave.

    Ordinal and interval values must be numbers. α is not defined if no unit has two values, or all values are equal.
    """
    counts = [Counter(unit) for unit in units if len(unit) >= 2]
    totals: Counts = Counter()
    for unit in counts:
        totals.update(unit)
    count = totals.total()
    pairs = sum(unit.total() * (unit.total() - 1) for unit in counts)
    equal = sum(number * (number - 1) for unit in counts for number in unit.values())
    raw = equal / pairs if pairs else None
    if len(totals) < 2:
        return Agreement(None, raw, len(counts), count)
    observed, expected = _nominal(counts, totals) if level == "nominal" else _with_distances(counts, totals, level)
    # D_o / D_e: both disagreements are divided by the number of values; the expected one also by the others' number.
    return Agreement(1 - (count - 1) * observed / expected, raw, len(counts), count)


def _nominal(counts: Sequence[Counts], totals: Counts) -> tuple[float, float]:
    """The sums of observed and of expected disagreement, where any two different values are equally far apart."""
    observed = sum((unit.total() ** 2 - _sum_of_squares(unit)) / (unit.total() - 1) for unit in counts)
    return observed, float(totals.total() ** 2 - _sum_of_squares(totals))


def _sum_of_squares(counts: Counts) -> int:
    return sum(number**2 for number in counts.values())


def _with_distances(counts: Sequence[Counts], totals: Counts, level: Level) -> tuple[float, float]:
    """The sums of observed and of expected disagreement, weighted by the squared distance of two values."""
    numbers: Mapping[float, int] = {float(value): totals[value] for value in totals}  # type: ignore[arg-type]
    values = sorted(numbers)
    index = {value: at for at, value in enumerate(values)}
    distances = _DISTANCES[level](np.array(values), np.array([numbers[value] for value in values], dtype=float))
    observed = 0.0
    for unit in counts:
        here = np.zeros(len(values))
        for value, number in unit.items():
            here[index[float(value)]] += number  # type: ignore[arg-type]
        observed += float(here @ distances @ here) / (unit.total() - 1)
    every = np.array([numbers[value] for value in values], dtype=float)
    return observed, float(every @ distances @ every)


def _interval_distances(values: NDArray[np.float64], counts: NDArray[np.float64]) -> Distances:
    return (values[:, None] - values[None, :]) ** 2


def _ordinal_distances(values: NDArray[np.float64], counts: NDArray[np.float64]) -> Distances:
    """The number of values between two ranks, half of each rank included."""
    middles = np.array(list(accumulate(counts))) - counts / 2
    return (middles[:, None] - middles[None, :]) ** 2


_DISTANCES: dict[Level, Callable[[NDArray[np.float64], NDArray[np.float64]], Distances]] = {
    "interval": _interval_distances,
    "ordinal": _ordinal_distances,
}
