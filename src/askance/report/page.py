"""The report as one HTML file: nothing is fetched, everything is inside."""

import html
from collections.abc import Sequence
from typing import Any

from askance.report.board import LEGEND, Board, breakdowns, column, leaderboard, of_suite, totals
from askance.report.card_html import STYLE as CARD_STYLE
from askance.report.card_html import failing_section
from askance.report.declared import Declarations
from askance.report.failures import Failures
from askance.report.safe_text import attribute, safe
from askance.report.samples import notes

_STYLE = (
    """
:root { color-scheme: light dark; }
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 72rem; padding: 0 1rem; }
table { border-collapse: collapse; margin: 1rem 0; } th, td { padding: .3rem .7rem; border-bottom: 1px solid #8884; }
th { text-align: left; } td:not(:first-child) { text-align: right; font-variant-numeric: tabular-nums; }
.scroll { overflow-x: auto; } .warning { border-left: 4px solid #d80; padding-left: .7rem; }
.quiet { opacity: .7; font-size: .9em; }
"""
    + CARD_STYLE
)

_NOTE = (
    "Percent, with 95 % intervals clustered by image."
    " Undecided cases are not counted; coverage is the share of decided cases, the lowest of all suites."
)


def page(
    rows: list[dict[str, Any]],
    failing: Sequence[Failures],
    title: str,
    warnings: Sequence[str] = (),
    declared: Declarations | None = None,
) -> str:
    """Leaderboard with what to know before believing it, breakdowns, and failing pictures."""
    metrics = dict.fromkeys(column(row) for row in rows if row["group"])
    parts = ["<h2>Leaderboard</h2>", _table(leaderboard(rows, declared)), _notes([*notes(rows), *warnings])]
    parts.append(f'<p class="quiet">{html.escape(LEGEND)} {_NOTE}</p>')
    parts += [_by_group(board) for metric in metrics for board in breakdowns(rows, metric, declared)]
    single = totals(rows, declared, shown=metrics)
    parts += [f"<h2>{safe(board.title)}</h2>{_table(board)}" for board in single]
    parts.append(failing_section(failing))
    return _document(title, parts)


def breakdown_page(
    rows: list[dict[str, Any]],
    metric: str,
    title: str,
    warnings: Sequence[str] = (),
    declared: Declarations | None = None,
) -> str:
    """One metric by group, with what to know before believing it."""
    chosen = of_suite(rows, metric)
    boards = [_by_group(board) for board in breakdowns(rows, metric, declared)]
    legend = f'<p class="quiet">{html.escape(LEGEND)}</p>'
    return _document(title, [*boards, _notes([*notes(chosen), *warnings]), legend])


def _by_group(board: Board) -> str:
    return f"<h2>{safe(board.title)} by group</h2>{_table(board)}"


def _notes(lines: Sequence[str]) -> str:
    return "".join(f'<p class="warning">{safe(line)}</p>' for line in lines)


def _document(title: str, parts: Sequence[str]) -> str:
    head = f'<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{attribute(title)}</title>'
    return (
        f"<!doctype html><html lang=en><head>{head}<style>{_STYLE}</style></head>"
        f"<body><h1>{safe(title)}</h1>{''.join(parts)}</body></html>\n"
    )


def _table(board: Board) -> str:
    head = "".join(f"<th>{safe(name)}</th>" for name in board.columns)
    body = "".join("<tr>" + "".join(f"<td>{safe(cell)}</td>" for cell in row) + "</tr>" for row in board.rows)
    return f"<div class=scroll><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>"
