"""The leaderboard: one row a model and data set, one column a headline metric."""

from dataclasses import dataclass
from typing import Any

Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Board:
    """Columns and rows of text, ready for any format."""

    columns: list[str]
    rows: list[list[str]]


def leaderboard(rows: list[Row]) -> Board:
    """Totals of every suite's metrics, best accuracy first; intervals stand beside the values."""
    totals = [row for row in rows if row["group"] == ""]
    names: list[str] = []
    for row in totals:
        name = column(row)
        if name not in names:
            names.append(name)
    table: dict[tuple[str, str], dict[str, Row]] = {}
    for row in totals:
        table.setdefault((row["model"], row["dataset"]), {})[column(row)] = row
    several = len({dataset for _, dataset in table}) > 1
    ordered = sorted(table.items(), key=lambda entry: _first_value(entry[1], names), reverse=True)
    lines = [
        [model, *([dataset] if several else []), *(cell(values.get(name)) for name in names)]
        for (model, dataset), values in ordered
    ]
    return Board(["model", *(["data"] if several else []), *names], lines)


def column(row: Row) -> str:
    """The head of a metric's column."""
    return f"{row['suite']}.{row['metric']}"


def cell(row: Row | None) -> str:
    """A value with its interval; a dash where there is none."""
    if row is None or row["value"] is None:
        return "–"
    if row["low"] is None or row["metric"] == "coverage":
        return f"{row['value']:.1f}"
    return f"{row['value']:.1f} [{row['low']:.1f}, {row['high']:.1f}]"


def _first_value(values: dict[str, Row], names: list[str]) -> float:
    row = values.get(names[0])
    return -1.0 if row is None or row["value"] is None else float(row["value"])


def breakdown(rows: list[Row], metric: str) -> Board:
    """One metric by group (rows) and model (columns)."""
    chosen = [row for row in rows if column(row) == metric]
    models = list(dict.fromkeys(row["model"] for row in chosen))
    groups = list(dict.fromkeys(row["group"] for row in chosen))
    at = {(row["group"], row["model"]): row for row in chosen}
    lines = [[group or "all", *(_value(at.get((group, model))) for model in models)] for group in groups]
    return Board([metric, *models], lines)


def _value(row: Row | None) -> str:
    return "–" if row is None or row["value"] is None else f"{row['value']:.1f}"
