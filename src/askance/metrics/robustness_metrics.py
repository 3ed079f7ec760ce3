"""Figures of a suite that asks each item at levels of noise: accuracy, what it loses, R_score, and how steadily."""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from askance.core.errors import UserError
from askance.metrics.accuracy_curve import largest_rise, monotonicity, spearman
from askance.metrics.confidence_interval import Codes, Floats, Rate
from askance.metrics.coverage import coverage_rows
from askance.metrics.jackknife import jackknife_bias
from askance.metrics.paired_difference import paired_difference
from askance.metrics.rate import PERCENT, Bools, Grouping, Row, encode_column, image_cluster_codes, rates, tidy_table

TOLERANCE, LIMIT = 0.05, 20.0  # the paper's t and m, in points of accuracy
FIRST = 1  # the level that R_score and the totals are of
CURVE_FIGURES = ("monotonicity", "spearman", "largest_rise")


def r_score(difference: float, t: float = TOLERANCE, m: float = LIMIT) -> float:
    """R_score of a difference in points of accuracy: 1 up to t, 0 from m on, whichever way it goes.

    Below t the formula gives more than 1, beyond m less than 0: these are clipped, as in the paper's Equation 8.
    """
    check_r_score_limits(t, m)
    if not abs(difference) <= PERCENT:
        raise UserError(f"r_score needs a difference from -100 to 100 points, not {difference}")
    score = (math.sqrt(m) - math.sqrt(abs(difference))) / (math.sqrt(m) - math.sqrt(t))
    return min(1.0, max(0.0, score))


def check_r_score_limits(t: float, m: float) -> None:
    """The limits of R_score must be 0 ≤ t < m ≤ 100 points."""
    if not 0 <= t < m <= PERCENT:
        raise UserError(f"r_score needs 0 ≤ t < m ≤ 100, not t = {t} and m = {m}")


@dataclass(frozen=True, slots=True)
class AccuracyLoss:
    """What accuracy loses, in points, over the items decided at both levels; and without each of their images."""

    points: Rate
    undecided: int
    without: Floats


@dataclass(frozen=True, slots=True)
class ItemsByLevel:
    """Items (rows) by level (columns): whether there is a case, and its value, not a number where undecided."""

    numbers: tuple[int, ...]  # the levels there are
    asked: Bools
    values: Floats
    clusters: Codes  # by item
    types: Grouping  # by item


def robustness_metrics(verdicts: pa.Table, t: float = TOLERANCE, m: float = LIMIT) -> pa.Table:
    """Tidy rows: accuracy, difference, absolute_difference, r_score and its bias, the shape of the curve, coverage."""
    levels = arrange_by_level(verdicts)
    lost = dict(_accuracy_losses(levels))
    figures: dict[str, Callable[[AccuracyLoss], Rate]] = {
        "difference": lambda loss: loss.points,
        "absolute_difference": lambda loss: _absolute_rate(loss.points),
        "r_score": lambda loss: _r_score_rate(loss.points, t, m),
        "r_score_bias": lambda loss: _r_score_bias(loss, t, m),
    }
    rows = {
        metric: {group: _to_row(figure(loss), loss.undecided) for group, loss in lost.items()}
        for metric, figure in figures.items()
    }
    tables = [rates(_group_by_level_and_type(verdicts), "accuracy", of="value")]
    tables += [tidy_table(metric, each) for metric, each in rows.items()]
    return pa.concat_tables([*tables, *_curve_rows(levels), coverage_rows(verdicts)])


def arrange_by_level(verdicts: pa.Table) -> ItemsByLevel:
    """Verdicts of cases ITEM/level-K, side by side for each item."""
    items = encode_column(pc.replace_substring_regex(verdicts["name"], "/level-[0-9]+$", ""))
    paths = encode_column(verdicts["group"])
    number = np.array([*(_parse_level(path) for path in paths.names), -1], dtype=np.int64)[paths.codes]
    numbers = tuple(sorted(set(number.tolist()) - {-1}))
    place = np.searchsorted(numbers, number) if numbers else number
    inside = number >= 0
    shape = (len(items.names), len(numbers))
    asked, values = np.zeros(shape, dtype=np.bool_), np.full(shape, np.nan)
    at = items.codes[inside], place[inside]
    asked[at] = True
    values[at] = np.asarray(verdicts["value"].cast(pa.float64()).fill_null(np.nan), dtype=np.float64)[inside]
    types = encode_column(pc.map_lookup(verdicts["tags"], "type", "first"))
    names = [name.replace("/", "-") for name in types.names]
    clusters = _lowest_code_per_item(image_cluster_codes(verdicts), items)
    return ItemsByLevel(numbers, asked, values, clusters, Grouping(names, _lowest_code_per_item(types.codes, items)))


def _lowest_code_per_item(codes: Codes, items: Grouping) -> Codes:
    """What an item's cases have in common; the least where they differ, so that the order of rows tells nothing."""
    least = np.full(len(items.names), np.iinfo(np.int64).max)
    np.minimum.at(least, items.codes, codes)
    return least


def _parse_level(path: str) -> int:
    """The level that a group is of; -1 where it is of none."""
    head, _, digits = path.partition("/")[0].partition("level-")
    return int(digits) if not head and digits.isdigit() else -1


