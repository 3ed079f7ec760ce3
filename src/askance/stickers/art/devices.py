"""Devices: television, laptop, phone (each with a screen that is on or off) and a wall clock."""

from functools import cache
from math import cos, pi, sin

from askance.stickers.art.drawing_primitives import (
    OUTLINE,
    ClassDrawing,
    Look,
    Rect,
    darker_color,
    draw_line,
    draw_path,
    draw_surface,
    ellipse_path,
    lighter_color,
    rectangle_path,
)

DARK_SCREEN = "#27333f"
APPS = ("#f4b93e", "#5cc46b", "#ee5f6b", "#ffffff", "#8f6bd8", "#f08a3c", "#39b5c9", "#f7e463", "#e77fb3")


@cache
def _dark_screen(d: str, area: Rect) -> str:
    x0, y0, x1, y1 = area
    w, h = x1 - x0, y1 - y0
    gleam = (
        f"M{x0 + w * 0.12} {y0 + h * 0.6} L{x0 + w * 0.42} {y0 + h * 0.1} h{w * 0.14} L{x0 + w * 0.14} {y0 + h * 0.8} Z"
    )
    return draw_path(d, DARK_SCREEN) + draw_path(gleam, "#47586a", None)


@cache
def _landscape_on_screen(area: Rect, radius: float) -> str:
    """A bright little image: sky, sun, two hills and a lake."""
    x0, y0, x1, y1 = area
    w, h = x1 - x0, y1 - y0
    middle = y0 + h * 0.62
    cloud = (
        f"M{x0 + w * 0.12} {y0 + h * 0.3} q{w * 0.03} {-h * 0.14} {w * 0.1} {-h * 0.08}"
        f" q{w * 0.08} {-h * 0.08} {w * 0.13} {h * 0.08} Z"
    )
    return (
        draw_path(rectangle_path(x0, y0, x1, y1, radius), "#74cdf4", None)
        + draw_path(ellipse_path(x0 + w * 0.74, y0 + h * 0.28, h * 0.15, h * 0.15), "#ffe566", None)
        + draw_path(cloud, "#ffffff", None)
        + draw_path(
            f"M{x0} {middle} Q{x0 + w * 0.22} {y0 + h * 0.2} {x0 + w * 0.48} {middle + h * 0.06} V{y1} H{x0} Z",
            "#3fae62",
            None,
        )
        + draw_path(
            f"M{x0 + w * 0.3} {y1} Q{x0 + w * 0.66} {y0 + h * 0.28} {x1} {middle + h * 0.1} V{y1} Z", "#8ccf4f", None
        )
        + draw_path(
            f"M{x0} {y0 + h * 0.84} Q{x0 + w * 0.5} {y0 + h * 0.74} {x1} {y0 + h * 0.88} V{y1} H{x0} Z", "#f2a65a", None
        )
        + draw_line(rectangle_path(x0, y0, x1, y1, radius))
    )


