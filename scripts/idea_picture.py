"""The image on the start page: one real case that explains the idea, as SVG."""

from collections.abc import Sequence
from typing import Any

from askance.report.case_view import AskView
from askance.report.failure_cards import CaseCard
from scripts.case_picture import STYLE, Drawing

WIDTH, HEIGHT = 760, 372
IMAGE = (16, 52, 320, 240)  # x, y, width, height
LEFT, ROW, BOX = 356, 64, 346  # the list of questions: x, height of a row, width of a box
MORE_STYLE = """
.title { font-size: 15px; font-weight: 600 } .box { fill: #f6f8fa; stroke: #d0d7de }
.line { fill: none; stroke: #cf222e; stroke-width: 2.5 }
.badge { fill: #cf222e } .white { fill: #ffffff; font-weight: 600 }
@media (prefers-color-scheme: dark) {
  .box { fill: #20252b; stroke: #3d444d } .line { stroke: #ff7b72 } .badge { fill: #b62324 }
}
"""


def draw_idea(card: CaseCard, asks: Sequence[AskView], row: dict[str, Any]) -> str:
    """The SVG; `asks`: the questions that are shown, `row`: the share of images with a contradiction."""
    drawing = Drawing()
    x, y, wide, high = IMAGE
    drawing.text(x, 32, [("title", "One image")])
    drawing.parts.append(f'<image x="{x}" y="{y}" width="{wide}" height="{high}" href="{card.sides[0].picture}"/>')
    drawing.text(LEFT, 32, [("title", "The same fact, asked in many ways")])
    for number, ask in enumerate(asks):
        _question(drawing, ask, IMAGE[1] + number * ROW)
    _verdict(drawing, len(asks))
    often = [("title", "How often? "), ("", "The model contradicts itself on "), ("wrong", f"{row['value']:.0f} %")]
    interval = f" of {row['n']} images (95 % interval: {row['low']:.0f} to {row['high']:.0f} %)."
    drawing.text(x, HEIGHT - 40, [*often, ("", interval)])
    note = f"Real answers of the model {row['model']}. No correct answers are needed to see that it is wrong."
    drawing.text(x, HEIGHT - 18, [("quiet", note)])
    inside = "\n".join(drawing.parts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}">\n'
        f"<style>{STYLE}{MORE_STYLE}</style>\n"
        f'<rect class="card" x="0.5" y="0.5" width="{WIDTH - 1}" height="{HEIGHT - 1}" rx="8"/>\n{inside}\n</svg>\n'
    )


def _question(drawing: Drawing, ask: AskView, y: float) -> None:
    drawing.parts.append(f'<rect class="box" x="{LEFT}" y="{y}" width="{BOX}" height="{ROW - 10}" rx="6"/>')
    drawing.text(LEFT + 12, y + 21, [("", ask.stimulus.question)])
    drawing.text(LEFT + 12, y + 41, [("quiet", "answer: "), ("strong", ask.answer or "–")])


def _verdict(drawing: Drawing, rows: int) -> None:
    """A bracket around the answers, and what is wrong with them."""
    top, bottom, edge = IMAGE[1] + ROW / 2 - 5, IMAGE[1] + (rows - 0.5) * ROW - 5, LEFT + BOX
    start, middle = edge + 4, (top + bottom) / 2
    line = f"M{start} {top} h14 V{bottom + 42} M{start} {middle} h14 M{start} {bottom} h14"
    drawing.parts.append(f'<path class="line" d="{line}"/>')
    y = bottom + 42
    drawing.parts.append(f'<rect class="badge" x="{LEFT}" y="{y}" width="{BOX + 30}" height="34" rx="6"/>')
    drawing.text(LEFT + 12, y + 22, [("white", "✗ These answers cannot all be true.")])
