"""Averages over the data sets of a workspace: each data set has one vote, however many questions it has."""

import math
from collections.abc import Sequence
from typing import Any

Row = dict[str, Any]


def average_label(count: int) -> str:
    """What the column `data` says of an average."""
    return f"mean of {count} data sets"


def dataset_averages(rows: Sequence[Row]) -> list[Row]:
    """One row for each model, suite, metric and group that has a value on every data set where another model has one.

    The data sets are independent, so that the squares of their half intervals add up (on each side of the value).
    """
    values: dict[tuple[str, str, str], dict[str, dict[str, Row]]] = {}
    for row in rows:
        key = row["suite"], row["metric"], row["group"]
        values.setdefault(key, {}).setdefault(row["model"], {})[row["dataset"]] = row
    found = []
    for by_model in values.values():
        datasets = {dataset for mine in by_model.values() for dataset in mine}
        if len(datasets) > 1:
            found += [_average(list(mine.values())) for mine in by_model.values() if _has_all(mine, datasets)]
    return found


def _has_all(mine: dict[str, Row], datasets: set[str]) -> bool:
    return len(mine) == len(datasets) and all(row["value"] is not None for row in mine.values())


def _average(rows: Sequence[Row]) -> Row:
    count = len(rows)
    value = sum(row["value"] for row in rows) / count
    low = high = None
    if all(row["low"] is not None for row in rows):
        low = value - math.sqrt(sum((row["value"] - row["low"]) ** 2 for row in rows)) / count
        high = value + math.sqrt(sum((row["high"] - row["value"]) ** 2 for row in rows)) / count
    kept = {name: rows[0][name] for name in ("model", "suite", "metric", "group")}
    summed = {name: sum(row[name] for row in rows) for name in ("n", "undecided")}
    figures = {"value": value, "low": low, "high": high, "dataset": average_label(count)}
    return dict.fromkeys(rows[0]) | kept | figures | summed
