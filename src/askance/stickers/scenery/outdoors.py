"""The land of eight places outdoors, below the sky; flat, muted, and without any object of a named class."""

from collections.abc import Callable
from random import Random

from askance.stickers.art.drawing_primitives import draw_line, ellipse_path, mix_colors, rectangle_path
from askance.stickers.scenery.weather_and_sky import WIDTH, WeatherColors, gradient_rectangle, path_without_outline


def _hill(base: float, rise: float, peak: float, fill: str) -> str:
    """A soft hill over the whole width whose top is at x = peak."""
    up = f"C{peak * 0.4:.0f} {base} {peak * 0.6:.0f} {base - rise} {peak} {base - rise}"
    return path_without_outline(
        f"M-10 {base} {up} S{(peak + 480) / 2 + 60:.0f} {base} 490 {base} V{base + 60} H-10 Z", fill
    )


def _grass_tufts(rng: Random, ink: str, across: tuple[int, int]) -> str:
    roots = [(rng.randint(*across), rng.randint(262, 352)) for _ in range(16)]
    return draw_line("".join(f"M{x} {y} l-3 -7 M{x} {y} l0 -9 M{x} {y} l3 -7 " for x, y in roots), ink, 1.5)


def _street(air: WeatherColors, rng: Random) -> str:
    blocks, x = [], -12
    while x < WIDTH:
        wide, high = rng.randint(38, 74), rng.randint(40, 118)
        blocks.append(f"M{x} 210 v{-high} h{wide} v{high} Z")
        x += wide + rng.choice((-6, 0, 8))
    far = " ".join(f"M{i * 54 - 20} 210 v{-rng.randint(70, 145)} h44 V210 Z" for i in range(10))
    road = air.tint_land("#8b8e93", 0.7)
    return (
        path_without_outline(far, air.tint_land("#c5d0d9", 0.5))
        + path_without_outline(" ".join(blocks), air.tint_land("#b3bfca", 0.6))
        + path_without_outline(rectangle_path(0, 205, 480, 262), air.tint_land("#c9c3ba"))
        + draw_line(
            "".join(f"M{x} 206 L{x - (240 - x) * 0.16:.0f} 254 " for x in range(-40, 560, 52)),
            air.tint_land("#b5aea4"),
            1.4,
        )
        + path_without_outline(rectangle_path(0, 254, 480, 263), air.tint_land("#aaa59d", 0.9))
        + path_without_outline(rectangle_path(0, 263, 480, 360), road)
        + draw_line("".join(f"M{x} 308 h46 " for x in range(-20, 480, 84)), mix_colors(road, "#ffffff", 0.62), 6)
        + draw_line("M0 352 H480", mix_colors(road, "#ffffff", 0.35), 3)
    )


def _park(air: WeatherColors, rng: Random) -> str:
    left = rng.random() < 0.5
    pond_x = 372 if left else 108
    sway = -1 if left else 1
    walk = (
        f"M{240 + sway * 40} 200 C{240 + sway * 90} 232 {240 - sway * 60} 262 {240 + sway * 10} 362"
        f" H{240 + sway * 150} C{240 + sway * 60} 268 {240 + sway * 150} 232 {240 + sway * 62} 200 Z"
    )
    return (
        _hill(200, 34, rng.randint(80, 220), air.tint_land("#a9cf9a", 0.8))
        + _hill(202, 24, rng.randint(260, 420), air.tint_land("#97c488", 0.9))
        + path_without_outline(rectangle_path(0, 190, 480, 360), air.tint_land("#93c47c"))
        + path_without_outline("M0 246 Q160 226 480 250 V360 H0 Z", air.tint_land("#87bb70"))
        + path_without_outline(walk, air.tint_land("#dccfae"))
        + path_without_outline(ellipse_path(pond_x, 228, 78, 17), air.tint_land("#b8b08c", 0.9))
        + path_without_outline(ellipse_path(pond_x, 227, 73, 14), air.tint_water("#9fcbe0"))
        + draw_line(
            f"M{pond_x - 40} 224 h26 M{pond_x + 4} 231 h34 M{pond_x - 24} 234 h16", air.tint_water("#c9e4f0", 0.5), 1.6
        )
        + _grass_tufts(rng, air.tint_land("#74a85f", 0.9), (310, 475) if left else (5, 170))
    )


