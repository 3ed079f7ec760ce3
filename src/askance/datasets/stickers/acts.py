"""The acts of a scene: each puts one thing, or one crowd, where it belongs; what does not fit stays away."""

from collections.abc import Callable
from dataclasses import replace

from askance.datasets.stickers import cast
from askance.datasets.stickers.attach import fill_container, put_on, put_under, seat
from askance.datasets.stickers.backgrounds import HORIZON
from askance.datasets.stickers.composition import MOST, Composition, float_on, hang, settle, stand
from askance.datasets.stickers.stage import Layer
from askance.datasets.stickers.traits import TRAITS
from askance.datasets.stickers.wishes import (
    MOUNTS,
    PERSON_POSTURES,
    Wish,
    crowd_of,
    person_wish,
    rider_wish,
    wish_at,
    wish_for,
)

WALL_FACTOR = 1.1
RESTFUL = frozenset({"park", "beach", "field", "bedroom", "living room"})  # where people lie down to sleep

Act = Callable[[Composition], None]


def _some(names: tuple[str, ...], spot: str = "ground") -> Act:
    """An act that puts one of some classes on the ground."""

    def act(scene: Composition) -> None:
        name = cast.choose(scene.dice, scene.place, spot, names)
        if name:
            stand(scene, wish_at(name, spot, scene.dice))

    return act


backdrop = _some(cast.BACKDROPS)
sign = _some(("sign",))
furniture = _some(cast.FURNITURE)
host = _some(("table", "desk", "cabinet", "sofa", "bed", "table"))
vehicle = _some(cast.VEHICLES)
animal = _some(cast.ANIMALS)
sundries = _some(tuple(name for name in TRAITS if name not in (*cast.PEOPLE, *cast.LARGE)))


def person(scene: Composition) -> None:
    """A dressed person: riding, on a seat, or on the ground."""
    dice = scene.dice
    who = dice.pick(cast.PEOPLE)
    mounts = [name for name in MOUNTS if scene.place in TRAITS[name].places or dice.chance(0.04)]
    if mounts and dice.chance(0.25):
        wish = rider_wish(who, dice.pick(mounts), scene.place, dice, scene.weather)
        settle(scene, wish, 0.3, 1.0)
        return
    seats = scene.named(cast.SEATS)
    if seats and dice.chance(0.6):
        host = dice.pick(seats)
        posture = "sleeping" if host.name == "bed" and dice.chance(0.5) else "sitting"
        wish = person_wish(who, posture, scene.place, dice, scene.weather)
        if scene.room_for(wish.count) and seat(scene.stage, wish, host, scene.land.factor(host.base), dice):
            return
    dry = scene.weather in (None, "sunny", "cloudy")
    posture = "sleeping" if dry and scene.place in RESTFUL and dice.chance(0.1) else dice.weighted(PERSON_POSTURES)
    wish = person_wish(who, posture, scene.place, dice, scene.weather)
    settle(scene, wish, 0.25, 1.0) or settle(scene, replace(wish, held=None), 0.25, 1.0)


def _crowd_size(scene: Composition, most: int) -> int:
    """How many come together; the scene makes room for them."""
    size = min(most, scene.dice.weighted(cast.CROWD_SIZES))
    scene.most = min(MOST, max(scene.most, len(scene.stage.layers) + size + 2))
    return size


def crowd(scene: Composition) -> None:
    """Several things of one class on the ground or in the sky."""
    names = cast.fitting(scene.place, "ground", cast.GROUND_CROWDS)
    names += cast.fitting(scene.place, "sky", ("balloon", "kite"))
    if not names:
        return
    name = scene.dice.pick(names)
    spot = "ground" if "ground" in cast.spots_of(name) else "sky"
    for wish in crowd_of(name, spot, _crowd_size(scene, 5 if name in cast.WIDE else 8), scene.dice):
        (_aloft if spot == "sky" else stand)(scene, wish)


def _hosts(scene: Composition) -> list[Layer]:
    return scene.named(cast.HOSTS)


def laden_table(scene: Composition) -> None:
    """Several things of one class on furniture."""
    names = cast.fitting(scene.place, "surface", cast.SURFACE_CROWDS)
    hosts = [host for host in _hosts(scene) if host.name in ("table", "desk", "cabinet", "bed", "sofa")]
    if not names or not hosts:
        return
    name = scene.dice.pick(names)
    for wish in crowd_of(name, "surface", _crowd_size(scene, 8), scene.dice):
        _onto(scene, wish, hosts)


