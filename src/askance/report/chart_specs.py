"""Vega-Lite specifications of a report's charts, made with Altair from tidy rows; the dashboard shows the same.

They are not validated when a report is made, which takes seconds; the tests do that.
"""

from collections.abc import Sequence
from typing import Any

from askance.report.chart_svg import ACCENT, MODELS, SOFT

Row = dict[str, Any]
SHAPES = ("circle", "square", "diamond", "triangle-up", "cross", "triangle-down", "triangle-right", "triangle-left")


def curves(points: Sequence[Row], models: Sequence[str], x: str, y: str) -> dict[str, Any]:
    """A line with its band of intervals per model; a panel per `panel` where there are several.

    A point has `panel`, `model`, `x` (number), `value`, `low`, `high`.
    """
    alt = _altair()
    panels = list(dict.fromkeys(point["panel"] for point in points))
    is_single = len(panels) == 1
    color = _model_color(alt, models)
    base = alt.Chart(alt.Data(values=list(points))).encode(
        x=alt.X("x:O", title=x, axis=alt.Axis(labelAngle=0)),
        y=alt.Y("value:Q", title=y if is_single else "%", scale=alt.Scale(domain=[0, 100])),
        color=color,
    )
    order = alt.Shape("model:N", sort=list(models), scale=alt.Scale(domain=list(models), range=_cycle(SHAPES, models)))
    layers = [
        base.mark_rule(opacity=0.35, strokeWidth=3).encode(y="low:Q", y2="high:Q"),
        base.mark_line(strokeWidth=1.6),
        base.mark_point(filled=True, size=46, opacity=1).encode(shape=order),
    ]
    size = {"width": 400, "height": 260} if is_single else {"width": 210, "height": 140}
    chart = alt.layer(*(layers[1:] if not is_single else layers)).properties(**size)
    if is_single:
        return dict(chart.to_dict(validate=False))
    faceted = chart.facet(alt.Facet("panel:N", sort=panels, title=None), columns=3)
    return dict(faceted.resolve_scale(x="independent").to_dict(validate=False))


def plane(points: Sequence[Row], models: Sequence[str], x: str, y: str) -> dict[str, Any]:
    """A point with its two intervals per model. A point has `model`, `x`, `x_low`, `x_high`, `y`, `y_low`, `y_high`."""
    alt = _altair()
    scale = alt.Scale(domain=[0, 100])
    color = _model_color(alt, models)
    base = alt.Chart(alt.Data(values=list(points))).encode(color=color)
    across = base.mark_rule(opacity=0.5, strokeWidth=2).encode(
        x=alt.X("x_low:Q", title=x, scale=scale), x2="x_high:Q", y=alt.Y("y:Q", title=y, scale=scale)
    )
    up = base.mark_rule(opacity=0.5, strokeWidth=2).encode(x=alt.X("x:Q"), y=alt.Y("y_low:Q"), y2="y_high:Q")
    order = alt.Shape("model:N", sort=list(models), scale=alt.Scale(domain=list(models), range=_cycle(SHAPES, models)))
    dots = base.mark_point(filled=True, size=90, opacity=1).encode(x="x:Q", y="y:Q", shape=order)
    return dict(alt.layer(across, up, dots).properties(width=360, height=300).to_dict(validate=False))


def reliability(points: Sequence[Row], models: Sequence[str]) -> dict[str, Any]:
    """Accuracy over confidence, a panel per model, with the diagonal of a calibrated model.

    A point has `model`, `confidence`, `value`, `low`, `high`.
    """
    alt = _altair()
    scale = alt.Scale(domain=[0, 100])
    ends = [{"model": model, "c": end, "v": end} for model in models for end in (0, 100)]
    base = alt.Chart().encode(
        x=alt.X("confidence:Q", title="confidence (%)", scale=scale),
        y=alt.Y("value:Q", title="accuracy (%)", scale=scale),
    )
    line = alt.Chart().mark_line(color=SOFT, strokeDash=[4, 3], strokeWidth=1).encode(x="c:Q", y="v:Q")
    rule = base.mark_rule(color=ACCENT, opacity=0.4, strokeWidth=3).encode(y="low:Q", y2="high:Q")
    dots = base.mark_point(filled=True, color=ACCENT, size=50, opacity=1)
    layered = alt.layer(line, rule, dots, data=alt.Data(values=[*points, *ends])).properties(width=170, height=150)
    return dict(layered.facet(alt.Facet("model:N", sort=list(models), title=None), columns=3).to_dict(validate=False))


def _altair() -> Any:
    """Altair, imported only when a chart is made: it is slow to import, and an extra."""
    import altair

    return altair


def _model_color(alt: Any, models: Sequence[str]) -> Any:
    scale = alt.Scale(domain=list(models), range=_cycle(MODELS, models))
    return alt.Color("model:N", sort=list(models), scale=scale)


def _cycle(values: Sequence[str], models: Sequence[str]) -> list[str]:
    return [values[index % len(values)] for index in range(len(models))]
