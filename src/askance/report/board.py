"""The leaderboard: one row a model and data set, one column a headline metric."""

from dataclasses import dataclass
from typing import Any

from askance.core import Card
from askance.suites import SUITES

Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Board:
    """Columns and rows of text, ready for any format."""

    columns: list[str]
    rows: list[list[str]]


def leaderboard(rows: list[Row]) -> Board:
    """The headline totals of every suite, best first column first, and the least coverage of each model."""
    chosen = [row for row in rows if row["group"] == "" and row["metric"] != "coverage" and _is_headline(row)]
    suites = list(dict.fromkeys(row["suite"] for row in chosen))
    in_order = sorted(chosen, key=lambda row: (suites.index(row["suite"]), _place(row)))
    names = list(dict.fromkeys(column(row) for row in in_order))
    table: dict[tuple[str, str], dict[str, Row]] = {}
    for row in chosen:
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


def _card(row: Row) -> Card | None:
    """The card of a row's suite, whatever its options; None where it is none of ours."""
    suite = SUITES.get(row["suite"].partition(":")[0])
    return None if suite is None else suite.card


def _is_headline(row: Row) -> bool:
    card = _card(row)
    return card is None or row["metric"] in card.headline


def _place(row: Row) -> int:
    """Where a metric stands in its suite's headline: the first is what models are ordered by."""
    card = _card(row)
    return 0 if card is None else card.headline.index(row["metric"])


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
        return _value(row)
    decimals = 2 if _is_plain(row) else 0
    dash = "–" if row["low"] >= 0 else " – "
    return f"{_value(row)} [{row['low']:.{decimals}f}{dash}{row['high']:.{decimals}f}]"


def _is_plain(row: Row) -> bool:
    """Whether a metric is a number from -1 to 1 and not a percentage."""
    card = _card(row)
    return card is not None and row["metric"] in card.plain


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


def totals(rows: list[Row]) -> Board:
    """What no group divides and the leaderboard does not show: one line a metric, models as columns."""
    chosen = [row for row in rows if row["group"] == "" and not _is_headline(row)]
    models = list(dict.fromkeys(row["model"] for row in chosen))
    at = {(column(row), row["model"]): row for row in chosen}
    names = dict.fromkeys(column(row) for row in chosen)
    return Board(["metric", *models], [[name, *(cell(at.get((name, model))) for model in models)] for name in names])


def _value(row: Row | None) -> str:
    return "–" if row is None or row["value"] is None else f"{row['value']:.{2 if _is_plain(row) else 1}f}"
