"""Musical instruments: guitar, drum, piano, trumpet."""

from functools import cache

from askance.stickers.art.drawing_primitives import (
    OUTLINE,
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

BRASS, BRASS_LIGHT, BRASS_DARK = "#e9b93a", "#fbe389", "#b98520"
NECK = "#5b3a22"
STRING = "#f4efe2"
LOOSE = "M20.3 86 V42 C17 34 8 38 5 30 M22 86 V42 C20 24 11 26 9 17 M23.7 86 V40 C24 28 17 20 19 10"


def guitar(look: Look) -> str:
    """An acoustic guitar standing upright; the body has the color; broken, its neck has snapped and hangs down."""
    body = (
        "M22 49 C14 45 6 50 6.5 58 C7 65 9.5 66 8.5 70 C7 75 1 77 1 86 C1 95 10 99 22 99"
        " C34 99 43 95 43 86 C43 77 37 75 35.5 70 C34.5 66 37 65 37.5 58 C38 50 30 45 22 49 Z"
    )
    broken = look.state == "broken"
    return (
        ("" if broken else _guitar_pegs())
        + draw_surface(body, look, (1, 46, 43, 99))
        + draw_line("M5 86 C5 80 10 77 11.5 72", lighter_color(look.fill, 0.5), 1.8)
        + (_broken_guitar_neck() if broken else _guitar_neck())
        + draw_path(ellipse_path(22, 66, 7.2, 7.2), lighter_color(look.fill, 0.55), width=1.2)
        + draw_path(ellipse_path(22, 66, 5, 5), "#1f1a1a", None)
        + draw_path(rectangle_path(14, 84, 30, 88, 1.5), NECK, width=1.2)
        + (draw_line(LOOSE, "#8f8a7c", 0.9) if broken else draw_line("M20.3 5 V86 M22 5 V86 M23.7 5 V86", STRING, 0.6))
    )


@cache
def _guitar_pegs() -> str:
    return "".join(
        draw_path(ellipse_path(x, y, 1.9, 1.6), "#e8e4d8", width=1) for x in (15.5, 28.5) for y in (4.5, 9.5)
    )


@cache
def _guitar_neck() -> str:
    frets = "".join(f"M19 {y} H25 " for y in (18, 24, 30, 36, 42))
    head = draw_path("M17 1 H27 L26 14 H18 Z", darker_color(NECK, 0.2))
    return draw_path(rectangle_path(18.6, 13, 25.4, 62), NECK) + head + draw_line(frets, "#d9c9a3", 1)


@cache
def _broken_guitar_neck() -> str:
    """A splintered stump on the body, and the rest of the neck beside it, its head down."""
    stump = draw_path("M18.6 62 V36 L20.4 40 L22 31 L23.4 39 L25.4 34 V62 Z", NECK)
    rest = draw_path("M18.6 13 H25.4 V36 L23.6 32 L22 40 L20.2 33 L18.6 38 Z", NECK)
    frets = draw_line("M19 18 H25 M19 24 H25 M19 30 H25", "#d9c9a3", 1)
    hanging = _guitar_pegs() + draw_path("M17 1 H27 L26 14 H18 Z", darker_color(NECK, 0.2)) + rest + frets
    return stump + f'<g transform="translate(25.5 36) rotate(132) translate(-22 -36)">{hanging}</g>'


def drum(look: Look) -> str:
    """A marching drum with two sticks on it."""
    shell = "M4 34 C4 46 96 46 96 34 V72 C96 86 4 86 4 72 Z"
    ropes = "M5 47 L17 77 L31 52 L43 80.5 L57 53 L69 80 L83 50 L95 73"
    hoop_top = "M2 27 C2 42 98 42 98 27 V35 C98 50 2 50 2 35 Z"
    hoop_low = "M2 66 C2 82 98 82 98 66 V74 C98 90 2 90 2 74 Z"
    return (
        draw_surface(shell, look, (4, 34, 96, 84))
        + draw_path("M78 44 Q90 42 95 38 V74 Q88 79 78 80.5 Z", darker_color(look.fill, 0.2), None)
        + draw_line(ropes, OUTLINE, 4.2)
        + draw_line(ropes, "#f6f1e3", 2.2)
        + draw_surface(hoop_low, look, (2, 66, 98, 86), -0.3)
        + draw_surface(hoop_top, look, (2, 27, 98, 47), -0.3)
        + draw_path(ellipse_path(50, 27, 48, 13), "#f8f5ec")
        + draw_path("M6 27 C10 37 90 37 94 27 C88 33.5 12 33.5 6 27 Z", "#dcd7c8", None)
        + _drum_stick("M44 27 L84 4")
        + _drum_stick("M58 29 L20 5")
    )


def _drum_stick(d: str) -> str:
    tip_x, tip_y = (float(v) for v in d[1:].split(" L")[0].split())
    return (
        draw_line(d, OUTLINE, 5.4)
        + draw_line(d, "#d9a566", 2.8)
        + draw_path(ellipse_path(tip_x, tip_y, 3.6, 2.9), "#e6bb83", width=1.4)
    )


def piano(look: Look) -> str:
    """An upright piano with its keyboard, a music stand and two front legs."""
    edge = lighter_color(look.fill, 0.3) if look.color != "white" else "#d6d6d0"
    return (
        draw_surface(rectangle_path(9, 8, 103, 96), look, (9, 8, 103, 96))
        + draw_path(rectangle_path(17, 67, 95, 90, 1), darker_color(look.fill, 0.18), width=1.2)
        + draw_surface(rectangle_path(5, 1, 107, 9, 2), look, (5, 1, 107, 9), 0.12)
        + draw_line("M9 4 H100", edge, 1.4)
        + draw_path(rectangle_path(16, 14, 96, 44, 1), darker_color(look.fill, 0.12), width=1.2)
        + _sheet_music()
        + draw_surface("M12 49 H100 L106 62 H6 Z", look, (6, 49, 106, 62), -0.1)
        + _piano_keyboard()
        + draw_surface(rectangle_path(3, 61, 109, 67, 1.5), look, (3, 61, 109, 67), 0.1)
        + "".join(
            draw_surface(f"M{x} 67 H{x + 7} L{x + 5.5} 97 H{x + 1.5} Z", look, (x, 67, x + 7, 97), 0.1)
            for x in (5, 100)
        )
        + draw_surface(rectangle_path(5, 95, 107, 99, 1), look, (5, 95, 107, 99), -0.2)
        + "".join(draw_line(f"M{x} 92 V96.5", BRASS, 2.6) for x in (50, 56, 62))
    )


@cache
def _piano_keyboard() -> str:
    gaps = [16 + 6.15 * i for i in range(1, 13)]
    black = "".join(f"M{gaps[i] - 1.7:.2f} 52 h3.4 v5.2 h-3.4 Z " for i in (0, 1, 3, 4, 5, 7, 8, 10, 11))
    return (
        draw_path("M15 51.5 H97 L99.5 61 H12.5 Z", "#fdfcf6", width=1.2)
        + draw_line("".join(f"M{x:.2f} 53 V61 " for x in gaps), "#8c8c8c", 0.8)
        + draw_path(black.strip(), "#17171b", None)
    )


@cache
def _sheet_music() -> str:
    """One sheet with two staves and a few notes on a ledge."""
    staves = "".join(f"M42 {y} H70 " for y in (21, 23.5, 26, 32, 34.5, 37))
    notes = ((46, 26, 20), (53, 23.5, 17.5), (60, 25, 19), (66, 22, 16), (47, 36, 30), (56, 34, 28), (65, 37, 31))
    return (
        draw_path(rectangle_path(38.5, 15, 73.5, 41.5), "#fffdf4", width=1.2)
        + draw_line(staves, "#a9a698", 0.7)
        + "".join(
            draw_path(ellipse_path(x, y, 1.7, 1.4), OUTLINE, None) + draw_line(f"M{x + 1.4} {y} V{top}", OUTLINE, 0.9)
            for x, y, top in notes
        )
        + draw_line("M34 42.8 H78", OUTLINE, 2.2)
    )


def trumpet(look: Look) -> str:
    """A brass trumpet pointing right; its metal is its nature, so the look changes nothing."""
    loop = "M24 19 H74 M30 37 H70 C82 37 82 19 70 19 M30 37 C16 37 16 19 30 19"
    bell = "M62 14.5 C78 15 88 13 96 2 Q99 1 99 4 V34 Q99 37 96 36 C88 25 78 23.5 62 23.5 Z"
    valves = "".join(_trumpet_valve(x) for x in (40, 48.5, 57))
    return (
        draw_line(loop, OUTLINE, 7.6)
        + draw_line("M6 19 H30", OUTLINE, 6.4)
        + draw_line(loop, BRASS, 4.6)
        + draw_line("M8 19 H30", BRASS, 3.4)
        + draw_line("M31 36 H68 M10 18.2 H38", BRASS_LIGHT, 1.3)
        + draw_path("M1.5 14 Q6 15 9 17 V21 Q6 23 1.5 24 Z", BRASS_LIGHT)
        + draw_path(bell, BRASS)
        + draw_path("M66 17 C80 17 88 15 95.5 6 V11 C88 18 80 19 66 19.4 Z", BRASS_LIGHT, None)
        + draw_path("M70 22 C80 22 90 26 96 33 V29 C90 24 80 21 70 20.8 Z", BRASS_DARK, None)
        + draw_path(ellipse_path(97, 19, 2.4, 16.6), BRASS_DARK, width=1.4)
        + valves
    )


def _trumpet_valve(x: float) -> str:
    return (
        draw_line(f"M{x} 6 V12", OUTLINE, 2.6)
        + draw_path(ellipse_path(x, 4.4, 3.6, 2), "#f7f3e6", width=1.3)
        + draw_path(rectangle_path(x - 3.6, 11, x + 3.6, 43, 2), BRASS, width=1.4)
        + draw_line(f"M{x - 1.4} 14 V40", BRASS_LIGHT, 1.5)
        + draw_line(f"M{x - 3.4} 16 H{x + 3.4} M{x - 3.4} 38.5 H{x + 3.4}", OUTLINE, 1)
    )


SHAPES: dict[str, ClassDrawing] = {
    "guitar": ClassDrawing(guitar, 60, 100, anchors=lambda look: {"grip": (22, 46 if look.state == "broken" else 33)}),
    "drum": ClassDrawing(drum, 100, 88),
    "piano": ClassDrawing(piano, 112, 100),
    "trumpet": ClassDrawing(trumpet, 100, 44, anchors=lambda look: {"grip": (48.5, 30)}),
}
