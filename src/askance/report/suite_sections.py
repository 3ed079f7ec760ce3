"""The sections of a report, one per suite and data set: its claim, its charts, and all its tables."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from askance.report.board import Board, column_heading, make_breakdowns, make_totals_boards
from askance.report.chart_svg import render_svg
from askance.report.dot_board import ModelKey
from askance.report.metric_declarations import Declarations, find_suite
from askance.report.suite_charts import Draw, ShownChart, make_suite_charts
from askance.report.suite_warnings import SuiteWarning

Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class SuiteSection:
    """What the page shows of one suite."""

    suite: str
    anchor: str
    claim: str
    warnings: list[str]
    charts: list[ShownChart]
    boards: list[Board]


def make_suite_sections(
    rows: Sequence[Row],
    declared: Declarations,
    warnings: Sequence[str],
    order: Sequence[ModelKey],
    draw: Draw = render_svg,
) -> list[SuiteSection]:
    """One section per suite in the order of the rows; with several data sets, one per suite and data set."""
    datasets = list(dict.fromkeys(row["dataset"] for row in rows))
    sections: list[SuiteSection] = []
    for suite in dict.fromkeys(row["suite"] for row in rows):
        own = find_suite(declared, suite)
        for dataset in datasets:
            mine = [row for row in rows if row["suite"] == suite and row["dataset"] == dataset]
            if not mine:
                continue
            title = suite if len(datasets) == 1 else f"{suite} on {dataset}"
            about = [str(line) for line in warnings if isinstance(line, SuiteWarning) and line.suite == suite]
            sections.append(
                SuiteSection(
                    title, f"suite-{len(sections)}", own.claim if own else "", about,
                    make_suite_charts([row for row in rows if row["dataset"] == dataset], suite, declared, order, draw),
                    _all_boards(mine, declared),
                )
            )  # fmt: skip
    return sections


def _all_boards(rows: Sequence[Row], declared: Declarations) -> list[Board]:
    """Every result of a suite on one data set: each metric by group, then the totals of the others."""
    metrics = dict.fromkeys(column_heading(row) for row in rows if row["group"])
    by_group = [board for metric in metrics for board in make_breakdowns(rows, metric, declared)]
    return [*by_group, *make_totals_boards(rows, declared, shown=metrics)]
