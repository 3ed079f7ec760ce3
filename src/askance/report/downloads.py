"""The rows behind a chart as a file inside the page: a link that saves them as CSV."""

import base64
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from askance.report.board_text import to_csv

COLUMNS = ("model", "dataset", "suite", "metric", "group", "value", "low", "high", "n")
DECIMALS = 4


@dataclass(frozen=True, slots=True)
class Download:
    """A file inside the page."""

    name: str
    address: str  # data:


def rows_as_csv(name: str, rows: Sequence[dict[str, Any]]) -> Download:
    """Rows as a CSV file; texts that a spreadsheet would take for formulas are made safe."""
    short = [{column: _short(row[column]) for column in COLUMNS} for row in rows]
    body = base64.b64encode(to_csv(short).encode()).decode()
    file = "".join(letter if letter.isalnum() else "-" for letter in name)
    return Download(f"{file}.csv", f"data:text/csv;charset=utf-8;base64,{body}")


def _short(value: Any) -> Any:
    return round(value, DECIMALS) if isinstance(value, float) else value
