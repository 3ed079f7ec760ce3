"""One case as an SVG image for the docs: what was shown, asked and answered, and the rule that the answers break.

The image is light or dark as the page is; the text is real text, and nothing is fetched.
"""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import groupby
from xml.sax.saxutils import escape

from askance.core.plural import plural
from askance.report.case_view import AskView
from askance.report.changed_words import TextRun
from askance.report.failure_cards import CardImage, CaseCard

WIDTH, MARGIN, GAP = 720, 16, 16
TALLEST = 240  # pixels of an image
LINE, LETTER, BOLD_LETTER = 19, 7.1, 8.0  # pixels of a line of text, and of a letter on average
MOST_SIDES, MOST_QUESTIONS, MOST_ANSWERS = 3, 5, 4
ALONE = 320  # width of an image that has no other beside it
UNEDITED = "original image"  # the caption that says nothing where there is one image
STYLE = """
text { font: 14px system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; fill: #1f2328 }
.card { fill: #ffffff; stroke: #d0d7de } .band { fill: #f6f8fa }
.quiet { fill: #59636e; font-size: 13px } .changed { fill: #0550ae; font-weight: 600 }
.strong { font-weight: 600 } .right { fill: #1a7f37; font-weight: 600 } .wrong { fill: #cf222e; font-weight: 600 }
@media (prefers-color-scheme: dark) {
  text { fill: #e6edf3 } .card { fill: #16191d; stroke: #3d444d } .band { fill: #20252b } .quiet { fill: #9198a1 }
  .changed { fill: #79b8ff } .right { fill: #56d364 } .wrong { fill: #ff7b72 }
}
"""


@dataclass
class Drawing:
    """The parts of the image, from top to bottom."""

    parts: list[str] = field(default_factory=list)

    def text(self, x: float, y: float, runs: list[tuple[str, str]]) -> None:
        """One line of text; a run is a CSS class and its text."""
        inside = "".join(f'<tspan class="{name}">{escape(said)}</tspan>' for name, said in runs)
        self.parts.append(f'<text x="{x:g}" y="{y:g}" xml:space="preserve">{inside}</text>')

    def lines(self, x: float, y: float, runs: list[tuple[str, str]], width: float) -> float:
        """Text that is broken into lines of a width; returns where the next line begins."""
        for line in _broken(runs, width):
            self.text(x, y, line)
            y += LINE
        return y


def draw_case(card: CaseCard) -> str:
    """The SVG of a case."""
    sides = card.sides[:MOST_SIDES]
    drawing = Drawing()
    is_alone = len(sides) == 1
    column = ALONE if is_alone else (WIDTH - 2 * MARGIN - GAP * (len(sides) - 1)) / len(sides)
    lefts = [MARGIN + number * (column + GAP) for number in range(len(sides))]
    bottoms = [_image(drawing, side, x, column, is_alone) for side, x in zip(sides, lefts, strict=True)]
    y = max(bottoms)
    if is_alone:
        x = MARGIN + column + GAP
        y = max(y, _questions(drawing, sides[0], x, MARGIN + LINE, WIDTH - x - MARGIN))
    else:
        y = max(_questions(drawing, side, x, y + 6, column) for side, x in zip(sides, lefts, strict=True))
    if len(card.sides) > len(sides):
        drawing.text(MARGIN, y, [("quiet", f"… and {plural(len(card.sides) - len(sides), 'more image')} of this case")])
        y += LINE
    height = _rule(drawing, card, y)
    return _document(drawing, height)


def _image(drawing: Drawing, side: CardImage, x: float, column: float, is_alone: bool) -> float:
    """Draw an image and its caption, if it has something to say; returns where the space below begins."""
    wide, high = side.size
    scale = min(column / wide, TALLEST / high)
    wide, high = round(wide * scale), round(high * scale)
    drawing.parts.append(f'<image x="{x:g}" y="{MARGIN}" width="{wide}" height="{high}" href="{side.picture or ""}"/>')
    y = MARGIN + high + LINE
    return y if is_alone and side.caption == UNEDITED else drawing.lines(x, y, [("quiet", side.caption)], column)


