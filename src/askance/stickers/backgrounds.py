"""Backgrounds: eleven places in four weathers on a 480 × 360 canvas, muted and without any object of a named class.

`HORIZON` is the y where the ground (or floor) begins: what stands on it has its base between HORIZON + 15 and 352.
`WATER` is the y range of open water. `variant` moves hills, clouds and colors a little.
"""

from random import Random

from askance.stickers.scenery.outdoors import OUTDOORS
from askance.stickers.scenery.rooms import ROOMS
from askance.stickers.scenery.weather_and_sky import AIRS, draw_rain_or_snow, draw_sky

HORIZON: dict[str, int] = {
    "street": 205, "park": 190, "beach": 232, "field": 190, "forest": 205, "desert": 190, "sea": 120, "mountain": 215,
    "living room": 240, "kitchen": 245, "bedroom": 240,
}  # fmt: skip
WATER: dict[str, tuple[int, int]] = {"sea": (120, 360), "beach": (150, 225)}


def background_svg(place: str, weather: str | None, variant: int) -> str:
    """The empty place as SVG on a 480 × 360 canvas; rooms have no weather, outdoors None means sunny."""
    chance = Random(f"{place} {variant}")
    if place in ROOMS:
        return ROOMS[place](chance)
    weather = weather or "sunny"
    horizon = WATER[place][0] if place in WATER else HORIZON[place]
    return (
        draw_sky(weather, horizon, chance) + OUTDOORS[place](AIRS[weather], chance) + draw_rain_or_snow(weather, chance)
    )
