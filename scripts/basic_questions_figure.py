"""Draws accuracy over the levels of noise, one panel a ranker, and prints the table of R_score and monotonicity.

Fill a workspace first, with one suite a ranker:
askance run -m builtin:transformer … -s basic_questions -s basic_questions:ranker=bleu-1 … --out FOLDER
Then: python scripts/basic_questions_figure.py FOLDER [PICTURE.png]
"""

import sys
from pathlib import Path
from typing import Any

import altair
from askance.ranking.rankers import RANKERS
from askance.report.derived_tables import current_metrics
from askance.store import Workspace
from askance.suites import open_suite

PICTURE = Path(__file__).parent.parent / "docs" / "images" / "basic_questions.png"
SUITE = "basic_questions"
COLUMNS = 4
COLORS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9")  # told apart by the color-blind too
Row = dict[str, Any]


def ranker_of(suite: str) -> str:
    """The ranker that a suite's name says, with its other options."""
    opened = open_suite(suite)
    others = [part for part in suite.partition(":")[2].split(",") if part and not part.startswith("ranker=")]
    return ", ".join([opened.source.ranker, *others])  # type: ignore[attr-defined]


def rows_of(folder: Path) -> list[Row]:
    """The current figures of the suite, each with its ranker."""
    found = current_metrics(Workspace.for_reading(folder)).to_pylist()
    mine = [row for row in found if row["suite"].partition(":")[0] == SUITE and row["value"] is not None]
    if not mine:
        raise SystemExit(f"{folder} has no figures of {SUITE}: run it there first")
    return [{**row, "ranker": ranker_of(row["suite"])} for row in mine]


def ordered(rows: list[Row]) -> list[str]:
    """The rankers in the order of their table."""
    known = list(RANKERS)
    return sorted({row["ranker"] for row in rows}, key=lambda name: (known.index(name.split(",")[0]), name))


def chart(rows: list[Row]) -> altair.Chart:
    """Small multiples: accuracy with its interval over level 0 to 7, a line a model, a panel a ranker."""
    points = [
        {name: row[name] for name in ("model", "ranker", "value", "low", "high")}
        | {"level": int(row["group"].removeprefix("level-"))}
        for row in rows
        if row["metric"] == "accuracy" and row["group"].startswith("level-") and "/" not in row["group"]
    ]
    models = sorted({point["model"] for point in points})
    base = altair.Chart(altair.Data(values=points)).encode(
        x=altair.X("level:O", title="level of noise", axis=altair.Axis(labelAngle=0)),
        color=altair.Color("model:N", scale=altair.Scale(domain=models, range=list(COLORS)), legend=LEGEND),
    )
    accuracy = altair.Y("value:Q", title="accuracy, %", scale=altair.Scale(zero=False))
    band = base.mark_area(opacity=0.15).encode(y=altair.Y("low:Q", title="accuracy, %"), y2="high:Q")
    line = base.mark_line(point=altair.OverlayMarkDef(size=18)).encode(y=accuracy)
    panels = altair.layer(band, line).properties(width=190, height=150)
    facet = altair.Facet("ranker:N", title=None, sort=ordered(rows), header=altair.Header(labelFontSize=13))
    return panels.facet(facet=facet, columns=COLUMNS).configure_view(stroke="#ddd")


LEGEND = altair.Legend(title=None, orient="top", labelFontSize=13, symbolOpacity=1)


def table(rows: list[Row]) -> str:
    """Markdown: for each model and ranker R_score, the difference at level 1, monotonicity and Spearman's ρ."""
    figures = {(row["model"], row["ranker"], row["metric"]): row for row in rows if row["group"] == ""}
    head = ("model", "ranker", "R_score", "level 0 − level 1, points", "monotonicity, %", "ρ")
    lines = [f"| {' | '.join(head)} |", "|---" * len(head) + "|"]
    for model in sorted({row["model"] for row in rows}):
        for ranker in ordered(rows):
            cells = [
                cell(figures.get((model, ranker, metric)), decimals)
                for metric, decimals in (("r_score", 2), ("difference", 2), ("monotonicity", 0), ("spearman", 2))
            ]
            lines.append(f"| {' | '.join([model, ranker, *cells])} |")
    return "\n".join(lines)


def cell(row: Row | None, decimals: int) -> str:
    """A figure with its interval; a dash where there is none."""
    if row is None:
        return "–"
    value, low, high = (f"{row[name]:.{decimals}f}".replace("-", "−") for name in ("value", "low", "high"))
    return f"{value} [{low}, {high}]"


if __name__ == "__main__":
    found = rows_of(Path(sys.argv[1]))
    path = Path(sys.argv[2]) if len(sys.argv) > 2 else PICTURE
    chart(found).save(path, scale_factor=2)
    print(table(found))
