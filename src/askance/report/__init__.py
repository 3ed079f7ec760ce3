"""Tables, HTML and LaTeX from a workspace."""

from askance.report.board import LEGEND, Board, breakdowns, column, leaderboard, of_suite
from askance.report.board_text import csv_text, latex, rich_table
from askance.report.changed_inputs import changes
from askance.report.current_results import current_results, declared
from askance.report.derived_tables import metrics, rows
from askance.report.failure_cards import failure_cards
from askance.report.html_page import breakdown_page, page
from askance.report.sample_notes import notes
from askance.report.usage import usage_board, usage_rows, with_usage
from askance.report.warnings import warnings

__all__ = [
    "LEGEND",
    "Board",
    "breakdown_page",
    "breakdowns",
    "changes",
    "column",
    "csv_text",
    "current_results",
    "declared",
    "failure_cards",
    "latex",
    "leaderboard",
    "metrics",
    "notes",
    "of_suite",
    "page",
    "rich_table",
    "rows",
    "usage_board",
    "usage_rows",
    "warnings",
    "with_usage",
]