def _beach(air: WeatherColors, rng: Random) -> str:
    sand = air.tint_land("#ecd9ab", 0.8)
    specks = " ".join(ellipse_path(rng.randint(4, 476), rng.randint(258, 354), 1.3, 1) for _ in range(60))
    return (
        gradient_rectangle("water", air.tint_water("#6fb0cf"), air.tint_water("#9bd3dc"), 150, 262)
        + _waves(air.tint_water("#cbe8ee", 0.5), 160, 216, rng)
        + path_without_outline("M0 228 Q60 218 120 226 T240 226 T360 226 T480 226 V262 H0 Z", "#f6fbfa", 0.9)
        + path_without_outline(
            "M0 236 Q60 226 120 234 T240 234 T360 234 T480 234 V360 H0 Z", air.tint_land("#d9c18d", 0.8)
        )
        + path_without_outline("M0 246 Q60 236 120 243 T240 243 T360 243 T480 243 V360 H0 Z", sand)
        + path_without_outline("M0 306 Q120 286 260 304 T480 300 V360 H0 Z", mix_colors(sand, "#ffffff", 0.22))
        + path_without_outline(specks, mix_colors(sand, "#8a6f3c", 0.35))
    )


def _waves(ink: str, top: float, low: float, rng: Random, count: int = 16) -> str:
    d = []
    for _ in range(count):
        y = rng.uniform(top, low)
        size = 5 + 13 * (y - top) / (low - top)
        d.append(f"M{rng.randint(-10, 450)} {y:.0f} q{size:.1f} {-size * 0.55:.1f} {size * 2:.1f} 0 t{size * 2:.1f} 0")
    return draw_line(" ".join(d), ink, 1.8)


def _field(air: WeatherColors, rng: Random) -> str:
    vanish = rng.randint(180, 300)
    green = air.tint_land("#b3c977")
    furrows = "".join(
        f"M{vanish + x * 0.24:.0f} 214 L{vanish + x * 2.1:.0f} 362 l{26} 0 L{vanish + (x + 11) * 0.24:.0f} 214 Z "
        for x in range(-420, 421, 42)
    )
    return (
        _hill(200, 46, rng.randint(60, 200), air.tint_land("#b9d3a0", 0.8))
        + _hill(204, 32, rng.randint(280, 420), air.tint_land("#a9c98a", 0.9))
        + path_without_outline("M-5 196 Q120 178 250 192 T485 186 V222 H-5 Z", air.tint_land("#d8cf8c"))
        + path_without_outline("M-5 214 Q240 204 485 214 V362 H-5 Z", green)
        + path_without_outline(furrows, air.tint_land("#a3bb69"))
    )


def _forest(air: WeatherColors, rng: Random) -> str:
    patches = " ".join(
        ellipse_path(rng.randint(0, 480), rng.randint(236, 350), rng.randint(24, 60), rng.randint(5, 10))
        for _ in range(14)
    )
    needles = "".join(f"M{rng.randint(4, 470)} {rng.randint(240, 352)} q3 -4 7 -1 " for _ in range(30))
    layers = ((96, 46, "#c3d8c0", 0.6), (126, 40, "#aecba9", 0.7), (156, 34, "#98bb93", 0.8), (186, 26, "#86ad80", 0.9))
    return (
        "".join(_foliage(top, r, air.tint_land(fill, strength), rng) for top, r, fill, strength in layers)
        + path_without_outline("M0 208 Q120 196 240 206 T480 202 V360 H0 Z", air.tint_land("#8fae72"))
        + path_without_outline("M0 262 Q150 246 300 262 T480 256 V360 H0 Z", air.tint_land("#84a568"))
        + path_without_outline(patches, air.tint_land("#a5c184"), 0.75)
        + draw_line(needles, air.tint_land("#b39a6c", 0.9), 2.2)
        + _leaves_in_corner(1, air.tint_land("#7da577", 0.8), rng)
        + _leaves_in_corner(-1, air.tint_land("#7da577", 0.8), rng)
    )


def _foliage(top: int, r: int, fill: str, rng: Random) -> str:
    """A hazy mass of leaves over the whole width, from about y = top to the floor."""
    d, x = [f"M-30 {top}"], -30
    while x < WIDTH + 20:
        step = rng.randint(r - 8, r + 12)
        x += step
        d.append(f"A{step * 0.56:.0f} {step * 0.6:.0f} 0 0 1 {x} {top + rng.randint(-12, 12)}")
    return path_without_outline(" ".join(d) + " V230 H-30 Z", fill)


def _leaves_in_corner(side: int, fill: str, rng: Random) -> str:
    """Leaves that hang into an upper corner (side 1: left, -1: right)."""
    edge = 0 if side > 0 else WIDTH
    points = [
        (edge + side * x, y + rng.randint(-6, 6))
        for x, y in ((78, -10), (74, 22), (56, 48), (40, 76), (18, 98), (-10, 122))
    ]
    arcs = " ".join(f"A20 20 0 0 {1 if side > 0 else 0} {x} {y}" for x, y in points[1:])
    return path_without_outline(f"M{points[0][0]} {points[0][1]} {arcs} V-10 Z", fill)