def _group_by_level_and_type(verdicts: pa.Table) -> pa.Table:
    """The same verdicts with groups such as level-3/number."""
    types = pc.replace_substring(pc.map_lookup(verdicts["tags"], "type", "first"), "/", "-")
    path = pc.binary_join_element_wise(verdicts["group"], types, "/")
    return verdicts.set_column(verdicts.column_names.index("group"), "group", pc.coalesce(path, verdicts["group"]))


def _accuracy_losses(levels: ItemsByLevel) -> Iterator[tuple[str, AccuracyLoss]]:
    """Group → what accuracy loses against level 0."""
    everything = np.ones(len(levels.asked), dtype=np.bool_)
    if 0 not in levels.numbers or FIRST not in levels.numbers:
        yield "", _accuracy_loss(levels, everything, None)
    for level in levels.numbers[1:] if levels.numbers[:1] == (0,) else ():
        found = _accuracy_loss(levels, everything, level)
        if level == FIRST:
            yield "", found
        yield f"level-{level}", found
        for code, name in enumerate(levels.types.names):
            yield f"level-{level}/{name}", _accuracy_loss(levels, levels.types.codes == code, level)


def _accuracy_loss(levels: ItemsByLevel, inside: Bools, level: int | None) -> AccuracyLoss:
    if level is None:
        return AccuracyLoss(paired_difference([], []), 0, np.zeros(0))
    plain, noisy = levels.numbers.index(0), levels.numbers.index(level)
    asked = inside & levels.asked[:, plain] & levels.asked[:, noisy]
    lost = levels.values[:, plain] - levels.values[:, noisy]
    decided = asked & ~np.isnan(lost)
    found = paired_difference(lost[decided], levels.clusters[decided])
    without = PERCENT * _means_without_each_image(lost[decided], levels.clusters[decided])
    return AccuracyLoss(_to_percent(found), int(asked.sum() - decided.sum()), without)


def _means_without_each_image(values: Floats, clusters: Codes) -> Floats:
    images = np.unique(clusters, return_inverse=True)[1]
    size, total = np.bincount(images), np.bincount(images, weights=values)
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.asarray((values.sum() - total) / (len(values) - size))


def _curve_rows(levels: ItemsByLevel) -> Iterator[pa.Table]:
    """Monotonicity, Spearman's ρ and the largest rise over the noisy levels, of the items decided at each of them.

    The first two have no interval: a bootstrap of them covered 2 to 42 %. That of the largest rise is simultaneous.
    """
    noisy = [place for place, number in enumerate(levels.numbers) if number >= FIRST]
    asked = levels.asked[:, noisy].any(axis=1) if noisy else np.zeros(len(levels.asked), dtype=np.bool_)
    whole = ~np.isnan(levels.values[:, noisy]).any(axis=1) & asked
    n, undecided = int(whole.sum()), int(asked.sum() - whole.sum())
    images = len(np.unique(levels.clusters[whole]))
    found = dict.fromkeys(CURVE_FIGURES, Rate(math.nan, math.nan, math.nan, n, images))
    if len(noisy) > 1 and n:
        values = levels.values[whole][:, noisy]
        curve = values.mean(axis=0, keepdims=True)
        shape = {"monotonicity": PERCENT * monotonicity(curve)[0], "spearman": spearman(curve)[0]}
        found |= {metric: found[metric]._replace(value=float(value)) for metric, value in shape.items()}
        found["largest_rise"] = _to_percent(largest_rise(values, levels.clusters[whole]))
    for metric, figure in found.items():
        yield tidy_table(metric, {"": _to_row(figure, undecided)})


def _to_percent(rate: Rate) -> Rate:
    return rate._replace(value=PERCENT * rate.value, low=PERCENT * rate.low, high=PERCENT * rate.high)


def _absolute_rate(rate: Rate) -> Rate:
    """The size of a difference, and the least and greatest size in its interval."""
    ends = abs(rate.low), abs(rate.high)
    return rate._replace(value=abs(rate.value), low=0.0 if rate.low <= 0 <= rate.high else min(ends), high=max(ends))


def _r_score_rate(rate: Rate, t: float, m: float) -> Rate:
    """R_score falls as the size of a difference grows, so the ends of the interval change places."""
    if not rate.n:
        return rate
    size = _absolute_rate(rate)
    return rate._replace(value=r_score(size.value, t, m), low=r_score(size.high, t, m), high=r_score(size.low, t, m))


def _r_score_bias(loss: AccuracyLoss, t: float, m: float) -> Rate:
    """By how much R_score is expected to differ from that of very many images, as the jackknife estimates it."""
    bias = math.nan
    if loss.points.n and not np.isnan(loss.without).any():
        bias = jackknife_bias(r_score(loss.points.value, t, m), [r_score(each, t, m) for each in loss.without.tolist()])
    return loss.points._replace(value=bias, low=math.nan, high=math.nan)


def _to_row(rate: Rate, undecided: int) -> Row:
    value, low, high = (None if math.isnan(number) else number for number in rate[:3])
    return value, low, high, rate.n, undecided, rate.images


__all__ = [
    "LIMIT",
    "TOLERANCE",
    "ItemsByLevel",
    "arrange_by_level",
    "check_r_score_limits",
    "r_score",
    "robustness_metrics",
]
