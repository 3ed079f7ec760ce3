"""One picture of everything: the share of bad outcomes of each model (columns) by suite and group (rows)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from askance.core.chart import Chart
from askance.core.metric import POINTS, Metric
from askance.report.dot_board import ModelKey, chosen_groups
from askance.report.downloads import Download, rows_as_csv
from askance.report.metric_declarations import Declarations, SuiteMetrics, find_suite, metric_of_row
from askance.report.suite_charts import split_number

Row = dict[str, Any]
SHADES = 10  # classes heat-0 … heat-10 of the style sheet
FEW = 10  # cases: with fewer, a color says little, which a mark says
MARK = "*"


@dataclass(frozen=True, slots=True)
class HeatCell:
    """The share of bad outcomes, its shade, and the result in words."""

    text: str
    shade: int
    label: str
    row: Row  # the tidy row behind it


@dataclass(frozen=True, slots=True)
class HeatMap:
    """Suite → the rows of its groups, one cell per model."""

    dataset: str
    models: list[str]
    parts: dict[str, list[tuple[str, list[HeatCell | None]]]]
    data: Download


def make_heat_map(rows: Sequence[Row], dataset: str, declared: Declarations, order: Sequence[ModelKey]) -> HeatMap:
    """Metrics with a direction, in the groups that the suites' charts show; rows of one data set."""
    models = [model for data, model in order if data == dataset]
    parts: dict[str, list[tuple[str, list[HeatCell | None]]]] = {}
    source: list[Row] = []
    for suite in dict.fromkeys(row["suite"] for row in rows):
        own = find_suite(declared, suite)
        for group, metric, found in _heat_rows(rows, suite, own, declared) if own else ():
            name = group or f"all ({_bad_words(metric)})"
            parts.setdefault(suite, []).append((name, [_cell(found.get(model), metric) for model in models]))
            source += found.values()
    return HeatMap(dataset, models, parts, rows_as_csv(f"overview {dataset}", source))


def _heat_rows(
    rows: Sequence[Row], suite: str, own: SuiteMetrics, declared: Declarations
) -> Iterator[tuple[str, Metric, dict[str, Row]]]:
    """Group, metric, and model → row, for the main metric of each of a suite's charts."""
    done: set[tuple[str, str]] = set()
    for chart in own.charts or tuple(Chart("dots", "", (name,), ("", "*")) for name in own.headline or own.metrics):
        name = next((name for name in chart.metrics if name in own.headline), chart.metrics[0])
        mine = [row for row in rows if (row["suite"], row["metric"]) == (suite, name) and row["value"] is not None]
        metric = metric_of_row(declared, mine[0]) if mine else None
        if metric is None or metric.better is None or metric.bounds != (0.0, 100.0) or metric.unit == POINTS:
            continue
        for group in _groups(chart, list(dict.fromkeys(row["group"] for row in mine))):
            if (name, group) not in done:
                done.add((name, group))
                yield group, metric, {row["model"]: row for row in mine if row["group"] == group}


def _groups(chart: Chart, present: Sequence[str]) -> list[str]:
    """The groups of a chart, without long lists such as skill/*."""
    if chart.kind == "curve" and "*" not in chart.prefix:
        return [group for group in present if split_number(chart.prefix, group)]
    forms = tuple(form for form in chart.groups if not form.endswith("/*")) or ("", "*")
    return chosen_groups(Chart("dots", chart.title, chart.metrics, forms), present)


def _bad_words(metric: Metric) -> str:
    """What is counted as bad: “same under noise” is the name of the good outcome."""
    label = metric.label or metric.name.replace("_", " ")
    return f"not “{label}”" if metric.better == "up" else label


def _cell(row: Row | None, metric: Metric) -> HeatCell | None:
    if row is None:
        return None
    bad = 100 - row["value"] if metric.better == "up" else row["value"]
    interval = "" if row["low"] is None else f" [{row['low']:.0f} to {row['high']:.0f}]"
    label = f"{row['model']}: {metric.name} {row['value']:.1f}{interval}, n = {row['n']:,}"
    return HeatCell(f"{bad:.0f}{mark_of_few(row)}", round(bad / 100 * SHADES), label, row)


def mark_of_few(row: Row) -> str:
    """The mark behind a figure of few cases."""
    return MARK if row["n"] < FEW else ""
