"""Objects of their own kind: umbrella, book, candle, sign."""

from itertools import pairwise

from askance.stickers.art.drawing_primitives import (
    OUTLINE,
    ClassDrawing,
    Look,
    Point,
    Rect,
    darker_color,
    draw_line,
    draw_path,
    draw_surface,
    ellipse_path,
    lighter_color,
    rectangle_path,
)
from askance.stickers.art.shading import draw_shadow, outlined_stroke, without_pattern_and_material
from askance.stickers.art.sign_lettering import draw_letters

PAGE, PAGE_SHADE = "#fdfaf0", "#ddd6c3"
HANDLE = "#8b5a34"
POST = "#9a8f85"
BRASS = "#b8a98f"
BOARD: Rect = (1, 1, 99, 49)


def umbrella(look: Look) -> str:
    """An umbrella: open above its shaft, or furled with its tip on the ground."""
    return _closed_umbrella(look) if look.state == "closed" else _open_umbrella(look)


def _open_umbrella(look: Look) -> str:
    joints = (95, 79.7, 64.3, 49, 33.7, 18.3, 3)
    hem = " ".join(f"Q{(a + b) / 2:.1f} 41 {b} 50" for a, b in pairwise(joints))
    canopy = f"M3 50 C4 20 26 7 49 7 C72 7 94 20 95 50 {hem} Z"
    ribs = "".join(f"M49 8 Q{49 + (x - 49) * 0.85:.1f} 22 {x} 50 " for x in joints[1:-1] if x != 49) + "M49 8 V50"
    return (
        draw_line("M49 1.5 V10", OUTLINE, 3)
        + draw_line("M49 40 V84", OUTLINE, 3.6)
        + draw_line("M49 40 V84", "#b9c0c6", 1.4)
        + outlined_stroke("M49 80 V89 C49 98 36 98 36 89", HANDLE, 3.4)
        + draw_surface(canopy, look, (3, 7, 95, 50))
        + draw_shadow("M62 9 C84 15 94 30 95 50 Q87 41 79.7 50 Q78 24 62 9 Z", 0.15)
        + draw_line(ribs, darker_color(look.fill, 0.5) if look.color != "black" else "#6a6d75", 1.3)
        + draw_line(canopy)
    )


def _closed_umbrella(look: Look) -> str:
    cloth = "M44 26 Q49 23 54 26 C60 44 61 54 58 66 C56 76 52 86 50.5 93 H47.5 C46 86 42 76 40 66 C37 54 38 44 44 26 Z"
    ink = darker_color(look.fill, 0.45) if look.color != "black" else "#6a6d75"
    return (
        draw_line("M49 90 V98", OUTLINE, 3.2)
        + draw_line("M49 14 V28", OUTLINE, 3.6)
        + outlined_stroke("M49 20 V11 C49 1.5 62 1.5 62 11", HANDLE, 3.4)
        + draw_surface(cloth, look, (37, 24, 61, 93))
        + draw_line("M49 27 C53 46 54 66 49.6 90 M46 29 C42 48 42 66 47 84", ink, 1.4)
        + draw_surface(
            "M38.5 52 Q49 57 59.8 52 V59 Q49 64 38.8 59 Z", without_pattern_and_material(look), (38, 52, 60, 63), -0.3
        )
        + draw_path(ellipse_path(52, 59, 1.5, 1.5), "#f0d27a", width=0.9)
    )


def book(look: Look) -> str:
    """A book: shut and standing, or lying open at its middle."""
    return _open_book(look) if look.state == "open" else _closed_book(look)


def _open_book(look: Look) -> str:
    cover = "M1 6 Q1 2 5 2 L45 4 Q50 6 55 4 L95 2 Q99 2 99 6 V59 Q99 63 95 63 L56 64 Q50 67 44 64 L5 63 Q1 63 1 59 Z"
    left, right = "M16 9 Q36 3 50 11 V52 Q36 44 16 49 Z", "M84 9 Q64 3 50 11 V52 Q64 44 84 49 Z"
    lines = "".join(f"M21 {y} Q34 {y - 4} 45 {y + 1} " for y in (29, 35, 41)) + "".join(
        f"M55 {y + 1} Q66 {y - 4} 79 {y} " for y in (17, 23, 29, 35, 41)
    )
    return (
        draw_surface(cover, look, (1, 2, 99, 66))
        + draw_path("M13 11 V52 Q36 47 50 55 Q64 47 87 52 V11 Z", PAGE_SHADE, width=1.2)
        + draw_path(left, PAGE)
        + draw_path(right, PAGE)
        + draw_path(
            "M43 7.6 Q48 9 50 11 V52 Q46 48.5 43 47.4 Z M57 7.6 Q52 9 50 11 V52 Q54 48.5 57 47.4 Z", "#ece5d3", None
        )
        + draw_path("M21 13 Q33 9 43 13 V24 Q33 20 21 23 Z", lighter_color(look.fill, 0.15), width=1)
        + draw_line(lines, "#a39b8a", 1.5)
        + draw_line("M50 11 V52")
        + draw_surface("M60 46 L67 46.2 V69 L63.5 65 L60 69 Z", look, (60, 46, 67, 69), -0.2)
    )


