"""Three rooms: wall and floor, without furniture."""

from collections.abc import Callable
from itertools import pairwise
from random import Random

from askance.stickers.art.drawing_primitives import draw_line, ellipse_path, mix_colors, rectangle_path
from askance.stickers.scenery.weather_and_sky import gradient_rectangle, path_without_outline


def _living_room(rng: Random) -> str:
    wall, motif = rng.choice((("#dfe6d6", "#ccd7c0"), ("#ece0cf", "#dfceb6"), ("#d8e2e6", "#c4d2d9")))
    rug = rng.choice(("#c99a94", "#98a9bf", "#b3a3bd"))
    sprigs = "".join(
        f"M{x} {y - 9} q7 9 0 18 q-7 -9 0 -18 Z "
        for j, y in enumerate(range(18, 226, 36))
        for x in range(24 if j % 2 else 4, 480, 40)
    )
    return (
        path_without_outline(rectangle_path(0, 0, 480, 240), wall)
        + path_without_outline(sprigs, motif)
        + path_without_outline(rectangle_path(0, 226, 480, 240), "#f4f0e8")
        + draw_line("M0 226 H480 M0 239.5 H480", "#d5cdbf", 1.4)
        + _plank_floor("#cfae86", "#bd9a70", rng)
        + path_without_outline(ellipse_path(240, 306, 190, 38), mix_colors(rug, "#ffffff", 0.25))
        + path_without_outline(ellipse_path(240, 306, 172, 32), mix_colors(rug, "#ffffff", 0.5))
        + path_without_outline(ellipse_path(240, 306, 150, 26), mix_colors(rug, "#ffffff", 0.32))
    )


def _plank_floor(fill: str, ink: str, rng: Random) -> str:
    rows = (240, 252, 268, 290, 320, 360)
    joints = "".join(f"M{x} {y0} V{y1} " for y0, y1 in pairwise(rows) for x in range(rng.randint(20, 110), 480, 120))
    return path_without_outline(rectangle_path(0, 240, 480, 360), fill) + draw_line(
        "".join(f"M0 {y} H480 " for y in rows[1:-1]) + joints, ink, 1.3
    )


def _kitchen(rng: Random) -> str:
    wall, accent = rng.choice((("#e4eef0", "#c6dce2"), ("#eef0e2", "#d7dfbd"), ("#f2e8e0", "#e6cfbf")))
    bricks = "".join(
        f"M{x} {y} V{y + 24} " for j, y in enumerate(range(0, 168, 24)) for x in range(24 if j % 2 else 0, 481, 48)
    )
    spots = " ".join(
        rectangle_path(x, y, x + 48, y + 24) for x, y in ((48, 48), (216, 24), (360, 96), (120, 120), (288, 144))
    )
    slopes = "".join(f"M{240 + x * 0.72:.0f} 245 L{240 + x * 1.7:.0f} 360 " for x in range(-340, 341, 40))
    return (
        path_without_outline(rectangle_path(0, 0, 480, 168), wall)
        + path_without_outline(spots, accent, 0.8)
        + draw_line(
            "".join(f"M0 {y} H480 " for y in range(24, 168, 24)) + bricks, mix_colors(wall, "#8fa0a6", 0.22), 1.5
        )
        + path_without_outline(rectangle_path(0, 166, 480, 178), "#d9cdb9")
        + path_without_outline(rectangle_path(0, 178, 480, 236), mix_colors(wall, "#b8b3a8", 0.3))
        + path_without_outline(rectangle_path(0, 236, 480, 245), "#b3ada2")
        + path_without_outline(rectangle_path(0, 245, 480, 360), "#e2ddd3")
        + _checkered_floor_tiles(mix_colors("#e2ddd3", accent, 0.75))
        + draw_line("M0 262 H480 M0 286 H480 M0 318 H480 " + slopes, "#cbc4b7", 1.3)
    )


def _checkered_floor_tiles(fill: str) -> str:
    """Every other floor tile, in perspective."""
    rows = (245, 262, 286, 318, 360)

    def at(x: float, y: float) -> str:
        return f"{240 + x * (0.72 + 0.98 * (y - 245) / 115):.0f} {y}"

    tiles = [
        f"M{at(x, a)} L{at(x + 40, a)} L{at(x + 40, b)} L{at(x, b)} Z"
        for j, (a, b) in enumerate(pairwise(rows))
        for x in range(-340 + 40 * (j % 2), 340, 80)
    ]
    return path_without_outline(" ".join(tiles), fill)


def _bedroom(rng: Random) -> str:
    wall, carpet = rng.choice((("#dcd6e8", "#b9a9c4"), ("#f0dcd8", "#c9a8a2"), ("#d6e3ea", "#a4b6c6")))
    low = mix_colors(wall, "#ffffff", 0.4)
    dots = " ".join(ellipse_path(rng.randint(2, 478), rng.randint(250, 356), 2.2, 1.1) for _ in range(110))
    return (
        gradient_rectangle("wall", mix_colors(wall, "#ffffff", 0.15), wall, 0, 150)
        + path_without_outline(_moon_wallpaper(), mix_colors(wall, "#ffffff", 0.42))
        + path_without_outline(rectangle_path(0, 150, 480, 232), low)
        + draw_line("".join(f"M{x} 158 V228 " for x in range(12, 480, 24)), mix_colors(low, wall, 0.6), 2)
        + path_without_outline(rectangle_path(0, 144, 480, 154), "#faf6f0")
        + draw_line("M0 154 H480", mix_colors(wall, "#8a8090", 0.35), 1.3)
        + path_without_outline(rectangle_path(0, 228, 480, 240), "#f6f1ea")
        + gradient_rectangle(
            "carpet", mix_colors(carpet, "#ffffff", 0.12), mix_colors(carpet, "#ffffff", 0.3), 240, 360
        )
        + path_without_outline(dots, mix_colors(carpet, "#ffffff", 0.5), 0.7)
    )


def _moon_wallpaper() -> str:
    """Crescents and dots, the wallpaper of a bedroom."""
    places = [(x, y) for j, y in enumerate(range(22, 140, 34)) for x in range(50 if j % 2 else 20, 480, 60)]
    return " ".join(
        f"M{x} {y - 8} a8 8 0 1 0 8 10 a7 7 0 0 1 -8 -10 Z {ellipse_path(x + 30, y, 2, 2)}" for x, y in places
    )


ROOMS: dict[str, Callable[[Random], str]] = {"living room": _living_room, "kitchen": _kitchen, "bedroom": _bedroom}
