"""Cookie and sandwich, and all other food."""

from functools import cache

from askance.stickers.art import cake, fruit, pizza
from askance.stickers.art.curves import oval_path, shaded_crescent, smooth_curve, transformed_path
from askance.stickers.art.drawing_primitives import (
    OUTLINE,
    ClassDrawing,
    Look,
    darker_color,
    draw_line,
    draw_path,
    lighter_color,
)

# ---- cookie: 96 × 92

COOKIE = smooth_curve("48,3 64,5 78,13 88,27 93,44 91,60 82,75 68,86 50,90 32,87 16,78 6,63 3,46 7,29 17,15 32,6")
CHIP = smooth_curve("-1,0.2 -0.4,-0.8 0.7,-0.7 1,0.3 0.2,0.9")
DOUGH, CHOCOLATE = "#d99d52", "#4f2d18"
_CHIPS = (
    (30, 26, 6, 20), (58, 20, 5.4, -15), (74, 40, 6, 30), (46, 46, 6.6, 0), (22, 54, 5.6, -25), (64, 66, 6.2, 15),
    (40, 72, 5.6, -10), (80, 60, 4, 0),
)  # fmt: skip
_CRUMBS = ((44, 14), (16, 38), (66, 32), (34, 56), (52, 80), (54, 60), (84, 48), (72, 76))


@cache
def _cookie_drawing() -> str:
    cracks = draw_line(
        "M34 38 q4 4 9 1 M62 52 q5 2 6 -4 M26 68 q4 4 8 0 M50 30 q4 -3 8 1", darker_color(DOUGH, 0.28), 1.5
    )
    crumbs = "".join(draw_path(oval_path(x, y, 1.5, 1.2), darker_color(DOUGH, 0.22), None) for x, y in _CRUMBS)
    chips = "".join(
        draw_path(transformed_path(CHIP, x, y, turn, size), CHOCOLATE, OUTLINE, 0.8)
        + draw_path(
            oval_path(x - size * 0.25, y - size * 0.3, size * 0.3, size * 0.2), lighter_color(CHOCOLATE, 0.35), None
        )
        for x, y, size, turn in _CHIPS
    )
    return (
        draw_path(COOKIE, DOUGH)
        + shaded_crescent(COOKIE, darker_color(DOUGH, 0.18), -5, -6)
        + cracks
        + crumbs
        + chips
        + draw_line(COOKIE)
    )


def cookie(look: Look) -> str:
    """A cookie with chocolate chips."""
    return _cookie_drawing()


# ---- sandwich: 114 × 84, a triangle with its cut side in front

_LAYERS = (
    ("6,74! 6,67 57,68 108,67 108,74! 107,82 57,83 7,82", "#f3dcae"),
    ("4,66! 30,64 57,64 84,64 110,66! 104,72 96,68 88,73 80,69 70,74 60,69 50,74 40,69 30,73 20,68 10,72", "#6ab04a"),
    ("7,61! 57,59 107,61! 106,67! 57,67 8,67!", "#e58d8d"),
    ("6,57! 57,55 108,57! 106,62 84,62 74,70! 62,62 8,62", "#f7c944"),
    ("10,53! 57,50 104,53! 105,58 57,59 9,58", "#d5402f"),
)


def sandwich(look: Look) -> str:
    """A sandwich cut into a triangle, its layers in sight."""
    bread, crust = "#f8e6bf", "#c48a48"
    top = smooth_curve("57,3! 63,5 84,22 108,42! 109,45! 57,46 5,45! 6,42! 30,22 51,5")
    inner = smooth_curve("57,10! 76,25 98,42! 57,43 16,42! 38,25")
    cut = smooth_curve("5,45! 57,46 109,45! 109,52 106,55 57,56 8,55 5,52")
    crumbs = "".join(
        draw_path(oval_path(x, y, 1.3, 1), darker_color(bread, 0.14), None)
        for x, y in ((57, 20), (48, 28), (66, 30), (40, 37), (56, 36), (74, 38), (30, 49), (60, 51), (84, 49))
    )
    layers = "".join(draw_path(smooth_curve(points), fill) for points, fill in _LAYERS)
    return (
        layers
        + draw_path(cut, darker_color(bread, 0.05))
        + draw_path(top, crust)
        + draw_path(inner, bread, None)
        + crumbs
    )


SHAPES: dict[str, ClassDrawing] = {
    **fruit.SHAPES,
    **cake.SHAPES,
    **pizza.SHAPES,
    "cookie": ClassDrawing(cookie, 96, 92),
    "sandwich": ClassDrawing(sandwich, 114, 84.4),
}
