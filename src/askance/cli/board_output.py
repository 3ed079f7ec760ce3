"""Boards, tables and texts on the terminal or in a file, in any of the formats of `askance report`."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from askance.cli.console import print_rich, print_text, render_rich
from askance.core.atomic_files import write_atomic
from askance.core.control_characters import escape_controls
from askance.core.errors import UserError
from askance.core.input_files import check_output_path

if TYPE_CHECKING:
    from askance.report import Board


def output_boards(boards: "Sequence[tuple[str, Board]]", lines: Sequence[str], form: str, output: Path | None) -> None:
    """Boards with their titles and the lines that explain them, as tables for a terminal, Markdown or LaTeX."""
    from askance import report

    if form == "md":
        parts = [f"**{escape_controls(title)}**\n\n{report.to_markdown(board)}" for title, board in boards]
        output_text("\n".join([*parts, *(f"{escape_controls(line)}\n" for line in lines)]), output)
        return
    if form == "latex":
        comments = "".join(f"% {escape_controls(line)}\n" for line in lines)
        output_text(
            "\n".join(f"% {escape_controls(title)}\n{report.to_latex(board)}" for title, board in boards) + comments,
            output,
        )
        return
    output_tables([report.rich_table(board, title) for title, board in boards], lines, output)


def output_tables(tables: Sequence[Any], lines: Sequence[str], output: Path | None) -> None:
    """Tables with the lines that explain them, on the terminal or in a file."""
    text = "".join(f"{escape_controls(line)}\n" for line in lines)
    if output is None:
        print_rich(*tables)
        print_text(text, nl=False)
    else:
        output_text(render_rich(*tables) + text, output)


def output_text(text: str, output: Path | None) -> None:
    """Print the text, or put it into a file at once and say where."""
    if output is None:
        print_text(text, nl=False)
        return
    check_output_path(output)
    try:
        write_atomic(output, text.encode())
    except OSError as error:
        raise UserError(f"cannot write {output}: {error.strerror}") from error
    print_text(f"wrote {output}", err=True)
