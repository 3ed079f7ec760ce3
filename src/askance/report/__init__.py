"""Tables, HTML and LaTeX from a workspace."""

from askance.report.board import (
    BREAKDOWN_LEGEND,
    LEGEND,
    Board,
    column_heading,
    make_breakdowns,
    make_leaderboard,
    rows_under_heading,
)
from askance.report.board_text import rich_table, to_csv, to_latex, to_markdown
from askance.report.changed_inputs import find_changed_inputs, hidden_version_notes
from askance.report.chosen_results import ChosenResults, choose_results
from askance.report.current_results import current_results, declared_metrics, is_shard, no_results_error
from askance.report.derived_tables import current_metrics, table_to_rows
from askance.report.failure_cards import make_failure_cards
from askance.report.findings import all_findings, find_differences, find_weaknesses
from askance.report.html_page import render_breakdown_page, render_report_page
from askance.report.metric_declarations import Declarations
from askance.report.sample_notes import partial_and_sample_notes, sample_line
from askance.report.suite_warnings import suite_warnings, without_result_notes
from askance.report.terminal_board import TerminalLeaderboard
from askance.report.usage import usage_board, usage_rows, with_usage

__all__ = [
    "BREAKDOWN_LEGEND",
    "LEGEND",
    "Board",
    "ChosenResults",
    "Declarations",
    "TerminalLeaderboard",
    "all_findings",
    "choose_results",
    "column_heading",
    "current_metrics",
    "current_results",
    "declared_metrics",
    "find_changed_inputs",
    "find_differences",
    "find_weaknesses",
    "hidden_version_notes",
    "is_shard",
    "make_breakdowns",
    "make_failure_cards",
    "make_leaderboard",
    "no_results_error",
    "partial_and_sample_notes",
    "render_breakdown_page",
    "render_report_page",
    "rich_table",
    "rows_under_heading",
    "sample_line",
    "suite_warnings",
    "table_to_rows",
    "to_csv",
    "to_latex",
    "to_markdown",
    "usage_board",
    "usage_rows",
    "with_usage",
    "without_result_notes",
]
