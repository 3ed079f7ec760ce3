"""What each class of the built-in world may look like, how big it is, and where it may be.

`height` is the nominal height in pixels in a 480 × 360 image at middle distance; nouns (plurals, groups) are in wording.
`spots`: ground, surface (on a table, …), wall, sky, water, worn (by a person), held (by a person).
"""

from dataclasses import dataclass, field

COLORS: dict[str, str] = {
    "red": "#d62f2f",
    "orange": "#f28a1c",
    "yellow": "#f7d51d",
    "green": "#3a9d3f",
    "blue": "#2f62d0",
    "purple": "#7d3cb5",
    "pink": "#f58fbf",
    "brown": "#7c4a21",
    "black": "#262626",
    "white": "#f7f7f4",
    "gray": "#8d9196",
    "tan": "#d8b483",
}
MATERIALS = ("wooden", "metal", "plastic", "glass", "leather")
# Which colors show a material at once; in other colors a thing is drawn without it.
MATERIAL_COLORS: dict[str, tuple[str, ...]] = {
    "wooden": ("brown", "tan", "white", "red", "green", "blue", "yellow"),
    "metal": ("gray", "black"),
    "plastic": ("red", "orange", "yellow", "green", "blue", "purple", "pink", "white"),
    "glass": ("green", "blue", "purple", "white"),
    "leather": ("black", "brown", "tan", "red"),
}
# Small things, and things with little of it, show it only in its own colors.
CLEAR_COLORS: dict[tuple[str, str], tuple[str, ...]] = {
    ("bowl", "wooden"): ("brown", "tan"),
    ("suitcase", "leather"): ("black", "brown", "tan"),
}
PATTERNS = ("striped", "dotted", "checkered", "floral", "starry")  # no pattern = plain
PLACES = (
    "street", "park", "beach", "field", "forest", "desert", "sea", "mountain", "living room", "kitchen", "bedroom",
)  # fmt: skip
INDOORS = frozenset({"living room", "kitchen", "bedroom"})
WEATHERS = ("sunny", "cloudy", "rainy", "snowy")

# posture (how it is drawn) → (pose, action) as attributes
POSTURES: dict[str, tuple[str | None, str | None]] = {
    "standing": ("standing", None),
    "sitting": ("sitting", None),
    "kneeling": ("kneeling", None),
    "walking": (None, "walking"),
    "running": (None, "running"),
    "jumping": (None, "jumping"),
    "waving": ("standing", "waving"),
    "sleeping": ("lying", "sleeping"),
    "eating": ("standing", "eating"),
    "flying": (None, "flying"),
    "swimming": (None, "swimming"),
    "riding": (None, "riding"),  # only together with the link "riding"
}

VIVID = ("red", "orange", "yellow", "green", "blue", "purple", "pink")
ALL = tuple(COLORS)
HOUSEWARE = ("red", "yellow", "green", "blue", "purple", "pink", "white", "black", "gray", "brown")
OUTDOORS = ("street", "park", "beach", "field", "forest", "desert", "mountain")
ROOMS = ("living room", "kitchen", "bedroom")


@dataclass(frozen=True, slots=True)
class ClassTraits:
    """One class: its size, what may vary, and where it may be."""

    height: int
    spots: tuple[str, ...] = ("ground",)
    places: tuple[str, ...] = ()
    colors: tuple[str, ...] = ()  # empty: its color is no attribute (people; a zebra)
    materials: tuple[str, ...] = ()
    patterns: tuple[str, ...] = ()
    states: tuple[str, ...] = ()  # one category, e.g. open/closed
    postures: tuple[str, ...] = ()
    words: tuple[str, ...] = field(default=())  # what may be written on it


PEOPLE_POSTURES = ("standing", "sitting", "kneeling", "walking", "running", "jumping", "waving", "sleeping")
GRAZER = ("standing", "walking", "running", "eating", "sleeping")
PET = ("standing", "sitting", "running", "sleeping", "eating")
SIGN_WORDS = (
    "STOP", "EXIT", "SALE", "OPEN", "TAXI", "HOTEL", "CAFE", "BANK", "PARK", "ZOO", "FARM", "BEACH", "MARKET", "SLOW",
)  # fmt: skip

