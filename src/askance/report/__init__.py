"""Tables, HTML and LaTeX from a workspace."""

from askance.report.board import Board, breakdown, leaderboard
from askance.report.current import current, metrics, rows
from askance.report.failures import failures
from askance.report.page import page
from askance.report.text import csv_text, latex, rich_table
from askance.report.warnings import warnings

__all__ = [
    "Board",
    "breakdown",
    "csv_text",
    "current",
    "failures",
    "latex",
    "leaderboard",
    "metrics",
    "page",
    "rich_table",
    "rows",
    "warnings",
]
