"""Hand and garden tools: hammer, saw, wrench, shovel, rake."""

from math import cos, radians, sin

from askance.stickers.art.drawing_primitives import (
    ClassDrawing,
    Look,
    Point,
    darker_color,
    draw_line,
    draw_path,
    draw_surface,
    ellipse_path,
    lighter_color,
    rectangle_path,
)
from askance.stickers.art.shading import without_pattern_and_material

STEEL = "#aab3bb"
STEEL_SHADE = "#838d96"
SHINE = "#e3e9ed"

HAMMER_TURN, HAMMER_AT = 40, (65.8, 17.0)
WRENCH_TURN, WRENCH_AT = 42, (41.5, 52.5)


def _rotated_fragment(fragment: str, angle: float, at: Point) -> str:
    return f'<g transform="translate({at[0]} {at[1]}) rotate({angle})">{fragment}</g>'


def _rotated_point(point: Point, angle: float, at: Point) -> Point:
    a = radians(angle)
    x, y = point
    return at[0] + x * cos(a) - y * sin(a), at[1] + x * sin(a) + y * cos(a)


def hammer(look: Look) -> str:
    """A claw hammer leaning to the right; the handle has the color."""
    handle = "M-6.5 8 L-7 36 C-8 48 -12 56 -11 82 Q-10.5 93 0 93 Q10.5 93 11 82 C12 56 8 48 7 36 L6.5 8 Z"
    head = (
        "M-8 -6 L9 -6 Q13 -3 18 -3 V-6 Q18 -9 21 -9 H25 Q28 -9 28 -6 V12 Q28 15 25 15 H21 Q18 15 18 12 V9"
        " Q13 9 9 12 H-8 C-17 12 -24 17 -31 27 C-36 10 -25 -6 -8 -6 Z"
    )
    return _rotated_fragment(
        draw_surface(handle, without_pattern_and_material(look), (-11, 8, 11, 93))
        + _handle_marks(look)
        + draw_path(head, STEEL)
        + draw_path("M-27 15 C-24 4 -16 -2 -8 -3 L8 -3 Q12 -1 17 0 V2 H-6 C-15 2 -22 6 -27 15 Z", SHINE, None)
        + draw_path(
            "M-8 9 H9 Q13 6 18 5 V9 Q13 9 9 12 H-8 C-17 12 -24 17 -31 27 C-26 15 -18 9 -8 9 Z", STEEL_SHADE, None
        )
        + draw_line(head)
        + draw_line("M18 -3 V9"),
        HAMMER_TURN,
        HAMMER_AT,
    )


def _handle_marks(look: Look) -> str:
    """Lengthwise grain or gloss where the handle is too slim for the kit's marks, else a ribbed grip."""
    if look.material == "wooden":
        return draw_line(
            "M-3 16 C-1 36 -7 52 -6 84 M2.5 14 C1 40 4 60 1 88 M4.5 44 C7 58 7 70 6.5 82",
            darker_color(look.fill, 0.38),
            1.5,
        )
    if look.material == "plastic":
        return draw_line("M-2.5 18 C-2.5 40 -6.5 52 -6 80", "#ffffff", 3.4)
    return draw_line("M-6 61 H6 M-6.5 69 H6.5 M-6.5 77 H6.5", lighter_color(look.fill, 0.45), 1.8)


def saw(look: Look) -> str:
    """A hand saw pointing right, with a big handle and a stiffened back in the color."""
    teeth = " ".join(f"L{96.5 - i * 4.4:.1f} 32 L{94.3 - i * 4.4:.1f} 36.5" for i in range(15))
    blade = f"M34 11 L98 15.5 V32 {teeth} L32 38 Z"
    back = "M32 5.5 L97 9.5 Q99 9.7 99 12 V18 L32 17.5 Z"
    handle = (
        "M34 4 C26 0.5 12 1 5 5 C0.5 8 4 12 3 17 C2 24 0.5 30 3 38 C5 44 14 46 22 44 C30 43 36 42 39 40"
        " C37 34 35 33 35.5 27 C36 20 40 16 41 10 Q40 6 34 4 Z"
    )
    hole = " M12 13 C18 10 25 11 27 14 C29 19 24 24 25 31 C26 36 20 37 15 36 C10 34 11 28 12 24 C12.5 19 10 16 12 13 Z"
    return (
        draw_path(blade, "#d3dade")
        + draw_path("M36 19 L97 19.5 V24 L35 25 Z", "#f1f4f6", None)
        + draw_surface(back, look, (32, 5, 99, 18), -0.12)
        + draw_surface(handle + hole, look, (0, 1, 41, 46))
        + draw_line("M8 8 C14 5 24 4.5 32 7", lighter_color(look.fill, 0.4), 2)
        + draw_path(ellipse_path(33, 13, 1.8, 1.8), SHINE, width=1)
        + draw_path(ellipse_path(31.5, 37, 1.8, 1.8), SHINE, width=1)
    )


