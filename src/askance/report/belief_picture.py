"""A belief set as SVG: the image, the beliefs by type, and arcs between beliefs that exclude each other."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from textwrap import wrap

from askance.core.plural import plural
from askance.report.belief_layout import TITLES, BeliefGroup, choose_beliefs, pair_text
from askance.report.belief_sets import BeliefPair, ImageBeliefs, JudgedBelief
from askance.report.html_escape import escape_html_attribute

BADGE = 18  # height of a number on an arc
HEAD = 34  # height of the head of a group


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


@dataclass(frozen=True, slots=True)
class BeliefColumns:
    """Where the parts of the picture are, in pixels."""

    width: int
    margin: int
    image: int  # width of the image
    left: int  # where the list of beliefs begins
    answer: int  # where answers are, and bars of the confidence
    bar: int
    bar_width: int
    arc: int  # where arcs begin
    line: int  # height of a belief
    answer_below: int  # how far below the question its answer is: 0 = beside it
    letters: int  # at most, of a question
    answer_letters: int
    sentence: int  # letters in a line of the sentences below the image
    is_stacked: bool  # the list is below the image


WIDE = BeliefColumns(1120, 20, 330, 380, 772, 880, 60, 984, 20, 0, 56, 14, 46, False)
NARROW = BeliefColumns(350, 12, 326, 12, 12, 170, 60, 280, 40, 17, 38, 20, 46, True)  # a phone


def draw_belief_set(
    beliefs: ImageBeliefs, picture: Picture | None, with_style: bool = True, columns: BeliefColumns = WIDE
) -> str:
    """The SVG; without a style where the page that it is part of has one."""
    groups, pairs = choose_beliefs(beliefs)
    counts = plural(len(beliefs.beliefs), "belief"), f"{beliefs.count('adversarial')} false"
    about = ", ".join((*counts, plural(beliefs.contradictions, "contradiction")))
    head, top = _draw_head(beliefs, about, columns)
    texts = [pair_text(pair, beliefs) for pair in pairs]
    side, height = _draw_image_and_pairs(picture, texts, beliefs.contradictions, top, columns)
    rows, lines, bottom = _draw_groups(groups, height + 12 if columns.is_stacked else top, columns)
    total = max(bottom, height) + columns.margin
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="beliefs" viewBox="0 0 {columns.width} {total}"'
        f' width="{columns.width}" height="{total}" role="img"'
        f' aria-label="{escape_html_attribute(f"{beliefs.model}: {about}")}">',
        f"<style>{belief_style()}</style>" if with_style else "",
        f'<rect class="paper" width="{columns.width}" height="{total}"/>',
        *head,
        *side,
        *rows,
        *_draw_arcs(pairs, lines, columns),
        "</svg>",
    ]
    return "".join(parts)


def _draw_head(beliefs: ImageBeliefs, about: str, at: BeliefColumns) -> tuple[list[str], int]:
    """The title, and where the rest begins."""
    title = f"What {beliefs.model} believes about this image"
    below = f"{about} · {beliefs.dataset} · {beliefs.shown_name}"
    if at.is_stacked:
        return [_text(at.margin, at.margin + 12, about, "faint small")], at.margin + 24
    first = _text(at.margin, at.margin + 16, title, "title")
    return [first, _text(at.margin, at.margin + 36, below, "faint small")], at.margin + 48


def _draw_groups(groups: Sequence[BeliefGroup], top: int, at: BeliefColumns) -> tuple[list[str], dict[str, int], int]:
    """The list of beliefs; where the line of each question is; and where the list ends."""
    parts, lines, y = [], {}, top
    for group in groups:
        title, end = TITLES[group.type], at.width - at.margin if at.is_stacked else at.arc - 24
        count = f"{group.total}" if len(group.shown) == group.total else f"{group.total} ({len(group.shown)} shown)"
        if at.is_stacked:
            title, count = title.partition(" (")[0], f"{group.total}"
        parts.append(_text(at.left, y + 14, title, f"head {group.type}"))
        parts.append(_text(end, y + 14, count, "faint small", "end"))
        parts.append(f'<line class="rule" x1="{at.left}" x2="{end}" y1="{y + 21}" y2="{y + 21}"/>')
        y += HEAD + (6 if at.is_stacked else 0)
        for belief in group.shown:
            lines[belief.question] = y + at.answer_below // 2
            parts += _draw_belief(belief, y, at)
            y += at.line
        y += 12
    return parts, lines, y


def _draw_belief(belief: JudgedBelief, y: int, at: BeliefColumns) -> list[str]:
    question, answer = _shorten(belief.question, at.letters), _shorten(belief.answer, at.answer_letters)
    right = f" (right: {', '.join(belief.right)})" if belief.type == "adversarial" and belief.right else ""
    title = f"<title>{escape_html_attribute(f'{belief.question} {belief.answer}{right}')}</title>"
    below = y + at.answer_below
    parts = [f"<g>{title}{_text(at.left, y, question)}</g>", _text(at.answer, below, answer, "head")]
    if belief.confidence is None:
        return parts
    parts.append(f'<rect class="track" x="{at.bar}" y="{below - 8}" width="{at.bar_width}" height="7" rx="2"/>')
    width = max(1, round(at.bar_width * belief.confidence))
    parts.append(f'<rect class="{belief.type}" x="{at.bar}" y="{below - 8}" width="{width}" height="7" rx="2"/>')
    return [*parts, _text(at.arc - 14, below, f"{100 * belief.confidence:.0f}", "faint small", "end")]


def _draw_image_and_pairs(
    picture: Picture | None, pairs: Sequence[str], total: int, top: int, at: BeliefColumns
) -> tuple[list[str], int]:
    """The image, and below it the pairs that exclude each other, `total` in all; and where that ends."""
    parts, y = [], top
    if picture is not None:
        height = round(at.image * picture.height / picture.width)
        address = escape_html_attribute(picture.address)
        parts.append(f'<image x="{at.margin}" y="{top}" width="{at.image}" height="{height}" href="{address}"/>')
        y += height + 28
    if pairs:
        shown = "" if len(pairs) == total else f" ({len(pairs)} of {total} shown)"
        parts.append(_text(at.margin, y, f"Both cannot be true{shown}", "head"))
        y += 24
    for number, pair in enumerate(pairs, 1):
        parts += _badge(at.margin + 9, y - 4, number)
        for line in wrap(pair, at.sentence) or [""]:
            parts.append(_text(at.margin + 26, y, line, "small"))
            y += 16
        y += 8
    return parts, y


def _draw_arcs(pairs: Sequence[BeliefPair], lines: dict[str, int], at: BeliefColumns) -> list[str]:
    """Arcs right of the list, each in a lane of its own; those that span more lines are further out."""
    parts: list[str] = []
    drawn = [(number, pair) for number, pair in enumerate(pairs, 1) if pair.first in lines and pair.second in lines]
    room = at.width - at.margin - at.arc - 12
    taken: list[int] = []  # heights of the numbers so far: arcs of one belief have their middles close together
    drawn.sort(key=lambda each: abs(lines[each[1].first] - lines[each[1].second]))
    for lane, (number, pair) in enumerate(drawn):
        upper, lower = sorted((lines[pair.first] - 4, lines[pair.second] - 4))
        bend = 16 + (room - 16) * lane / max(1, len(drawn) - 1)
        out = f"{at.arc + bend * 4 / 3:.0f}"  # of the two control points: the curve itself bends three quarters of it
        path = f"M{at.arc} {upper}C{out} {upper} {out} {lower} {at.arc} {lower}"
        title = f"<title>{escape_html_attribute(pair.why)}</title>"
        parts.append(f'<g>{title}<path class="arc" d="{path}"/>')
        parts += [f'<circle class="dot" cx="{at.arc}" cy="{y}" r="3"/>' for y in (upper, lower)]
        middle = _free_height((upper + lower) // 2, taken)
        parts += [*_badge(round(at.arc + bend), middle, number), "</g>"]
    return parts


def _free_height(wanted: int, taken: list[int]) -> int:
    """The nearest height at which a number covers no other one; it is added to those taken."""
    places = (wanted + sign * step for step in range(20 * len(taken) + 1) for sign in (1, -1))
    found = next(place for place in places if all(abs(place - other) >= BADGE for other in taken))
    taken.append(found)
    return found


def _badge(x: int, y: int, number: int) -> list[str]:
    return [f'<circle class="badge" cx="{x}" cy="{y}" r="8.5"/>', _text(x, y + 4, str(number), "number", "middle")]


def _text(x: int, y: int, text: str, kind: str = "", anchor: str = "") -> str:
    style = f' class="{kind}"' if kind else ""
    end = f' text-anchor="{anchor}"' if anchor else ""
    return f'<text x="{x}" y="{y}"{style}{end}>{escape_html_attribute(text)}</text>'


def _shorten(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 1].rstrip()}…"
