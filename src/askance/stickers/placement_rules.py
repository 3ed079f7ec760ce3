"""Placement rules: each places one object, or one group, where it belongs; objects that do not fit are skipped."""

from collections.abc import Callable
from dataclasses import replace

from askance.stickers import scene_classes
from askance.stickers.attached_objects import fill_container, put_on, put_under, seat
from askance.stickers.backgrounds import HORIZON
from askance.stickers.class_traits import TRAITS
from askance.stickers.composition import MOST, Composition, find_free_position, float_on, hang, stand
from askance.stickers.object_specs import (
    MOUNTS,
    PERSON_POSTURES,
    ObjectSpec,
    group_of_specs,
    person_spec,
    random_spec,
    random_spec_at,
    rider_spec,
)
from askance.stickers.visibility import Layer

WALL_FACTOR = 1.1
RESTFUL = frozenset({"park", "beach", "field", "bedroom", "living room"})  # where people lie down to sleep

PlacementRule = Callable[[Composition], None]


def _some(names: tuple[str, ...], spot: str = "ground") -> PlacementRule:
    """A rule that places one object of these classes on the ground."""

    def act(scene: Composition) -> None:
        name = scene_classes.choose(scene.rng, scene.place, spot, names)
        if name:
            stand(scene, random_spec_at(name, spot, scene.rng))

    return act


backdrop = _some(scene_classes.BACKDROPS)
sign = _some(("sign",))
furniture = _some(scene_classes.FURNITURE)
host = _some(("table", "desk", "cabinet", "sofa", "bed", "table"))
vehicle = _some(scene_classes.VEHICLES)
animal = _some(scene_classes.ANIMALS)
sundries = _some(tuple(name for name in TRAITS if name not in (*scene_classes.PEOPLE, *scene_classes.LARGE)))


def person(scene: Composition) -> None:
    """A dressed person: riding, on a seat, or on the ground."""
    rng = scene.rng
    who = rng.pick(scene_classes.PEOPLE)
    mounts = [name for name in MOUNTS if scene.place in TRAITS[name].places or rng.chance(0.04)]
    if mounts and rng.chance(0.25):
        spec = rider_spec(who, rng.pick(mounts), scene.place, rng, scene.weather)
        find_free_position(scene, spec, 0.3, 1.0)
        return
    seats = scene.named(scene_classes.SEATS)
    if seats and rng.chance(0.6):
        host = rng.pick(seats)
        posture = "sleeping" if host.name == "bed" and rng.chance(0.5) else "sitting"
        spec = person_spec(who, posture, scene.place, rng, scene.weather)
        if scene.room_for(spec.count) and seat(scene.stage, spec, host, scene.land.factor(host.base), rng):
            return
    dry = scene.weather in (None, "sunny", "cloudy")
    posture = "sleeping" if dry and scene.place in RESTFUL and rng.chance(0.1) else rng.weighted(PERSON_POSTURES)
    spec = person_spec(who, posture, scene.place, rng, scene.weather)
    find_free_position(scene, spec, 0.25, 1.0) or find_free_position(scene, replace(spec, held=None), 0.25, 1.0)


def _crowd_size(scene: Composition, most: int) -> int:
    """A random group size; the limit of the scene is raised accordingly."""
    size = min(most, scene.rng.weighted(scene_classes.GROUP_SIZES))
    scene.most = min(MOST, max(scene.most, len(scene.stage.layers) + size + 2))
    return size


def group(scene: Composition) -> None:
    """Several objects of one class on the ground or in the sky."""
    names = scene_classes.usual_classes(scene.place, "ground", scene_classes.GROUND_GROUPS)
    names += scene_classes.usual_classes(scene.place, "sky", ("balloon", "kite"))
    if not names:
        return
    name = scene.rng.pick(names)
    spot = "ground" if "ground" in scene_classes.spots_of(name) else "sky"
    for spec in group_of_specs(name, spot, _crowd_size(scene, 5 if name in scene_classes.WIDE else 8), scene.rng):
        (_aloft if spot == "sky" else stand)(scene, spec)


def _hosts(scene: Composition) -> list[Layer]:
    return scene.named(scene_classes.HOSTS)


def table_with_objects(scene: Composition) -> None:
    """Several objects of one class on furniture."""
    names = scene_classes.usual_classes(scene.place, "surface", scene_classes.SURFACE_GROUPS)
    hosts = [host for host in _hosts(scene) if host.name in ("table", "desk", "cabinet", "bed", "sofa")]
    if not names or not hosts:
        return
    name = scene.rng.pick(names)
    for spec in group_of_specs(name, "surface", _crowd_size(scene, 8), scene.rng):
        _onto(scene, spec, hosts)


