"""Object specs: an object with its clothes, held object and mount, before it has a position."""

from dataclasses import dataclass, replace

from askance.stickers.art.drawing_primitives import Look
from askance.stickers.class_traits import INDOORS, TRAITS
from askance.stickers.distinguishable_values import NEAR_COLORS
from askance.stickers.random_looks import SIZES, Attributes, attributes_of_look, random_look
from askance.stickers.rng import Rng

ODD = 0.085  # the share of things that are out of place
MOUNTS = ("bicycle", "motorcycle", "horse", "elephant", "skateboard")
MOUNT_POSTURES = ("standing", "walking", "running")
HOLDING_POSTURES = frozenset({"standing", "walking", "running", "sitting", "kneeling"})
KINDS = 3  # how many different looks a crowd has
BULKY = frozenset({"house", "barn", "car", "truck", "tractor", "elephant", "tent", "giraffe", "tree", "horse", "boat"})
SIZED = 0.5  # the share of crowds with small and large things
OVERLAID = frozenset({"tie", "scarf"})  # they differ in color from what is beneath
SYMMETRIC = frozenset({"sign", "clock", "book"})  # never mirrored: what is written or shown must read the right way
PERSON_POSTURES = {
    "standing": 0.28, "walking": 0.22, "running": 0.12, "waving": 0.16, "jumping": 0.1, "kneeling": 0.12,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class ObjectSpec:
    """An object to be put into a scene."""

    name: str
    look: Look
    attributes: Attributes
    factor: float = 1.0
    flipped: bool = False
    worn: tuple["ObjectSpec", ...] = ()
    held: "ObjectSpec | None" = None
    rides: "ObjectSpec | None" = None

    @property
    def object_count(self) -> int:
        """The number of objects, with clothes, held object and mount."""
        return 1 + len(self.worn) + sum(part.object_count for part in (self.held, self.rides) if part)


def random_spec(name: str, rng: Rng, posture: str | None = None) -> ObjectSpec:
    """An object of a class with a random look."""
    look = random_look(name, rng, posture)
    return ObjectSpec(
        name, look, attributes_of_look(name, look), flipped=name not in SYMMETRIC and rng.true_with_probability(0.5)
    )


def random_spec_for_spot(name: str, spot: str, rng: Rng) -> ObjectSpec:
    """An object of a class in a posture that fits the spot."""
    special = {"sky": "flying", "water": "swimming"}.get(spot)
    if special in TRAITS[name].postures:
        return random_spec(name, rng, special)
    fitting = [posture for posture in TRAITS[name].postures if posture not in ("flying", "swimming")]
    return random_spec(name, rng, rng.choose_one(fitting) if fitting and spot == "ground" else None)


def random_group_of_specs(name: str, spot: str, size: int, rng: Rng) -> list[ObjectSpec]:
    """Several objects of a class; some look alike, as in a herd or a bowl of fruit."""
    kinds = [random_spec_for_spot(name, spot, rng) for _ in range(min(size, KINDS))]
    if name not in BULKY and rng.true_with_probability(SIZED):
        factors = rng.shuffled((SIZES["small"], SIZES["large"], SIZES["large"]))
        kinds = [replace(kind, factor=factor) for kind, factor in zip(kinds, factors, strict=False)]
    return [*kinds, *(rng.choose_one(kinds) for _ in range(size - len(kinds)))]


def random_person_spec(who: str, posture: str, place: str, rng: Rng, weather: str | None) -> ObjectSpec:
    """A dressed person in a posture, who may hold something."""
    spec = random_spec(who, rng, posture)
    if posture == "sleeping":
        return spec
    attire = _choose_garments(who, rng, weather)
    look = replace(spec.look, state="bare") if {"dress", "skirt"} & set(attire) else spec.look
    held = None
    if posture in HOLDING_POSTURES and rng.true_with_probability(0.6):
        held = _held_object_spec(place, spec.flipped, rng)
    return replace(spec, look=look, worn=_garment_specs(attire, posture, rng), held=held)


def random_rider_spec(who: str, mount: str, place: str, rng: Rng, weather: str | None) -> ObjectSpec:
    """A person riding something."""
    postures = [posture for posture in TRAITS[mount].postures if posture in MOUNT_POSTURES]
    ridden = random_spec(mount, rng, rng.choose_one(postures) if postures else None)
    posture = "standing" if mount == "skateboard" else "riding"
    rider = random_person_spec(who, posture, place, rng, weather)
    attributes = rider.attributes | {"action": ("riding",)}
    return replace(rider, attributes=attributes, flipped=ridden.flipped, held=None, rides=ridden)


def _choose_garments(who: str, rng: Rng, weather: str | None) -> list[str]:
    """The garments of a person, in the order in which they are put on."""
    if who in ("man", "boy"):
        tops = {"shirt": 0.6, "jacket": 0.4}
    else:
        tops = {"shirt": 0.28, "jacket": 0.2, "dress": 0.32, "skirt": 0.2}
    top = rng.choose_weighted(tops)
    attire = ["skirt", "shirt"] if top == "skirt" else [top]
    if top == "shirt" and who == "man" and rng.true_with_probability(0.25):
        attire.append("tie")
    elif rng.true_with_probability(0.3 if weather == "snowy" else 0.1):
        attire.append("scarf")
    if len(attire) < 3 and rng.true_with_probability(0.12):
        attire.append("backpack")
    if len(attire) < 4 and rng.true_with_probability(0.28):
        attire.append("hat")
    return attire


def _garment_specs(attire: list[str], posture: str, rng: Rng) -> tuple[ObjectSpec, ...]:
    """The garments in a posture."""
    worn: list[ObjectSpec] = []
    for name in attire:
        beneath = worn[-1].look.color if worn and name in OVERLAID else None
        look = random_look(name, rng, avoid=(beneath, *NEAR_COLORS[beneath]) if beneath else ())
        worn.append(ObjectSpec(name, replace(look, posture=posture), attributes_of_look(name, look)))
    return tuple(worn)


def _held_object_spec(place: str, flipped: bool, rng: Rng) -> ObjectSpec:
    odd = rng.true_with_probability(ODD)
    names = [
        name
        for name, traits in TRAITS.items()
        if "held" in traits.spots and (odd != (place in traits.places)) and not (name == "kite" and place in INDOORS)
    ]
    spec = random_spec(rng.choose_one(names or ["ball"]), rng)
    return replace(spec, flipped=flipped and spec.name not in SYMMETRIC)
