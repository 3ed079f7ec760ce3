"""A belief set as SVG: the image, the beliefs by type, and arcs between beliefs that exclude each other."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from textwrap import wrap

from askance.core.plural import plural
from askance.report.belief_layout import TITLES, BeliefGroup, choose_beliefs
from askance.report.belief_sets import BeliefPair, ImageBeliefs, JudgedBelief
from askance.report.html_escape import escape_html_attribute

WIDTH, MARGIN, PICTURE = 1040, 20, 330  # pixels
LEFT = MARGIN + PICTURE + 30  # where the list of beliefs begins
ANSWER_AT, BAR_AT, BAR = LEFT + 392, LEFT + 500, 60  # the columns of the list
ARC_AT = BAR_AT + BAR + 44  # where arcs begin
LINE, HEAD = 20, 34  # heights
MOST_LETTERS, MOST_ANSWER = 56, 14  # of a question, and of an answer, in the list
SENTENCE = 46  # letters in a line of the sentences below the image


@cache
def belief_style() -> str:
    """The style sheet of the picture, also for a page that it is part of."""
    return (files("askance.report") / "templates" / "beliefs.css").read_text(encoding="utf-8")


@dataclass(frozen=True, slots=True)
class Picture:
    """The image of a belief set: its address, and its size in pixels."""

    address: str
    width: int
    height: int


def draw_belief_set(beliefs: ImageBeliefs, picture: Picture | None, with_style: bool = True) -> str:
    """The SVG; without a style where the page that it is part of has one."""
    groups, pairs = choose_beliefs(beliefs)
    top = MARGIN + 48
    rows, lines, bottom = _draw_groups(groups, top)
    column, height = _draw_left_column(picture, pairs, top)
    total = max(bottom, height) + MARGIN
    counts = plural(len(beliefs.beliefs), "belief"), f"{beliefs.count('adversarial')} false"
    about = ", ".join((*counts, plural(len(beliefs.pairs), "contradiction")))
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="beliefs" viewBox="0 0 {WIDTH} {total}" width="{WIDTH}"'
        f' height="{total}" role="img" aria-label="{escape_html_attribute(f"{beliefs.model}: {about}")}">',
        f"<style>{belief_style()}</style>" if with_style else "",
        f'<rect class="paper" width="{WIDTH}" height="{total}"/>',
        _text(MARGIN, MARGIN + 16, f"What {beliefs.model} believes about this image", "title"),
        _text(MARGIN, MARGIN + 36, f"{about} · {beliefs.dataset} · {beliefs.image}", "faint small"),
        *column,
        *rows,
        *_draw_arcs(pairs, lines),
        "</svg>",
    ]
    return "".join(parts)


def _draw_groups(groups: Sequence[BeliefGroup], top: int) -> tuple[list[str], dict[str, int], int]:
    """The list of beliefs; where the line of each question is; and where the list ends."""
    parts, lines, y = [], {}, top
    for group in groups:
        shown = "" if len(group.shown) == group.total else f" ({len(group.shown)} shown)"
        parts.append(_text(LEFT, y + 14, TITLES[group.type], f"head {group.type}"))
        parts.append(_text(ARC_AT - 24, y + 14, f"{group.total}{shown}", "faint small", "end"))
        parts.append(f'<line class="rule" x1="{LEFT}" x2="{ARC_AT - 24}" y1="{y + 21}" y2="{y + 21}"/>')
        y += HEAD
        for belief in group.shown:
            lines[belief.question] = y
            parts += _draw_belief(belief, y)
            y += LINE
        y += 12
    return parts, lines, y


def _draw_belief(belief: JudgedBelief, y: int) -> list[str]:
    question, answer = _shorten(belief.question, MOST_LETTERS), _shorten(belief.answer, MOST_ANSWER)
    right = f" (right: {', '.join(belief.right)})" if belief.type == "adversarial" and belief.right else ""
    title = f"<title>{escape_html_attribute(f'{belief.question} {belief.answer}{right}')}</title>"
    parts = [f"<g>{title}{_text(LEFT, y, question)}</g>", _text(ANSWER_AT, y, answer, "head")]
    if belief.confidence is None:
        return parts
    parts.append(f'<rect class="track" x="{BAR_AT}" y="{y - 8}" width="{BAR}" height="7" rx="2"/>')
    width = max(1, round(BAR * belief.confidence))
    parts.append(f'<rect class="{belief.type}" x="{BAR_AT}" y="{y - 8}" width="{width}" height="7" rx="2"/>')
    return [*parts, _text(ARC_AT - 14, y, f"{100 * belief.confidence:.0f}", "faint small", "end")]


def _draw_left_column(picture: Picture | None, pairs: Sequence[BeliefPair], top: int) -> tuple[list[str], int]:
    """The image, and below it why the pairs exclude each other; and where that ends."""
    parts, y = [], top
    if picture is not None:
        height = round(PICTURE * picture.height / picture.width)
        address = escape_html_attribute(picture.address)
        parts.append(f'<image x="{MARGIN}" y="{top}" width="{PICTURE}" height="{height}" href="{address}"/>')
        y += height + 28
    if pairs:
        parts.append(_text(MARGIN, y, "Both cannot be true", "head"))
        y += 24
    for number, pair in enumerate(pairs, 1):
        parts += _badge(MARGIN + 9, y - 4, number)
        for line in wrap(pair.why, SENTENCE) or [""]:
            parts.append(_text(MARGIN + 26, y, line, "small"))
            y += 16
        y += 8
    return parts, y


def _draw_arcs(pairs: Sequence[BeliefPair], lines: dict[str, int]) -> list[str]:
    """Arcs right of the list; those that span more lines bend further out."""
    parts: list[str] = []
    drawn = [(number, pair) for number, pair in enumerate(pairs, 1) if pair.first in lines and pair.second in lines]
    room = WIDTH - MARGIN - ARC_AT - 12
    span = max((abs(lines[pair.first] - lines[pair.second]) for _, pair in drawn), default=1) or 1
    for number, pair in drawn:
        upper, lower = sorted((lines[pair.first] - 4, lines[pair.second] - 4))
        bend = 16 + (room - 16) * (lower - upper) / span
        out = f"{ARC_AT + bend * 4 / 3:.0f}"  # of the two control points: the curve itself bends three quarters of it
        path = f"M{ARC_AT} {upper}C{out} {upper} {out} {lower} {ARC_AT} {lower}"
        title = f"<title>{escape_html_attribute(pair.why)}</title>"
        parts.append(f'<g>{title}<path class="arc" d="{path}"/>')
        parts += [f'<circle class="dot" cx="{ARC_AT}" cy="{y}" r="3"/>' for y in (upper, lower)]
        parts += [*_badge(round(ARC_AT + bend), (upper + lower) // 2, number), "</g>"]
    return parts


def _badge(x: int, y: int, number: int) -> list[str]:
    return [f'<circle class="badge" cx="{x}" cy="{y}" r="8.5"/>', _text(x, y + 4, str(number), "number", "middle")]


def _text(x: int, y: int, text: str, kind: str = "", anchor: str = "") -> str:
    style = f' class="{kind}"' if kind else ""
    end = f' text-anchor="{anchor}"' if anchor else ""
    return f'<text x="{x}" y="{y}"{style}{end}>{escape_html_attribute(text)}</text>'


def _shorten(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 1].rstrip()}…"
