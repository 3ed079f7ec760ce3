"""The report as one HTML file: nothing is fetched, everything is inside."""

from collections.abc import Sequence
from typing import Any

from askance.report.board import LEGEND, breakdowns, column, leaderboard, of_suite, totals
from askance.report.case_card_html import failing_section
from askance.report.failure_cards import Failures
from askance.report.metric_declarations import Declarations
from askance.report.rendering import render
from askance.report.sample_notes import notes
from askance.report.usage import with_usage


def page(
    rows: list[dict[str, Any]],
    failing: Sequence[Failures],
    title: str,
    warnings: Sequence[str] = (),
    declared: Declarations | None = None,
    usage: Sequence[dict[str, Any]] = (),
) -> str:
    """Leaderboard with what to know before believing it, breakdowns, and failing pictures."""
    metrics = dict.fromkeys(column(row) for row in rows if row["group"])
    return render(
        "report.html",
        title=title,
        leaderboard=with_usage(leaderboard(rows, declared), usage),
        warnings=[*notes(rows), *warnings],
        legend=LEGEND,
        by_group=[board for metric in metrics for board in breakdowns(rows, metric, declared)],
        totals=totals(rows, declared, shown=metrics),
        failing=failing_section(failing),
    )


def breakdown_page(
    rows: list[dict[str, Any]],
    metric: str,
    title: str,
    warnings: Sequence[str] = (),
    declared: Declarations | None = None,
) -> str:
    """One metric by group, with what to know before believing it."""
    return render(
        "breakdown.html",
        title=title,
        by_group=breakdowns(rows, metric, declared),
        warnings=[*notes(of_suite(rows, metric)), *warnings],
        legend=LEGEND,
    )
