"""The leaderboard of the overview: one line per model, averaged over data sets, and below it one per data set."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from askance.core.metric import ARROWS, Metric
from askance.report.board import Leaderboard, rank_leaderboard
from askance.report.dot_bar import DotBar, make_dot_bar
from askance.report.dot_board import NO_BREAK, leading_metrics
from askance.report.usage import SHOWN as USAGE_NAMES
from askance.report.usage import usage_cell
from askance.server.workspace_results import WorkspaceResults

Row = dict[str, Any]
LATENCY = {"latency_p50": "latency p50", "latency_p95": "latency p95"}  # in seconds
USAGE = {"parameters": "parameters", "calls": "calls", **USAGE_NAMES, **LATENCY}  # column → its head
SUMMED = ("calls", "prompt_tokens", "completion_tokens", "usd")  # over data sets; the others are averaged
MODEL = "model"  # the column that has the name


@dataclass(frozen=True, slots=True)
class Column:
    """One column: a metric of a suite, or something that answers took."""

    key: str  # SUITE.METRIC, or a column of the usage table
    suite: str  # "" = usage
    name: str
    metric: Metric | None = None

    @property
    def arrow(self) -> str:
        """Which direction is better."""
        return "" if self.metric is None else ARROWS[self.metric.better].strip()

    @property
    def label(self) -> str:
        """Suite, metric and direction in one line; a metric that is named as its suite is named once."""
        names = [self.name] if self.suite in ("", self.name) else [self.suite, self.name]
        return " · ".join(names) + (f"{NO_BREAK}{self.arrow}" if self.arrow else "")

    @property
    def descends(self) -> bool:
        """Whether the column is sorted from the largest value to the smallest: the best comes first."""
        return self.metric is not None and self.metric.better != "down"


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell: a bar of a metric, or a text."""

    text: str
    value: float | None
    bar: DotBar | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """One row of the board."""

    model: str
    dataset: str  # "" = the mean over data sets, or the only data set
    cells: list[Cell]
    datasets: int = 1  # lines that it can be opened to


@dataclass(frozen=True, slots=True)
class LeaderboardPage:
    """What the template shows."""

    columns: list[Column]  # those shown
    choices: list[Column]  # those that can be shown
    lines: list[Line]
    sort: str
    is_reversed: bool


class LeaderboardMaker:
    """Makes boards of one state of a workspace."""

    def __init__(self, results: WorkspaceResults):
        self._results = results
        self._ranked: Leaderboard = rank_leaderboard(results.rows, results.declared)
        self._usage = {(row["model"], row["dataset"]): row for row in results.usage}
        self._measured: dict[str, set[str]] = {}  # column → data sets that it is measured on
        for (dataset, model), cells in self._ranked.at.items():
            if (dataset, model) not in self._ranked.averages:
                for heading in cells:
                    self._measured.setdefault(heading, set()).add(dataset)
        self.columns = self._all_columns()
        leading = {f"{suite}.{metric.name}" for suite, metric in leading_metrics(results.rows, results.declared)}
        self.usual = [column.key for column in self.columns if column.key in leading]

    def _all_columns(self) -> list[Column]:
        found = []
        for heading, metric in self._ranked.columns.items():
            suite = heading.removesuffix(f".{metric.name}")
            found.append(Column(heading, suite, metric.label or metric.name.replace("_", " "), metric))
        known = [name for name in USAGE if any(row[name] is not None for row in self._results.usage)]
        return found + [Column(name, "", USAGE[name]) for name in known]

    def page(
        self, shown: Sequence[str] = (), sort: str = "", is_reversed: bool = False, opened: Collection[str] = ()
    ) -> LeaderboardPage:
        """The board with these columns, sorted; `opened`: models with a line per data set. Ignores unknown names."""
        wanted = [column for column in self.columns if column.key in shown]
        usual = wanted or [column for column in self.columns if column.key in self.usual]
        columns = [column for column in self.columns if column in usual or column.key == sort]  # what sorts is shown
        by = next((column for column in columns if column.key == sort), None)
        if by is None and sort != MODEL:
            by = next((column for column in columns if column.metric and column.metric.better), None)
        mains = [self._main_line(model, columns) for model in self._results.models]
        ordered = self._sorted(mains, columns, by, is_reversed)
        lines = []
        for line in ordered:
            lines.append(line)
            if line.model in opened and line.datasets > 1:
                lines += [self._line(line.model, dataset, columns) for dataset in self._datasets_of(line.model)]
        return LeaderboardPage(columns, self.columns, lines, by.key if by else MODEL, is_reversed)

    def _sorted(
        self, lines: Sequence[Line], columns: Sequence[Column], by: Column | None, is_reversed: bool
    ) -> list[Line]:
        named = sorted(lines, key=lambda line: line.model, reverse=is_reversed and by is None)
        if by is None:
            return named
        index = list(columns).index(by)
        known = [line for line in named if line.cells[index].value is not None]
        ranked = sorted(known, key=lambda line: line.cells[index].value or 0.0, reverse=by.descends != is_reversed)
        return ranked + [line for line in named if line.cells[index].value is None]

    def _datasets_of(self, model: str) -> list[str]:
        return [name for name in self._results.datasets if (name, model) in self._ranked.at]

    def _main_line(self, model: str, columns: Sequence[Column]) -> Line:
        datasets = self._datasets_of(model)
        mean = next((dataset for dataset, name in self._ranked.averages if name == model), "")
        cells = []
        for column in columns:
            if column.metric is None:
                cells.append(_usage_cell(column, [self._usage.get((model, name)) for name in datasets]))
                continue
            measured = self._measured.get(column.key, set())
            where = mean if len(measured) > 1 else next(iter(measured), "")
            cells.append(self._metric_cell(model, where, column))
        return Line(model, "", cells, len(datasets))

    def _line(self, model: str, dataset: str, columns: Sequence[Column]) -> Line:
        cells = [
            self._metric_cell(model, dataset, column)
            if column.metric is not None
            else _usage_cell(column, [self._usage.get((model, dataset))])
            for column in columns
        ]
        return Line(model, dataset, cells)

    def _metric_cell(self, model: str, dataset: str, column: Column) -> Cell:
        assert column.metric is not None
        row = self._ranked.at.get((dataset, model), {}).get(column.key)
        mark = self._ranked.marks.get((model, dataset, column.suite), "")
        bar = make_dot_bar(row, column.metric, mark=mark)
        return Cell(bar.text, None if row is None else row["value"], bar)


def _usage_cell(column: Column, rows: Sequence[Row | None]) -> Cell:
    values = [row[column.key] for row in rows if row is not None and row[column.key] is not None]
    if not values:
        return Cell("–", None)
    value = sum(values) if column.key in SUMMED else sum(values) / len(values)
    if column.key in LATENCY:
        return Cell(f"{value:.1f} s" if value >= 1 else f"{1000 * value:.{0 if value >= 0.01 else 1}f} ms", value)
    counts = {name: sum(row[name] or 0 for row in rows if row is not None) for name in ("calls", "usd_calls")}
    shown = int(value) if all(isinstance(one, int) for one in values) else value
    return Cell(usage_cell(column.key, counts | {column.key: shown}), value)
