"""The results of one suite as the suites view shows them: charts, tables, matrices; once per state of a workspace."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from askance.core import UserError
from askance.report.board import Board
from askance.report.coverage_matrix import coverage_boards, workspace_coverage_matrix
from askance.report.heat_map import HeatMap, make_heat_map, mark_of_few
from askance.report.metric_declarations import SuiteMetrics, find_suite
from askance.report.suite_charts import ShownChart, chart_label, make_suite_charts
from askance.report.suite_sections import SuiteSection, make_suite_sections
from askance.report.suite_warnings import suite_warnings
from askance.server.chart_drawing import DRAWER, PATIENCE
from askance.server.opened_workspace import OpenedWorkspace
from askance.server.workspace_results import WorkspaceResults
from askance.store import Workspace
from markupsafe import Markup

Row = dict[str, Any]
MOST_VERDICTS = 400_000  # of a suite that are read whole, for its warnings and the coverage matrix
SHADES = 10  # classes heat-0 … heat-10 of the style sheet


@dataclass(frozen=True, slots=True)
class MatrixCell:
    """A value of the matrix, its shade (the worse the darker), and the result in words."""

    text: str
    shade: int
    label: str


@dataclass(frozen=True, slots=True)
class Matrix:
    """One metric of one model: tests (rows) and types (columns)."""

    metric: str
    label: str  # the metric in a few words; "" = it has none
    columns: list[str]
    lines: list[tuple[str, list[MatrixCell | None]]]

    @property
    def has_marks(self) -> bool:
        """Whether a cell is marked as one of few cases."""
        return any(cell is not None and cell.text.endswith("*") for _, cells in self.lines for cell in cells)


def suite_rows(results: WorkspaceResults, suite: str, dataset: str) -> list[Row]:
    """The tidy rows of a suite on a data set."""
    return [row for row in results.rows if (row["suite"], row["dataset"]) == (suite, dataset)]


def model_order(results: WorkspaceResults, suite: str, dataset: str) -> list[str]:
    """The models with results of a suite, in the order of the leaderboard: their colors are given in this order."""
    present = {row["model"] for row in suite_rows(results, suite, dataset)}
    return [name for data, name in results.ranked if data == dataset and name in present]


def suite_section(opened: OpenedWorkspace, suite: str, dataset: str, verdicts: int) -> SuiteSection:
    """The claim, warnings, charts and tables of a suite; charts that can be drawn have their specification only."""
    results = WorkspaceResults.of(opened)

    def compute(space: Workspace) -> SuiteSection:
        rows, order = suite_rows(results, suite, dataset), results.ranked
        warnings = _warnings(space, results, suite, dataset) if verdicts <= MOST_VERDICTS else []
        return make_suite_sections(rows, results.declared, warnings, order, _not_drawn)[0]

    return opened.cached(("suite section", suite, dataset), compute)


def _not_drawn(spec: dict[str, Any], label: str) -> Markup:
    return Markup("")


def drawn_charts(opened: OpenedWorkspace, section: SuiteSection, suite: str, dataset: str) -> list[ShownChart]:
    """The charts of a section as SVG; those that are not drawn in time as tables."""
    deadline, made = time.monotonic() + PATIENCE, []
    for place, chart in enumerate(section.charts):
        if chart.spec is not None:
            svg = DRAWER.draw(chart.spec, chart_label(chart.title), deadline)
            spec, chart = chart.spec, chart if svg is not None else _as_tables(opened, suite, dataset)[place]
            chart = replace(chart, svg=svg, spec=spec)
        made.append(chart)
    return made


def _as_tables(opened: OpenedWorkspace, suite: str, dataset: str) -> list[ShownChart]:
    results = WorkspaceResults.of(opened)

    def compute(space: Workspace) -> list[ShownChart]:
        rows, order = suite_rows(results, suite, dataset), results.ranked
        return make_suite_charts(rows, suite, results.declared, order, lambda spec, label: None)

    return opened.cached(("suite tables", suite, dataset), compute)


def _warnings(space: Workspace, results: WorkspaceResults, suite: str, dataset: str) -> list[str]:
    only = {
        (each.case_set, each.fingerprint) for each in results.results if (each.suite, each.dataset) == (suite, dataset)
    }
    return suite_warnings(space, only)


def coverage_rows(opened: OpenedWorkspace, suite: str, dataset: str) -> list[Row]:
    """The coverage matrix between models; [] where no pair was answered."""

    def compute(space: Workspace) -> list[Row]:
        try:
            rows: list[Row] = workspace_coverage_matrix(space, suite).to_pylist()
        except UserError:
            return []
        return rows

    rows = opened.cached(("coverage", suite), compute)
    return [row for row in rows if row["dataset"] == dataset]


def coverage_tables(rows: Sequence[Row]) -> list[tuple[str, Board]]:
    """The matrices as tables with their titles, the means over tests first."""
    found = list(coverage_boards(rows))
    return sorted(found, key=lambda each: "mean of the tests" not in each[0])


def make_matrix(results: WorkspaceResults, suite: str, dataset: str, metric: str, model: str) -> Matrix | None:
    """A metric by the two parts of its groups; None where no group has two parts."""
    own: SuiteMetrics | None = find_suite(results.declared, suite)
    declared = own.metrics.get(metric) if own else None
    at: dict[tuple[str, str], Row] = {}
    for row in suite_rows(results, suite, dataset):
        test, _, kind = row["group"].partition("/")
        if (row["metric"], row["model"]) == (metric, model) and test and "/" not in kind and row["value"] is not None:
            at[test, kind] = row
    tests = list(dict.fromkeys(test for test, kind in at if kind and (test, "") in at))
    kinds = sorted({kind for test, kind in at if kind and test in tests})
    if not kinds:
        return None
    columns = ["", *kinds]  # "" = the whole test
    is_up = declared is None or declared.better != "down"
    lines = [(test, [_cell(at.get((test, kind)), is_up) for kind in columns]) for test in tests]
    return Matrix(metric, declared.label if declared else "", columns, lines)


def _cell(row: Row | None, is_up: bool) -> MatrixCell | None:
    if row is None:
        return None
    bad = 100 - row["value"] if is_up else row["value"]
    interval = "" if row["low"] is None else f", 95 % interval {row['low']:.0f} to {row['high']:.0f}"
    label = f"{row['group']}: {row['value']:.1f}{interval}, n = {row['n']:,}"
    return MatrixCell(f"{row['value']:.0f}{mark_of_few(row)}", max(0, min(SHADES, round(bad / 100 * SHADES))), label)


def heat_maps(opened: OpenedWorkspace) -> list[HeatMap]:
    """Where each model fails: one map per data set."""
    results = WorkspaceResults.of(opened)

    def compute(space: Workspace) -> list[HeatMap]:
        order = results.ranked
        made = [
            make_heat_map([row for row in results.rows if row["dataset"] == name], name, results.declared, order)
            for name in results.datasets
        ]
        return [one for one in made if one.parts]

    return opened.cached("heat maps", compute)
