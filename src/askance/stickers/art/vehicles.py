"""Vehicles in side view, facing right: those with an engine on the road here, all of them in `SHAPES`."""

from math import pi

from askance.stickers.art import bikes_and_skateboard, boats_and_aircraft
from askance.stickers.art.drawing_primitives import (
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
    seam_color,
)
from askance.stickers.art.vehicle_mud import Splash, mud_band_and_splashes, mud_on_tyres
from askance.stickers.art.wheels import Wheel, draw_wheel, wheel_boxes

CAR_WHEELS: tuple[Wheel, ...] = ((23, 38, 9.2), (74, 38, 9.2))
TRUCK_WHEELS: tuple[Wheel, ...] = ((16, 57, 9.2), (36, 57, 9.2), (88, 57, 9.2))
TRACTOR_WHEELS: tuple[Wheel, ...] = ((26, 53, 23), (82, 63, 13))
CAR_SPLASHES: tuple[Splash, ...] = (
    (12, 25, 4.5), (33, 24, 5), (28, 15, 3.4), (51, 23.5, 4.4), (56, 13, 3), (74, 24.5, 4.6), (40, 10, 2.2),
)  # fmt: skip
CAR_BAND = (
    "M0 42 V32 Q6 28 11 32 Q17 26 23 30 Q30 27 36 32 Q42 28 48 33 Q54 28 60 32 Q68 26 74 29 Q82 27 86 32"
    " Q92 28 98 33 V42 Z"
)
TRUCK_SPLASHES: tuple[Splash, ...] = (
    (10, 26, 5.5), (28, 20, 7), (47, 28, 6), (60, 17, 4.6), (18, 11, 3.6), (40, 10, 3), (73, 30, 4.6), (84, 40, 5),
    (101, 37, 3.6), (82, 24, 3),
)  # fmt: skip
TRUCK_BAND = (
    "M0 57 V36 Q7 31 13 36 Q20 29 27 35 Q35 30 42 37 Q50 30 56 35 Q62 32 68 37 Q74 40 79 45 Q88 38 96 44"
    " Q102 41 109 45 V57 Z"
)
TRACTOR_SPLASHES: tuple[Splash, ...] = (
    (56, 38, 4.6), (72, 37, 5.4), (88, 38, 3.6), (22, 29, 4.6), (40, 31, 4.4), (38, 16, 4), (24, 14, 3), (64, 46, 3.4),
)  # fmt: skip
TRACTOR_BAND = "M44 66 V48 Q50 43 55 48 Q61 43 67 49 Q74 43 80 47 Q86 43 96 48 V66 Z"


def _headlight_beam(x: float, y: float) -> str:
    beam = f"M{x + 1} {y - 3.5} L{x + 26} {y - 13} Q{x + 29} {y} {x + 26} {y + 14} L{x + 1} {y + 3.5} Z"
    fade = (
        f'<linearGradient id="beam" gradientUnits="userSpaceOnUse" x1="{x}" y1="0" x2="{x + 28}" y2="0">'
        '<stop offset="0" stop-color="#fff27a" stop-opacity="0.78"/>'
        '<stop offset="1" stop-color="#fff6b0" stop-opacity="0.5"/></linearGradient>'
    )
    return fade + f'<path d="{beam}" fill="url(#beam)"/>'


def _draw_wheels(wheels: tuple[Wheel, ...], dirty: bool) -> str:
    return "".join(draw_wheel(*place) for place in wheels) + (mud_on_tyres(wheels) if dirty else "")


