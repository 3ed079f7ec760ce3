"""Tints of an object's own color that show on dark and on light coats, and eyes on such a coat."""

from functools import cache

from askance.stickers.art.curves import oval_path
from askance.stickers.art.drawing_primitives import (
    OUTLINE,
    darker_color,
    draw_line,
    draw_path,
    lighter_color,
    mix_colors,
)


@cache
def is_dark_color(color: str) -> bool:
    """Whether only lighter tints show on it."""
    return sum(int(color[i : i + 2], 16) for i in (1, 3, 5)) < 200


@cache
def shadow_tint(color: str, share: float = 0.2) -> str:
    """A tint for what lies in shadow; a dark color gets a lighter one, so that it shows."""
    if is_dark_color(color):
        return lighter_color(color, share * 0.8)
    red, green, blue = (int(color[i : i + 2], 16) for i in (1, 3, 5))
    if red > 200 and green > 150 and blue < 90:  # black makes yellow olive: shade it with orange
        return mix_colors(color, "#c06a00", min(1.0, share * 1.4))
    return darker_color(color, share)


@cache
def crease_color(color: str) -> str:
    """A line inside a surface of that color."""
    return lighter_color(color, 0.35) if is_dark_color(color) else darker_color(color, 0.45)


@cache
def draw_eye(x: float, y: float, r: float, asleep: bool, coat: str) -> str:
    """An open eye with a glint, or a closed lid."""
    if asleep:
        lid = f"M{x - r * 1.6:.2f} {y - r * 0.3:.2f} q{r * 1.6:.2f} {r * 2:.2f} {r * 3.2:.2f} 0"
        return draw_line(lid, lighter_color(coat, 0.6) if is_dark_color(coat) else OUTLINE, 1.7)
    return (
        draw_path(oval_path(x, y, r * 1.35, r * 1.45), "#ffffff", crease_color(coat), 0.5)
        + draw_path(oval_path(x + r * 0.2, y, r, r * 1.15), "#1d1d22", None)
        + draw_path(oval_path(x + r * 0.55, y - r * 0.45, r * 0.36, r * 0.36), "#ffffff", None)
    )
