"""Furniture to sit or lie on: chair, sofa, bed, bench."""

from dataclasses import replace

from askance.stickers.art.drawing_primitives import (
    ClassDrawing,
    Look,
    darker_color,
    draw_line,
    draw_path,
    draw_surface,
    lighter_color,
    rectangle_path,
)
from askance.stickers.art.shading import STEEL, draw_highlight, draw_shadow, filled_circle, outlined_stroke, seam_color


def chair(look: Look) -> str:
    """A chair facing right, seen from a little in front and above."""
    leather = look.material == "leather"
    hide = replace(look, material=None) if leather else look
    far = "M25 50 H30 L29.4 90 H26 Z M59 48 H64 L63.4 90 H60 Z"
    near = "M6 57 H12 L11 99 H7 Z M41 60 H47 L46 99 H42 Z"
    seat = "M6.6 55.6 L24.6 47 Q26 46 28 46 H63.4 Q66.4 46.4 64 48 L49 55.6 Q47.4 56.6 45 56.6 H8 Q4.6 56.6 6.6 55.6 Z"
    back = "M2.6 13 Q2 9 5.4 7.4 L18 1.6 Q22 0.2 22.6 4.6 L25 31 L6.4 40 Z"
    return (
        draw_surface(far, hide, (25, 48, 64, 90), -0.35)
        + draw_surface(near, hide, (6, 57, 47, 99), -0.1)
        + draw_surface(
            "M5.4 36 L10.4 34 L12 54 L7.4 56 Z M20.4 30 L25 28 L26.6 47 L22 49 Z", hide, (5, 28, 27, 56), -0.15
        )
        + draw_surface("M6 56 V62 H47 L65 53 V47 L47 56 Z", hide, (6, 47, 65, 62), -0.2)
        + draw_surface(seat, hide, (5, 46, 66, 57), 0.1)
        + draw_surface(back, hide, (2, 1, 25, 40))
        + (
            draw_highlight("M31 48 H45 L36 53 H21 Z M9 14 L14 11.6 L15 22 L10 24.4 Z", 0.5)
            if look.material == "plastic"
            else ""
        )
        + (_chair_stitches(look) if leather else "")
    )


def _dashed_stitches(d: str, look: Look) -> str:
    ink = lighter_color(look.fill, 0.55)
    return f'<path d="{d}" fill="none" stroke="{ink}" stroke-width="1.3" stroke-dasharray="3 2"/>'


def _chair_stitches(look: Look) -> str:
    places = ((10, 18), (17, 15), (11, 28), (18, 25))
    buttons = "".join(filled_circle(x, y, 1.5, darker_color(look.fill, 0.45), None) for x, y in places)
    back = "M5.4 13.6 Q5.2 11.4 7.4 10.2 L17.6 5.6 Q19.8 4.8 20 7 L22 29 L8.6 35.4 Z"
    rims = f"{back} M13 54.4 L26.6 48 H59 L46 54.4 Z M8 59.4 H46"
    return buttons + _dashed_stitches(rims, look)


def _sofa_leather_seams(look: Look) -> str:
    buttons = "".join(
        filled_circle(x, y, 1.3, darker_color(look.fill, 0.4), None) for y in (12, 21) for x in (25, 36, 47, 69, 80, 91)
    )
    rims = (
        rectangle_path(24.4, 33, 54, 41.4, 3)
        + rectangle_path(62, 33, 91.6, 41.4, 3)
        + "M24 50.6 H92 M8 51 V29 M108 51 V29"
    )
    return buttons + _dashed_stitches(rims, look)


def sofa(look: Look) -> str:
    """A two-seat sofa from the front."""
    back = "M20 32 V28 Q20 21 12 20 V11 Q12 3 20 3 H96 Q104 3 104 11 V20 Q96 21 96 28 V32 Z"
    cushions = "M24 32 H54 Q58 32 58 36 V44 H20 V36 Q20 32 24 32 Z M62 32 H92 Q96 32 96 36 V44 H58 V36 Q58 32 62 32 Z"
    base = "M20 44 H96 V55 H20 Z"
    arms = "M2.4 55 V28 Q3 20 11 20 Q20 20.6 20 28 V55 Z M96 55 V28 Q96 20.6 105 20 Q113 20 113.6 28 V55 Z"
    cloth = replace(look, material=None)
    return (
        draw_path("M9 55 H16 L15 61 H11 Z M100 55 H107 L105 61 H101 Z", "#5b4232", width=1.4)
        + draw_surface(f"{back} {cushions} {base} {arms}", cloth, (2, 3, 114, 55))
        + draw_highlight("M20 32 V36 Q20 32 24 32 H54 Q58 32 58 36 Q58 32 62 32 H92 Q96 32 96 36 V40 H20 Z", 0.22)
        + draw_shadow("M20 44 H96 V55 H20 Z M20 28 H96 V32 H20 Z", 0.2)
        + draw_shadow("M2.4 55 V46 H20 V55 Z M96 55 V46 H113.6 V55 Z", 0.1)
        + draw_line("M58 4 V31.4 M20 32 H96 M20 44 H96 M20 28 V54 M96 28 V54", seam_color(look), 1.3)
        + draw_highlight(
            "M16 9 Q17 5.6 21 5.4 H54 V7.6 H22 Q18 8 17 12 Z M61 5.4 H95 Q98 5.6 99 8 Q97 7.4 94 7.6 H61 Z", 0.4
        )
        + (_sofa_leather_seams(look) if look.material == "leather" else "")
    )


