"""The ground of each place: where objects may be, and how large they are there."""

from dataclasses import dataclass

from askance.stickers.backgrounds import HORIZON, WATER
from askance.stickers.class_traits import INDOORS, TRAITS
from askance.stickers.classes_by_place import AT_THE_WALL, KERB, LARGE, VEHICLES
from askance.stickers.rng import Rng

NEAREST = 352
STEP = 4  # base lines are multiples of this many pixels
SIZE_STEP = 0.1  # sizes come in steps, so that they repeat and sprites can be kept


@dataclass(frozen=True, slots=True)
class GroundArea:
    """The ground of a place: from the far line to the near one."""

    far: int
    near: int
    far_factor: float
    near_factor: float

    def size_factor_at(self, base: float) -> float:
        """The size factor of an object that stands at a base line."""
        share = (base - self.far) / max(1, self.near - self.far)
        factor = self.far_factor + (self.near_factor - self.far_factor) * min(1.0, max(0.0, share))
        return round(round(factor / SIZE_STEP) * SIZE_STEP, 3)

    def random_base_line(self, rng: Rng, low: float, high: float) -> int:
        """A base line between two shares of the depth (0 = far)."""
        at = self.far + (self.near - self.far) * rng.uniform_between(low, high)
        return min(self.near, max(self.far, round(at / STEP) * STEP))


def ground_area_of_place(place: str) -> GroundArea:
    """The ground of a place."""
    if place in INDOORS:
        return GroundArea(HORIZON[place] + 8, NEAREST, 1.0, 1.32)
    return GroundArea(HORIZON[place] + 12, NEAREST, 0.7, 1.2)


def water_area_of_place(place: str) -> GroundArea | None:
    """The open water of a place, if it has any."""
    if place not in WATER:
        return None
    top, bottom = WATER[place]
    near = min(bottom, NEAREST) - 4
    factors = (0.8, 1.5) if place == "sea" else (0.75, 0.95)
    return GroundArea(min(top + 14, near - 4), near, *factors)


def depth_range_of_class(name: str, place: str) -> tuple[float, float]:
    """The depths (0 = far, 1 = near) where a class may stand without being too small to see or filling the image."""
    if name in LARGE:
        return (0.0, 0.4)
    if place in INDOORS and name in AT_THE_WALL:
        return (0.0, 0.3)
    if place == "street" and name in VEHICLES:
        return (0.42, 1.0)
    if place == "street" and name in KERB:
        return (0.05, 0.3)
    return (0.45, 1.0) if TRAITS[name].height < 50 else (0.2, 1.0)
