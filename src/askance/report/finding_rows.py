"""The tidy rows that findings are made from: their key, and the share of bad outcomes that they report."""

from collections.abc import Iterator, Mapping
from typing import Any

from askance.core.metric import POINTS, Metric
from askance.report.finding_interval import Estimate

Row = dict[str, Any]
RowKey = tuple[str, str, str]  # suite, metric, group
COVERAGE = "coverage"


def rows_by_key(rows: Iterator[Row]) -> Mapping[RowKey, Row]:
    """Rows with a value and an interval, by suite, metric and group."""
    return {row_key(row): row for row in rows if row["value"] is not None and row["low"] is not None}


def name_of_group(group: str) -> str:
    """The last part of a group, as words."""
    return group.rpartition("/")[2].replace("_", " ")


def row_key(row: Row) -> RowKey:
    """Suite, metric and group of a row."""
    return row["suite"], row["metric"], row["group"]


def bad_estimate(row: Row, metric: Metric) -> Estimate:
    """The bad share of a row; a loss where the metric is a difference. Groups of coverage are bad shares already."""
    value, low, high = row["value"], row["low"], row["high"]
    if metric.better != "up" or (metric.name == COVERAGE and row["group"]):
        return Estimate(value, low, high)
    whole = 0.0 if metric.unit == POINTS else 100.0
    return Estimate(whole - value, whole - high, whole - low)


def constant(value: float) -> Estimate:
    """A value that is known exactly."""
    return Estimate(value, value, value)
