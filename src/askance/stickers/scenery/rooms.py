"""Three rooms: wall and floor, without furniture."""

from collections.abc import Callable
from itertools import pairwise
from random import Random

from askance.stickers.art.kit import ellipse, line, mix, rect
from askance.stickers.scenery.air import flat, gradient


def _living_room(chance: Random) -> str:
    wall, motif = chance.choice((("#dfe6d6", "#ccd7c0"), ("#ece0cf", "#dfceb6"), ("#d8e2e6", "#c4d2d9")))
    rug = chance.choice(("#c99a94", "#98a9bf", "#b3a3bd"))
    sprigs = "".join(
        f"M{x} {y - 9} q7 9 0 18 q-7 -9 0 -18 Z "
        for j, y in enumerate(range(18, 226, 36))
        for x in range(24 if j % 2 else 4, 480, 40)
    )
    return (
        flat(rect(0, 0, 480, 240), wall)
        + flat(sprigs, motif)
        + flat(rect(0, 226, 480, 240), "#f4f0e8")
        + line("M0 226 H480 M0 239.5 H480", "#d5cdbf", 1.4)
        + _planks("#cfae86", "#bd9a70", chance)
        + flat(ellipse(240, 306, 190, 38), mix(rug, "#ffffff", 0.25))
        + flat(ellipse(240, 306, 172, 32), mix(rug, "#ffffff", 0.5))
        + flat(ellipse(240, 306, 150, 26), mix(rug, "#ffffff", 0.32))
    )


def _planks(fill: str, ink: str, chance: Random) -> str:
    rows = (240, 252, 268, 290, 320, 360)
    joints = "".join(f"M{x} {y0} V{y1} " for y0, y1 in pairwise(rows) for x in range(chance.randint(20, 110), 480, 120))
    return flat(rect(0, 240, 480, 360), fill) + line("".join(f"M0 {y} H480 " for y in rows[1:-1]) + joints, ink, 1.3)


def _kitchen(chance: Random) -> str:
    wall, accent = chance.choice((("#e4eef0", "#c6dce2"), ("#eef0e2", "#d7dfbd"), ("#f2e8e0", "#e6cfbf")))
    bricks = "".join(
        f"M{x} {y} V{y + 24} " for j, y in enumerate(range(0, 168, 24)) for x in range(24 if j % 2 else 0, 481, 48)
    )
    spots = " ".join(rect(x, y, x + 48, y + 24) for x, y in ((48, 48), (216, 24), (360, 96), (120, 120), (288, 144)))
    slopes = "".join(f"M{240 + x * 0.72:.0f} 245 L{240 + x * 1.7:.0f} 360 " for x in range(-340, 341, 40))
    return (
        flat(rect(0, 0, 480, 168), wall)
        + flat(spots, accent, 0.8)
        + line("".join(f"M0 {y} H480 " for y in range(24, 168, 24)) + bricks, mix(wall, "#8fa0a6", 0.22), 1.5)
        + flat(rect(0, 166, 480, 178), "#d9cdb9")
        + flat(rect(0, 178, 480, 236), mix(wall, "#b8b3a8", 0.3))
        + flat(rect(0, 236, 480, 245), "#b3ada2")
        + flat(rect(0, 245, 480, 360), "#e2ddd3")
        + _checks(mix("#e2ddd3", accent, 0.75))
        + line("M0 262 H480 M0 286 H480 M0 318 H480 " + slopes, "#cbc4b7", 1.3)
    )


def _checks(fill: str) -> str:
    """Every other floor tile, in perspective."""
    rows = (245, 262, 286, 318, 360)

    def at(x: float, y: float) -> str:
        return f"{240 + x * (0.72 + 0.98 * (y - 245) / 115):.0f} {y}"

    tiles = [
        f"M{at(x, a)} L{at(x + 40, a)} L{at(x + 40, b)} L{at(x, b)} Z"
        for j, (a, b) in enumerate(pairwise(rows))
        for x in range(-340 + 40 * (j % 2), 340, 80)
    ]
    return flat(" ".join(tiles), fill)


def _bedroom(chance: Random) -> str:
    wall, carpet = chance.choice((("#dcd6e8", "#b9a9c4"), ("#f0dcd8", "#c9a8a2"), ("#d6e3ea", "#a4b6c6")))
    low = mix(wall, "#ffffff", 0.4)
    dots = " ".join(ellipse(chance.randint(2, 478), chance.randint(250, 356), 2.2, 1.1) for _ in range(110))
    return (
        gradient("wall", mix(wall, "#ffffff", 0.15), wall, 0, 150)
        + flat(_moons(), mix(wall, "#ffffff", 0.42))
        + flat(rect(0, 150, 480, 232), low)
        + line("".join(f"M{x} 158 V228 " for x in range(12, 480, 24)), mix(low, wall, 0.6), 2)
        + flat(rect(0, 144, 480, 154), "#faf6f0")
        + line("M0 154 H480", mix(wall, "#8a8090", 0.35), 1.3)
        + flat(rect(0, 228, 480, 240), "#f6f1ea")
        + gradient("carpet", mix(carpet, "#ffffff", 0.12), mix(carpet, "#ffffff", 0.3), 240, 360)
        + flat(dots, mix(carpet, "#ffffff", 0.5), 0.7)
    )


def _moons() -> str:
    """Crescents and dots, the wallpaper of a bedroom."""
    places = [(x, y) for j, y in enumerate(range(22, 140, 34)) for x in range(50 if j % 2 else 20, 480, 60)]
    return " ".join(f"M{x} {y - 8} a8 8 0 1 0 8 10 a7 7 0 0 1 -8 -10 Z {ellipse(x + 30, y, 2, 2)}" for x, y in places)


ROOMS: dict[str, Callable[[Random], str]] = {"living room": _living_room, "kitchen": _kitchen, "bedroom": _bedroom}
