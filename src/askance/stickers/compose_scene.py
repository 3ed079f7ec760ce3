"""Composes a scene: a place, its objects, and a spot for each, until the scene is full or nothing more fits."""

from askance.stickers import placement_rules
from askance.stickers.class_traits import INDOORS
from askance.stickers.ground_area import ground_area_of_place
from askance.stickers.object_placement import SceneInProgress
from askance.stickers.placement_rules import PlacementRule
from askance.stickers.rng import Rng
from askance.stickers.visibility_map import VisibilityMap

FEWEST = 3
PEOPLE_OUTDOORS = {0: 0.22, 1: 0.4, 2: 0.28, 3: 0.1}
PEOPLE_INDOORS = {0: 0.25, 1: 0.45, 2: 0.3}


def compose_scene(place: str, weather: str | None, rng: Rng) -> VisibilityMap:
    """The visibility map of a new scene with all its objects."""
    scene = SceneInProgress(place, weather, rng, ground_area_of_place(place), most=rng.random_integer(4, 12))
    script = (
        _room_placement_rules
        if place in INDOORS
        else _sea_placement_rules
        if place == "sea"
        else _outdoor_placement_rules
    )
    for act in script(rng):
        act(scene)
    for _ in range(8):
        if len(scene.stage.layers) >= FEWEST:
            break
        (placement_rules.place_one_on_water if place == "sea" else placement_rules.place_other_object)(scene)
    return scene.stage


def _outdoor_placement_rules(rng: Rng) -> list[PlacementRule]:
    """Placement rules outdoors: large objects first, then people and groups, then the rest in random order."""
    return [
        *[placement_rules.place_sign] * rng.true_with_probability(0.25),
        *[placement_rules.place_backdrop] * rng.random_integer(0, 2),
        *[placement_rules.place_furniture] * rng.true_with_probability(0.4),
        *[placement_rules.place_container] * rng.true_with_probability(0.5),
        placement_rules.fill_open_containers,
        *[placement_rules.place_person] * rng.choose_weighted(PEOPLE_OUTDOORS),
        *[placement_rules.place_group] * rng.true_with_probability(0.5),
        *rng.shuffled(
            [
                *[placement_rules.place_vehicle] * rng.random_integer(0, 2),
                *[placement_rules.place_animal] * rng.random_integer(0, 2),
                *[placement_rules.place_one_in_sky] * rng.random_integer(0, 2),
                *[placement_rules.place_one_on_water] * rng.random_integer(0, 2),
                *[placement_rules.place_other_object] * rng.random_integer(0, 3),
                *[placement_rules.place_one_on_furniture] * 2,
                placement_rules.place_one_under_furniture,
            ]
        ),
    ]


def _room_placement_rules(rng: Rng) -> list[PlacementRule]:
    """Placement rules of a room: furniture first, then objects on it and people, the wall last."""
    return [
        placement_rules.place_host_furniture,
        *[placement_rules.place_furniture] * rng.random_integer(1, 2),
        *[placement_rules.place_container, placement_rules.fill_open_containers] * rng.true_with_probability(0.8),
        *[placement_rules.place_person] * rng.choose_weighted(PEOPLE_INDOORS),
        *[rng.choose_weighted({placement_rules.place_group_on_furniture: 0.8, placement_rules.place_group: 0.2})]
        * rng.true_with_probability(0.55),
        placement_rules.place_one_under_furniture,
        *rng.shuffled(
            [
                *[placement_rules.place_one_on_furniture] * rng.random_integer(3, 7),
                *[placement_rules.place_animal] * rng.random_integer(0, 1),
                *[placement_rules.place_other_object] * rng.random_integer(0, 2),
                *[placement_rules.place_one_in_sky] * rng.true_with_probability(0.2),
                *[placement_rules.fill_open_containers] * rng.true_with_probability(0.5),
            ]
        ),
        *[placement_rules.place_one_on_wall] * rng.random_integer(0, 2),  # last: in free places only
    ]


def _sea_placement_rules(rng: Rng) -> list[PlacementRule]:
    """Placement rules at sea: a group of one class, and other objects."""
    return [
        *[placement_rules.place_group_on_water] * rng.true_with_probability(0.6),
        *[placement_rules.place_one_on_water] * rng.random_integer(3, 6),
        *[placement_rules.place_one_in_sky] * rng.random_integer(0, 3),
    ]