def _closed_book(look: Look) -> str:
    return (
        draw_surface(
            "M28 1 H76 Q79 1 79 4 V66 Q79 69 76 69 H30 Q21 69 21 61 V8 Q21 1 28 1 Z", look, (21, 1, 79, 69), -0.2
        )
        + draw_path("M29 57 H79 V65 H30 Q25 65 25 61 Q25 57 29 57 Z", PAGE, width=1.3)
        + draw_line("M30 60 H78 M30 62.6 H78", "#c9c1ad", 0.9)
        + draw_surface(
            "M28 1 H76 Q79 1 79 4 V55 Q79 57.5 76 57.5 H29 Q24 57.5 21 61 V8 Q21 1 28 1 Z", look, (21, 1, 79, 61)
        )
        + draw_line("M31 1.5 V57", darker_color(look.fill, 0.4) if look.color != "black" else "#5d6068", 1.8)
        + draw_line("M26 6 V52", lighter_color(look.fill, 0.35), 1.8)
        + draw_path(rectangle_path(39, 11, 71, 27, 2), "#f5ebc8", width=1.3)
        + draw_line("M44 16.5 H66 M48 21.5 H62", "#6f5d3c", 1.9)
        + draw_path("M55 36 L61 42 L55 48 L49 42 Z", "#f5ebc8", width=1.2)
    )


def candle(look: Look) -> str:
    """A thick candle in a wide holder with a ring, with a flame when lit."""
    wax = "M22 42 Q22 37 27 37 H49 Q54 37 54 42 V88 H22 Z"
    drips = (
        "M22 42 Q22 37 27 37 H49 Q54 37 54 42 V58 Q54 61 51.5 61 Q49 61 49 58 V51 Q49 48 46 48 Q43 48 43 51 V54"
        " Q43 57 39.5 57 Q36 57 36 54 V48 Q30 44 28 50 V64 Q28 67 25 67 Q22 67 22 64 Z"
    )
    return (
        (_candle_flame() if look.state == "lit" else "")
        + outlined_stroke("M70 90 C70 74 88 74 87 86 C86 94 76 95 70 92", BRASS, 3.4)
        + draw_path("M2 84 H74 Q72 99 58 99 H18 Q4 99 2 84 Z", BRASS)
        + draw_line("M10 90 Q15 95 24 95", "#efe3c4", 1.8)
        + draw_surface(wax, look, (22, 37, 54, 88))
        + draw_path("M46 50 H53.2 V87 H46 Z", darker_color(look.fill, 0.15), None)
        + draw_surface(drips, look, (22, 37, 54, 67), 0.22)
        + draw_line("M27 70 V83", lighter_color(look.fill, 0.6), 2.2)
        + draw_line(wax)
        + draw_path("M18 84 Q38 91 58 84 V89 Q38 95 18 89 Z", darker_color(BRASS, 0.22), width=1.2)
        + draw_line("M38 38 Q37 33 38.5 28", OUTLINE, 2.8)
    )


def _candle_flame() -> str:
    outer = "M38 1 C42 11 50 16 49 25 C48 33 43 35.5 38 35.5 C33 35.5 28 33 27 25 C26.5 17 34 12 38 1 Z"
    inner = "M38 14 C40 20 44 22 43.5 27.5 C43 32 40 33.5 38 33.5 C36 33.5 33 32 32.5 27.5 C32.5 22 36 20 38 14 Z"
    return (
        '<circle cx="38" cy="21" r="22" fill="#ffe27a" fill-opacity="0.36"/>'
        + draw_path(outer, "#ff9d2e", "#c2571a", 1.4)
        + draw_path(inner, "#fff0a8", None)
    )


def sign(look: Look) -> str:
    """A board on a post, in the object's color, with its word in large capitals."""
    bright = sum(weight * int(look.fill[i : i + 2], 16) for i, weight in ((1, 0.3), (3, 0.59), (5, 0.11)))
    ink = "#1d1d22" if bright > 140 else "#ffffff"
    x0, y0, x1, y1 = BOARD
    return (
        draw_path("M45 48 H55 V105 H45 Z", POST)
        + draw_path("M51 48 H54.2 V105 H51 Z", darker_color(POST, 0.2), None)
        + draw_path("M32 105 Q34 98 44 98 Q50 94 57 98 Q66 98 68 105 Z", "#7d7a63")
        + draw_surface(rectangle_path(*BOARD, 5), look, BOARD)
        + draw_line(rectangle_path(x0 + 3.4, y0 + 3.4, x1 - 3.4, y1 - 3.4, 3), ink, 1.3)
        + (draw_letters(look.text, (x0 + 7.5, y0 + 8, x1 - 7.5, y1 - 8), ink) if look.text else "")
    )


def _umbrella_anchors(look: Look) -> dict[str, Point]:
    return {"grip": (49, 14) if look.state == "closed" else (49, 84)}


SHAPES: dict[str, ClassDrawing] = {
    "umbrella": ClassDrawing(umbrella, 98, 100, anchors=_umbrella_anchors),
    "book": ClassDrawing(book, 100, 70, anchors=lambda look: {"grip": (50, 62)}),
    "candle": ClassDrawing(candle, 90, 100),
    "sign": ClassDrawing(sign, 100, 106),
}
