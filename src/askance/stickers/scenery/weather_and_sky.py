"""Weather: what it does to colors, the sky it makes, and what falls from it."""

from dataclasses import dataclass
from random import Random

from askance.stickers.art.drawing_primitives import ellipse_path, mix_colors

WIDTH, HEIGHT = 480, 360


@dataclass(frozen=True, slots=True)
class WeatherColors:
    """What a weather does to colors: the sky, and a tint that settles more on land than on water, rock and far haze."""

    top: str
    low: str
    tint: str
    on_land: float
    on_water: float

    def tint_land(self, color: str, strength: float = 1.0) -> str:
        return mix_colors(color, self.tint, min(1.0, self.on_land * strength))

    def tint_water(self, color: str, strength: float = 1.0) -> str:
        return mix_colors(color, self.tint, min(1.0, self.on_water * strength))


AIRS: dict[str, WeatherColors] = {
    "sunny": WeatherColors("#8cc8ee", "#d8eefa", "#fff3c4", 0.08, 0.03),
    "cloudy": WeatherColors("#aab4bd", "#d3d9dd", "#8b949b", 0.2, 0.24),
    "rainy": WeatherColors("#76828e", "#a9b3bb", "#566470", 0.34, 0.42),
    "snowy": WeatherColors("#bccad4", "#e6edf1", "#ffffff", 0.74, 0.26),
}


def path_without_outline(d: str, fill: str, opacity: float = 1.0) -> str:
    """A path without an outline: what is far away has none."""
    alpha = f' fill-opacity="{opacity}"' if opacity < 1 else ""
    return f'<path d="{d}" fill="{fill}"{alpha}/>'


def gradient_rectangle(name: str, top: str, low: str, y0: float, y1: float) -> str:
    """A rectangle over the whole width with a vertical gradient."""
    return (
        f'<linearGradient id="{name}" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="{top}"/>'
        f'<stop offset="1" stop-color="{low}"/></linearGradient>'
        f'<rect x="0" y="{y0}" width="{WIDTH}" height="{y1 - y0}" fill="url(#{name})"/>'
    )


def _cloud(x: float, y: float, r: float, fill: str, opacity: float) -> str:
    bumps = ((-0.1, -0.75, 0.8, -0.6), (0.35, -1, 1.25, -0.5), (0.8, -0.55, 1.1, 0.35), (0.75, -0.05, 0.65, 0.75))
    curve = " ".join("q" + " ".join(f"{share * r:.1f}" for share in bump) for bump in bumps)
    d = f"M{x - r * 1.9:.1f} {y:.1f} {curve} Z"
    return path_without_outline(d, fill, opacity)


def draw_sky(weather: str, ground: float, rng: Random) -> str:
    """The sky down to the ground, with a sun or clouds."""
    air = gradient_rectangle("sky", AIRS[weather].top, AIRS[weather].low, 0, ground + 36)
    if weather == "sunny":
        x, y = rng.choice((126, 354)), rng.randint(44, 56)
        sun = path_without_outline(ellipse_path(x, y, 44, 44), "#fff6cf", 0.45) + path_without_outline(
            ellipse_path(x, y, 25, 25), "#ffe07a"
        )
        return (
            air
            + sun
            + "".join(_cloud(x_cloud, rng.randint(45, 100), 17, "#ffffff", 0.6) for x_cloud in (240, 480 - x + 40))
        )
    if weather == "snowy":
        return air + "".join(
            _cloud(60 + 120 * i, rng.randint(36, 74), rng.randint(28, 38), "#dde5ea", 0.85) for i in range(4)
        )
    dark, light = ("#5b6671", "#69747f") if weather == "rainy" else ("#8d979f", "#bcc4ca")
    clouds = [
        _cloud(20 + 88 * i, rng.randint(28, 62), rng.randint(34, 46), dark if i % 2 else light, 0.85) for i in range(6)
    ]
    return air + "".join(clouds)


def draw_rain_or_snow(weather: str, rng: Random) -> str:
    """Rain streaks or snow flakes over the whole image."""
    if weather == "rainy":
        drops = "".join(f"M{rng.randint(0, 480)} {rng.randint(-8, 350)} l-5 15 " for _ in range(70))
        return f'<path d="{drops}" fill="none" stroke="#e4edf4" stroke-width="1.4" stroke-opacity="0.42"/>'
    if weather == "snowy":
        flakes = " ".join(
            ellipse_path(rng.randint(2, 478), rng.randint(2, 356), r, r)
            for r in [rng.choice((1.6, 2.2, 2.8)) for _ in range(75)]
        )
        return path_without_outline(flakes, "#ffffff", 0.82)
    return ""
