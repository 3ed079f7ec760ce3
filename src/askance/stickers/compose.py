"""Composes a scene: a place, its objects, and a spot for each, until the scene is full or nothing more fits."""

from askance.stickers import placement_rules
from askance.stickers.class_traits import INDOORS
from askance.stickers.composition import Composition
from askance.stickers.ground_area import ground_area
from askance.stickers.placement_rules import PlacementRule
from askance.stickers.rng import Rng
from askance.stickers.visibility import VisibilityMap

FEWEST = 3
PEOPLE_OUTDOORS = {0: 0.22, 1: 0.4, 2: 0.28, 3: 0.1}
PEOPLE_INDOORS = {0: 0.25, 1: 0.45, 2: 0.3}


def compose(place: str, weather: str | None, rng: Rng) -> VisibilityMap:
    """The visibility map of a new scene with all its objects."""
    scene = Composition(place, weather, rng, ground_area(place), most=rng.number(4, 12))
    script = _room if place in INDOORS else _sea if place == "sea" else _outdoors
    for act in script(rng):
        act(scene)
    for _ in range(8):
        if len(scene.stage.layers) >= FEWEST:
            break
        (placement_rules.water if place == "sea" else placement_rules.sundries)(scene)
    return scene.stage


def _outdoors(rng: Rng) -> list[PlacementRule]:
    """Placement rules outdoors: large objects first, then people and groups, then the rest in random order."""
    return [
        *[placement_rules.sign] * rng.chance(0.25),
        *[placement_rules.backdrop] * rng.number(0, 2),
        *[placement_rules.furniture] * rng.chance(0.4),
        *[placement_rules.container] * rng.chance(0.5),
        placement_rules.contents,
        *[placement_rules.person] * rng.weighted(PEOPLE_OUTDOORS),
        *[placement_rules.group] * rng.chance(0.5),
        *rng.shuffled(
            [
                *[placement_rules.vehicle] * rng.number(0, 2),
                *[placement_rules.animal] * rng.number(0, 2),
                *[placement_rules.sky] * rng.number(0, 2),
                *[placement_rules.water] * rng.number(0, 2),
                *[placement_rules.sundries] * rng.number(0, 3),
                *[placement_rules.tabletop] * 2,
                placement_rules.beneath,
            ]
        ),
    ]


def _room(rng: Rng) -> list[PlacementRule]:
    """Placement rules of a room: furniture first, then objects on it and people, the wall last."""
    return [
        placement_rules.host,
        *[placement_rules.furniture] * rng.number(1, 2),
        *[placement_rules.container, placement_rules.contents] * rng.chance(0.8),
        *[placement_rules.person] * rng.weighted(PEOPLE_INDOORS),
        *[rng.weighted({placement_rules.table_with_objects: 0.8, placement_rules.group: 0.2})] * rng.chance(0.55),
        placement_rules.beneath,
        *rng.shuffled(
            [
                *[placement_rules.tabletop] * rng.number(3, 7),
                *[placement_rules.animal] * rng.number(0, 1),
                *[placement_rules.sundries] * rng.number(0, 2),
                *[placement_rules.sky] * rng.chance(0.2),
                *[placement_rules.contents] * rng.chance(0.5),
            ]
        ),
        *[placement_rules.wall] * rng.number(0, 2),  # last: in free places only
    ]


def _sea(rng: Rng) -> list[PlacementRule]:
    """Placement rules at sea: a group of one class, and other objects."""
    return [
        *[placement_rules.water_group] * rng.chance(0.6),
        *[placement_rules.water] * rng.number(3, 6),
        *[placement_rules.sky] * rng.number(0, 3),
    ]
