"""A little water in front of what swims."""

from functools import cache

from askance.stickers.art.drawing_primitives import draw_line, draw_path, lighter_color

BLUE = "#5fb0e0"


@cache
def draw_water(x0: float, x1: float, top: float, bottom: float = 99.2) -> str:
    """Wavy water from x0 to x1, whose surface is at `top`."""
    step = (x1 - x0) / 8
    crest = f"M{x0} {top} " + "".join(f"q{step / 2} {-3 if i % 2 else 3} {step} 0 " for i in range(8))
    low = (top + bottom) / 2 + 1
    ripple = f"q{step / 2} 2.6 {step} 0 t{step} 0"
    ripples = f"M{x0 + step} {low} {ripple} M{x0 + step * 4.6} {low + 1.5} {ripple}"
    body = crest + f"V{bottom - 6} Q{x1} {bottom} {x1 - 8} {bottom} H{x0 + 8} Q{x0} {bottom} {x0} {bottom - 6} Z"
    return draw_path(body, BLUE, "#2d6f9f", 1.4) + draw_line(ripples, lighter_color(BLUE, 0.6), 1.5)