def wrench(look: Look) -> str:
    """A spanner leaning to the right: open jaw at the top, ring at the bottom."""
    body = (
        "M-6 -29 C-15 -33 -20 -44 -14 -55 C-12 -58 -9 -60 -7 -60.5 L-7.5 -47 L0 -42.5 L7.5 -47 L7 -60.5 C9 -60 12 -58"
        " 14 -55 C20 -44 15 -33 6 -29 L5.5 24 C14 27 17 36 14 43 C10 53 -10 53 -14 43 C-17 36 -14 27 -5.5 24 Z"
    )
    groove = "M-2.6 -22 Q0 -25 2.6 -22 V15 Q0 18 -2.6 15 Z"
    return _rotated_fragment(
        draw_surface(body + " M-7 37 L-3.5 43.5 H3.5 L7 37 L3.5 30.5 H-3.5 Z", look, (-18, -61, 18, 51))
        + draw_path("M-11 -53 C-15 -45 -12 -36 -4 -32 L-6 -38 L-11 -43 Z", lighter_color(look.fill, 0.5), None)
        + draw_path(groove, lighter_color(look.fill, 0.4), width=1.1),
        WRENCH_TURN,
        WRENCH_AT,
    )


def shovel(look: Look) -> str:
    """A spade planted upright: D-handle at the top, blade at the bottom."""
    blade = "M4 62 Q4 59 7 59 H14 Q17 56 20 56 Q23 56 26 59 H33 Q36 59 36 62 C37 76 33 90 20 99 C7 90 3 76 4 62 Z"
    grip = "M6 4 Q6 1 9 1 H31 Q34 1 34 4 C34 12 29 17 24.5 22 H15.5 C11 17 6 12 6 4 Z"
    return (
        draw_surface("M16.5 20 H23.5 V60 H16.5 Z", look, (16, 20, 24, 60), 0.35)
        + draw_surface(grip + " M12.5 7.5 C13 11 16 14 18 16.5 H22 C24 14 27 11 27.5 7.5 Z", look, (6, 1, 34, 22))
        + draw_surface(blade, look, (3, 56, 37, 99))
        + draw_path("M28 62 H33 C34 74 31 87 20.5 96 C27 86 29 74 28 62 Z", darker_color(look.fill, 0.2), None)
        + draw_path("M15.5 56.5 Q20 54 24.5 56.5 L23 74 Q20 78 17 74 Z", lighter_color(look.fill, 0.35), width=1.2)
        + draw_line("M8.5 64 C8.5 74 9.5 80 12.5 86", lighter_color(look.fill, 0.55), 2)
    )


def rake(look: Look) -> str:
    """A garden rake standing on its tines."""
    tines = "".join(
        f"M{x - 2.7:.1f} 80 H{x + 2.7:.1f} L{x + 1.5:.1f} 97 Q{x} 99.5 {x - 1.5:.1f} 97 Z " for x in range(5, 56, 10)
    )
    brace = "M27.5 52 C24 64 10 64 6 78 H12.5 C16 70 26 70 30 58 C34 70 44 70 47.5 78 H54 C50 64 36 64 32.5 52 Z"
    return (
        draw_surface(tines.strip(), look, (2, 80, 58, 99), -0.2)
        + draw_surface(brace, look, (6, 52, 54, 78), -0.1)
        + draw_surface(rectangle_path(26.5, 1, 33.5, 62, 3.4), look, (26, 1, 34, 62), 0.15)
        + draw_path(rectangle_path(26.5, 1, 33.5, 17, 3.4), "#4a4f57")
        + draw_line("M29 20 V56", lighter_color(look.fill, 0.6), 1.6)
        + draw_surface(rectangle_path(1, 75, 59, 84.5, 3), look, (1, 75, 59, 85))
        + draw_line("M5 78 H48", lighter_color(look.fill, 0.5), 1.8)
    )


SHAPES: dict[str, ClassDrawing] = {
    "hammer": ClassDrawing(
        hammer, 93, 93, anchors=lambda look: {"grip": _rotated_point((0, 72), HAMMER_TURN, HAMMER_AT)}
    ),
    "saw": ClassDrawing(saw, 100, 46, anchors=lambda look: {"grip": (7.5, 25)}),
    "wrench": ClassDrawing(
        wrench, 91, 96, anchors=lambda look: {"grip": _rotated_point((0, 10), WRENCH_TURN, WRENCH_AT)}
    ),
    "shovel": ClassDrawing(shovel, 40, 100, anchors=lambda look: {"grip": (20, 28)}),
    "rake": ClassDrawing(rake, 60, 100, anchors=lambda look: {"grip": (30, 24)}),
}