def _questions(drawing: Drawing, side: CardImage, x: float, y: float, width: float) -> float:
    """Write what was asked about an image; returns where the space below begins."""
    found = [list(asks) for _, asks in groupby(side.asks, lambda ask: ask.stimulus.question)]
    for asks in found[:MOST_QUESTIONS]:
        for question, answer in asks[0].stimulus.turns:
            y = drawing.lines(x, y, [("quiet", f"asked before: {question} – {answer}")], width)
        y = drawing.lines(x, y, _marked(asks[0].words), width)
        for runs in _answers(asks):
            y = drawing.lines(x, y, runs, width)
        y += 8
    if len(found) > MOST_QUESTIONS:
        drawing.text(x, y, [("quiet", f"… and {plural(len(found) - MOST_QUESTIONS, 'more question')}")])
        y += LINE
    return y


def _marked(words: tuple[TextRun, ...]) -> list[tuple[str, str]]:
    return [("changed" if run.is_changed else "", run.text) for run in words]


def _answers(asks: list[AskView]) -> list[list[tuple[str, str]]]:
    """The answers to one question; many are counted."""
    if len(asks) <= MOST_ANSWERS:
        return [_answered(ask) for ask in asks]
    counts = Counter(ask.answer for ask in asks)
    of_answer = {ask.answer: replace(ask, label="", settings=()) for ask in asks}
    return [
        [*_answered(of_answer[answer]), ("quiet", f" {count} of {len(asks)} times")]
        for answer, count in counts.most_common()
    ]


def _answered(ask: AskView) -> list[tuple[str, str]]:
    """The answer, whether it is right, and what was expected."""
    tone = ask.grade if ask.grade in ("right", "wrong") else "strong"
    sign = {"right": " ✓", "wrong": " ✗"}.get(ask.grade, "")
    runs = [("quiet", f"{ask.label}: ")] if ask.label else []
    runs.append((tone, f"{ask.answer or '–'}{sign}"))
    runs += [("quiet", f" {', '.join(ask.settings)}")] if ask.settings else []
    if ask.grade != "wrong" or not ask.expected:
        return runs
    return [*runs, ("quiet", f"  expected: {Counter(ask.expected).most_common(1)[0][0]}")]


def _rule(drawing: Drawing, card: CaseCard, y: float) -> int:
    """Write the rule and what holds instead in a band; returns the height of the whole image."""
    at = len(drawing.parts)
    bottom = drawing.lines(MARGIN, y + LINE + 4, [("quiet", "Rule: "), ("", card.view.rule)], WIDTH - 2 * MARGIN)
    if card.view.finding:
        runs = [("wrong" if card.outcome == "broken" else "strong", card.view.finding)]
        bottom = drawing.lines(MARGIN, bottom, runs, WIDTH - 2 * MARGIN)
    height = round(bottom + 2)
    drawing.parts.insert(
        at, f'<rect class="band" x="1" y="{y:g}" width="{WIDTH - 2}" height="{height - 1 - y:g}" rx="8"/>'
    )
    return height


def _broken(runs: list[tuple[str, str]], width: float) -> Iterator[list[tuple[str, str]]]:
    """The runs in lines that fit a width, broken between words."""
    line: list[tuple[str, str]] = []
    used = 0.0
    for word in _words(runs):
        length = sum(len(said) * (LETTER if name in ("", "quiet") else BOLD_LETTER) for name, said in word)
        if line and used + LETTER + length > width:
            yield line
            line, used = [], 0.0
        line += [("", " "), *word] if line else word
        used += length + LETTER
    if line:
        yield line


def _words(runs: list[tuple[str, str]]) -> Iterator[list[tuple[str, str]]]:
    """The words of the runs; a word of two runs ("birds" and "?") has two parts."""
    word: list[tuple[str, str]] = []
    for name, said in runs:
        for token in re.findall(r"\s+|\S+", said):
            if not token.isspace():
                word.append((name, token))
            elif word:
                yield word
                word = []
    if word:
        yield word


def _document(drawing: Drawing, height: int) -> str:
    inside = "\n".join(drawing.parts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}">\n'
        f"<style>{STYLE}</style>\n"
        f'<rect class="card" x="0.5" y="0.5" width="{WIDTH - 1}" height="{height - 1}" rx="8"/>\n{inside}\n</svg>\n'
    )
