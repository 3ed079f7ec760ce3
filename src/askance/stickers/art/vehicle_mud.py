"""Mud on vehicles: a band along the foot, splashes above it and caked tyres."""

from functools import cache

from askance.stickers.art.curves import clip_to_paths, smooth_curve, transformed_path
from askance.stickers.art.drawing_primitives import draw_line, draw_path
from askance.stickers.art.wheels import Wheel

MUD, EDGE = "#75522f", "#4b3218"
_BLOTS = (
    ("-1,0.1 -0.6,-0.45 0,-0.4 0.5,-0.6 1,-0.1 0.7,0.45 0.1,0.5 -0.5,0.6", "0.9,0.7 1.15,0.6 1.2,0.9 0.95,0.95"),
    ("-0.9,-0.2 -0.3,-0.55 0.5,-0.35 0.9,0.1 0.4,0.5 0.1,1.1 -0.1,0.5 -0.7,0.4", "-1.2,0.5 -1,0.4 -0.9,0.6 -1.1,0.8"),
    ("-0.8,0.2 -0.5,-0.3 0.1,-0.7 0.6,-0.3 1,0.3 0.3,0.4 -0.3,0.7", "0.9,-0.6 1.15,-0.75 1.25,-0.5 1,-0.4"),
)
BLOTS = tuple(" ".join(map(smooth_curve, parts)) for parts in _BLOTS)
Splash = tuple[float, float, float]  # center x, center y, half width


def mud_band_and_splashes(band: str, splashes: tuple[Splash, ...], *within: str) -> str:
    """A band of mud and splashes of it, inside the paths."""
    marks = " ".join(transformed_path(BLOTS[at % 3], x, y, 0, r) for at, (x, y, r) in enumerate(splashes))
    return clip_to_paths(draw_path(f"{band} {marks}", MUD, EDGE, 0.6), *within)


@cache
def mud_on_tyres(wheels: tuple[Wheel, ...]) -> str:
    """Lumps of mud on the tyres and over their rims."""
    lumps, rings = [], []
    for x, y, r in wheels:
        lumps += [
            transformed_path(BLOTS[0], x + dx * r, y + dy * r, 0, r * 0.34) for dx, dy in ((-0.3, 0.1), (0.35, -0.4))
        ]
        rings.append(f"M{x - r * 0.8:.1f} {y} A{r * 0.8:.1f} {r * 0.8:.1f} 0 0 0 {x + r * 0.8:.1f} {y}")
    wide = min(r for _, _, r in wheels) * 0.36
    return draw_line(" ".join(rings), MUD, wide) + draw_path(" ".join(lumps), MUD, None)
