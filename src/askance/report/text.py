"""A board as text: a terminal table, CSV, or LaTeX."""

import csv
import io
from typing import Any

from askance.report.board import Board

_LATEX = {"&": r"\&", "%": r"\%", "_": r"\_", "#": r"\#", "$": r"\$", "–": "--", "{": r"\{", "}": r"\}"}


def rich_table(board: Board, title: str) -> Any:
    """A table for rich's console."""
    from rich.table import Table

    table = Table(title=title, title_justify="left", header_style="bold")
    for number, name in enumerate(board.columns):
        table.add_column(name, justify="left" if number == 0 else "right", overflow="fold")
    for row in board.rows:
        table.add_row(*row)
    return table


def csv_text(rows: list[dict[str, Any]]) -> str:
    """Tidy rows as CSV."""
    out = io.StringIO()
    writer = csv.DictWriter(out, fieldnames=list(rows[0]) if rows else ["model"], lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()


def latex(board: Board) -> str:
    """A tabular for a paper (booktabs)."""
    lines = [r"\begin{tabular}{l" + "r" * (len(board.columns) - 1) + "}", r"\toprule"]
    lines += [" & ".join(_escape(name) for name in board.columns) + r" \\", r"\midrule"]
    lines += [" & ".join(_escape(cell) for cell in row) + r" \\" for row in board.rows]
    return "\n".join([*lines, r"\bottomrule", r"\end{tabular}", ""])


def _escape(text: str) -> str:
    return "".join(_LATEX.get(letter, letter) for letter in text)
