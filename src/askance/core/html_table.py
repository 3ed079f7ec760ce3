"""Result objects in a notebook: a table and paragraphs of text as HTML."""

import html
from collections.abc import Iterable, Sequence

from askance.core.control_characters import escape_controls


def html_table(columns: Sequence[str], rows: Iterable[Sequence[str]], caption: str = "") -> str:
    """A table of texts."""
    title = f"<caption>{_escape(caption)}</caption>" if caption else ""
    head = "".join(f"<th>{_escape(name)}</th>" for name in columns)
    body = "".join("<tr>" + "".join(f"<td>{_escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<table>{title}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def html_lines(lines: Iterable[str], tag: str = "") -> str:
    """One paragraph per line; `tag` such as small or b is put around its text."""
    before, after = (f"<{tag}>", f"</{tag}>") if tag else ("", "")
    return "".join(f"<p>{before}{_escape(line)}{after}</p>" for line in lines)


def _escape(text: str) -> str:
    return html.escape(escape_controls(text))
