"""A table in the form of a paper: results looked up by model, suite, metric and group, and its LaTeX."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from askance.core.control_characters import escape_controls
from askance.report.board_text import escape_latex

Row = dict[str, Any]
NOTHING = "--"


class Results:
    """The rows of one data set."""

    def __init__(self, rows: Iterable[Row], dataset: str) -> None:
        self.dataset = dataset
        mine = [row for row in rows if row["dataset"] == dataset]
        self._at = {(row["model"], row["suite"], row["metric"], row["group"]): row for row in mine}
        self.suites = set(dict.fromkeys(row["suite"] for row in mine))
        self._models = list(dict.fromkeys((row["suite"], row["model"]) for row in mine))

    def models(self, suite: str) -> list[str]:
        """The models that the suite was run on."""
        return [model for of, model in self._models if of == suite]

    def row(self, model: str, suite: str, metric: str, group: str = "") -> Row | None:
        """The row behind a cell; None where there is none or it has no value."""
        found = self._at.get((model, suite, metric, group))
        return None if found is None or found["value"] is None else found

    def cell(self, model: str, suite: str, metric: str, group: str = "", digits: int = 1) -> str:
        """A value as the table shows it."""
        found = self.row(model, suite, metric, group)
        return NOTHING if found is None else format_number(found["value"], digits)

    def count(self, suite: str, metric: str, group: str = "") -> int:
        """The number of cases of a group: the largest of any model."""
        found = [self._at.get((model, suite, metric, group)) for model in self.models(suite)]
        return max((row["n"] + row["undecided"] for row in found if row is not None), default=0)

    def sample(self, suite: str) -> str:
        """What a caption says about the data behind a table."""
        rows = [row for (_, of, _, group), row in self._at.items() if of == suite and group == ""]
        counts = {row["judged"] for row in rows if row.get("judged") is not None}
        size = f"{max(counts):,} cases" if counts else "cases"
        partial = " Some models have not finished (partial)." if any(row.get("partial") for row in rows) else ""
        mixed = " Models have different samples." if len({row.get("sample") for row in rows}) > 1 else ""
        return f"Data: {self.dataset}, suite {suite}, {size}.{partial}{mixed}"


@dataclass(frozen=True, slots=True)
class PaperTable:
    """One table; cells are LaTeX if they come from `latex_*` functions, else text that is escaped when rendered."""

    label: str
    caption: str
    heads: Sequence[Sequence[str]]  # lines of the head; a cell (text, columns) spans several columns
    rows: Sequence[Sequence[str]]
    last: Sequence[Sequence[str]] = ()  # below a rule, such as totals
    bold: frozenset[tuple[int, int]] = frozenset()  # row and column of marked cells
    columns: str = ""  # LaTeX column specification; empty: the first column to the left, numbers to the right

    def latex(self) -> str:
        """A `table` environment (booktabs)."""
        width = max(len(row) for row in (*self.heads, *self.rows))
        body = [
            [self._cell(text, row, column) for column, text in enumerate(line)] for row, line in enumerate(self.rows)
        ]
        lines = [
            r"\begin{table}",
            r"\centering",
            rf"\begin{{tabular}}{{{self.columns or 'l' + 'r' * (width - 1)}}}",
            r"\toprule",
            *(_line([_text(cell) for cell in head]) for head in self.heads),
            r"\midrule",
            *map(_line, body),
            *([r"\midrule", *(_line([_text(cell) for cell in line]) for line in self.last)] if self.last else []),
            r"\bottomrule",
            r"\end{tabular}",
            rf"\caption{{{_text(self.caption)}}}",
            rf"\label{{tab:{self.label}}}",
            r"\end{table}",
        ]
        return "\n".join(lines) + "\n"

    def _cell(self, text: str, row: int, column: int) -> str:
        return rf"\textbf{{{_text(text)}}}" if (row, column) in self.bold else _text(text)


def format_number(value: float, digits: int = 1) -> str:
    """A number without a sign before zero."""
    text = f"{value:.{digits}f}"
    return text.removeprefix("-") if float(text) == 0 else text


def _line(cells: Sequence[str]) -> str:
    return " & ".join(cells) + r" \\"


def _text(text: str) -> str:
    return text if text == NOTHING else escape_latex(escape_controls(text))
