"""The leaderboard: one row a model and data set, one column a headline metric."""

from dataclasses import dataclass
from typing import Any

from askance.suites import SUITES

Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Board:
    """Columns and rows of text, ready for any format."""

    columns: list[str]
    rows: list[list[str]]


def leaderboard(rows: list[Row]) -> Board:
    """The headline totals of every suite, best first column first, and the least coverage of each model."""
    totals = [row for row in rows if row["group"] == "" and row["metric"] != "coverage" and _is_headline(row)]
    names = list(dict.fromkeys(column(row) for row in totals))
    table: dict[tuple[str, str], dict[str, Row]] = {}
    for row in totals:
        table.setdefault((row["model"], row["dataset"]), {})[column(row)] = row
    several = len({dataset for _, dataset in table}) > 1
    ordered = sorted(table.items(), key=lambda entry: _first_value(entry[1], names), reverse=True)
    lines = [
        [
            model,
            *([dataset] if several else []),
            *(cell(values.get(name)) for name in names),
            _least_coverage(rows, model, dataset),
        ]
        for (model, dataset), values in ordered
    ]
    return Board(["model", *(["data"] if several else []), *names, "coverage"], lines)


def _is_headline(row: Row) -> bool:
    suite = SUITES.get(row["suite"])
    return suite is None or row["metric"] in suite.card.headline


def _least_coverage(rows: list[Row], model: str, dataset: str) -> str:
    """The lowest share of decided cases over the suites: what the other columns leave out."""
    found = [
        row["value"]
        for row in rows
        if (row["model"], row["dataset"], row["metric"], row["group"]) == (model, dataset, "coverage", "")
        and row["value"] is not None
    ]
    return f"{min(found):.1f}" if found else "–"


def column(row: Row) -> str:
    """The head of a metric's column."""
    return f"{row['suite']}.{row['metric']}"


def cell(row: Row | None) -> str:
    """A value with its interval; a dash where there is none."""
    if row is None or row["value"] is None:
        return "–"
    if row["low"] is None:
        return f"{row['value']:.1f}"
    return f"{row['value']:.1f} [{row['low']:.0f}–{row['high']:.0f}]"


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
