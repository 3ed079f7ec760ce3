"""Two wheels, and the skateboard: what a person rides by standing or sitting on it."""

from askance.stickers.art.drawing_primitives import (
    OUTLINE,
    ClassDrawing,
    Look,
    darker_color,
    draw_line,
    draw_path,
    draw_surface,
    ellipse_path,
    rectangle_path,
)
from askance.stickers.art.shading import (
    GLASS,
    METAL,
    RUBBER,
    STEEL,
    draw_highlight,
    draw_shadow,
    filled_circle,
    outlined_stroke,
    seam_color,
)
from askance.stickers.art.wheels import Wheel, spokes_path, wheel_boxes

BICYCLE_WHEELS: tuple[Wheel, ...] = ((20.8, 46, 19), (79.2, 46, 19))
MOTORCYCLE_WHEELS: tuple[Wheel, ...] = ((17, 48.4, 15), (82, 48.4, 15))
SKATEBOARD_WHEELS: tuple[Wheel, ...] = ((23, 22, 5.2), (77, 22, 5.2))


def _bicycle_wheel(look: Look, x: float, y: float, r: float) -> str:
    return (
        draw_line(spokes_path(x, y, r - 3, 8), "#8b9199", 0.8)
        + draw_line(ellipse_path(x, y, r - 1.5, r - 1.5), RUBBER, 3.6)
        + draw_line(ellipse_path(x, y, r - 4, r - 4), OUTLINE, 3)
        + draw_line(ellipse_path(x, y, r - 3.8, r - 3.8), look.fill, 2)
        + filled_circle(x, y, 2.2, METAL)
    )


def _bicycle_crank() -> str:
    pedals = draw_path(rectangle_path(35.4, 36, 42, 38.6, 1), STEEL, width=1.1) + draw_path(
        rectangle_path(50.6, 57, 57.4, 59.6, 1), STEEL, width=1.1
    )
    return (
        draw_line("M46 48 L39 38", OUTLINE, 2)
        + filled_circle(46, 48, 5.6, METAL)
        + filled_circle(46, 48, 2.6, STEEL, None)
        + draw_line("M46 48 L54 57.6", OUTLINE, 2.2)
        + pedals
    )


def bicycle(look: Look) -> str:
    """A city bicycle with mudguards."""
    rear, front = BICYCLE_WHEELS
    saddle = "M24.4 14.6 Q26.6 12 33 13.4 L45.6 14 Q48.4 15.4 45.4 16.8 Q39 17.2 36 20 Q25 20.4 24.4 14.6 Z"
    return (
        _bicycle_wheel(look, *rear)
        + _bicycle_wheel(look, *front)
        + outlined_stroke("M2.4 38 A20.5 20.5 0 0 1 31 28.2", look.fill, 2.8, 1.1)
        + outlined_stroke("M67.5 28.6 A20.5 20.5 0 0 1 97 37", look.fill, 2.8, 1.1)
        + draw_line("M46 42.6 L21 43.4 M46 53.4 L21 49", OUTLINE, 1)
        + outlined_stroke("M66 14 L69 27 Q72 39 79.2 46", look.fill, 3, 1.2)
        + outlined_stroke(
            "M37.6 26 L20.8 46 L46 48 M46 48 L68.2 25.6 M38 27 L66.6 21.4 M36 20 L46 48", look.fill, 3.8, 1.2
        )
        + draw_line("M35.6 17 L37.4 23", METAL, 2.4)
        + draw_path(saddle, "#4b3a34", width=1.4)
        + outlined_stroke("M66 15 L65 10 Q72 5.6 73 11", METAL, 1.6, 1)
        + outlined_stroke("M65 10 Q60 8.6 57 10.6", "#4b3a34", 2.6, 1)
        + _bicycle_crank()
        + draw_path("M70.4 18.6 L75 17.4 V23 L70.4 22 Z", "#fdf0a8", width=1.1)
    )


def _motorcycle_wheel(look: Look, x: float, y: float, r: float) -> str:
    return (
        draw_line(ellipse_path(x, y, r - 2.6, r - 2.6), OUTLINE, 6.4)
        + draw_line(ellipse_path(x, y, r - 2.6, r - 2.6), RUBBER, 4.2)
        + draw_line(ellipse_path(x, y, r - 6, r - 6), look.fill, 2.4)
        + draw_line(spokes_path(x, y, r - 6.6, 5), METAL, 1.8)
        + filled_circle(x, y, 3.4, METAL)
    )


def _motorcycle_engine() -> str:
    return (
        draw_path("M37 34 H60 L63 44 Q60 54 52 55 H42 Q36 54 35 46 Z", STEEL)
        + draw_line("M41 38 H57 M41 41 H57 M41 44 H54", "#c7ccd2", 1.3)
        + outlined_stroke("M57 38 Q64 47 56 51.4 Q50 54 40 53.4 L30 53", METAL, 2.6, 1.1)
        + draw_path("M8 49.6 L32 50.4 Q34 53.4 32 56 L9 55.4 Q6 52 8 49.6 Z", METAL, width=1.4)
        + draw_highlight("M10 50.8 L30 51.4 V52.6 L10 52 Z", 0.7)
    )