def _desert(air: WeatherColors, rng: Random) -> str:
    crest = rng.randint(120, 330)
    lee = f"{crest} 214 Q{crest + 60} 250 490 262"
    return (
        _hill(200, 54, rng.randint(330, 430), air.tint_land("#ecd3a4", 0.6))
        + _hill(206, 38, rng.randint(40, 140), air.tint_land("#e6c893", 0.7))
        + path_without_outline(rectangle_path(0, 200, 480, 360), air.tint_land("#e9cd97", 0.8))
        + path_without_outline(f"M-5 258 Q{crest * 0.6:.0f} 246 {lee} V362 H-5 Z", air.tint_land("#efd7a6", 0.8))
        + path_without_outline(
            f"M{lee} V300 Q{crest + 20} 290 {crest - 30} 262 Q{crest + 12} 246 {crest} 214 Z",
            air.tint_land("#d9b67c", 0.8),
        )
        + path_without_outline("M-5 306 Q140 282 300 306 T485 300 V362 H-5 Z", air.tint_land("#f1dcb0", 0.8))
        + draw_line(
            "M30 330 q30 -8 60 0 t60 0 M300 338 q26 -7 52 0 t52 0 M190 316 q24 -6 48 0 t48 0",
            air.tint_land("#d9bd85", 0.8),
            2,
        )
    )


def _sea(air: WeatherColors, rng: Random) -> str:
    deep, shallow = air.tint_water("#5f9fc2"), air.tint_water("#82bdd3")
    swell = "".join(
        path_without_outline(
            f"M-10 {y} q{30 + i * 8} {-8 - i * 2} {60 + i * 16} 0 {f't{60 + i * 16} 0 ' * 9}V{y + 70} H-10 Z",
            mix_colors(deep, shallow, 0.2 + 0.18 * i),
            0.8,
        )
        for i, y in enumerate((166, 210, 258, 312))
    )
    return (
        gradient_rectangle("water", air.tint_water("#7fb4d0"), deep, 120, 360)
        + swell
        + _waves(mix_colors(shallow, "#ffffff", 0.45), 132, 350, rng, 26)
    )


def _mountain(air: WeatherColors, rng: Random) -> str:
    snow, shade = air.tint_water("#f3f7fa", 0.45), air.tint_water("#ccd8e2")
    peaks = "".join(
        _rocky_peak(x + rng.randint(-18, 18), rng.randint(50, 88), half, air)
        for x, half in ((90, 120), (390, 130), (236, 150))
    )
    return (
        path_without_outline(
            "M-10 220 L60 128 L120 176 L190 116 L270 180 L340 122 L420 178 L490 132 V230 H-10 Z",
            air.tint_water("#c3cfda"),
        )
        + peaks
        + path_without_outline("M-5 216 Q110 196 240 212 T485 206 V362 H-5 Z", snow)
        + path_without_outline("M-5 262 Q150 240 270 262 T485 254 V300 H-5 Z", mix_colors(snow, shade, 0.35))
        + path_without_outline("M-5 272 Q150 250 270 272 T485 264 V362 H-5 Z", snow)
        + path_without_outline("M-5 322 Q90 306 210 322 T485 316 V362 H-5 Z", mix_colors(snow, shade, 0.3))
    )


def _rocky_peak(x: float, top: float, half: float, air: WeatherColors) -> str:
    """A rocky peak with a snow cap."""
    high = 222 - top
    cap = top + high * 0.38
    side = half * 0.38
    rim = ((1, 0), (0.55, -8), (0.2, 8), (-0.2, -9), (-0.55, 6), (-1, 0))
    snow = " ".join(f"L{x + side * dx:.0f} {cap + dy:.0f}" for dx, dy in rim)
    return (
        path_without_outline(f"M{x - half} 224 L{x} {top} L{x + half} 224 Z", air.tint_water("#9fafbd"))
        + path_without_outline(
            f"M{x} {top} L{x + half} 224 H{x + half * 0.2:.0f} L{x - half * 0.08:.0f} {top + high * 0.55:.0f} Z",
            air.tint_water("#8fa0b0"),
        )
        + path_without_outline(f"M{x} {top} {snow} Z", air.tint_water("#f4f8fb", 0.4))
    )


OUTDOORS: dict[str, Callable[[WeatherColors, Random], str]] = {
    "street": _street,
    "park": _park,
    "beach": _beach,
    "field": _field,
    "forest": _forest,
    "desert": _desert,
    "sea": _sea,
    "mountain": _mountain,
}