def car(look: Look) -> str:
    """A small saloon car, clean or splashed with mud; `on` = the headlights shine."""
    body = (
        "M4 38.5 Q2 38.5 2 36 L2.5 27 Q3 22.5 8 21.5 L15 20 C21 9.5 25 3.5 36 3 L50 3 C61 3 66 10 72 18.5"
        " L86 21 Q94 22.5 95 29 L95.6 36 Q95.6 38.5 93 38.5 L85.6 38.5"
        " A11.6 11.6 0 0 0 62.4 38.5 L34.6 38.5 A11.6 11.6 0 0 0 11.4 38.5 Z"
    )
    rear, front = "M21.5 19.5 C26 11.5 29 7.4 37 7 H43.5 V19.5 Z", "M47.5 7 H50.5 C58 7 61.5 11.5 66.5 19.5 H47.5 Z"
    sill = "M34.6 38.5 A11.6 11.6 0 0 0 34.2 33.6 H62.8 A11.6 11.6 0 0 0 62.4 38.5 Z"
    ink, lit, dirty = seam_color(look), look.state == "on", look.state == "dirty"
    return (
        (_headlight_beam(93, 27.5) if lit else "")
        + draw_path("M11 39 A12 12 0 0 1 35 39 H62 A12 12 0 0 1 86 39 V42 H11 Z", "#2b2b33", None)
        + draw_surface(body, look, (2, 3, 96, 39))
        + draw_shadow(sill, 0.2)
        + draw_highlight("M6 24.5 Q40 21.5 70 22 L86 24.4 Q60 23.4 6 26.6 Z", 0.45)
        + draw_path(rear, GLASS, width=1.4)
        + draw_path(front, GLASS, width=1.4)
        + draw_highlight("M29 19 L36 7.8 H40 L33 19 Z M53 19 L51 8 H54 L58.5 19 Z", 0.7)
        + draw_line("M45.5 21 V36.5 M66.5 21 Q69 27 64.5 31.5", ink, 1.1)
        + draw_line("M37.5 25.2 h4.6 M55 25.2 h4.6", ink, 1.8)
        + draw_path(rectangle_path(1, 32, 9, 36, 1.8), METAL, width=1.2)
        + draw_path(rectangle_path(88.6, 32, 97, 36, 1.8), METAL, width=1.2)
        + draw_path("M2.6 24.5 Q6.5 24 6.5 27 Q6.5 30 2.4 29.6 Z", "#e85a4f", width=1.2)
        + draw_path(ellipse_path(93, 27.5, 2.6, 3.8), "#fff36b" if lit else "#d5dade", width=1.3)
        + (mud_band_and_splashes(CAR_BAND, CAR_SPLASHES, body) + draw_line(body) if dirty else "")
        + _draw_wheels(CAR_WHEELS, dirty)
    )


def truck(look: Look) -> str:
    """A lorry with a closed cargo box, clean or splashed with mud."""
    cargo = rectangle_path(2, 3, 66, 48, 2.5)
    cab = (
        "M69 51 V18 Q69 14 73 14 H86 Q90 14 91.6 17.5 L96.6 30 L103 32.4 Q107 34 107 38 V51 Q107 53 105 53 H99.8"
        " A11.8 11.8 0 0 0 76.2 53 H71 Q69 53 69 51 Z"
    )
    ink, dirty = seam_color(look), look.state == "dirty"
    return (
        draw_path(rectangle_path(4, 47, 104, 56, 1), "#4a4d55")
        + draw_surface(cargo, look, (2, 3, 66, 48))
        + draw_shadow("M3 40 H65 V47.2 H4 Q3 47 3 45 Z", 0.14)
        + draw_line("M12.6 7 V44 M23.3 7 V44 M34 7 V44 M44.7 7 V44 M55.4 7 V44", ink, 1)
        + draw_highlight("M5 5 H63 V8 H5 Z", 0.4)
        + draw_surface(cab, look, (69, 14, 107, 53), 0.08)
        + draw_path("M76 19 H85.4 Q87.2 19 88 21 L91.8 30.5 H76 Z", GLASS, width=1.4)
        + draw_highlight("M79 30 L82 19.6 H85 L82.6 30 Z", 0.7)
        + draw_line("M73.5 19 V47 M74 34 H92", ink, 1.1)
        + draw_line("M76.5 37.5 h4.5", ink, 1.9)
        + _cab_mirror()
        + draw_path(rectangle_path(102, 38.5, 107.6, 44, 1.6), "#fdf0a8", width=1.2)
        + draw_path(rectangle_path(100.5, 48, 109, 53.4, 1.6), METAL, width=1.2)
        + draw_path(rectangle_path(1.4, 43.5, 4.6, 48, 0.8), "#e85a4f", width=1)
        + (mud_band_and_splashes(TRUCK_BAND, TRUCK_SPLASHES, cargo, cab) + draw_line(f"{cargo} {cab}") if dirty else "")
        + _draw_wheels(TRUCK_WHEELS, dirty)
    )


