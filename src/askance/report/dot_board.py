"""Boards of dots: the leaderboard's first page, and a suite's metrics by group; the same scale in every column."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from askance.core.chart import Chart
from askance.core.metric import ARROWS, Metric
from askance.report.board import COVERAGE, make_leaderboard
from askance.report.dot_bar import DotBar, make_dot_bar
from askance.report.metric_declarations import Declarations, find_suite, metric_of_row
from askance.report.sample_notes import cell_marks

Row = dict[str, Any]
ModelKey = tuple[str, str]  # data set, model
NO_BREAK = "\N{NO-BREAK SPACE}"


@dataclass(frozen=True, slots=True)
class DotHead:
    """The head of a column or row."""

    name: str
    above: str = ""  # a line of context, such as the suite or the data set
    anchor: str = ""  # of its entry in the glossary
    about: str = ""  # its meaning


@dataclass(frozen=True, slots=True)
class DotBoard:
    """Rows and columns of estimates; a cell has one bar per metric."""

    heads: list[DotHead]
    rows: list[tuple[DotHead, list[list[DotBar]]]]
    first: str  # what the rows are
    source: list[Row]  # the tidy rows that are shown


def ranked_models(rows: Sequence[Row], declared: Declarations) -> list[ModelKey]:
    """Data sets and models in the order of the leaderboard; models without a headline result come last."""
    if not rows:
        return []
    board, datasets = make_leaderboard(rows, declared), list(dict.fromkeys(row["dataset"] for row in rows))
    has_data = board.columns[1:2] == ["data"]
    ranked = [(line[1] if has_data else datasets[0], line[0]) for line in board.rows]
    return list(dict.fromkeys([*ranked, *((row["dataset"], row["model"]) for row in rows)]))


def make_dot_leaderboard(rows: Sequence[Row], declared: Declarations, models: Sequence[ModelKey]) -> DotBoard:
    """One row per model; the first headline metric with a direction of every suite."""
    columns = leading_metrics(rows, declared)
    at = {(row["dataset"], row["model"], row["suite"], row["metric"]): row for row in rows if row["group"] == ""}
    marks = cell_marks(rows)
    several = len({dataset for dataset, _ in models}) > 1
    heads = [
        DotHead(
            f"{_short_name(suite, metric)}{ARROWS[metric.better].replace(' ', NO_BREAK)}",
            suite,
            anchor(suite, metric),
            metric.meaning,
        )
        for suite, metric in columns
    ]
    lines = []
    for dataset, model in models:
        cells = []
        for suite, metric in columns:
            mark = marks.get((model, dataset, suite), "")
            cells.append([make_dot_bar(at.get((dataset, model, suite, metric.name)), metric, mark=mark)])
        lines.append((DotHead(model, dataset if several else ""), cells))
    shown = {(suite, metric.name) for suite, metric in columns}
    source = [row for row in rows if row["group"] == "" and (row["suite"], row["metric"]) in shown]
    return DotBoard(heads, lines, "model", source)


def _short_name(suite: str, metric: Metric) -> str:
    """A metric's name without that of its suite, which is shown above it."""
    return (metric.name.removeprefix(f"{suite}_") or metric.name).replace("_", " ")


def leading_metrics(rows: Sequence[Row], declared: Declarations) -> list[tuple[str, Metric]]:
    """The first headline metric with a direction of every suite; the noise floor is shown elsewhere."""
    found = []
    for suite in dict.fromkeys(row["suite"] for row in rows):
        own = find_suite(declared, suite)
        if own and own.noise_floor:
            continue  # it is said above the findings
        names = own.headline if own and own.headline else tuple(own.metrics) if own else ()
        present = {row["metric"] for row in rows if row["suite"] == suite and row["group"] == ""}
        known = [own.metrics[name] for name in names if name in own.metrics] if own else []
        directed = [metric for metric in known if metric.better and metric.name in present]
        found += [(suite, metric) for metric in directed if metric.name != COVERAGE][:1]
    return found


def make_dot_board(
    rows: Sequence[Row], suite: str, chart: Chart, declared: Declarations, order: Sequence[ModelKey]
) -> DotBoard | None:
    """One row per group of a chart, one column per model in the given order; None where no row has a value."""
    own = [row for row in rows if row["suite"] == suite and row["metric"] in chart.metrics]
    mine = [row for row in own if row["value"] is not None]
    groups = chosen_groups(chart, list(dict.fromkeys(row["group"] for row in mine)))
    present = {(row["dataset"], row["model"]) for row in mine}
    models = [key for key in order if key in present]
    if not groups or not models:
        return None
    at = {(row["dataset"], row["model"], row["metric"], row["group"]): row for row in mine}
    metrics = {row["metric"]: metric_of_row(declared, row) for row in mine}
    names = [name for name in chart.metrics if name in metrics]
    several = len({dataset for dataset, _ in models}) > 1
    lines = []
    for group in groups:
        found = [[at.get((*key, name, group)) for name in names] for key in models]
        cells = [
            [
                make_dot_bar(row, metrics[name], name if len(names) > 1 else "")
                for row, name in zip(some, names, strict=True)
            ]
            for some in found
        ]
        lines.append((DotHead(group or "all", _count_text([row for some in found for row in some])), cells))
    source = [row for row in mine if row["group"] in groups]
    return DotBoard([DotHead(model, data if several else "") for data, model in models], lines, "group", source)


def chosen_groups(chart: Chart, present: Sequence[str]) -> list[str]:
    """The groups that a chart shows, of those there are; skill/* stands for all groups below skill."""
    wanted = chart.groups or ("", "*")
    found: list[str] = []
    for form in wanted:
        head, _, last = form.rpartition("/")
        if last == "*":
            found += [group for group in present if group.rpartition("/")[0] == head and group != ""]
        elif form in present:
            found.append(form)
    return list(dict.fromkeys(found))


def _count_text(rows: Sequence[Row | None]) -> str:
    counts = sorted({row["n"] for row in rows if row is not None})
    if not counts:
        return ""
    return f"n = {counts[0]:,}" if len(counts) == 1 else f"n = {counts[0]:,} to {counts[-1]:,}"


def anchor(suite: str, metric: Metric) -> str:
    """The id of a metric's entry in the glossary."""
    return "metric-" + "".join(letter if letter.isalnum() else "-" for letter in f"{suite}-{metric.name}")
