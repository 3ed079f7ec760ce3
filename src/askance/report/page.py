"""The report as one HTML file: nothing is fetched, everything is inside."""

import html
from collections.abc import Sequence
from typing import Any

from askance.report.board import Board, breakdown, column, leaderboard, totals
from askance.report.card_html import STYLE as CARD_STYLE
from askance.report.card_html import failing_section
from askance.report.failures import Failures

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
    " Undecided cases are not counted; coverage says how many were decided."
)


def page(rows: list[dict[str, Any]], failing: Sequence[Failures], title: str, warnings: Sequence[str] = ()) -> str:
    """Leaderboard with what to know before believing it, breakdowns, and failing cases."""
    metrics = dict.fromkeys(column(row) for row in rows if row["group"])
    parts = [f"<h1>{html.escape(title)}</h1>", "<h2>Leaderboard</h2>", _table(leaderboard(rows))]
    parts += [f'<p class="warning">{html.escape(line)}</p>' for line in warnings]
    parts.append(f'<p class="quiet">{_NOTE}</p>')
    parts += [f"<h2>{html.escape(metric)} by group</h2>{_table(breakdown(rows, metric))}" for metric in metrics]
    single = totals([row for row in rows if column(row) not in metrics])
    parts += [f"<h2>Other figures</h2>{_table(single)}"] if single.rows else []
    parts.append(failing_section(failing))
    head = (
        f'<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{html.escape(title)}</title>'
    )
    return (
        f"<!doctype html><html lang=en><head>{head}<style>{_STYLE}</style></head><body>{''.join(parts)}</body></html>\n"
    )


def _table(board: Board) -> str:
    head = "".join(f"<th>{html.escape(name)}</th>" for name in board.columns)
    body = "".join("<tr>" + "".join(f"<td>{html.escape(cell)}</td>" for cell in row) + "</tr>" for row in board.rows)
    return f"<div class=scroll><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>"