def tabletop(scene: Composition) -> None:
    """One object, or a sleeping pet, on furniture."""
    hosts = _hosts(scene)
    if not hosts:
        return
    soft = [host for host in hosts if host.name in ("sofa", "bed")]
    if soft and scene.rng.chance(0.15):
        _onto(scene, random_spec(scene.rng.pick(scene_classes.LYING_PETS), scene.rng, "sleeping"), soft)
        return
    name = scene_classes.choose(scene.rng, scene.place, "surface")
    if name:
        _onto(scene, random_spec_at(name, "surface", scene.rng), hosts)


def _onto(scene: Composition, spec: ObjectSpec, hosts: list[Layer]) -> None:
    if not scene.room_for():
        return
    for host in scene.rng.shuffled(hosts):
        # a red thing on a red bench is hard to see
        differs = "color" not in spec.attributes or spec.attributes["color"] != host.attributes.get("color")
        safe = spec.name != "candle" or host.name not in ("bed", "sofa", "chair")
        if safe and differs and put_on(scene.stage, spec, host, scene.land.factor(host.base), scene.rng):
            return


def beneath(scene: Composition) -> None:
    """One object under a table, a desk, a bench or a chair."""
    for host in scene.rng.shuffled(scene.named(scene_classes.SHELTERS)):
        name = scene_classes.choose(scene.rng, scene.place, "ground", scene_classes.UNDER)
        if not name or not scene.room_for():
            return
        posture = scene.rng.pick(("sleeping", "sitting")) if name in scene_classes.LYING_PETS else None
        spec = random_spec(name, scene.rng, posture)
        if put_under(scene.stage, spec, host, scene.land.factor(host.base), scene.rng):
            return


def container(scene: Composition) -> None:
    """A container to put something into."""
    names = [name for name in scene_classes.CONTENTS if scene.place in TRAITS[name].places]
    if not names:
        return
    name = scene.rng.pick(names)
    hosts = [host for host in _hosts(scene) if host.name in ("table", "desk", "cabinet", "bench")]
    if "surface" in TRAITS[name].spots and hosts:
        _onto(scene, random_spec_at(name, "surface", scene.rng), hosts)
    elif "ground" in TRAITS[name].spots:
        stand(scene, random_spec_at(name, "ground", scene.rng))


def contents(scene: Composition) -> None:
    """Something in containers that are neither full nor closed."""
    holders = [
        layer
        for layer in scene.stage.layers
        if layer.name in scene_classes.CONTENTS and layer.look.state not in ("full", "closed")
    ]
    for host in scene.rng.shuffled(holders)[:2]:
        name = scene.rng.pick(scene_classes.CONTENTS[host.name])
        posture = "sitting" if name in ("cat", "rabbit") else None
        for _ in range(scene.rng.number(1, 2)):
            if scene.room_for():
                spec = random_spec(name, scene.rng, posture)
                fill_container(scene.stage, spec, host, scene.land.factor(host.base), scene.rng)


def wall(scene: Composition) -> None:
    """One object on the wall."""
    rng = scene.rng
    name = scene_classes.choose(rng, scene.place, "wall", scene_classes.ON_WALLS)
    if not name or len(scene.stage.layers) >= MOST:
        return
    spec = random_spec(name, rng)
    floor = HORIZON[scene.place] + 2
    base = floor if name == "door" else rng.number(round(TRAITS[name].height * WALL_FACTOR) + 10, floor - 60)
    hang(scene, spec, base, WALL_FACTOR, "wall")


def sky(scene: Composition) -> None:
    """One object in the sky."""
    name = scene_classes.choose(scene.rng, scene.place, "sky")
    if name:
        _aloft(scene, random_spec_at(name, "sky", scene.rng))


def _aloft(scene: Composition, spec: ObjectSpec) -> None:
    if not scene.room_for():
        return
    low, high = 62, max(90, HORIZON[scene.place] - 20)
    if spec.name in ("butterfly", "parrot", "duck", "owl"):
        low, high = 90, HORIZON[scene.place] + 50
    hang(scene, spec, scene.rng.number(low, high), 0.95, "sky")


def water(scene: Composition) -> None:
    """One object on the water."""
    name = scene_classes.choose(scene.rng, scene.place, "water")
    if name:
        float_on(scene, random_spec_at(name, "water", scene.rng))


def water_group(scene: Composition) -> None:
    """Several objects of one class on the water."""
    name = scene.rng.pick(scene_classes.usual_classes(scene.place, "water") or ("fish",))
    for spec in group_of_specs(name, "water", _crowd_size(scene, 8), scene.rng):
        float_on(scene, spec)
