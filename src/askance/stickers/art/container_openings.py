"""Round openings seen from a little above: the dark inside, a level of liquid, the rim on top."""

from collections.abc import Mapping

from askance.stickers.art.drawing_primitives import Look, Point, darker_color, draw_path, ellipse_path, lighter_color
from askance.stickers.art.shading import draw_shadow


def empty_interior(look: Look, x: float, y: float, rx: float, ry: float) -> str:
    """The empty inside: far wall in a darker tint, dark in the depth."""
    wall = lighter_color(look.fill, 0.28) if look.color == "black" else darker_color(look.fill, 0.3)
    depth = f"M{x - rx} {y} A{rx} {ry} 0 0 0 {x + rx} {y} A{rx} {ry * 0.45} 0 0 0 {x - rx} {y} Z"
    return draw_path(ellipse_path(x, y, rx, ry), wall) + draw_shadow(depth, 0.62)


def liquid_surface(x: float, y: float, rx: float, ry: float, ink: str) -> str:
    """A liquid that fills the opening."""
    glint = f"M{x - rx * 0.7} {y + ry * 0.1} A{rx * 0.8} {ry * 0.7} 0 0 1 {x + rx * 0.2} {y - ry * 0.62}"
    return draw_path(ellipse_path(x, y, rx, ry), ink, width=1.3) + draw_path(
        glint, "none", lighter_color(ink, 0.6), max(1.2, ry * 0.16)
    )


def front_rim(look: Look, x: float, y: float, rx: float, ry: float) -> str:
    """The front half of the rim, as a light lip."""
    lip = f"M{x - rx} {y} A{rx} {ry} 0 0 0 {x + rx} {y}"
    return draw_path(lip, "none", lighter_color(look.fill, 0.45), 2.4) + draw_path(
        ellipse_path(x, y, rx, ry), "none", width=1.2
    )


def rim_end_anchors(x: float, y: float, rx: float, ry: float) -> Mapping[str, Point]:
    """Both ends of the rim as anchors."""
    return {"rim_left": (x - rx, y), "rim_right": (x + rx, y)}