TRAITS: dict[str, ClassTraits] = {
    "man": ClassTraits(150, places=PLACES, postures=PEOPLE_POSTURES),
    "woman": ClassTraits(145, places=PLACES, postures=PEOPLE_POSTURES),
    "boy": ClassTraits(105, places=PLACES, postures=PEOPLE_POSTURES),
    "girl": ClassTraits(105, places=PLACES, postures=PEOPLE_POSTURES),
    "dog": ClassTraits(64, places=("street", "park", "beach", "field", "living room", "bedroom"), colors=("brown", "black", "white", "gray", "tan"), postures=PET),
    "cat": ClassTraits(54, places=("street", "park", "living room", "bedroom", "kitchen"), colors=("orange", "black", "white", "gray", "tan"), postures=PET),
    "horse": ClassTraits(110, places=("field", "park", "forest", "beach"), colors=("brown", "black", "white", "gray", "tan"), postures=GRAZER),
    "cow": ClassTraits(92, places=("field", "park"), colors=("brown", "black", "white", "tan"), postures=GRAZER),
    "sheep": ClassTraits(66, places=("field", "mountain"), colors=("white", "black", "gray", "brown"), postures=GRAZER),
    "pig": ClassTraits(56, places=("field",), colors=("pink", "black", "brown"), postures=("standing", "walking", "sleeping", "eating")),
    "rabbit": ClassTraits(44, places=("field", "park", "forest"), colors=("white", "gray", "brown", "black", "tan"), postures=("sitting", "running", "eating")),
    "bear": ClassTraits(96, places=("forest", "mountain"), colors=("brown", "black", "white"), postures=("standing", "sitting", "walking", "sleeping")),
    "elephant": ClassTraits(130, places=("field", "desert"), colors=("gray", "brown"), postures=("standing", "walking")),
    "giraffe": ClassTraits(165, places=("field", "desert"), postures=("standing", "walking", "eating")),
    "zebra": ClassTraits(95, places=("field",), postures=("standing", "walking", "running", "eating")),
    "lion": ClassTraits(80, places=("field", "desert"), postures=("standing", "sitting", "walking", "sleeping")),
    "duck": ClassTraits(34, spots=("ground", "water"), places=("park", "field", "sea", "beach"), colors=("yellow", "white", "brown", "green"), postures=("standing", "walking", "swimming", "flying")),
    "owl": ClassTraits(48, places=("forest", "field"), colors=("brown", "white", "gray"), postures=("standing", "flying")),
    "parrot": ClassTraits(46, places=("forest", "living room", "beach"), colors=("red", "green", "blue", "yellow"), postures=("standing", "flying")),
    "penguin": ClassTraits(60, places=("mountain", "sea"), postures=("standing", "walking")),
    "fish": ClassTraits(34, spots=("water",), places=("sea", "beach"), colors=("orange", "red", "blue", "yellow", "gray", "purple"), postures=("swimming",), patterns=("striped", "dotted")),
    "turtle": ClassTraits(34, spots=("ground", "water"), places=("beach", "sea", "park"), colors=("green", "brown"), postures=("walking", "swimming")),
    "butterfly": ClassTraits(26, spots=("sky",), places=("park", "field", "forest"), colors=VIVID, postures=("flying",)),
    "car": ClassTraits(84, places=("street", "field", "desert", "beach"), colors=("red", "orange", "yellow", "green", "blue", "black", "white", "gray", "purple"), states=("clean", "dirty")),
    "truck": ClassTraits(112, places=("street", "field", "desert"), colors=("red", "yellow", "green", "blue", "white", "gray", "orange"), states=("clean", "dirty")),
    "motorcycle": ClassTraits(72, places=("street", "desert", "field"), colors=("red", "black", "blue", "green", "yellow", "orange")),
    "tractor": ClassTraits(104, places=("field",), colors=("green", "red", "blue", "yellow", "orange"), states=("clean", "dirty")),
    "bicycle": ClassTraits(68, places=("street", "park", "field", "beach"), colors=("red", "blue", "green", "black", "yellow", "pink", "purple", "white")),
    "boat": ClassTraits(88, spots=("water",), places=("sea", "beach"), colors=("red", "blue", "white", "green", "yellow", "brown"), materials=("wooden",)),
    "airplane": ClassTraits(52, spots=("sky",), places=("sea", "field", "beach", "desert", "mountain", "street"), colors=("white", "red", "blue", "gray", "yellow"), postures=("flying",)),
    "helicopter": ClassTraits(54, spots=("sky",), places=("sea", "mountain", "street", "forest"), colors=("red", "blue", "yellow", "black", "green", "white"), postures=("flying",)),
    "skateboard": ClassTraits(20, places=("street", "park"), colors=VIVID + ("black",)),
    "surfboard": ClassTraits(118, places=("beach",), colors=VIVID + ("white",), patterns=("striped", "dotted", "starry", "floral"), states=("intact", "broken")),
    "chair": ClassTraits(88, places=ROOMS + ("park",), colors=HOUSEWARE, materials=("wooden", "plastic")),
    "table": ClassTraits(72, places=("kitchen", "living room", "park"), colors=("brown", "white", "black", "tan", "gray", "green", "blue"), materials=("wooden", "metal", "glass")),
    "sofa": ClassTraits(80, places=("living room",), colors=HOUSEWARE + ("tan",), materials=("leather",), patterns=("striped", "floral", "checkered")),
    "bed": ClassTraits(80, places=("bedroom",), colors=HOUSEWARE, patterns=PATTERNS, materials=("wooden",)),
    "bench": ClassTraits(62, places=("park", "street", "beach"), colors=("brown", "green", "gray", "red", "white"), materials=("wooden", "metal")),
    "bookcase": ClassTraits(140, places=("living room", "bedroom"), colors=("brown", "white", "black", "tan", "gray"), materials=("wooden", "metal")),
    "desk": ClassTraits(74, places=("bedroom", "living room"), colors=("brown", "white", "black", "tan", "gray"), materials=("wooden", "metal")),
    "lamp": ClassTraits(110, places=("living room", "bedroom"), colors=HOUSEWARE, states=("on", "off"), patterns=("striped", "floral")),
    "cabinet": ClassTraits(84, places=("kitchen", "bedroom", "living room"), colors=("brown", "white", "gray", "green", "blue"), materials=("wooden", "metal"), states=("open", "closed")),
    "apple": ClassTraits(17, spots=("surface", "ground"), places=("kitchen", "park", "field"), colors=("red", "green", "yellow")),
    "banana": ClassTraits(34, spots=("surface",), places=("kitchen", "living room"), colors=("yellow", "green"), states=("peeled", "unpeeled")),
    "pear": ClassTraits(21, spots=("surface",), places=("kitchen",), colors=("green", "yellow")),
    "lemon": ClassTraits(15, spots=("surface",), places=("kitchen",)),
    "strawberry": ClassTraits(14, spots=("surface",), places=("kitchen", "field")),
    "carrot": ClassTraits(19, spots=("surface", "ground"), places=("kitchen", "field"), colors=("orange", "purple")),
    "pumpkin": ClassTraits(40, spots=("ground", "surface"), places=("field", "kitchen", "park"), colors=("orange", "white", "green"), states=("whole", "cut")),
    "tomato": ClassTraits(16, spots=("surface",), places=("kitchen", "field"), colors=("red", "green", "yellow")),
    "cake": ClassTraits(38, spots=("surface",), places=("kitchen", "living room"), colors=("pink", "white", "brown", "yellow"), states=("whole", "cut")),
    "cookie": ClassTraits(14, spots=("surface",), places=("kitchen", "living room")),
    "pizza": ClassTraits(38, spots=("surface",), places=("kitchen", "living room"), states=("whole", "cut")),
    "sandwich": ClassTraits(26, spots=("surface",), places=("kitchen", "park")),
    "hat": ClassTraits(22, spots=("worn", "surface"), colors=ALL),
    "shirt": ClassTraits(46, spots=("worn",), colors=ALL, patterns=PATTERNS),
    "dress": ClassTraits(70, spots=("worn",), colors=VIVID + ("white", "black"), patterns=PATTERNS),
    "jacket": ClassTraits(48, spots=("worn",), colors=ALL),
    "scarf": ClassTraits(20, spots=("worn",), colors=VIVID + ("white", "gray")),
    "tie": ClassTraits(26, spots=("worn",), colors=VIVID + ("black",)),
    "skirt": ClassTraits(34, spots=("worn",), colors=VIVID + ("white", "black", "gray"), patterns=PATTERNS),
    "hammer": ClassTraits(34, spots=("held", "surface"), places=("kitchen", "living room"), colors=("red", "blue", "yellow", "black")),
    "saw": ClassTraits(26, spots=("held", "surface"), places=("kitchen",), colors=("red", "blue", "yellow", "brown")),
    "wrench": ClassTraits(30, spots=("held", "surface"), places=("kitchen", "street"), colors=("gray", "red", "blue")),
    "shovel": ClassTraits(80, spots=("held",), places=("field", "park", "beach"), colors=("red", "blue", "green", "brown", "gray")),
    "rake": ClassTraits(84, spots=("held",), places=("field", "park"), colors=("red", "green", "blue", "brown")),
    "cup": ClassTraits(25, spots=("surface", "held"), places=("kitchen", "living room", "bedroom"), colors=HOUSEWARE, states=("empty", "full")),
    "bottle": ClassTraits(40, spots=("surface", "held"), places=("kitchen", "living room", "beach"), colors=("green", "blue", "brown", "red", "purple")),
    "bowl": ClassTraits(26, spots=("surface",), places=("kitchen", "living room"), colors=HOUSEWARE, materials=("glass", "wooden"), states=("empty", "full")),
    "vase": ClassTraits(44, spots=("surface", "ground"), places=("living room", "bedroom", "kitchen"), colors=HOUSEWARE, materials=("glass",), states=("empty", "full")),
    "bucket": ClassTraits(42, places=("beach", "field", "kitchen", "park"), colors=VIVID + ("gray", "brown", "white"), materials=("plastic", "metal", "wooden"), states=("empty", "full")),
    "basket": ClassTraits(42, spots=("ground", "surface", "held"), places=("park", "field", "kitchen", "bedroom"), colors=("brown", "tan", "white", "red"), states=("empty", "full")),
    "box": ClassTraits(44, spots=("ground", "surface"), places=ROOMS + ("street",), colors=("tan", "white", "blue", "red", "green", "pink"), patterns=("striped", "dotted", "starry"), states=("open", "closed")),
    "suitcase": ClassTraits(56, spots=("ground", "held"), places=("street", "bedroom", "living room"), colors=("red", "blue", "black", "brown", "tan", "green", "purple"), materials=("leather",), states=("open", "closed")),
    "backpack": ClassTraits(46, spots=("worn", "ground"), places=("street", "park", "mountain", "forest", "bedroom"), colors=VIVID + ("black",), patterns=("striped", "dotted", "starry")),
    "pan": ClassTraits(22, spots=("surface",), places=("kitchen",), colors=("black", "gray", "red", "blue")),
    "pot": ClassTraits(36, spots=("surface",), places=("kitchen",), colors=("gray", "red", "blue", "black", "white", "green")),
    "kettle": ClassTraits(38, spots=("surface",), places=("kitchen",), colors=("red", "blue", "gray", "white", "black", "green")),
    "television": ClassTraits(62, spots=("surface", "wall"), places=("living room", "bedroom", "kitchen"), colors=("black", "gray", "white", "red"), states=("on", "off")),
    "laptop": ClassTraits(40, spots=("surface",), places=("living room", "bedroom", "kitchen"), colors=("gray", "black", "white", "blue", "pink"), states=("on", "off")),
    "phone": ClassTraits(28, spots=("surface", "held"), places=ROOMS + ("street", "park"), colors=("black", "white", "red", "blue", "pink"), states=("on", "off")),
    "guitar": ClassTraits(96, spots=("ground", "held"), places=("living room", "bedroom", "beach", "park"), colors=("brown", "red", "blue", "black", "tan", "white"), states=("intact", "broken")),
    "drum": ClassTraits(46, places=("living room", "bedroom", "street"), colors=VIVID),
    "piano": ClassTraits(104, places=("living room",), colors=("black", "brown", "white")),
    "trumpet": ClassTraits(30, spots=("held", "surface"), places=("living room", "street")),
    "tree": ClassTraits(190, places=("street", "park", "field", "forest", "mountain", "beach"), states=("leafy", "leafless")),
    "flower": ClassTraits(44, places=("park", "field", "forest"), colors=("red", "yellow", "pink", "purple", "white", "orange", "blue")),
    "bush": ClassTraits(56, places=("street", "park", "field", "forest"), colors=("green", "yellow", "red")),
    "cactus": ClassTraits(84, places=("desert",), colors=("green",)),
    "ball": ClassTraits(34, spots=("ground", "held"), places=("park", "beach", "street", "field", "living room", "bedroom"), colors=VIVID + ("white", "black"), patterns=("striped", "dotted", "starry")),
    "kite": ClassTraits(50, spots=("sky", "held"), places=("park", "beach", "field"), colors=VIVID, patterns=("striped", "checkered", "dotted", "starry")),
    "balloon": ClassTraits(56, spots=("sky", "held"), places=("park", "street", "bedroom", "living room"), colors=VIVID + ("white",), patterns=("striped", "dotted", "starry")),
    "doll": ClassTraits(44, spots=("ground", "surface", "held"), places=("bedroom", "living room")),
    "teddy bear": ClassTraits(44, spots=("ground", "surface", "held"), places=("bedroom", "living room"), colors=("brown", "tan", "white", "pink", "gray"), postures=()),
    "house": ClassTraits(236, places=("street", "field", "park", "mountain"), colors=("red", "white", "yellow", "blue", "tan", "pink", "gray"), materials=("wooden",)),
    "barn": ClassTraits(212, places=("field",), colors=("red", "brown", "white", "green"), materials=("wooden",), states=("open", "closed")),
    "tent": ClassTraits(92, places=("park", "forest", "mountain", "desert", "beach", "field"), colors=("red", "orange", "yellow", "green", "blue", "purple"), states=("open", "closed"), patterns=("striped",)),
    "umbrella": ClassTraits(64, spots=("held", "ground"), places=("street", "park", "beach"), colors=VIVID + ("black",), patterns=("striped", "dotted", "checkered", "floral"), states=("open", "closed")),
    "book": ClassTraits(26, spots=("surface", "held"), places=ROOMS + ("park",), colors=("red", "blue", "green", "brown", "purple", "black", "orange"), states=("open", "closed")),
    "clock": ClassTraits(42, spots=("wall", "surface"), places=ROOMS, colors=("red", "blue", "black", "white", "green", "brown")),
    "sign": ClassTraits(82, places=("street", "park", "field", "beach", "desert"), colors=("red", "blue", "green", "yellow", "white", "orange", "black"), words=SIGN_WORDS),
    "door": ClassTraits(168, spots=("wall",), places=ROOMS, colors=("brown", "white", "red", "blue", "green", "gray"), materials=("wooden", "glass"), states=("open", "closed")),
    "window": ClassTraits(84, spots=("wall",), places=ROOMS, colors=("white", "brown", "black", "blue", "green"), states=("open", "closed")),
    "fence": ClassTraits(56, places=("street", "park", "field"), colors=("white", "brown", "green", "gray"), materials=("wooden", "metal"), states=("intact", "broken")),
    "candle": ClassTraits(44, spots=("surface",), places=("living room", "kitchen", "bedroom"), colors=("red", "white", "yellow", "green", "blue", "purple", "pink"), states=("lit", "unlit")),
}  # fmt: skip
