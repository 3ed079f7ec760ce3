"""Metrics that installed packages add to suites, beside those of the suite itself."""

import math
from collections.abc import Collection, Sequence
from typing import Any

import pyarrow as pa
from askance.core import Card, UserError
from askance.core.coerce_answers import describe_exception
from askance.core.metric import AddedMetric, Metric
from askance.core.registry import Registry
from askance.metrics.coverage import coverage_rows
from askance.metrics.rate import TIDY

COVERAGE = "coverage"  # every suite has it
IMAGES = "images"
ENDS = (-math.inf, math.inf)
ROUNDING = 1e-6  # by which a value may exceed its bounds


def _check_added_metric(name: str, found: Any) -> AddedMetric:
    if not isinstance(found, AddedMetric):
        raise UserError(f"a {type(found).__name__} is no added metric: give an askance.core.metric.AddedMetric")
    if found.metric.name != name:
        raise UserError(f"its metric is named {found.metric.name!r}: give both the same name")
    return found


ADDED_METRICS: Registry[AddedMetric] = Registry("askance.metrics", "metric", {}, _check_added_metric)


def plugin_metrics_for(card: Card) -> list[AddedMetric]:
    """The metrics that packages add to a suite; one that the suite has itself is left out."""
    added = ADDED_METRICS.load_plugins().values()
    return [each for each in added if _is_for(each, card) and each.metric.name not in _own(card)]


def _is_for(added: AddedMetric, card: Card) -> bool:
    return not added.suites or card.name.partition(":")[0] in added.suites


def _own(card: Card) -> set[str]:
    return {COVERAGE, *(metric.name for metric in card.metrics)}


def unused_metrics(cards: Sequence[Card], known: Collection[str]) -> list[str]:
    """One line for each added metric of an unknown suite, or with a name that one of these suites has itself."""
    lines = []
    names = {*known, *(card.name.partition(":")[0] for card in cards)}
    for name, each in ADDED_METRICS.load_plugins().items():
        what = f"metric {name} of package {ADDED_METRICS.origin(name)}"
        unknown = sorted(each.suites - names)
        lines += [f"{what}: it is for suite {suite!r}, which is unknown: rename it" for suite in unknown]
        taken = [card.name for card in cards if _is_for(each, card) and name in _own(card)]
        lines += [f"{what}: suite {suite} has a metric of that name: rename it" for suite in taken]
    return lines


def metrics_of_suite(card: Card) -> list[Metric]:
    """The metrics of a suite and those that packages add to it."""
    return [*card.metrics, *(each.metric for each in plugin_metrics_for(card))]


def append_plugin_metrics(card: Card, rows: pa.Table, verdicts: pa.Table) -> pa.Table:
    """The tidy rows of a suite, those of the metrics that packages add to it, and coverage where it has none."""
    own = f"suite {card.name}: metrics()"
    tables = [_check_bounds(own, check_tidy_columns(own, rows), card.metrics)]
    if not set(card.headline) & set(tables[0]["metric"].to_pylist()):
        _check_metric_names(own, tables[0], card.headline)
    for each in plugin_metrics_for(card):
        what = f"metric {each.metric.name} on suite {card.name}"
        try:
            made = each.compute(verdicts)
        except Exception as error:  # the package's own code may raise anything
            raise UserError(f"{what}: {describe_exception(error)}: fix it, or uninstall its package") from error
        tables.append(_check_bounds(what, check_tidy_columns(what, made), [each.metric]))
        _check_metric_names(what, tables[-1], [each.metric.name])
    if COVERAGE not in tables[0]["metric"].to_pylist():
        tables.append(coverage_rows(verdicts))
    return tables[0] if len(tables) == 1 else pa.concat_tables(tables)


def _check_bounds(what: str, rows: pa.Table, metrics: Sequence[Metric]) -> pa.Table:
    """The same rows; UserError where a value is outside the bounds that its metric declares."""
    known = {metric.name: metric for metric in metrics}
    for name, value in zip(rows["metric"].to_pylist(), rows["value"].to_pylist(), strict=True):
        if value is None or name not in known:
            continue
        low, high = (limit if bound is None else bound for bound, limit in zip(known[name].bounds, ENDS, strict=True))
        if not low - ROUNDING <= value <= high + ROUNDING:
            raise UserError(f"{what} returned {name} = {value:g}, outside its bounds {low:g} to {high:g}: correct them")
    return rows


def _check_metric_names(what: str, rows: pa.Table, wanted: Sequence[str]) -> None:
    """UserError where rows have other metrics instead of a wanted one: boards would show nothing."""
    found = set(rows["metric"].to_pylist())
    missing = [name for name in wanted if name not in found]
    if found and missing:
        there = ", ".join(sorted(found))
        raise UserError(f"{what} returned the metrics {there}, but not {missing[0]!r}, which is declared: rename one")


def check_tidy_columns(what: str, rows: Any) -> pa.Table:
    """The table with the columns of tidy rows; UserError where some are missing."""
    if not isinstance(rows, pa.Table):
        raise UserError(f"{what} returned a {type(rows).__name__}: return an Arrow table of tidy rows")
    if IMAGES not in rows.column_names:  # it was added later; a package may not know it
        rows = rows.append_column(IMAGES, pa.nulls(len(rows), pa.int64()))
    missing = [name for name in TIDY.names if name not in rows.column_names]
    if missing:
        raise UserError(f"{what} returned no column {', '.join(missing)}: return the columns of askance.metrics.TIDY")
    return rows.select(TIDY.names).cast(TIDY)
