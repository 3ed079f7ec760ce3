"""Light, shade and seams on top of an object's own surface, whatever its color, pattern and material."""

from dataclasses import replace

from askance.stickers.art.drawing_primitives import OUTLINE, Look, darker_color, draw_line, draw_path, ellipse_path

METAL = "#b9c0c7"
STEEL = "#6d737b"
RUBBER = "#3b3c44"
GLASS = "#cfe9f6"
INSIDE = "#35323a"  # the dark of an opening


def seam_color(look: Look) -> str:
    """An ink for joints and details that shows on the object's own color."""
    return "#77777f" if look.color == "black" else darker_color(look.fill, 0.5)


def without_pattern_and_material(look: Look) -> Look:
    """The same color without pattern and material, for minor pieces."""
    return replace(look, pattern=None, material=None)


def draw_shadow(d: str, alpha: float = 0.16) -> str:
    """A soft shadow on a surface."""
    return f'<path d="{d}" fill="#10101c" fill-opacity="{alpha}"/>'


def draw_highlight(d: str, alpha: float = 0.35) -> str:
    """A soft light on a surface."""
    return f'<path d="{d}" fill="#ffffff" fill-opacity="{alpha}"/>'


def outlined_stroke(d: str, color: str, width: float, outline: float = 1.4) -> str:
    """A thick stroke with the house outline on both sides."""
    return draw_line(d, OUTLINE, width + 2 * outline) + draw_line(d, color, width)


def filled_circle(
    x: float, y: float, radius: float, fill: str, stroke: str | None = OUTLINE, width: float = 1.2
) -> str:
    """A filled circle."""
    return draw_path(ellipse_path(x, y, radius, radius), fill, stroke, width)
