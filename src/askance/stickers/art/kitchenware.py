"""Cookware: pan, pot, kettle."""

from askance.stickers.art.container_openings import empty_interior, front_rim, rim_end_anchors
from askance.stickers.art.drawing_primitives import (
    ClassDrawing,
    Look,
    darker_color,
    draw_line,
    draw_path,
    draw_surface,
    ellipse_path,
    lighter_color,
    rectangle_path,
)
from askance.stickers.art.shading import METAL, draw_highlight, draw_shadow, filled_circle, outlined_stroke, seam_color

POT_RIM = (50.0, 18.0, 36.0, 10.0)


def _handle_color(look: Look) -> str:
    """The color of handles: dark, but apart from a black object."""
    return "#5a5a63" if look.color == "black" else "#3f3a40"


def pan(look: Look) -> str:
    """A frying pan with its long handle to the right, seen from above at a slant."""
    wall = "M2 16 A31 14 0 0 0 64 16 Q63 27 55 31.6 Q33 38.6 11 31.6 Q3 27 2 16 Z"
    return (
        draw_surface("M60 12 L70 9.6 L72 15 L62 18 Z", look, (60, 9, 72, 18), -0.15)
        + draw_path("M69 8.8 L98 1.6 Q103 1.4 103.4 4.6 Q103.4 7.6 99.6 8.6 L71 15.6 Z", _handle_color(look))
        + filled_circle(98.4, 5, 1.3, "#e8ecee", None)
        + draw_path(ellipse_path(33, 16, 31, 14), lighter_color(look.fill, 0.25))
        + draw_path(
            ellipse_path(33, 17, 27, 11),
            darker_color(look.fill, 0.35) if look.color != "black" else "#3d3d45",
            width=1.2,
        )
        + draw_highlight("M12 16 Q16 9.4 28 8.4 Q19 11.4 15.4 18 Z", 0.4)
        + draw_surface(wall, look, (2, 16, 64, 37))
        + draw_shadow("M50 27.6 Q61 24 64 16 Q63 27 55 31.6 Q48 34 42 34.8 Q48 32 50 27.6 Z", 0.2)
        + draw_highlight("M6 24.6 Q9 28.6 14 30.4 Q9 30.4 6.4 27 Z", 0.5)
    )


def pot(look: Look) -> str:
    """An open cooking pot with two handles."""
    body = "M14 18 A36 10 0 0 0 86 18 V56 Q86 66 74 67.4 Q50 71 26 67.4 Q14 66 14 56 Z"
    ears = "M15 29 H8 Q3 29 3 34 Q3 39 8 39 H15 M85 29 H92 Q97 29 97 34 Q97 39 92 39 H85"
    return (
        outlined_stroke(ears, _handle_color(look), 3.6, 1.3)
        + empty_interior(look, *POT_RIM)
        + draw_surface(body, look, (14, 18, 86, 70))
        + draw_shadow("M70 26.4 Q82 24 86 18 V56 Q86 66 74 67.4 L60 69 Q70 60 70 26.4 Z", 0.18)
        + draw_highlight("M20 30 Q24 32 28 32.6 V58 Q23 57.4 20 55 Z", 0.4)
        + draw_line("M14.6 57 Q50 68 85.4 57", seam_color(look), 1.2)
        + front_rim(look, *POT_RIM)
    )


def kettle(look: Look) -> str:
    """A kettle with an arched handle and its spout to the right."""
    body = "M12 84.4 Q4 72 7 58 Q12 36 40 35 Q68 36 73 58 Q76 72 68 84.4 Q66 86.2 62 86.2 H18 Q14 86.2 12 84.4 Z"
    spout = "M64 62 Q76 60 80 46 L83 37 L94 40.4 L91 50 Q86 72 66 78 Z"
    return (
        outlined_stroke("M16 44 C10 -6 70 -6 64 44", _handle_color(look), 5, 1.4)
        + draw_surface(spout, look, (64, 37, 94, 78), -0.1)
        + draw_path(ellipse_path(88.6, 38.6, 5.8, 2.2), darker_color(look.fill, 0.6), width=1.3)
        + draw_surface(body, look, (6, 35, 74, 87))
        + draw_shadow("M58 41 Q70 46 73 58 Q76 72 68 84.4 Q66 86.2 62 86.2 H46 Q66 76 58 41 Z", 0.17)
        + draw_highlight("M15 62 Q17 50 26 45 Q21 54 21 68 Q21 74 18 74 Q15 72 15 62 Z", 0.5)
        + draw_surface("M23 38.4 Q26 28.4 40 28 Q54 28.4 57 38.4 Q40 43.4 23 38.4 Z", look, (23, 28, 57, 42), 0.14)
        + draw_path("M36 28 Q34 21 40 20.6 Q46 21 44 28 Z", _handle_color(look), width=1.4)
        + draw_path(rectangle_path(12, 40, 20, 46, 2) + rectangle_path(60, 40, 68, 46, 2), METAL, width=1.2)
        + draw_line("M9.4 77 Q40 83 70.6 77", seam_color(look), 1.3)
    )


SHAPES: dict[str, ClassDrawing] = {
    "pan": ClassDrawing(pan, 104, 36),
    "pot": ClassDrawing(pot, 100, 70, lambda look: rim_end_anchors(*POT_RIM)),
    "kettle": ClassDrawing(kettle, 96, 87),
}
