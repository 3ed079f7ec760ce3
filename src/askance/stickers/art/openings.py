"""Round openings seen from a little above: the dark inside, a level of liquid, the rim on top."""

from collections.abc import Mapping

from askance.stickers.art.kit import Look, Point, darker, ellipse, lighter, path
from askance.stickers.art.shading import shade


def hollow(look: Look, x: float, y: float, rx: float, ry: float) -> str:
    """The empty inside: far wall in a darker tint, dark in the depth."""
    wall = lighter(look.fill, 0.28) if look.color == "black" else darker(look.fill, 0.3)
    depth = f"M{x - rx} {y} A{rx} {ry} 0 0 0 {x + rx} {y} A{rx} {ry * 0.45} 0 0 0 {x - rx} {y} Z"
    return path(ellipse(x, y, rx, ry), wall) + shade(depth, 0.62)


def level(x: float, y: float, rx: float, ry: float, ink: str) -> str:
    """A liquid that fills the opening."""
    glint = f"M{x - rx * 0.7} {y + ry * 0.1} A{rx * 0.8} {ry * 0.7} 0 0 1 {x + rx * 0.2} {y - ry * 0.62}"
    return path(ellipse(x, y, rx, ry), ink, width=1.3) + path(glint, "none", lighter(ink, 0.6), max(1.2, ry * 0.16))


def rim(look: Look, x: float, y: float, rx: float, ry: float) -> str:
    """The front half of the rim, as a light lip."""
    lip = f"M{x - rx} {y} A{rx} {ry} 0 0 0 {x + rx} {y}"
    return path(lip, "none", lighter(look.fill, 0.45), 2.4) + path(ellipse(x, y, rx, ry), "none", width=1.2)


def ends(x: float, y: float, rx: float, ry: float) -> Mapping[str, Point]:
    """Both ends of the rim as anchors."""
    return {"rim_left": (x - rx, y), "rim_right": (x + rx, y)}