@cache
def _app_icons_on_screen(area: Rect) -> str:
    """A bright start screen with nine round-cornered icons and a dock."""
    x0, y0, x1, y1 = area
    w, h = x1 - x0, y1 - y0
    side = w * 0.22
    icons = "".join(
        draw_path(rectangle_path(x, y, x + side, y + side, side * 0.28), APPS[i], None)
        for i in range(9)
        for x, y in ((x0 + w * (0.09 + 0.3 * (i % 3)), y0 + h * (0.2 + 0.2 * (i // 3))),)
    )
    return (
        draw_path(rectangle_path(x0, y0, x1, y1, 3), "#4ea3ee", None)
        + draw_path(
            f"M{x0} {y0 + h * 0.4} Q{x0 + w * 0.5} {y0 + h * 0.2} {x1} {y0 + h * 0.55} V{y1} H{x0} Z", "#8fd0fa", None
        )
        + draw_line(f"M{x0 + w * 0.3} {y0 + h * 0.1} H{x0 + w * 0.7}", "#ffffff", 3)
        + icons
        + draw_path(rectangle_path(x0 + w * 0.08, y0 + h * 0.82, x1 - w * 0.08, y0 + h * 0.95, 3), "#e8f5ff", None)
        + draw_path(ellipse_path(x0 + w * 0.5, y0 + h * 0.885, w * 0.09, w * 0.09), "#35c26b", None)
        + draw_line(rectangle_path(x0, y0, x1, y1, 3))
    )


def television(look: Look) -> str:
    """A flat screen on a foot."""
    screen = (12.0, 10.0, 88.0, 48.5)
    body = rectangle_path(1, 1, 99, 61, 4)
    light = "#57e06f" if look.state == "on" else "#d04545"
    return (
        draw_surface("M40 60 H60 L62 70 H38 Z", look, (38, 60, 62, 70), -0.2)
        + draw_surface("M22 74 Q24 69 30 69 H70 Q76 69 78 74 Z", look, (22, 69, 78, 74))
        + draw_surface(body, look, (1, 1, 99, 61))
        + draw_line("M5 5.5 H95", lighter_color(look.fill, 0.35), 1.6)
        + (_landscape_on_screen(screen, 2) if look.state == "on" else _dark_screen(rectangle_path(*screen, 2), screen))
        + draw_line("M40 55.5 H60", darker_color(look.fill, 0.4) if look.color != "black" else "#5c5f66", 1.8)
        + draw_path(ellipse_path(88, 55.5, 1.8, 1.8), light, width=0.9)
    )


def laptop(look: Look) -> str:
    """A laptop standing open, seen from the front and a little from above."""
    screen = (22.0, 9.5, 82.0, 39.5)
    keys = "".join(
        draw_line(f"M{25.5 - row * 2:.1f} {55.6 + row * 3.3:.1f} H{78.5 + row * 2:.1f}", "#3b4048", 2)
        for row in range(3)
    )
    gaps = "".join(f"M{23 + 7.25 * i:.1f} 54 L{19 + 8.25 * i:.1f} 64 " for i in range(1, 8))
    return (
        draw_surface(rectangle_path(12, 1, 92, 48, 4), look, (12, 1, 92, 48))
        + (
            _landscape_on_screen(screen, 1.5)
            if look.state == "on"
            else _dark_screen(rectangle_path(*screen, 1.5), screen)
        )
        + draw_path(ellipse_path(52, 4.8, 1, 1), "#20242a", None)
        + draw_surface("M12 48 H92 L102 72 H2 Z", look, (2, 48, 102, 72), 0.12)
        + draw_path("M20 52.6 H84 L88 65 H16 Z", lighter_color("#565c66", 0.45), width=1)
        + keys
        + draw_line(gaps, lighter_color("#565c66", 0.45), 1)
        + draw_path(
            "M41 67 H63 L64 70.3 H40 Z", darker_color(look.fill, 0.2) if look.color != "black" else "#4b4f57", width=0.9
        )
        + draw_surface("M2 72 H102 Q102 77 97 77 H7 Q2 77 2 72 Z", look, (2, 72, 102, 77), -0.18)
    )


def phone(look: Look) -> str:
    """A smartphone seen from the front."""
    screen = (9.0, 14.0, 43.0, 83.5)
    return (
        draw_surface(rectangle_path(49.5, 28, 52, 42, 1), look, (49, 28, 52, 42), -0.2)
        + draw_surface(rectangle_path(1, 1, 51, 99, 9), look, (1, 1, 51, 99))
        + draw_line("M4.5 12 V88", lighter_color(look.fill, 0.5), 1.4)
        + (_app_icons_on_screen(screen) if look.state == "on" else _dark_screen(rectangle_path(*screen, 3), screen))
        + draw_line("M20 7.5 H30", "#15171b" if look.color != "black" else "#6d727b", 2)
        + draw_path(ellipse_path(35.5, 7.5, 1.4, 1.4), "#3c4654", None)
        + draw_path(ellipse_path(26, 91.3, 3.8, 3.8), lighter_color(look.fill, 0.3), width=1.3)
    )


def clock(look: Look) -> str:
    """A round wall clock with a broad rim; the variant sets the time."""
    hour = look.variant * 37 % 12
    minute = look.variant * 5 % 12 * 5 + 10

    def hand(turn: float, length: float, width: float) -> str:
        return draw_line(f"M50 50 L{50 + length * sin(turn):.2f} {50 - length * cos(turn):.2f}", OUTLINE, width)

    def tick(i: int) -> str:
        dx, dy, inner = sin(i * pi / 6), -cos(i * pi / 6), 25.5 if i % 3 == 0 else 28.5
        return f"M{50 + inner * dx:.1f} {50 + inner * dy:.1f} L{50 + 31 * dx:.1f} {50 + 31 * dy:.1f} "

    return (
        draw_surface(ellipse_path(50, 50, 49, 49), look, (1, 1, 99, 99))
        + draw_line(
            "M10 38 A42 42 0 0 1 38 10",
            *(("#ffffff", 6) if look.material == "plastic" else (lighter_color(look.fill, 0.5), 3)),
        )
        + draw_path(ellipse_path(50, 50, 34.5, 34.5), "#fbfbf6")
        + draw_path("M18.5 42 A32.5 32.5 0 0 1 81.5 42 A38 38 0 0 0 18.5 42 Z", "#dfe3e4", None)
        + draw_line("".join(tick(i) for i in range(12)), "#4a4d55", 2.2)
        + hand((hour + minute / 60) % 12 * pi / 6, 17, 4.4)
        + hand(minute * pi / 30, 26, 3)
        + draw_path(ellipse_path(50, 50, 3.2, 3.2), "#c9453b", width=1.2)
    )


SHAPES: dict[str, ClassDrawing] = {
    "television": ClassDrawing(television, 100, 75),
    "laptop": ClassDrawing(laptop, 104, 78),
    "phone": ClassDrawing(phone, 53, 100, anchors=lambda look: {"grip": (26, 78)}),
    "clock": ClassDrawing(clock, 100, 100),
}
