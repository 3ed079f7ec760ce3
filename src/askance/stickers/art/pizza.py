"""A pizza: a disc seen obliquely, whole or with a slice pulled out."""

from functools import cache
from math import cos, pi, sin

from askance.stickers.art.curves import clip_to_paths, oval_path, smooth_curve, transformed_path
from askance.stickers.art.drawing_primitives import ClassDrawing, Look, Point, darker_color, draw_path, lighter_color

CRUST, CHEESE, SALAMI = "#cf8f3f", "#f8cf5a", "#c23b2a"
X, Y, RX, RY, THICK = 50, 26, 48, 24, 7
WEDGE = (8.0, 62.0)  # the angles of the slice
INNER = 0.87  # the share of the radius that is covered
SLICES = ((-30, -9), (-4, -15), (24, -10), (-22, 8), (2, 12), (-38, 0), (0, -2), (28, 7), (14, 15))
BASIL = ((-18, -2, 20), (8, -8, -30), (-14, 15, 0), (12, 4, 40), (-30, -17, 10), (34, -3, -60))
OLIVES = ((-10, 4), (16, -16), (-12, -18), (38, 4), (22, 1), (-34, 10))


def _point_on_disc(degrees: float, share: float) -> Point:
    """The point of the disc at an angle, clockwise from the right."""
    angle = degrees * pi / 180
    return round(X + RX * share * cos(angle), 1), round(Y + RY * share * sin(angle), 1)


def _sector_path(start: float, end: float, share: float = 1.0) -> str:
    """The disc between two angles, clockwise."""
    (ax, ay), (bx, by) = _point_on_disc(start, share), _point_on_disc(end, share)
    large = int((end - start) % 360 > 180)
    return f"M{X} {Y} L{ax} {ay} A{RX * share:.1f} {RY * share:.1f} 0 {large} 1 {bx} {by} Z"


def _toppings() -> str:
    discs = "".join(
        draw_path(oval_path(X + dx, Y + dy, 6.6, 3.9), SALAMI, darker_color(SALAMI, 0.35), 1)
        + draw_path(oval_path(X + dx - 1.6, Y + dy - 1, 1.4, 0.8), lighter_color(SALAMI, 0.4), None)
        for dx, dy in SLICES
    )
    leaf = smooth_curve("0,0! 3,-3 8,-3 10,0! 7,2.4 3,2.4")
    leaves = "".join(
        draw_path(transformed_path(leaf, X + dx, Y + dy, turn), "#4a9a3c", "#2d6a2a", 0.8) for dx, dy, turn in BASIL
    )
    return (
        discs + leaves + "".join(draw_path(oval_path(X + dx, Y + dy, 2.2, 1.5), "#3c3a44", None) for dx, dy in OLIVES)
    )


def _pizza_piece(outer: str, inner: str, toppings: str) -> str:
    """Crust with its thickness, cheese and toppings inside the given outlines."""
    wall = f'<g transform="translate(0 {THICK})">{draw_path(outer, darker_color(CRUST, 0.28))}</g>'
    return (
        wall
        + draw_path(outer, CRUST)
        + draw_path(inner, CHEESE, darker_color(CRUST, 0.15), 1.2)
        + clip_to_paths(toppings, inner)
    )


@cache
def _whole_pizza() -> str:
    side = f"M{X - RX} {Y} v{THICK} A{RX} {RY} 0 0 0 {X + RX} {Y + THICK} v{-THICK} Z"
    cheese = draw_path(oval_path(X, Y, RX * INNER, RY * INNER), CHEESE, darker_color(CRUST, 0.15), 1.2)
    disc = draw_path(side, darker_color(CRUST, 0.28)) + draw_path(oval_path(X, Y, RX, RY), CRUST) + cheese + _toppings()
    return f'<g transform="translate(10 6)">{disc}</g>'


@cache
def _cut_pizza() -> str:
    start, end = WEDGE
    toppings = '<use href="#toppings"/>'
    rest = _pizza_piece(_sector_path(end, start + 360), _sector_path(end, start + 360, INNER), toppings)
    slice_ = _pizza_piece(_sector_path(start, end), _sector_path(start, end, INNER), toppings)
    return f'<defs><g id="toppings">{_toppings()}</g></defs>{rest}<g transform="translate(19 8)">{slice_}</g>'


def pizza(look: Look) -> str:
    """A pizza with salami, basil and olives."""
    return _cut_pizza() if look.state == "cut" else _whole_pizza()


SHAPES: dict[str, ClassDrawing] = {"pizza": ClassDrawing(pizza, 120, 64)}
