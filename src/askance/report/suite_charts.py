"""The charts that a suite declares, as HTML with the rows behind them; each in the form that suits it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from askance.core.chart import Chart
from askance.core.control_characters import escape_controls
from askance.core.metric import ARROWS
from askance.report.board import COVERAGE
from askance.report.chart_svg import are_charts_installed, render_svg
from askance.report.dot_board import DotBoard, ModelKey, make_dot_board
from askance.report.downloads import Download, rows_as_csv
from askance.report.metric_declarations import Declarations, find_suite, metric_of_row
from markupsafe import Markup

Row = dict[str, Any]
Draw = Callable[[dict[str, Any], str], Markup | None]  # a specification and its text → SVG; None: it cannot be drawn
MOST_MODELS = 16  # in one chart; all models are in the tables


@dataclass(frozen=True, slots=True)
class ShownChart:
    """A chart with its text, ready for the template."""

    title: str
    caption: str
    board: DotBoard | None
    svg: Markup | None
    data: Download
    spec: dict[str, Any] | None = None  # Vega-Lite, of a chart that is drawn as SVG


def make_suite_charts(
    rows: Sequence[Row], suite: str, declared: Declarations, order: Sequence[ModelKey], draw: Draw = render_svg
) -> list[ShownChart]:
    """The charts of one suite; a suite that declares none gets its headline metrics by group."""
    own = find_suite(declared, suite)
    charts = own.charts if own and own.charts else _default_charts(rows, suite, own.headline if own else ())
    made = [_show(rows, suite, chart, declared, order, draw) for chart in charts]
    return [chart for chart in made if chart is not None]


def _default_charts(rows: Sequence[Row], suite: str, headline: Sequence[str]) -> tuple[Chart, ...]:
    present = dict.fromkeys(row["metric"] for row in rows if row["suite"] == suite and row["metric"] != COVERAGE)
    names = tuple(name for name in headline if name in present) or tuple(present)[:3]
    return (Chart("dots", "Results by group", names),) if names else ()


def _show(
    rows: Sequence[Row], suite: str, chart: Chart, declared: Declarations, order: Sequence[ModelKey], draw: Draw
) -> ShownChart | None:
    name = f"{suite}-{chart.title}"
    if chart.kind not in ("dots", "parts") and are_charts_installed():
        models = _models_of(rows, order)
        mine = [row for row in rows if row["suite"] == suite and row["value"] is not None and row["model"] in models]
        made = _make_spec(chart, mine, models, declared)
        if made is None:
            return None
        spec, source = made
        svg = draw(spec, chart_label(chart.title))
        if svg is not None:
            return ShownChart(chart.title, chart.caption, None, svg, rows_as_csv(name, source), spec)
    board = make_dot_board(rows, suite, _as_dots(chart, rows, suite), declared, order)
    if board is None:
        return None
    return ShownChart(chart.title, chart.caption, board, None, rows_as_csv(name, board.source))


def chart_label(title: str) -> str:
    """The text of a chart for readers that do not see it."""
    return f"{title}. The same results are in the tables below."


def _as_dots(chart: Chart, rows: Sequence[Row], suite: str) -> Chart:
    """The same results as dots, where charts are not installed."""
    if chart.kind in ("dots", "parts"):
        return chart
    groups = [row["group"] for row in rows if row["suite"] == suite and row["metric"] in chart.metrics]
    chosen = tuple(group for group in dict.fromkeys(groups) if split_number(chart.prefix, group)) or ("",)
    return Chart("dots", chart.title, chart.metrics, chosen, caption=chart.caption)


def _make_spec(
    chart: Chart, rows: Sequence[Row], models: Sequence[str], declared: Declarations
) -> tuple[dict[str, Any], list[Row]] | None:
    """The specification of a chart and the rows behind it; None where there are none."""
    from askance.report import chart_specs

    # The names are drawn as text, where no element can make control characters visible.
    models = [escape_controls(name) for name in models]
    mine = [{**row, "model": escape_controls(row["model"])} for row in rows if row["metric"] in chart.metrics]
    if chart.kind == "plane":
        points, source = _plane_points(chart, mine)
        spec = chart_specs.plane(points, models, *(name.replace("_", " ") + " (%)" for name in chart.metrics))
    elif chart.kind == "reliability":
        points, source = _reliability_points(chart, mine)
        spec = chart_specs.reliability(points, [name for name in models if any(p["model"] == name for p in points)])
    else:
        points, source = _curve_points(chart, mine)
        arrow = ARROWS[metric_of_row(declared, mine[0]).better] if mine else ""
        spec = chart_specs.curves(points, models, chart.x, chart.metrics[0].replace("_", " ") + f" (%){arrow}")
    return (spec, source) if points else None


def _curve_points(chart: Chart, rows: Sequence[Row]) -> tuple[list[Row], list[Row]]:
    points, source = [], []
    for row in rows:
        if found := split_number(chart.prefix, row["group"]):
            panel, number = found
            panel = escape_controls(panel)
            numbers = {"x": int(number) if number.is_integer() else number, "value": row["value"]}
            points.append({"panel": panel, "model": row["model"], **numbers, "low": row["low"], "high": row["high"]})
            source.append(row)
    return sorted(points, key=lambda point: (point["panel"], point["x"])), source


def split_number(prefix: str, group: str) -> tuple[str, float] | None:
    """The panel and the number of a group: level-3 for the prefix level-, rotate/5 for the prefix */."""
    panel, rest = "", group.removeprefix(prefix)
    if prefix.startswith("*"):
        panel, _, rest = group.rpartition(prefix[1:])
    elif not group.startswith(prefix):
        return None
    try:
        return panel, float(rest)
    except ValueError:
        return None


def _plane_points(chart: Chart, rows: Sequence[Row]) -> tuple[list[Row], list[Row]]:
    totals = [row for row in rows if row["group"] == ""]
    at = {(row["model"], row["metric"]): row for row in totals}
    points = []
    for model in dict.fromkeys(row["model"] for row in totals):
        pair = [at.get((model, name)) for name in chart.metrics]
        if all(row is not None for row in pair):
            point: Row = {"model": model}
            for axis, row in zip("xy", pair, strict=True):
                assert row is not None
                point |= {axis: row["value"], f"{axis}_low": row["low"], f"{axis}_high": row["high"]}
            points.append(point)
    return points, totals


def _reliability_points(chart: Chart, rows: Sequence[Row]) -> tuple[list[Row], list[Row]]:
    confidence, accuracy = chart.metrics
    at = {(row["model"], row["group"]): row for row in rows if row["metric"] == confidence}
    chosen = [row for row in rows if row["metric"] == accuracy and row["group"].startswith(chart.prefix)]
    points = [
        {
            "model": row["model"], "confidence": at[row["model"], row["group"]]["value"],
            "value": row["value"], "low": row["low"], "high": row["high"],
        }
        for row in chosen
        if (row["model"], row["group"]) in at
    ]  # fmt: skip
    return points, [row for row in rows if row["group"].startswith(chart.prefix)]


def _models_of(rows: Sequence[Row], order: Sequence[ModelKey]) -> list[str]:
    """The models of rows of one data set, in order; as many as a chart can show."""
    present = {(row["dataset"], row["model"]) for row in rows}
    return [key[1] for key in order if key in present][:MOST_MODELS]
