"""A cake: a cylinder seen from above, whole or with a slice missing."""

from functools import cache
from math import cos, pi, sin

from askance.stickers.art.color_tints import shadow_tint
from askance.stickers.art.curves import clip_to_paths, oval_path
from askance.stickers.art.drawing_primitives import (
    OUTLINE,
    ClassDrawing,
    Look,
    Point,
    darker_color,
    draw_line,
    draw_path,
    draw_surface,
    lighter_color,
)

CREAM = "#fff6e3"
SPONGE = "#eac683"
CHERRY = "#c8263a"
X, Y, RX, RY, DEEP = 56, 38, 47, 17, 40
SIDE = f"M{X - RX} {Y} V{Y + DEEP} A{RX} {RY} 0 0 0 {X + RX} {Y + DEEP} V{Y} Z"
TOP = oval_path(X, Y, RX, RY)
DRIPS = (
    f"M{X - RX} {Y} v12 q4.5 9 9 3 q3 -4 6 4 q5 11 10 3 q3 -6 7 2 q5 9 10 2 q4 -7 8 0"
    f" q5 9 10 -1 q3 -7 7 -1 q5 8 10 -2 q3 -6 7 -3 q5 5 10 -7 V{Y} A{RX} {RY} 0 0 1 {X - RX} {Y} Z"
)
CUT = (26.0, 74.0)  # the angles of the missing slice


def _point_on_ellipse(x: float, y: float, rx: float, ry: float, degrees: float) -> Point:
    """The point of an ellipse at an angle, clockwise from the right."""
    angle = degrees * pi / 180
    return round(x + rx * cos(angle), 1), round(y + ry * sin(angle), 1)


def _missing_slice() -> str:
    """Where a slice is missing: the two cut faces with their layers, and the floor between them."""
    (ax, ay), (bx, by) = (_point_on_ellipse(X, Y, RX, RY, angle) for angle in CUT)
    floor = f"M{X} {Y + DEEP} L{ax} {ay + DEEP} A{RX} {RY} 0 0 1 {bx} {by + DEEP} Z"
    faces = _cut_face(ax, ay, SPONGE) + _cut_face(bx, by, darker_color(SPONGE, 0.14))
    return draw_path(floor, "#e8e6e2") + faces


def _cut_face(x: float, y: float, tint: str) -> str:
    """A cut from the middle to the rim at x, y."""

    def layer(low: float, high: float) -> str:
        return f"M{X} {Y + DEEP * low} L{x} {y + DEEP * low} V{y + DEEP * high} L{X} {Y + DEEP * high} Z"

    cream = draw_path(layer(0.3, 0.4) + layer(0.64, 0.74), CREAM, None)
    return draw_path(layer(0, 1), tint) + cream + draw_line(layer(0, 1))


def _cherry(degrees: float) -> str:
    """A cherry on a dab of cream."""
    x, y = _point_on_ellipse(X, Y - 1, RX * 0.74, RY * 0.68, degrees)
    return (
        draw_path(oval_path(x, y - 1, 6.4, 3.6), CREAM, OUTLINE, 1)
        + draw_path(oval_path(x, y - 4.6, 4.2, 4.2), CHERRY, OUTLINE, 1.2)
        + draw_path(oval_path(x - 1.5, y - 6.5, 1.2, 1.2), "#f5a0a8", None)
    )


@cache
def _cake_decorations(cut: bool) -> str:
    """Pearls of cream along the foot, cherries on top, and the gap."""
    low, high = CUT if cut else (180.0, 180.0)
    angles = [angle for angle in range(8, 180, 13) if not low < angle < high]
    pearls = "".join(
        draw_path(oval_path(*_point_on_ellipse(X, Y + DEEP - 3, RX - 1, RY, angle), 3, 3), CREAM, OUTLINE, 0.8)
        for angle in angles
    )
    cherries = (270, 225, 315, 180, 0, 135) if cut else (270, 225, 315, 180, 0, 135, 45, 90)
    return pearls + (_missing_slice() if cut else "") + "".join(map(_cherry, cherries))


def cake(look: Look) -> str:
    """An iced cake on a board."""
    icing = "#e3e0da" if look.color == "white" else lighter_color(look.fill, 0.3)
    return (
        draw_path(oval_path(X, Y + DEEP + 3, RX + 7, RY - 1), "#f0eeea")
        + draw_path(oval_path(X, Y + DEEP + 2, RX + 2, RY - 3), "#d5d2cd", None)
        + draw_surface(SIDE, look, (X - RX, Y, X + RX, Y + DEEP + RY))
        + clip_to_paths(draw_path(DRIPS, icing, shadow_tint(look.fill, 0.3), 1), SIDE)
        + draw_line(SIDE)
        + draw_surface(TOP, look, (X - RX, Y - RY, X + RX, Y + RY), 0.08)
        + _cake_decorations(look.state == "cut")
    )


SHAPES: dict[str, ClassDrawing] = {"cake": ClassDrawing(cake, 112, 98)}
