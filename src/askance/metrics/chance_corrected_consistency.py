"""Consistency above what chance gives: Cohen's kappa with the model's own answer shares."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Protocol

import numpy as np
import pyarrow as pa
from askance.metrics.image_sums import Codes, Floats
from askance.metrics.jackknife import jackknife_interval, jackknife_variance
from askance.metrics.left_out_consistency import AnsweredPairs, LeftOutConsistency, leave_out_each_image
from askance.metrics.macro_average import POOLED
from askance.metrics.rate import PERCENT, Bools, Grouping, Row

CERTAIN = 1 - 1e-9  # chance alone is perfectly consistent, but for rounding


class PairGroups(Protocol):
    """Which pairs are in which test and group, and about which image."""

    @property
    def clusters(self) -> Codes: ...

    @property
    def tests(self) -> Grouping: ...

    @property
    def groupings(self) -> Sequence[Grouping]: ...


def correct_consistency_for_chance(
    consistency: Mapping[str, Row], scores: Floats, answers: Sequence[pa.Array], is_directional: Bools, of: PairGroups
) -> dict[str, Row]:
    """(cons − chance) / (1 − chance) by group; null where chance alone is perfectly consistent.

    Chance is the expected consistency of independent answers with each half's answer shares, over the answered pairs
    of a group; the total ("") is of the mean over the tests, as that of consistency is. The interval is of the cluster
    jackknife, since chance is estimated from the same pairs.
    """
    counted, pairs = _answered_pairs(scores, answers, is_directional, of.clusters)
    rows: dict[str, Row] = {}
    for grouping in of.groupings:
        for name, row in _rows_of_grouping(consistency, pairs, counted, grouping):
            rows.setdefault(name, row)
    total = _total_row(consistency[""], pairs, of.tests.codes[counted], len(of.tests.names))
    return {"": total, **rows}


def _answered_pairs(
    scores: Floats, answers: Sequence[pa.Array], is_directional: Bools, images: Codes
) -> tuple[Bools, AnsweredPairs]:
    """Which pairs have two answers and a score, and these."""
    names = sorted({name for each in answers for name in each.unique().to_pylist() if name is not None})
    first, second = (_answer_codes(each, names) for each in answers)
    wanted = np.where(is_directional, _swap_yes_and_no(second, names), second)
    counted: Bools = ~np.isnan(scores) & (first >= 0) & (second >= 0)
    return counted, AnsweredPairs(first, wanted, is_directional, scores, images).select(counted)


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


def _rows_of_grouping(
    consistency: Mapping[str, Row], pairs: AnsweredPairs, counted: Bools, grouping: Grouping
) -> Iterator[tuple[str, Row]]:
    """The rows of one grouping; its total is that over all pairs, `pooled`."""
    codes, count = grouping.codes[counted], len(grouping.names)
    found = leave_out_each_image(pairs.select(codes >= 0), codes[codes >= 0], count)
    with np.errstate(divide="ignore", invalid="ignore"):
        independent = found.consistency * (1 - found.consistency) / (found.pairs - 1)
    variance = _variance_of_consistency(found.consistency, found.chance, found, independent)
    low, high = jackknife_interval(found.consistency, variance, np.maximum(found.images, 1), found.fewer)
    for place, name in enumerate(grouping.names):
        ends = (PERCENT * float(low[place]), PERCENT * float(high[place]))
        named = name or POOLED
        yield named, _correct_row(consistency[named], ends, float(found.chance[place]))


def _variance_of_consistency(consistency: Floats, chance: Floats, found: LeftOutConsistency, least: Floats) -> Floats:
    """The jackknife variance of (cons − chance) / (1 − chance), in the unit of consistency; at least `least`."""
    without = _correct(found.consistency_without, found.chance_without)
    variance = jackknife_variance(without, found.group, len(consistency)) * (1 - chance) ** 2
    return np.asarray(np.fmax(variance, least))


def _correct(consistency: Floats, chance: Floats) -> Floats:
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(chance < CERTAIN, (consistency - chance) / (1 - chance), np.nan)


def _total_row(consistency: Row, pairs: AnsweredPairs, tests: Codes, test_count: int) -> Row:
    """The total: mean consistency and mean chance over the tests with answered pairs.

    A small test without any inconsistent pair has no jackknife variance: the interval is at least that of consistency.
    """
    found = leave_out_each_image(pairs, tests, test_count)
    there = np.flatnonzero(found.pairs)
    if not len(there):
        return _correct_row(consistency, (None, None), 1.0)
    mean, chance = float(found.consistency[there].mean()), float(found.chance[there].mean())
    without = _correct(*(_total_without_each_image(found, there, which) for which in ("consistency", "chance")))
    everything = np.zeros(len(without), dtype=np.int64)
    variance = jackknife_variance(without, everything, 1) * (1 - chance) ** 2
    whole = leave_out_each_image(pairs, np.zeros(len(pairs.scores), dtype=np.int64), 1)
    low, high = jackknife_interval(mean, variance, whole.images, whole.fewer)
    _, least, most, *_ = consistency
    ends = PERCENT * float(low[0]), PERCENT * float(high[0])
    wider = (ends[0] if least is None else min(ends[0], least), ends[1] if most is None else max(ends[1], most))
    return _correct_row(consistency, wider, chance)


def _total_without_each_image(found: LeftOutConsistency, there: Codes, which: str) -> Floats:
    """Image by image, the mean over tests without it; a test that is of that image alone has no vote then."""
    whole, without = {
        "consistency": (found.consistency, found.consistency_without),
        "chance": (found.chance, found.chance_without),
    }[which]
    images, column = np.unique(found.image, return_inverse=True)
    table = np.repeat(whole[:, None], len(images), axis=1)  # tests × images
    table[found.group, column] = without
    known = ~np.isnan(table[there])
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.asarray(np.where(known, table[there], 0.0).sum(axis=0) / known.sum(axis=0))


def _correct_row(row: Row, ends: tuple[float | None, float | None], chance: float) -> Row:
    """The row of consistency with its value and these ends of its interval corrected for chance."""

    def corrected(percent: float | None) -> float | None:
        if percent is None or not chance < CERTAIN:
            return None
        return min(PERCENT, PERCENT * (percent / PERCENT - chance) / (1 - chance))

    value, _, _, n, undecided, images = row
    low, high = (None, None) if value is None else ends
    return corrected(value), corrected(low), corrected(high), n, undecided, images
