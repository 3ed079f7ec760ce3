"""Heads of people, around their centre (0, 0) and looking to the right: hair behind, face, hair in front, beards."""

from dataclasses import dataclass
from functools import cache

from askance.stickers.art.drawing_primitives import (
    OUTLINE,
    darker_color,
    draw_line,
    draw_path,
    ellipse_path,
    mix_colors,
)

SKINS = ("#f6cfae", "#eab68c", "#c98d5e", "#a06a43", "#7a4d33")
HAIRS = ("#2d2623", "#5b3a22", "#a8612c", "#dcae57")
RIBBONS = ("#e8e4da", "#b9bec6", "#6c7683")


@dataclass(frozen=True, slots=True)
class Head:
    """What varies from person to person and is never asked."""

    skin: str
    hair: str
    style: int
    ribbon: str
    beard: int  # 0 none, 1 full, 2 moustache


@cache
def head_of_variant(variant: int) -> Head:
    """The person of this variant; neighbouring variants differ in skin, hair and style."""
    tone = variant % len(SKINS)
    shades = 2 if tone > 2 else len(HAIRS)  # fair hair only on fair skin
    return Head(
        SKINS[tone],
        HAIRS[(variant + variant // 5) % shades],
        (variant // 2) % 6,
        RIBBONS[variant % 3],
        (0, 1, 0, 2)[(variant + variant // 4) % 4],
    )


_MAN_FACE = (
    "M-12 -4 C-12 -12 -7 -15 0 -15 C8 -15 12.5 -12 12.5 -3 C12.7 4 11.6 8 9 11.4 C6.6 14.4 4.4 15 2 15"
    " C-1.5 15 -5 14 -8 10.6 C-11 7 -12 3 -12 -4 Z"
)
_WOMAN_FACE = (
    "M-11.6 -4 C-11.6 -11 -7 -14.5 0 -14.5 C8 -14.5 12 -11 12 -3 C12 6 7.4 14.4 2 14.4 C-5 14.4 -11.6 6 -11.6 -4 Z"
)
_CHILD_FACE = (
    "M-14.3 -1 C-14.3 -10 -8 -15 0.5 -15 C9 -15 14.5 -10 14.5 -1 C14.5 8 9.5 15 2 15 C-7.5 15 -14.3 8 -14.3 -1 Z"
)
_FACES = {"man": _MAN_FACE, "woman": _WOMAN_FACE, "boy": _CHILD_FACE, "girl": _CHILD_FACE}

_MAN_HAIR = (  # parted, cropped, swept up
    "M-13 2.5 C-15.4 -6 -14 -17.4 -2 -18.4 C8 -19.2 15 -14.4 13.4 -4 C12.6 -7 11.6 -9 9.6 -10.4"
    " C4 -7.6 -3 -8 -6 -11 C-7.6 -8.6 -9.6 -7 -9.8 -3.4 C-10 -1 -11 1 -11.4 2.6 Z",
    "M-12.8 2 C-14.6 -8 -11.6 -17.6 1 -17.6 C11.6 -17.6 14.6 -10.6 13 -3 C12 -6.4 11.4 -8.4 9.8 -9.8"
    " C6 -11.2 -3 -11 -7 -9.4 C-9 -8 -9.8 -5 -10 -2 Z",
    "M-12.8 2.5 C-15 -7 -12.6 -15 -6 -17.2 C-2 -20.4 8 -21 13.4 -17.4 C15.4 -14.6 14.6 -9 13 -4.4"
    " C12.4 -7 11.4 -9 10 -10.2 C5 -9.4 -2 -9 -7.4 -10 C-9.4 -8 -10 -4 -10.6 2 Z",
)
_WOMAN_BACK = (  # straight, wavy
    "M-13.6 -4 C-14 -15 -7 -19 1 -19 C10 -19 15.6 -13 14.8 -2 C15 8 16.4 14 17 27 C8 31 -11 31 -18 27"
    " C-15.6 14 -13.6 8 -13.6 -4 Z",
    "M-14 -4 C-15 -15 -7 -19.4 1 -19.4 C10 -19.4 16 -13 15 -3 C18.6 2 16.6 8 18 12 C20.4 17 18 23 14.6 26"
    " C5 29 -8 29 -16 26 C-21 22 -20.6 16 -17.6 12 C-19.6 6 -17.4 1 -14 -4 Z",
)
_WOMAN_FRONT = (  # swept from one side, parted in the middle
    "M-13 9 C-16.4 -6 -11 -18.4 1 -18.6 C11 -18.6 16.4 -10 13.6 6 C12.8 -1 11 -6 6.6 -10.6"
    " C2 -6 -5 -3.6 -9.4 -3.2 C-11.4 0 -11 5 -13 9 Z",
    "M-13.4 10 C-16.8 -6 -11 -18.6 1 -18.8 C11 -18.8 17 -10 14 9 C13.4 1 11.4 -7 4 -12 C-2 -9 -9.6 -4 -10.4 1"
    " C-10.8 5 -12 8 -13.4 10 Z",
)
_BOY_HAIR = (  # tousled, cowlick, bowl
    "M-14.6 3 C-18 -3 -17.4 -10 -14.4 -12.4 L-14.6 -16 L-10.6 -15.6 L-8.4 -19.6 L-4.6 -17.4 L-1 -20 L2.4 -17.4"
    " L7 -19.4 L8.6 -16.4 L13 -16.6 L13 -12.6 C16.6 -9 16.6 -3 14.8 1.6 L12.6 -4.4 L9.4 -7.4 L7.6 -3.6 L3 -8.6"
    " L0.4 -4.4 L-4 -8.4 L-6.6 -3.6 L-9.6 -6.4 L-11.6 2.6 Z",
    "M-14.6 3 C-18 -8 -12.4 -17.4 -1.4 -17.6 C-1 -19.4 2 -20.6 5.4 -19.8 C3.6 -19.2 3.4 -18.4 4 -17.4"
    " C12.8 -16 16.6 -8 14.8 1 C13.6 -3 12.4 -5.6 10.4 -7.4 C7 -5.4 2 -5.2 -1.4 -8.6"
    " C-3 -5.6 -8 -4.4 -10.6 -5.4 C-11.8 -3 -11.8 0 -12 2.6 Z",
    "M-14.8 4 C-18 -8 -12 -18 0.5 -18 C13 -18 17.6 -8 15 2 C14 -1 13.4 -3 12 -4.4 L8.6 -6.4 L6 -4.2 L2.2 -6.8"
    " L-1.2 -4.2 L-5 -6.4 L-8 -3.4 L-11 -3 C-12 -1 -12 2 -12.2 4 Z",
)
_GIRL_FRINGE = (
    "M-14.6 4 C-18 -8 -12 -18.2 0.5 -18.2 C13 -18.2 17.6 -8 14.8 3 C14 -1 13 -4 11 -6.4 C8 -4 4 -4 1.6 -7.6"
    " C-1 -3.6 -6 -2.4 -10.4 -3 C-12 -1 -12.4 2 -14.6 4 Z"
)
_GIRL_BOB = (
    "M-14.6 -4 C-15 -15 -8 -19 0.5 -19 C10 -19 16.4 -14 15.6 -3 C16.2 4 18.6 9 18 15.6 C12 18.6 -11 18.6 -18 15.6"
    " C-18.4 9 -15.4 4 -14.6 -4 Z"
)
_PIGTAILS = (
    "M-13.4 -4 C-19 -8.4 -26 -6 -27 2 C-27.8 8.6 -26.4 13 -22.6 18 C-22 11 -17.6 8 -15.6 3 Z",
    "M13.8 -4 C19.4 -8.4 25.6 -6 26.4 2 C27.2 8.6 26 13 22.2 18 C21.6 11 18 8 15.8 3 Z",
)


@cache
def hair_behind(who: str, head: Head) -> str:
    """What falls behind the neck and shoulders."""
    shade = darker_color(head.hair, 0.18)
    if who == "woman":
        return draw_path(_WOMAN_BACK[head.style % 2], shade)
    if who == "girl":
        if head.style % 3 == 2:
            return draw_path(_GIRL_BOB, shade)
        return "".join(draw_path(tail, head.hair) for tail in _PIGTAILS)
    return ""


@cache
def face_and_front_hair(who: str, head: Head, asleep: bool = False) -> str:
    """Ears, face and the hair in front of it."""
    ears = "" if who == "woman" else _ears(who, head)
    beard = _beard(head) if who == "man" else ""
    return (
        ears + draw_path(_FACES[who], head.skin) + beard + _face_features(who, head, asleep) + _hair_in_front(who, head)
    )


def _ears(who: str, head: Head) -> str:
    x, y = (12.4, 1.0) if who == "man" else (14.6, 3.0)
    inner = draw_line(f"M{-x - 0.8} {y - 1} q1.6 0.4 1 2.6", darker_color(head.skin, 0.3), 0.9)
    return (
        draw_path(ellipse_path(-x, y, 2.6, 3.6), head.skin)
        + draw_path(ellipse_path(x + 0.2, y, 1.8, 3.2), head.skin)
        + inner
    )


def _face_features(who: str, head: Head, asleep: bool) -> str:
    child = who in ("boy", "girl")
    blush = mix_colors(head.skin, "#e2574c", 0.4)
    low = 2.2 if child else -0.6
    left, right = (-2.4, 9.0) if child else (-1.6, 8.0)
    cheeks = "".join(draw_path(ellipse_path(x, low + 5.4, 2.7, 1.7), blush, None) for x in (left - 2.6, right + 1.6))
    nose = draw_line(f"M{left + 6} {low + 1.6} q2.6 2.6 -0.6 3.2", darker_color(head.skin, 0.42), 1.2)
    return cheeks + nose + _eyes(who, head, low, (left, right), asleep) + _mouth(who, head, low)


def _eyes(who: str, head: Head, y: float, xs: tuple[float, float], asleep: bool) -> str:
    if asleep:
        return "".join(draw_line(f"M{x - 2.4} {y + 0.4} q2.4 2.6 4.8 0", OUTLINE, 1.4) for x in xs)
    wide, high = (1.9, 2.6) if who in ("boy", "girl") else (1.5, 2.0)
    eyes = "".join(draw_path(ellipse_path(x, y, wide, high), OUTLINE, None) for x in xs)
    whites = "".join(draw_path(ellipse_path(x + 0.2, y, wide + 0.8, high + 0.5), "#fbfaf6", None) for x in xs)
    glints = "".join(draw_path(ellipse_path(x + 0.5, y - 0.9, 0.6, 0.7), "#ffffff", None) for x in xs)
    if who in ("woman", "girl"):
        lashes = "".join(
            draw_line(
                f"M{x + out * (wide + 1.5)} {y - high + 1.2} Q{x} {y - high - 2} {x - out * wide} {y - high + 0.3}",
                width=1.1,
            )
            for x, out in zip(xs, (-1, 1), strict=True)
        )
        return whites + eyes + glints + lashes
    brow = mix_colors(head.hair, OUTLINE, 0.4)
    brows = "".join(
        draw_line(f"M{x - 2.2} {y - high - 2} q2.2 -1.5 4.4 -0.1", brow, 1.7 if who == "man" else 1.2) for x in xs
    )
    return whites + eyes + glints + brows


def _mouth(who: str, head: Head, low: float) -> str:
    if who == "woman":
        return draw_path(
            f"M0 {low + 8} Q1.8 {low + 7} 3.4 {low + 7.8} Q5 {low + 7} 6.8 {low + 8} Q3.6 {low + 11.6} 0 {low + 8} Z",
            "#b8433f",
            None,
        )
    if who == "man":
        return draw_line(f"M-0.4 {low + 8.8} Q3.6 {low + 11.4} 7.2 {low + 8.4}", darker_color(head.skin, 0.55), 1.4)
    return draw_path(
        (
            f"M-0.6 {low + 7.2} Q3.4 {low + 8.4} 7 {low + 7} Q4.4 {low + 12} 1.4 {low + 11}"
            f" Q-0.2 {low + 10} -0.6 {low + 7.2} Z"
        ),
        "#8f3a35",
        None,
    )


def _beard(head: Head) -> str:
    if head.beard == 1:
        full = (
            "M-12 -1 C-12.4 10 -7 18.4 2.4 18.4 C10 18.4 13.6 10 12.7 -1 C12 3 11.4 5 9.4 5.4 C7.4 4 5 4 3.6 5.2"
            " C2 4 -1 4 -3.4 6 C-7 7 -10 4 -12 -1 Z"
        )
        lips = draw_line("M0.4 8.8 Q3.6 11 6.8 8.5", "#c8776a", 1.8)
        return draw_path(full, head.hair) + lips
    if head.beard == 2:
        return draw_path(
            "M-2.6 8.2 C-1 4.4 2.4 4.4 3.6 5.4 C5 4.4 8 4.4 9.4 8 C7 8.4 5 7.6 3.6 6.8 C2 7.8 -0.4 8.8 -2.6 8.2 Z",
            head.hair,
            None,
        )
    return ""


def _hair_in_front(who: str, head: Head) -> str:
    if who == "man":
        return draw_path(_MAN_HAIR[head.style % 3], head.hair)
    if who == "woman":
        return draw_path(_WOMAN_FRONT[head.style // 2 % 2], head.hair) + _hair_shine(head)
    if who == "boy":
        return draw_path(_BOY_HAIR[head.style % 3], head.hair)
    if head.style % 3 == 2:
        band = draw_line("M-15.4 -5 C-13 -14 -5 -15.8 0.5 -15.8 C7 -15.8 13.6 -13 15.6 -5", head.ribbon, 2.4)
        return draw_path(_GIRL_FRINGE, head.hair) + band
    ties = "".join(draw_path(ellipse_path(x, -1.4, 2.3, 3.1), head.ribbon, OUTLINE, 1.2) for x in (-15.6, 15.9))
    return draw_path(_GIRL_FRINGE, head.hair) + _hair_shine(head) + ties


def _hair_shine(head: Head) -> str:
    return draw_line("M-9 -10 C-7 -14 -3 -15.4 0 -15.4", mix_colors(head.hair, "#ffffff", 0.28), 1.6)