def tabletop(scene: Composition) -> None:
    """One thing, or a sleeping pet, on furniture."""
    hosts = _hosts(scene)
    if not hosts:
        return
    soft = [host for host in hosts if host.name in ("sofa", "bed")]
    if soft and scene.dice.chance(0.15):
        _onto(scene, wish_for(scene.dice.pick(cast.LYING_PETS), scene.dice, "sleeping"), soft)
        return
    name = cast.choose(scene.dice, scene.place, "surface")
    if name:
        _onto(scene, wish_at(name, "surface", scene.dice), hosts)


def _onto(scene: Composition, wish: Wish, hosts: list[Layer]) -> None:
    if not scene.room_for():
        return
    for host in scene.dice.shuffled(hosts):
        # a red thing on a red bench is hard to see
        differs = "color" not in wish.attributes or wish.attributes["color"] != host.attributes.get("color")
        safe = wish.name != "candle" or host.name not in ("bed", "sofa", "chair")
        if safe and differs and put_on(scene.stage, wish, host, scene.land.factor(host.base), scene.dice):
            return


def beneath(scene: Composition) -> None:
    """One thing under a table, a desk, a bench or a chair."""
    for host in scene.dice.shuffled(scene.named(cast.SHELTERS)):
        name = cast.choose(scene.dice, scene.place, "ground", cast.UNDER)
        if not name or not scene.room_for():
            return
        posture = scene.dice.pick(("sleeping", "sitting")) if name in cast.LYING_PETS else None
        wish = wish_for(name, scene.dice, posture)
        if put_under(scene.stage, wish, host, scene.land.factor(host.base), scene.dice):
            return


def container(scene: Composition) -> None:
    """A container to put something into."""
    names = [name for name in cast.CONTENTS if scene.place in TRAITS[name].places]
    if not names:
        return
    name = scene.dice.pick(names)
    hosts = [host for host in _hosts(scene) if host.name in ("table", "desk", "cabinet", "bench")]
    if "surface" in TRAITS[name].spots and hosts:
        _onto(scene, wish_at(name, "surface", scene.dice), hosts)
    elif "ground" in TRAITS[name].spots:
        stand(scene, wish_at(name, "ground", scene.dice))


def contents(scene: Composition) -> None:
    """Something in containers that are neither full nor closed."""
    holders = [
        layer
        for layer in scene.stage.layers
        if layer.name in cast.CONTENTS and layer.look.state not in ("full", "closed")
    ]
    for host in scene.dice.shuffled(holders)[:2]:
        name = scene.dice.pick(cast.CONTENTS[host.name])
        posture = "sitting" if name in ("cat", "rabbit") else None
        for _ in range(scene.dice.number(1, 2)):
            if scene.room_for():
                wish = wish_for(name, scene.dice, posture)
                fill_container(scene.stage, wish, host, scene.land.factor(host.base), scene.dice)


def wall(scene: Composition) -> None:
    """One thing on the wall."""
    dice = scene.dice
    name = cast.choose(dice, scene.place, "wall", cast.ON_WALLS)
    if not name or len(scene.stage.layers) >= MOST:
        return
    wish = wish_for(name, dice)
    floor = HORIZON[scene.place] + 2
    base = floor if name == "door" else dice.number(round(TRAITS[name].height * WALL_FACTOR) + 10, floor - 60)
    hang(scene, wish, base, WALL_FACTOR, "wall")


def sky(scene: Composition) -> None:
    """One thing in the sky."""
    name = cast.choose(scene.dice, scene.place, "sky")
    if name:
        _aloft(scene, wish_at(name, "sky", scene.dice))


def _aloft(scene: Composition, wish: Wish) -> None:
    if not scene.room_for():
        return
    low, high = 62, max(90, HORIZON[scene.place] - 20)
    if wish.name in ("butterfly", "parrot", "duck", "owl"):
        low, high = 90, HORIZON[scene.place] + 50
    hang(scene, wish, scene.dice.number(low, high), 0.95, "sky")


def water(scene: Composition) -> None:
    """One thing on the water."""
    name = cast.choose(scene.dice, scene.place, "water")
    if name:
        float_on(scene, wish_at(name, "water", scene.dice))


def water_crowd(scene: Composition) -> None:
    """Several things of one class on the water."""
    name = scene.dice.pick(cast.fitting(scene.place, "water") or ("fish",))
    for wish in crowd_of(name, "water", _crowd_size(scene, 8), scene.dice):
        float_on(scene, wish)
