"""On the water and in the air: boat, surfboard, airplane, helicopter."""

from functools import cache

from askance.stickers.art.drawing_primitives import (
    ClassDrawing,
    Look,
    Rect,
    draw_line,
    draw_path,
    draw_surface,
    rectangle_path,
)
from askance.stickers.art.shading import (
    GLASS,
    METAL,
    STEEL,
    draw_highlight,
    draw_shadow,
    filled_circle,
    outlined_stroke,
    seam_color,
    without_pattern_and_material,
)

AIRPLANE_WING: Rect = (24, 28, 68, 49)


def _boat_hull_marks(look: Look) -> str:
    ink = seam_color(look)
    if look.material == "wooden":
        joints = "M30 72 L31 80.6 M70 70.6 L69 79 M50 81 V89.6 M22 80 L24 89 M80 77 L77 87 M36 90 V98.6 M66 88.6 V98.6"
        return draw_line("M5.6 79 Q50 84 93.4 75 M11 88 Q50 92 87.6 85", ink, 1.8) + draw_line(joints, ink, 1.3)
    if look.material == "metal":
        upper = "".join(f"M{x} {79 - x / 40:.1f} h.1 " for x in range(12, 92, 9))
        lower = "".join(f"M{x} {92.6 - x / 50:.1f} h.1 " for x in range(20, 84, 8))
        return draw_line(upper + lower, ink, 2)
    return ""


def boat(look: Look) -> str:
    """A sailing boat cut off at its waterline."""
    hull = "M2.6 68 Q50 74 97.6 63 Q93 86 79 99 H19 Q6 88 2.6 68 Z"
    return (
        outlined_stroke("M47 4 V74", "#b98a56", 2.2, 1.2)
        + draw_path("M48 3 Q53 5.6 60 4.6 Q57 7.4 60 10 Q53 11 48 9 Z", look.fill, width=1.3)
        + draw_path("M43 9 Q37 42 7 60 Q28 63 43 61 Z", "#fbf7ea")
        + draw_line("M38.6 24 Q40 25 43 25 M30.4 38 Q36 41 43 41 M21 49 Q32 52.6 43 52", "#cfc7b2", 1.2)
        + draw_path("M51 11 Q62 46 91 57 Q70 62 51 60 Z", look.fill)
        + draw_shadow("M51 11 Q56 46 70 60.4 Q60 61 51 60 Z", 0.14)
        + outlined_stroke("M8 64.6 L47 64.6", "#b98a56", 1.6, 1)
        + draw_surface(hull, look, (2, 63, 98, 99))
        + _boat_hull_marks(look)
        + draw_shadow("M11 88 Q50 92 87.6 85 Q84 94 79 98.4 H19 Q14 94 11 88 Z", 0.2)
        + draw_highlight("M4 70 Q50 76 96.4 65 L95.6 68 Q50 79 4.8 73.4 Z", 0.5)
        + "".join(filled_circle(x, 84 - x / 30, 3, GLASS) for x in (36, 50, 64)) * (look.material != "wooden")
    )


def surfboard(look: Look) -> str:
    """A surfboard planted upright in the sand; broken, its upper half has snapped over."""
    return _broken_surfboard(look) if look.state == "broken" else _whole_surfboard(look)


SAND = "M1 111.2 Q5 104.6 11 106 Q17 101.6 23 105 Q30 102 34 107 Q38.6 107.6 39.4 111.2 Z"


def _sand_at_foot(look: Look) -> str:
    """The heap of sand at the foot."""
    return draw_path(SAND, "#e7cf9c", width=1.4) + draw_line("M9 109 h4 M26 108.6 h4", "#bfa271", 1.1)


def _broken_surfboard(look: Look) -> str:
    edge = "L27 61 L22 70 L17 62 L12 69 L8 63 L4.6 66"
    lower = f"M35.4 62 L31 68 {edge} C5 84 9 100 13 110 H27 C31 100 35 82 35.4 62 Z"
    upper = "M20 1.2 C30 13 36.4 34 35.6 56 L31 50 L27 58 L22 50 L17 57 L12 51 L8 56 L4.4 52 C4 34 10 13 20 1.2 Z"
    foam = f"M31 68 {edge} L5 71 L9 69 L13 75 L18 69 L23 77 L27 68 L31 74 L35 68 V62 Z"
    tip = draw_surface(upper, look, (4, 0, 36, 58)) + draw_line("M20 4 V50", seam_color(look), 1.2)
    return (
        draw_path("M31 80 Q39.6 84 39.2 95.6 Q34.6 91.6 29.6 94 Z", "#565b66", width=1.4)
        + draw_surface(lower, look, (4, 58, 36, 112))
        + draw_line("M20 72 V104", seam_color(look), 1.2)
        + draw_path(foam, "#fff9e8", width=1.2)
        + f'<g transform="translate(34 6) rotate(38) translate(0 4)">{tip}</g>'
        + _sand_at_foot(look)
    )


def _whole_surfboard(look: Look) -> str:
    # two halves, because the marks of a pattern grow with the longer side of its area
    upper = "M20 1.2 C30 13 36.4 34 35.6 58 H4.4 C3.6 34 10 13 20 1.2 Z"
    lower = "M35.6 58 C35.2 82 31 100 27 110 H13 C9 100 4.8 82 4.4 58 Z"
    band = "M4.2 54 H35.8 Q35.8 60 35.4 66 H4.6 Q4.2 60 4.2 54 Z"
    return (
        draw_path("M31 80 Q39.6 84 39.2 95.6 Q34.6 91.6 29.6 94 Z", "#565b66", width=1.4)
        + draw_surface(upper, look, (4, 0, 36, 58))
        + draw_surface(lower, look, (4, 58, 36, 112))
        + draw_surface(band, without_pattern_and_material(look), (4, 54, 36, 66), -0.2)
        + draw_highlight("M19 6 C11 18 7.6 36 7.4 58 Q10.4 30 19 6 Z", 0.55)
        + draw_shadow("M22 3.4 C30 14 36 36 35 62 C34.6 84 31 98 27 108 H24 C30 88 33 40 22 3.4 Z", 0.13)
        + draw_line("M20 4 V104", seam_color(look), 1.2)
        + _sand_at_foot(look)
    )


