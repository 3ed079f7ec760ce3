"""Which classes may be in a scene, by place and spot, and which come in groups."""

from functools import cache

from askance.stickers.class_traits import INDOORS, TRAITS
from askance.stickers.object_specs import ODD
from askance.stickers.rng import Rng
from askance.wording.world_nouns import NOUNS

PLACE_WEIGHTS = {
    "street": 1.2, "park": 1.3, "beach": 1.0, "field": 1.2, "forest": 0.8, "desert": 0.6, "sea": 0.6, "mountain": 0.7,
    "living room": 1.5, "kitchen": 1.6, "bedroom": 1.2,
}  # fmt: skip
WEATHERS_OF = {
    "desert": {"sunny": 0.75, "cloudy": 0.25},
    "beach": {"sunny": 0.55, "cloudy": 0.25, "rainy": 0.2},
    "sea": {"sunny": 0.45, "cloudy": 0.3, "rainy": 0.25},
    "mountain": {"sunny": 0.35, "cloudy": 0.25, "snowy": 0.4},
}  # fmt: skip
ANY_WEATHER = {"sunny": 0.38, "cloudy": 0.24, "rainy": 0.2, "snowy": 0.18}

HOSTS = ("table", "desk", "cabinet", "bookcase", "bench", "chair", "sofa", "bed")  # things stand on them
SEATS = ("chair", "sofa", "bench", "bed")  # people sit on them
SHELTERS = ("table", "desk", "bench", "chair")  # things lie under them
CONTENTS = {
    "bowl": ("apple", "banana", "pear", "lemon", "strawberry", "carrot", "tomato", "cookie"),
    "basket": ("apple", "banana", "pear", "carrot", "bottle", "ball", "teddy bear", "flower", "doll", "book"),
    "bucket": ("shovel", "rake", "flower", "ball", "bottle"),
    "box": ("teddy bear", "doll", "ball", "book", "cat", "rabbit", "bottle"),
    "vase": ("flower",),
    "pot": ("carrot", "tomato", "pumpkin"),
}  # fmt: skip
UNDER = ("ball", "box", "basket", "bucket", "suitcase", "teddy bear", "cat", "dog", "backpack", "doll", "pumpkin")
ON_WALLS = ("door", "window", "clock", "television")
LYING_PETS = ("cat", "dog")  # they also lie on sofas and beds

BACKDROPS = ("house", "barn", "tree", "tent", "sign", "fence", "bush", "surfboard", "cactus")
AT_THE_WALL = frozenset({"guitar", "bookcase", "cabinet", "piano", "lamp", "sofa", "bed", "desk"})
LARGE = frozenset({"house", "barn", "tree"})  # only in the distance
KERB = frozenset({"bench", "sign", "fence", "bush", "chair", "table", "tent", "umbrella"})  # not in the driving lane
GROUP_SIZES = {2: 0.12, 3: 0.2, 4: 0.18, 5: 0.15, 6: 0.13, 7: 0.12, 8: 0.1}
GROUND_GROUPS = (
    "dog", "cat", "horse", "cow", "sheep", "pig", "rabbit", "zebra", "elephant", "penguin", "lion", "bear", "duck",
    "giraffe", "flower", "cactus", "bush", "tree", "ball", "pumpkin", "car", "bicycle", "apple", "chair", "box",
    "turtle", "drum", "suitcase",
)  # fmt: skip
SURFACE_GROUPS = (
    "apple", "banana", "pear", "lemon", "strawberry", "carrot", "tomato", "cookie", "cup", "book", "bottle",
)  # fmt: skip
OFTEN = {"candle": 9, "cake": 5, "pizza": 5, "banana": 8, "laptop": 2, "lamp": 2}  # how often, others being 1
WIDE = frozenset({"house", "barn", "car", "truck", "tractor", "elephant", "tent", "giraffe", "tree", "horse"})


def classes_of_groups(*groups: str) -> tuple[str, ...]:
    """The classes of some groups."""
    return tuple(name for name, noun in NOUNS.items() if set(groups) & set(noun.groups))


PEOPLE = classes_of_groups("person")
ANIMALS = classes_of_groups("animal")
VEHICLES = (*classes_of_groups("vehicle"), "skateboard")
FURNITURE = (*classes_of_groups("furniture"), "lamp", "piano")
LEANING = frozenset({"guitar"})  # it stands only at a wall
PORTABLE = frozenset({
    "chair", "ball", "bucket", "box", "basket", "suitcase", "backpack", "drum", "teddy bear", "doll", "pumpkin", "vase",
    "umbrella", "skateboard", "balloon", "kite", "flower", "cat", "dog", "rabbit", "duck", "turtle", "parrot",
})  # fmt: skip


@cache
def spots_of_class(name: str) -> tuple[str, ...]:
    """The spots where a class may be; what flies may also be in the sky."""
    traits = TRAITS[name]
    ground = [posture for posture in traits.postures if posture not in ("flying", "swimming")]
    spots = [spot for spot in traits.spots if not (spot == "ground" and traits.postures and not ground)]
    return (*spots, "sky") if "flying" in traits.postures and "sky" not in spots else tuple(spots)


@cache
def usual_classes(place: str, spot: str, among: tuple[str, ...] | None = None) -> tuple[str, ...]:
    """The classes that belong at a spot of a place."""
    return tuple(
        name
        for name, traits in TRAITS.items()
        if place in traits.places
        and spot in spots_of_class(name)
        and (among is None or name in among)
        and not (spot == "ground" and name in LEANING and place not in INDOORS)
    )


@cache
def unusual_classes(place: str, spot: str, among: tuple[str, ...] | None = None) -> tuple[str, ...]:
    """The classes that may be at a spot, but not in this place: only what can be carried there."""
    return tuple(
        name
        for name, traits in TRAITS.items()
        if spot in spots_of_class(name)
        and (among is None or name in among)
        and place not in traits.places
        and (name in PORTABLE or "surface" in traits.spots)
    )


@cache
def _weighted_classes_for_spot(place: str, spot: str, among: tuple[str, ...] | None, odd: bool) -> tuple[str, ...]:
    """The classes for a spot, each repeated in proportion to its probability."""
    names = (odd and unusual_classes(place, spot, among)) or usual_classes(place, spot, among)
    return tuple(name for name in names for _ in range(OFTEN.get(name, 1)))


def choose_class_for_spot(rng: Rng, place: str, spot: str, among: tuple[str, ...] | None = None) -> str | None:
    """A class for a spot: one that belongs there, or now and then one that does not."""
    names = _weighted_classes_for_spot(place, spot, among, rng.true_with_probability(ODD))
    return rng.choose_one(names) if names else None