def motorcycle(look: Look) -> str:
    """A sports motorcycle."""
    rear, front = MOTORCYCLE_WHEELS
    tank = "M36 28 C37 18 46 15 56 16 Q65 17 68 24 L64 33 Q58 38 48 37 Q38 36 36 28 Z"
    tail = "M5 21.4 Q8 18.4 13 22 Q20 28.4 36 28.6 L42 39 Q38 44 30 41 Q22 33 12 30 Q5 26.6 5 21.4 Z"
    belly = "M33 49 Q46 47 58 42.6 L65 39 Q68 49 59 55 Q48 59 37 56.4 Q32 54 33 49 Z"
    seat = "M12 21 Q9.4 18 12 17.4 C19 18.6 25 22.6 31 20.4 Q37 19.6 38 26 Q38 31 34.6 31.6 Q20 30.6 12 21 Z"
    fender = "M66.6 41.6 Q71 32.4 82 32 Q92.6 32.4 97 40.6 Q90 36 84 37.4 L81.6 43 L77.4 38.4 Q71 38 66.6 41.6 Z"
    fairing = "M64 15 Q72 8.6 78.6 15 Q83 21.6 79 28.6 Q76 35 68 36 L60 43 L58 35 Q66 28 64 15 Z"
    return (
        outlined_stroke("M17 48.4 L42 45", STEEL, 3.2, 1.2)
        + _motorcycle_wheel(look, *rear)
        + _motorcycle_wheel(look, *front)
        + outlined_stroke("M71 26 L82 48.4", METAL, 2.8, 1.2)
        + draw_surface(fender, look, (66, 32, 98, 44))
        + _motorcycle_engine()
        + draw_surface(belly, look, (32, 39, 67, 58), -0.06)
        + draw_surface(tail, look, (5, 18, 42, 44), -0.1)
        + draw_path(seat, "#3e3a42", width=1.4)
        + draw_surface(tank, look, (36, 15, 68, 38))
        + draw_highlight("M41 23 Q45 18.4 55 19 Q49 20 44.6 25.4 Q41 26.4 41 23 Z", 0.5)
        + draw_path("M66 13.4 Q68 5.4 75 4.6 Q75 10 78 14.6 Q72 11.6 66 13.4 Z", GLASS, width=1.3)
        + draw_surface(fairing, look, (58, 10, 82, 43), 0.06)
        + draw_path(ellipse_path(78.6, 21.4, 2.6, 4.6), "#fdf0a8", width=1.3)
        + outlined_stroke("M66 17 L63 11.6 L56 10.4", RUBBER, 2.4, 1)
        + draw_path("M3.6 21 L6.6 20.4 V25.6 L4.4 25 Z", "#e85a4f", width=1)
        + draw_line("M44 29 Q54 31 63 26", seam_color(look), 1.3)
    )


def _skateboard_wheel(x: float, y: float, r: float) -> str:
    return (
        draw_path(f"M{x - 6} 14.5 H{x + 6} L{x + 2.4} {y} H{x - 2.4} Z", METAL, width=1.3)
        + filled_circle(x, y, r - 0.8, "#f3ead6", width=1.6)
        + filled_circle(x, y, 1.7, STEEL, None)
    )


def skateboard(look: Look) -> str:
    """A skateboard seen from a little above."""
    deck = (
        "M2 4.4 Q1 0.8 6 1.4 L19 5.4 Q22 6.4 28 6.4 H72 Q78 6.4 81 5.4 L94 1.4 Q99 0.8 98 4.4"
        " Q97 8.4 92 10 L82 13.6 Q78 15 72 15 H28 Q22 15 18 13.6 L8 10 Q3 8.4 2 4.4 Z"
    )
    front = "M8 10 L18 13.6 Q22 15 28 15 H72 Q78 15 82 13.6 L92 10 L82 11.6 Q78 12.8 72 12.8 H28 Q22 12.8 18 11.6 Z"
    bolts = "".join(f"M{x} {y} h.1 " for x in (21.4, 25.6, 74.4, 78.6) for y in (9.4, 12))
    edge = "M2 4.4 Q2 9.4 8 12.4 L18 16.4 Q22 17.8 28 17.8 H72 Q78 17.8 82 16.4 L92 12.4 Q98 9.4 98 4.4 Z"
    return (
        "".join(_skateboard_wheel(*wheel) for wheel in SKATEBOARD_WHEELS)
        + draw_path(edge, darker_color(look.fill, 0.4))
        + draw_surface(deck, look, (1, 0, 99, 16))
        + draw_shadow(front, 0.14)
        + draw_line(bolts, seam_color(look), 1.2)
    )


SHAPES: dict[str, ClassDrawing] = {
    "bicycle": ClassDrawing(
        bicycle, 100, 66, lambda look: {"saddle": (34, 13.5)}, lambda look: wheel_boxes(BICYCLE_WHEELS)
    ),
    "motorcycle": ClassDrawing(
        motorcycle, 99, 64.5, lambda look: {"saddle": (27, 21)}, lambda look: wheel_boxes(MOTORCYCLE_WHEELS)
    ),
    "skateboard": ClassDrawing(
        skateboard, 100, 27.5, lambda look: {"saddle": (50, 10.5)}, lambda look: wheel_boxes(SKATEBOARD_WHEELS)
    ),
}
