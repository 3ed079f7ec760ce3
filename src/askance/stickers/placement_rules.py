"""Placement rules: each places one object, or one group, where it belongs; objects that do not fit are skipped."""

from collections.abc import Callable
from dataclasses import replace

from askance.stickers import classes_by_place
from askance.stickers.attached_objects import fill_container, put_on_host, put_under_host, seat_person
from askance.stickers.backgrounds import HORIZON
from askance.stickers.class_traits import TRAITS
from askance.stickers.object_placement import (
    MOST,
    SceneInProgress,
    place_afloat,
    place_between_depths,
    place_on_ground,
    place_on_wall_or_in_sky,
)
from askance.stickers.object_specs import (
    MOUNTS,
    PERSON_POSTURES,
    ObjectSpec,
    random_group_of_specs,
    random_person_spec,
    random_rider_spec,
    random_spec,
    random_spec_for_spot,
)
from askance.stickers.visibility_map import Layer

WALL_FACTOR = 1.1
RESTFUL = frozenset({"park", "beach", "field", "bedroom", "living room"})  # where people lie down to sleep

PlacementRule = Callable[[SceneInProgress], None]


def _rule_to_place_one_of(names: tuple[str, ...], spot: str = "ground") -> PlacementRule:
    """A rule that places one object of these classes on the ground."""

    def act(scene: SceneInProgress) -> None:
        name = classes_by_place.choose_class_for_spot(scene.rng, scene.place, spot, names)
        if name:
            place_on_ground(scene, random_spec_for_spot(name, spot, scene.rng))

    return act


place_backdrop = _rule_to_place_one_of(classes_by_place.BACKDROPS)
place_sign = _rule_to_place_one_of(("sign",))
place_furniture = _rule_to_place_one_of(classes_by_place.FURNITURE)
place_host_furniture = _rule_to_place_one_of(("table", "desk", "cabinet", "sofa", "bed", "table"))
place_vehicle = _rule_to_place_one_of(classes_by_place.VEHICLES)
place_animal = _rule_to_place_one_of(classes_by_place.ANIMALS)
place_other_object = _rule_to_place_one_of(
    tuple(name for name in TRAITS if name not in (*classes_by_place.PEOPLE, *classes_by_place.LARGE))
)


def place_person(scene: SceneInProgress) -> None:
    """A dressed person: riding, on a seat, or on the ground."""
    rng = scene.rng
    who = rng.choose_one(classes_by_place.PEOPLE)
    mounts = [name for name in MOUNTS if scene.place in TRAITS[name].places or rng.true_with_probability(0.04)]
    if mounts and rng.true_with_probability(0.25):
        spec = random_rider_spec(who, rng.choose_one(mounts), scene.place, rng, scene.weather)
        place_between_depths(scene, spec, 0.3, 1.0)
        return
    seats = scene.layers_on_ground_named(classes_by_place.SEATS)
    if seats and rng.true_with_probability(0.6):
        host = rng.choose_one(seats)
        posture = "sleeping" if host.name == "bed" and rng.true_with_probability(0.5) else "sitting"
        spec = random_person_spec(who, posture, scene.place, rng, scene.weather)
        if scene.has_room_for(spec.object_count) and seat_person(
            scene.stage, spec, host, scene.land.size_factor_at(host.base), rng
        ):
            return
    dry = scene.weather in (None, "sunny", "cloudy")
    posture = (
        "sleeping"
        if dry and scene.place in RESTFUL and rng.true_with_probability(0.1)
        else rng.choose_weighted(PERSON_POSTURES)
    )
    spec = random_person_spec(who, posture, scene.place, rng, scene.weather)
    place_between_depths(scene, spec, 0.25, 1.0) or place_between_depths(scene, replace(spec, held=None), 0.25, 1.0)


def _choose_group_size(scene: SceneInProgress, most: int) -> int:
    """A random group size; the limit of the scene is raised accordingly."""
    size = min(most, scene.rng.choose_weighted(classes_by_place.GROUP_SIZES))
    scene.most = min(MOST, max(scene.most, len(scene.stage.layers) + size + 2))
    return size


def place_group(scene: SceneInProgress) -> None:
    """Several objects of one class on the ground or in the sky."""
    names = classes_by_place.usual_classes(scene.place, "ground", classes_by_place.GROUND_GROUPS)
    names += classes_by_place.usual_classes(scene.place, "sky", ("balloon", "kite"))
    if not names:
        return
    name = scene.rng.choose_one(names)
    spot = "ground" if "ground" in classes_by_place.spots_of_class(name) else "sky"
    for spec in random_group_of_specs(
        name, spot, _choose_group_size(scene, 5 if name in classes_by_place.WIDE else 8), scene.rng
    ):
        (_place_at_random_height if spot == "sky" else place_on_ground)(scene, spec)


def _furniture_layers(scene: SceneInProgress) -> list[Layer]:
    return scene.layers_on_ground_named(classes_by_place.HOSTS)


def place_group_on_furniture(scene: SceneInProgress) -> None:
    """Several objects of one class on furniture."""
    names = classes_by_place.usual_classes(scene.place, "surface", classes_by_place.SURFACE_GROUPS)
    hosts = [host for host in _furniture_layers(scene) if host.name in ("table", "desk", "cabinet", "bed", "sofa")]
    if not names or not hosts:
        return
    name = scene.rng.choose_one(names)
    for spec in random_group_of_specs(name, "surface", _choose_group_size(scene, 8), scene.rng):
        _place_on_first_fitting_host(scene, spec, hosts)


