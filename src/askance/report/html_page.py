"""The report as one HTML file: nothing is fetched, everything is inside."""

from collections.abc import Sequence
from typing import Any

from askance.report.board import (
    LEGEND,
    column_heading,
    make_breakdowns,
    make_leaderboard,
    make_totals_boards,
    rows_under_heading,
)
from askance.report.case_card_html import render_failing_cases
from askance.report.failure_cards import FailureCards
from askance.report.html_templates import render_template
from askance.report.metric_declarations import Declarations
from askance.report.sample_notes import partial_and_sample_notes, sample_line
from askance.report.usage import with_usage


def render_report_page(
    rows: list[dict[str, Any]],
    failing: Sequence[FailureCards],
    title: str,
    warnings: Sequence[str] = (),
    declared: Declarations | None = None,
    usage: Sequence[dict[str, Any]] = (),
) -> str:
    """Leaderboard with what to know before believing it, breakdowns, and failing pictures."""
    metrics = dict.fromkeys(column_heading(row) for row in rows if row["group"])
    return render_template(
        "report.html",
        title=title,
        leaderboard=with_usage(make_leaderboard(rows, declared), usage),
        warnings=[*partial_and_sample_notes(rows), *warnings],
        legend=f"{LEGEND} {sample_line(rows)}",
        by_group=[board for metric in metrics for board in make_breakdowns(rows, metric, declared)],
        totals=make_totals_boards(rows, declared, shown=metrics),
        failing=render_failing_cases(failing),
    )


def render_breakdown_page(
    rows: list[dict[str, Any]],
    metric: str,
    title: str,
    warnings: Sequence[str] = (),
    declared: Declarations | None = None,
) -> str:
    """One metric by group, with what to know before believing it."""
    return render_template(
        "breakdown.html",
        title=title,
        by_group=make_breakdowns(rows, metric, declared),
        warnings=[*partial_and_sample_notes(rows_under_heading(rows, metric)), *warnings],
        legend=f"{LEGEND} {sample_line(rows_under_heading(rows, metric))}",
    )
