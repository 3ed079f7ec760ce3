"""Wheels: where they are (so that drawing and parts agree) and how a plain one looks."""

from functools import cache

from askance.stickers.art.drawing_primitives import Rect, draw_line
from askance.stickers.art.shading import RUBBER, STEEL, filled_circle

Wheel = tuple[float, float, float]  # center x, center y, radius


def wheel_boxes(wheels: tuple[Wheel, ...]) -> dict[str, tuple[Rect, ...]]:
    """The boxes of the wheels as parts."""
    return {"wheel": tuple((x - r, y - r, x + r, y + r) for x, y, r in wheels)}


@cache
def spokes_path(x: float, y: float, reach: float, count: int) -> str:
    """Path data of spokes from the hub."""
    turns = {5: _FIVE, 8: _EIGHT}[count]
    return "".join(f"M{x} {y} l{dx * reach:.1f} {dy * reach:.1f} " for dx, dy in turns)


@cache
def draw_wheel(x: float, y: float, r: float) -> str:
    """A tyre on a bright five-spoke rim."""
    return (
        filled_circle(x, y, r, RUBBER, width=1.6)
        + filled_circle(x, y, r * 0.6, "#e3e7ea")
        + draw_line(spokes_path(x, y, r * 0.48, 5), "#9aa1a9", r * 0.16)
        + filled_circle(x, y, r * 0.17, STEEL, None)
    )


_FIVE = ((0, -1), (0.95, -0.31), (0.59, 0.81), (-0.59, 0.81), (-0.95, -0.31))
_EIGHT = ((0, -1), (0.71, -0.71), (1, 0), (0.71, 0.71), (0, 1), (-0.71, 0.71), (-1, 0), (-0.71, -0.71))