@cache
def _airplane_windows() -> str:
    panes = "".join(rectangle_path(x, 21.4, x + 2.8, 25, 1.2) + " " for x in range(38, 92, 6))
    return draw_path(panes, "#5a86a8", width=0.8)


def airplane(look: Look) -> str:
    """A jet airliner in level flight."""
    body = "M5 20.4 Q26 17.4 50 17.2 H88 Q103 17.6 109 24 Q111.4 27.4 107 30.4 Q100 34.6 88 34.8 H44 Q22 34 5 20.4 Z"
    fin = "M4 3.4 Q3.4 1.6 5.6 1.6 L13 1.6 L33 18.4 L9 21.6 Z"
    wing = "M67.4 28.6 L45 28.6 L24.8 46.4 Q23.6 48.6 26.4 48.8 L32 48.4 Q56 40 67.4 28.6 Z"
    side = without_pattern_and_material(look)
    return (
        draw_surface("M62 18 L47 4.6 Q45.6 3.6 43.8 3.6 L40.6 3.6 L45 18 Z", side, (40, 3, 62, 18), -0.28)
        + draw_surface(fin, side, (4, 1, 33, 22), -0.1)
        + draw_surface(body, look, (4, 17, 111, 35))
        + draw_shadow("M14 25.4 Q50 30.4 108.6 28.6 Q101 34.2 88 34.2 H44 Q24 33 14 25.4 Z", 0.16)
        + draw_highlight("M40 18.6 H88 Q98 18.8 103 21 Q70 20 34 19.8 Z", 0.5)
        + draw_path("M96 19.4 L101.6 20.4 Q105.4 22 107.4 24.4 L98 24.6 Z", "#5a86a8", width=1.2)
        + _airplane_windows()
        + draw_path("M45 34.6 H58 Q61 38 58 41.6 H46.6 Q43 38 45 34.6 Z", METAL, width=1.3)
        + draw_line("M57 35 Q55.4 38 57 41.4", width=1)
        + draw_surface(wing, side, AIRPLANE_WING, 0.06)
        + draw_shadow("M45 28.6 L24.8 46.4 Q23.6 48.6 26.4 48.8 L49 31 Z", 0.16)
        + draw_surface("M22 24 L9.6 24 L2 32 Q1 33.8 3.4 33.8 L8.4 33.4 Z", side, (2, 24, 22, 34), 0.06)
    )


def helicopter(look: Look) -> str:
    """A helicopter in the air."""
    body = (
        "M40 22 Q46 13.6 58 13 H67 Q84 14 91 30 Q94 41 84 45 Q80 46.4 74 46.4 H54 Q42 46 36.6 34.4"
        " L8 27.4 Q5 26 5.4 23.4 L2 10.4 Q2 8.6 4 8.6 H8.4 Q10 8.6 10.8 10.2 L15.6 20.6 Z"
    )
    return (
        outlined_stroke("M52 45 L48 54 M76 45 L80 54", STEEL, 1.4, 1)
        + outlined_stroke("M41 55 H86 Q92 55 94.6 50.6", STEEL, 2, 1)
        + draw_path("M51 13.6 L54 9.4 H66 L70 13.6 Z", STEEL)
        + draw_path(rectangle_path(58.4, 4, 61.6, 10, 0.5), STEEL, width=1.2)
        + draw_path(rectangle_path(16, 2, 104, 5.2, 1.6), "#8d949c", width=1.2)
        + filled_circle(60, 4, 2.6, STEEL)
        + draw_surface(body, look, (2, 8, 93, 47))
        + draw_shadow("M38.6 37 Q60 42 92 36 Q91 42.6 84 44.4 Q80 45.8 74 45.8 H54 Q43.6 45 38.6 37 Z", 0.16)
        + draw_highlight("M17 22.6 L41 24.4 Q47 16 57 15.4 Q50 19 45.6 26.6 L17 24 Z", 0.45)
        + draw_path("M69 17 Q82 18.4 88 31.6 Q88.6 35 85 35 H71.6 Q69 35 69 32.4 Z", GLASS, width=1.4)
        + draw_highlight("M73 34.4 L74 18.6 L77 20 L76.4 34.4 Z", 0.8)
        + draw_path(rectangle_path(51, 20, 64.6, 33, 3), GLASS, width=1.4)
        + draw_highlight("M54 32 L59 21 H61.4 L57 32 Z", 0.8)
        + draw_line("M48.6 24 V43 M67 18 V43", seam_color(look), 1.1)
        + draw_line("M1.4 17.6 L14 10.4 M4.4 8 L11 20", "#8d949c", 2.2)
        + filled_circle(7.7, 14, 2.2, STEEL)
    )


SHAPES: dict[str, ClassDrawing] = {
    "boat": ClassDrawing(boat, 100, 100),
    "surfboard": ClassDrawing(surfboard, 64, 112),
    "airplane": ClassDrawing(airplane, 112, 50, parts=lambda look: {"wing": (AIRPLANE_WING,)}),
    "helicopter": ClassDrawing(helicopter, 105, 57),
}