def place_one_on_furniture(scene: SceneInProgress) -> None:
    """One object, or a sleeping pet, on furniture."""
    hosts = _furniture_layers(scene)
    if not hosts:
        return
    soft = [host for host in hosts if host.name in ("sofa", "bed")]
    if soft and scene.rng.true_with_probability(0.15):
        _place_on_first_fitting_host(
            scene, random_spec(scene.rng.choose_one(classes_by_place.LYING_PETS), scene.rng, "sleeping"), soft
        )
        return
    name = classes_by_place.choose_class_for_spot(scene.rng, scene.place, "surface")
    if name:
        _place_on_first_fitting_host(scene, random_spec_for_spot(name, "surface", scene.rng), hosts)


def _place_on_first_fitting_host(scene: SceneInProgress, spec: ObjectSpec, hosts: list[Layer]) -> None:
    if not scene.has_room_for():
        return
    for host in scene.rng.shuffled(hosts):
        # a red thing on a red bench is hard to see
        differs = "color" not in spec.attributes or spec.attributes["color"] != host.attributes.get("color")
        safe = spec.name != "candle" or host.name not in ("bed", "sofa", "chair")
        if safe and differs and put_on_host(scene.stage, spec, host, scene.land.size_factor_at(host.base), scene.rng):
            return


def place_one_under_furniture(scene: SceneInProgress) -> None:
    """One object under a table, a desk, a bench or a chair."""
    for host in scene.rng.shuffled(scene.layers_on_ground_named(classes_by_place.SHELTERS)):
        name = classes_by_place.choose_class_for_spot(scene.rng, scene.place, "ground", classes_by_place.UNDER)
        if not name or not scene.has_room_for():
            return
        posture = scene.rng.choose_one(("sleeping", "sitting")) if name in classes_by_place.LYING_PETS else None
        spec = random_spec(name, scene.rng, posture)
        if put_under_host(scene.stage, spec, host, scene.land.size_factor_at(host.base), scene.rng):
            return


def place_container(scene: SceneInProgress) -> None:
    """A container to put something into."""
    names = [name for name in classes_by_place.CONTENTS if scene.place in TRAITS[name].places]
    if not names:
        return
    name = scene.rng.choose_one(names)
    hosts = [host for host in _furniture_layers(scene) if host.name in ("table", "desk", "cabinet", "bench")]
    if "surface" in TRAITS[name].spots and hosts:
        _place_on_first_fitting_host(scene, random_spec_for_spot(name, "surface", scene.rng), hosts)
    elif "ground" in TRAITS[name].spots:
        place_on_ground(scene, random_spec_for_spot(name, "ground", scene.rng))


def fill_open_containers(scene: SceneInProgress) -> None:
    """Something in containers that are neither full nor closed."""
    holders = [
        layer
        for layer in scene.stage.layers
        if layer.name in classes_by_place.CONTENTS and layer.look.state not in ("full", "closed")
    ]
    for host in scene.rng.shuffled(holders)[:2]:
        name = scene.rng.choose_one(classes_by_place.CONTENTS[host.name])
        posture = "sitting" if name in ("cat", "rabbit") else None
        for _ in range(scene.rng.random_integer(1, 2)):
            if scene.has_room_for():
                spec = random_spec(name, scene.rng, posture)
                fill_container(scene.stage, spec, host, scene.land.size_factor_at(host.base), scene.rng)


def place_one_on_wall(scene: SceneInProgress) -> None:
    """One object on the wall."""
    rng = scene.rng
    name = classes_by_place.choose_class_for_spot(rng, scene.place, "wall", classes_by_place.ON_WALLS)
    if not name or len(scene.stage.layers) >= MOST:
        return
    spec = random_spec(name, rng)
    floor = HORIZON[scene.place] + 2
    base = floor if name == "door" else rng.random_integer(round(TRAITS[name].height * WALL_FACTOR) + 10, floor - 60)
    place_on_wall_or_in_sky(scene, spec, base, WALL_FACTOR, "wall")


def place_one_in_sky(scene: SceneInProgress) -> None:
    """One object in the sky."""
    name = classes_by_place.choose_class_for_spot(scene.rng, scene.place, "sky")
    if name:
        _place_at_random_height(scene, random_spec_for_spot(name, "sky", scene.rng))


def _place_at_random_height(scene: SceneInProgress, spec: ObjectSpec) -> None:
    if not scene.has_room_for():
        return
    low, high = 62, max(90, HORIZON[scene.place] - 20)
    if spec.name in ("butterfly", "parrot", "duck", "owl"):
        low, high = 90, HORIZON[scene.place] + 50
    place_on_wall_or_in_sky(scene, spec, scene.rng.random_integer(low, high), 0.95, "sky")


def place_one_on_water(scene: SceneInProgress) -> None:
    """One object on the water."""
    name = classes_by_place.choose_class_for_spot(scene.rng, scene.place, "water")
    if name:
        place_afloat(scene, random_spec_for_spot(name, "water", scene.rng))


def place_group_on_water(scene: SceneInProgress) -> None:
    """Several objects of one class on the water."""
    name = scene.rng.choose_one(classes_by_place.usual_classes(scene.place, "water") or ("fish",))
    for spec in random_group_of_specs(name, "water", _choose_group_size(scene, 8), scene.rng):
        place_afloat(scene, spec)
