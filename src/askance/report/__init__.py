"""Tables, HTML and LaTeX from a workspace."""

from askance.report.board import LEGEND, Board, breakdowns, column, leaderboard, of_suite
from askance.report.changes import changes
from askance.report.current import current, declared
from askance.report.derived import metrics, rows
from askance.report.failures import failures
from askance.report.page import breakdown_page, page
from askance.report.samples import notes
from askance.report.text import csv_text, latex, rich_table
from askance.report.warnings import warnings

__all__ = [
    "LEGEND",
    "Board",
    "breakdown_page",
    "breakdowns",
    "changes",
    "column",
    "csv_text",
    "current",
    "declared",
    "failures",
    "latex",
    "leaderboard",
    "metrics",
    "notes",
    "of_suite",
    "page",
    "rich_table",
    "rows",
    "warnings",
]