def bed(look: Look) -> str:
    """A bed with its head on the left: frame of the material, blanket with the pattern, both in the color."""
    frame, blanket = replace(look, pattern=None), replace(look, material=None)
    head = "M2.6 13 Q2.6 8.6 6.6 6.4 L14 2.4 Q19 0.4 19 5 V44 L8.6 50 V65 H2.6 Z"
    foot = "M106.6 40 Q106.6 37 109 35.6 L115 32 Q118.4 30.6 118.4 34 V58 H114 V54 L112 55.6 V65 H106.6 Z"
    quilt = "M40 41 L50 31 Q84 28.6 116.6 30.4 L107.6 40 V53.6 Q96 56.4 85 54 Q73 51.6 62 54.4 Q50 57 40 54 Z"
    return (
        draw_surface(head, frame, (2, 1, 19, 65), -0.12)
        + draw_path("M8.6 40 L20 31 H60 V54 H8.6 Z", "#fbfaf5")
        + draw_shadow("M9.4 42 H40 V53 H9.4 Z", 0.1)
        + draw_surface("M8.6 50 H107 V57.6 H8.6 Z", frame, (8, 50, 107, 58))
        + draw_path(
            "M15 36.4 Q11.6 31 16 27 Q24 21.6 34 23.6 Q40 25.6 38 31 Q36 37.6 28 38.6 Q19 40 15 36.4 Z", "#ffffff"
        )
        + draw_shadow("M15.4 36 Q24 37 36.6 32.6 Q34 37.2 28 38 Q19 39.4 15.4 36 Z", 0.12)
        + draw_path("M34 42 L45 31 Q48 30.4 52 31 L42 42 V54.4 Q38 55 34 54 Z", "#fbfaf5", width=1.4)
        + draw_surface(quilt, blanket, (40, 28, 117, 57))
        + draw_shadow("M40 41.6 Q74 39.6 107.6 40.4 V53.6 Q96 56.4 85 54 Q73 51.6 62 54.4 Q50 57 40 54 Z", 0.15)
        + draw_line("M40.8 41.4 Q74 39.4 107 40.2", seam_color(look), 1.1)
        + draw_surface(foot, frame, (106, 31, 119, 65), -0.06)
    )


def _bench_end(x: float, side: int) -> str:
    """One end of the bench: back post, arm and curved legs; `side` -1 is the left end."""
    return outlined_stroke(f"M{x} 2.6 V34 L{x + side * 3} 61.2", STEEL, 2.6, 1.1) + outlined_stroke(
        f"M{x + side * 5} 45 Q{x + side * 3} 54 {x + side * 8} 61.2", STEEL, 2.8, 1.1
    )


def _bench_arm(x: float, side: int) -> str:
    hand = f"M{x} 21 Q{x + side * 8} 19.6 {x + side * 9} 26 Q{x + side * 9.4} 33 {x + side * 6} 41"
    return outlined_stroke(hand, STEEL, 2.6, 1.1)


def bench(look: Look) -> str:
    """A park bench from the front: slats in the color, ends of cast iron."""
    slats = " ".join(rectangle_path(5, y, 107, y + 7.4, 2) for y in (2.4, 11.8, 21.2))
    seat = "M13 33 H99 L101 37.4 H11 Z M10.4 38.6 H101.6 L104 43.4 H8 Z"
    return (
        _bench_end(17, -1)
        + _bench_end(95, 1)
        + draw_surface(f"{slats} {seat}", look, (5, 2, 107, 44))
        + draw_surface(rectangle_path(6.6, 43.4, 105.4, 48.4, 1), look, (6, 43, 106, 49), -0.2)
        + draw_highlight(" ".join(rectangle_path(7, y, 105, y + 1.6, 0.8) for y in (3.6, 13, 22.4)), 0.3)
        + _bench_arm(16, -1)
        + _bench_arm(96, 1)
    )


SHAPES: dict[str, ClassDrawing] = {
    "chair": ClassDrawing(
        chair,
        67,
        100,
        lambda look: {
            "seat": (36, 51),
            "top_left": (24, 52),
            "top_right": (54, 52),
            "under_left": (13, 98),
            "under_right": (41, 98),
        },
    ),
    "sofa": ClassDrawing(sofa, 116, 62, lambda look: {"seat": (58, 36), "top_left": (24, 37), "top_right": (92, 37)}),
    "bed": ClassDrawing(bed, 120, 66, lambda look: {"seat": (78, 35), "top_left": (48, 36), "top_right": (104, 36)}),
    "bench": ClassDrawing(
        bench,
        112,
        64,
        lambda look: {
            "seat": (56, 39),
            "top_left": (14, 40),
            "top_right": (98, 40),
            "under_left": (22, 62),
            "under_right": (90, 62),
        },
    ),
}
