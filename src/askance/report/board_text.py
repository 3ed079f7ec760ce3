"""A board as text: a terminal table, plain text, CSV, Markdown, HTML, or LaTeX."""

import csv
import io
import re
from collections.abc import Iterator
from typing import Any, Literal

from askance.core.control_characters import escape_controls
from askance.core.csv_formulas import escape_formula
from askance.core.html_table import html_table
from askance.report.board import Board

_LATEX = {
    "&": r"\&", "%": r"\%", "_": r"\_", "#": r"\#", "$": r"\$", "–": "--", "{": r"\{", "}": r"\}",
    "↑": r"$\uparrow$", "↓": r"$\downarrow$", "\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\^{}",
    "−": "$-$",
}  # fmt: skip
_NEGATIVE = re.compile(r"(?<![\w-])-(?=\.?\d)")


KEYS = ("model", "data")  # columns that say whose row it is: on every part of a board that is too wide for one
EDGE = 3  # what a column takes beside its text


class RichTable:
    """A board for rich's console: in parts, one below the other, where it is too wide for the terminal."""

    def __init__(self, board: Board, title: str):
        self.board, self.title = board, title

    def __rich_console__(self, console: Any, options: Any) -> Iterator[Any]:
        for number, part in enumerate(split_to_width(self.board, options.max_width)):
            yield _make_rich_table(part, self.title if number == 0 else "")


def rich_table(board: Board, title: str) -> RichTable:
    """A table for rich's console; control characters are escaped, brackets are no markup."""
    return RichTable(escape_board(board, keep="\n"), escape_controls(title))


def escape_board(board: Board, keep: str = "") -> Board:
    """The board with every control character in its texts escaped."""
    rows = [[escape_controls(cell, keep) for cell in row] for row in board.rows]
    labels = {escape_controls(name): escape_controls(label) for name, label in board.labels.items()}
    return Board([escape_controls(name) for name in board.columns], rows, escape_controls(board.title), labels)


def split_to_width(board: Board, width: int) -> list[Board]:
    """The board cut between columns so that each part fits, as far as it can."""
    heads = [max(len(name), len(board.labels.get(name, ""))) for name in board.columns]
    cells = zip(*board.rows, strict=True) if board.rows else [()] * len(heads)
    wide = [max([head, *map(len, column)]) + EDGE for head, column in zip(heads, cells, strict=True)]
    keys = [place for place, name in enumerate(board.columns) if place == 0 or (place == 1 and name in KEYS)]
    if sum(wide) + 1 <= width or len(keys) == len(wide):
        return [board]
    room = width - 1 - sum(wide[place] for place in keys)
    groups: list[list[int]] = [[]]
    for place in range(len(keys), len(wide)):
        if groups[-1] and sum(wide[one] for one in (*groups[-1], place)) > room:
            groups.append([])
        groups[-1].append(place)
    return [_select_columns(board, [*keys, *group]) for group in groups]


def _select_columns(board: Board, places: list[int]) -> Board:
    rows = [[row[place] for place in places] for row in board.rows]
    return Board([board.columns[place] for place in places], rows, labels=board.labels)


def _make_rich_table(board: Board, title: str) -> Any:
    from rich.align import Align
    from rich.table import Table
    from rich.text import Text

    table = Table(title=Text(title) if title else None, title_justify="left", header_style="bold")
    for number, name in enumerate(board.columns):
        is_text = number == 0 or any(row[number][:1].isalpha() for row in board.rows)
        side: Literal["left", "right"] = "left" if is_text else "right"
        # only heads are at the bottom: the cells of a row begin on one line
        head = Align(Text(board.labelled(name, "\n"), justify=side), side, vertical="bottom")
        table.add_column(head, justify=side, overflow="fold")
    for row in board.rows:
        table.add_row(*map(Text, row))
    return table


def to_text(board: Board) -> str:
    """A board as aligned plain text, below its title."""
    board = escape_board(board)
    widths = [max(map(len, column)) for column in zip(board.columns, *board.rows, strict=True)]
    lines = [
        "  ".join(cell.ljust(width) if place == 0 else cell.rjust(width)
                  for place, (cell, width) in enumerate(zip(row, widths, strict=True)))
        for row in (board.columns, *board.rows)
    ]  # fmt: skip
    return "\n".join([board.title, *lines, ""])


def to_html(board: Board) -> str:
    """A table for a notebook; the title is its caption."""
    return html_table(board.columns, board.rows, board.title)


def to_csv(rows: list[dict[str, Any]]) -> str:
    """Tidy rows as CSV; no text is a formula for a spreadsheet, and control characters are escaped."""
    out = io.StringIO()
    writer = csv.DictWriter(out, fieldnames=list(rows[0]) if rows else ["model"], lineterminator="\n")
    writer.writeheader()
    for row in rows:
        writer.writerow({key: escape_formula(cell) if isinstance(cell, str) else cell for key, cell in row.items()})
    return out.getvalue()


def to_markdown(board: Board) -> str:
    """A table for Markdown, such as a README or the summary of a CI job."""
    board = escape_board(board)
    heads = [board.labelled(name, ": ") for name in board.columns]
    lines = [heads, ["---", *["---:"] * (len(board.columns) - 1)], *board.rows]
    return "".join(f"| {' | '.join(map(_escape_markdown, line))} |\n" for line in lines)


def _escape_markdown(text: str) -> str:
    """Text that Markdown prints as it is: no tables, HTML, links or emphasis inside a cell."""
    return "".join(f"\\{letter}" if letter in "\\|`*_[]<>&#~" else letter for letter in text)


def to_latex(board: Board) -> str:
    """A tabular for a paper (booktabs); plain words have a head line of their own above the names of the metrics."""
    board = escape_board(board)
    words = [board.labels.get(name, "") for name in board.columns]
    heads = [words, board.columns] if any(words) else [board.columns]
    lines = [r"\begin{tabular}{l" + "r" * (len(board.columns) - 1) + "}", r"\toprule"]
    lines += [" & ".join(map(escape_latex, head)).strip() + r" \\" for head in heads]
    keys = 2 if board.columns[1:2] == ["data"] else 1
    names = [" & ".join(map(escape_latex, row[:keys])) for row in board.rows]
    figures = ["".join(f" & {_latex_figure(cell)}" for cell in row[keys:]) for row in board.rows]
    lines += [r"\midrule", *(f"{name}{cells} \\\\" for name, cells in zip(names, figures, strict=True))]
    return "\n".join([*lines, r"\bottomrule", r"\end{tabular}", ""])


def _latex_figure(cell: str) -> str:
    """A cell with a minus sign, not a hyphen, before each negative number."""
    return _NEGATIVE.sub("$-$", escape_latex(cell))


def escape_latex(text: str) -> str:
    """Text that LaTeX prints as it is."""
    return "".join(_LATEX.get(letter, letter) for letter in text)
