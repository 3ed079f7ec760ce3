"""Consistency above what chance gives: Cohen's kappa with the model's own answer shares."""

from collections.abc import Mapping, Sequence
from typing import Protocol

import numpy as np
import pyarrow as pa
from askance.metrics.confidence_interval import Codes
from askance.metrics.macro_average import POOLED
from askance.metrics.rate import PERCENT, Bools, Grouping, Row

CERTAIN = 1 - 1e-9  # chance alone is perfectly consistent, but for rounding


class PairGroups(Protocol):
    """Which pairs are in which test and group."""

    @property
    def tests(self) -> Grouping: ...

    @property
    def groupings(self) -> Sequence[Grouping]: ...


def correct_consistency_for_chance(consistency: Mapping[str, Row], chance: Mapping[str, float]) -> dict[str, Row]:
    """(cons − chance) / (1 − chance) by group; null where chance alone is perfectly consistent."""
    return {group: _correct_row(row, chance.get(group, 1.0)) for group, row in consistency.items()}


def _correct_row(row: Row, chance: float) -> Row:
    def corrected(percent: float | None) -> float | None:
        if percent is None or chance >= CERTAIN:
            return None
        return min(PERCENT, PERCENT * (percent / PERCENT - chance) / (1 - chance))

    value, low, high, n, undecided, images = row
    return corrected(value), corrected(low), corrected(high), n, undecided, images


def chance_consistency_by_group(
    answers: Sequence[pa.Array], is_directional: Bools, is_answered: Bools, groups: PairGroups
) -> dict[str, float]:
    """Expected consistency of independent answers with each half's answer shares, over the answered pairs of a group.

    Equal and opposite pairs are counted apart. The total ("") is the mean over the tests, as that of consistency is.
    """
    names = sorted({name for each in answers for name in each.unique().to_pylist() if name is not None})
    first, second = (_answer_codes(each, names) for each in answers)
    counted = is_answered & (first >= 0) & (second >= 0)
    wanted = np.where(
        is_directional, _swap_yes_and_no(second, names), second
    )  # what the first must say to be consistent
    found: dict[str, float] = {}
    for grouping in groups.groupings:
        for name, expected in _chance_consistency(first, wanted, is_directional, counted, grouping).items():
            found.setdefault(name, expected)
    found[POOLED] = found.pop("", 1.0)
    by_test = _chance_consistency(first, wanted, is_directional, counted, groups.tests)
    return {**found, "": float(np.mean(list(by_test.values()))) if by_test else 1.0}


def _answer_codes(answers: pa.Array, names: Sequence[str]) -> Codes:
    place = {name: index for index, name in enumerate(names)}
    return np.array([place.get(name, -1) for name in answers.to_pylist()], dtype=np.int64)


def _swap_yes_and_no(codes: Codes, names: Sequence[str]) -> Codes:
    """Yes for no and no for yes; -1 for any other answer, whose opposite nobody can say."""
    opposite = np.full(len(names) + 1, -1, dtype=np.int64)  # the last is where code -1 looks
    if "yes" in names and "no" in names:
        yes, no = names.index("yes"), names.index("no")
        opposite[yes], opposite[no] = no, yes
    return opposite[codes]


def _chance_consistency(
    first: Codes, wanted: Codes, is_directional: Bools, counted: Bools, grouping: Grouping
) -> dict[str, float]:
    """Group → how often two independent answers are consistent, for the groups with answered pairs."""
    inside = counted & (grouping.codes >= 0)
    parts = 2 * grouping.codes[inside] + is_directional[inside]  # a part: the equal or the opposite pairs of a group
    count = 2 * len(grouping.names)
    size = np.bincount(parts, minlength=count).astype(np.float64)
    span = int(max(first.max(initial=0), wanted.max(initial=0))) + 1
    said, ones = np.unique(parts * span + first[inside], return_counts=True)
    is_sayable = wanted[inside] >= 0
    asked, twos = np.unique((parts * span + wanted[inside])[is_sayable], return_counts=True)
    common, at_one, at_two = np.intersect1d(said, asked, assume_unique=True, return_indices=True)
    together = np.bincount(common // span, weights=ones[at_one] * twos[at_two], minlength=count)
    expected = np.divide(together, size, out=np.zeros(count), where=size > 0).reshape(-1, 2).sum(axis=1)
    pairs = size.reshape(-1, 2).sum(axis=1)
    return {name: float(expected[i] / pairs[i]) for i, name in enumerate(grouping.names) if pairs[i]}
