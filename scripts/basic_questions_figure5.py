"""Draws Figure 5 of the basic-question paper from a workspace: accuracy and its loss by level, for both pools.

askance run -m builtin:transformer … -s basic_questions -s basic_questions:kind=yes/no --out FOLDER
python scripts/basic_questions_figure5.py FOLDER [IMAGE.png]
"""

import sys
from pathlib import Path

import altair
from basic_questions_figure import COLORS, LEGEND, Row, rows_of

IMAGE = Path(__file__).parent.parent / "docs" / "images" / "basic_questions_figure5.png"
PANELS = {"accuracy": ("1: accuracy", "accuracy, %"), "difference": ("2: accuracy decrement", "decrement, points")}


def pool_of(suite: str) -> str:
    """The panel's row, as the paper names it."""
    return "(b) yes/no pool" if "kind=yes/no" in suite.partition(":")[2].split(",") else "(a) general pool"


def points(rows: list[Row], metric: str) -> list[Row]:
    """One point per model, pool and level."""
    return [
        {"model": row["model"], "pool": pool_of(row["suite"]), "value": row["value"], "low": row["low"],
         "high": row["high"], "level": int(row["group"].removeprefix("level-"))}
        for row in rows
        if row["metric"] == metric and row["group"].startswith("level-") and "/" not in row["group"]
    ]  # fmt: skip


def panels(rows: list[Row], metric: str) -> altair.FacetChart:
    """One column of the figure."""
    title, axis = PANELS[metric]
    found = points(rows, metric)
    models = sorted({point["model"] for point in found})
    base = altair.Chart(altair.Data(values=found)).encode(
        x=altair.X("level:O", title="0 = main question only, 1 = first top 3, …", axis=altair.Axis(labelAngle=0)),
        color=altair.Color("model:N", scale=altair.Scale(domain=models, range=list(COLORS)), legend=LEGEND),
    )
    band = base.mark_area(opacity=0.12).encode(y=altair.Y("low:Q", title=axis), y2="high:Q")
    line = base.mark_line(point=altair.OverlayMarkDef(size=22)).encode(
        y=altair.Y("value:Q", title=axis, scale=altair.Scale(zero=False))
    )
    layers = altair.layer(band, line).properties(width=270, height=180)
    return layers.facet(row=altair.Row("pool:N", title=None, header=altair.Header(labelFontSize=13)), title=title)


if __name__ == "__main__":
    found = rows_of(Path(sys.argv[1]))
    chart = altair.hconcat(*(panels(found, metric) for metric in PANELS)).configure_view(stroke="#ddd")
    chart.save(Path(sys.argv[2]) if len(sys.argv) > 2 else IMAGE, scale_factor=2)