def _cab_mirror() -> str:
    """The outside mirror of the cab."""
    return draw_line("M91 20 L96.5 21", width=1.4) + draw_path(
        rectangle_path(95, 19, 98.4, 26.5, 1.2), STEEL, width=1.2
    )


def _tractor_wheel(look: Look, x: float, y: float, r: float, lugs: int) -> str:
    pitch = 2 * pi * (r - 1.5) / lugs
    tread = (
        f'<circle cx="{x}" cy="{y}" r="{r - 1.5}" fill="none" stroke="#2b2b33" stroke-width="3.4"'
        f' stroke-dasharray="{pitch * 0.62:.2f} {pitch * 0.38:.2f}"/>'
    )
    return (
        filled_circle(x, y, r - 1.6, RUBBER, width=1.6)
        + tread
        + draw_path(ellipse_path(x, y, r * 0.64, r * 0.64), look.fill, width=1.5)
        + draw_path(ellipse_path(x, y, r * 0.36, r * 0.36), darker_color(look.fill, 0.22), None)
        + filled_circle(x, y, r * 0.17, "#e3e7ea")
    )


def tractor(look: Look) -> str:
    """A farm tractor with a cab, a big wheel behind and a small one in front; clean or muddy."""
    hood = "M46 32 H84 Q93 32.5 94.5 39 L95.5 56 Q95.5 58 93.5 58 H46 Z"
    cab = "M15 28 L18 8 H44 L50 34 V40 H15 Z"
    fender = "M4.5 39 Q12 25 28 25.5 Q43 26 48 38 V60 H40 Q42 34 26 32.6 Q14 32.6 8.5 41.5 Z"
    ink, dirty = seam_color(look), look.state == "dirty"
    return (
        draw_path("M40 50 H90 V60 Q84 66 70 64 H40 Z", "#4a4d55")
        + draw_path(cab, GLASS)
        + draw_highlight("M21 27 L27 9 H31 L25 27 Z M29 27 L35 9 H36.6 L31 27 Z", 0.6)
        + draw_path("M22 28 Q20 20 23 19 Q26 19 26 28 L34 28.5 V32 H22 Z", "#55565f", width=1.2)
        + draw_line("M45.5 34 L40.5 25 M37.4 27 L43.4 22.6", width=1.9)
        + draw_line("M46.4 9 L51 35 M17 9 L14.6 29", width=2.6)
        + draw_surface("M12 8.4 Q12 3 18 2.4 H43 Q49.5 3 49.5 8.4 Z", look, (12, 2, 50, 8.4))
        + draw_surface(hood, look, (46, 32, 95, 58))
        + draw_highlight("M50 34.2 H83 Q89 34.6 91 37.6 H50 Z", 0.42)
        + draw_line("M54 43 H66 M54 47 H66 M54 51 H66", ink, 1.5)
        + draw_path("M87.5 41.5 H93 L94 53.5 H87.5 Z", "#4a4d55", width=1.2)
        + draw_line("M90.4 43.5 V52", METAL, 1)
        + draw_path(rectangle_path(73, 14, 77.4, 32.6, 1), STEEL, width=1.4)
        + draw_path("M72.4 14 L72 10.8 Q75 8.6 79.4 9.4 L78 14 Z", STEEL, width=1.3)
        + draw_surface(fender, look, (4, 25, 48, 60), -0.12)
        + (
            mud_band_and_splashes(TRACTOR_BAND, TRACTOR_SPLASHES, hood, fender, cab)
            + draw_line(hood)
            + draw_line(fender)
            if dirty
            else ""
        )
        + _tractor_wheel(look, *TRACTOR_WHEELS[0], 15)
        + _tractor_wheel(look, *TRACTOR_WHEELS[1], 12)
        + (mud_on_tyres(TRACTOR_WHEELS) if dirty else "")
    )


SHAPES: dict[str, ClassDrawing] = {
    "car": ClassDrawing(car, 122, 48, parts=lambda look: wheel_boxes(CAR_WHEELS)),
    "truck": ClassDrawing(truck, 110, 67, parts=lambda look: wheel_boxes(TRUCK_WHEELS)),
    "tractor": ClassDrawing(tractor, 98, 77, parts=lambda look: wheel_boxes(TRACTOR_WHEELS)),
    **bikes_and_skateboard.SHAPES,
    **boats_and_aircraft.SHAPES,
}
