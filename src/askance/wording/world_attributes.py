"""The attribute values of the built-in world: categories → values, other words for them, stuff, antonyms."""

CATEGORIES: dict[str, tuple[str, ...]] = {
    "color": ("red", "orange", "yellow", "green", "blue", "purple", "pink", "brown", "black", "white", "gray", "tan"),
    "size": ("small", "large"),
    "material": ("wooden", "metal", "plastic", "glass", "leather"),
    "pattern": ("striped", "dotted", "checkered", "floral", "starry"),
    "state": (
        "open", "closed", "on", "off", "empty", "full", "lit", "unlit", "peeled", "unpeeled", "whole", "cut", "leafy",
        "leafless", "clean", "dirty", "intact", "broken",
    ),
    "pose": ("standing", "sitting", "kneeling", "lying"),
    "action": ("walking", "running", "jumping", "waving", "sleeping", "eating", "flying", "swimming", "riding"),
}  # fmt: skip

# Values that questions may use and that no thing of the built-in world has.
FOREIGN: dict[str, tuple[str, ...]] = {
    "color": ("dark", "gold", "golden", "silver", "beige", "turquoise"),
    "pose": ("crouching", "squatting", "bending"),
    "action": (
        "batting", "blowing", "cooking", "driving", "grazing", "hanging", "hitting", "landing", "laughing", "looking",
        "moving", "parking", "playing", "pointing", "posing", "racing", "resting", "rolling", "serving",
        "skateboarding", "skating", "skiing", "sliding", "smiling", "surfing", "swinging", "talking", "throwing",
        "watching",
    ),
}  # fmt: skip

SYNONYMS: dict[str, str] = {
    "grey": "gray", "violet": "purple",
    "big": "large", "little": "small", "tiny": "small", "huge": "large",
    "wood": "wooden", "metallic": "metal",
    "stripy": "striped", "stripes": "striped", "spotted": "dotted", "polka dotted": "dotted", "polka dots": "dotted",
    "dots": "dotted", "checked": "checkered", "plaid": "checkered", "flowery": "floral", "flowered": "floral",
    "flowers pattern": "floral", "starred": "starry",
    "shut": "closed", "opened": "open", "turned on": "on", "switched on": "on", "turned off": "off",
    "switched off": "off", "burning": "lit", "not lit": "unlit", "sliced": "cut", "uncut": "whole",
    "muddy": "dirty", "damaged": "broken",
    "standing up": "standing", "seated": "sitting", "sitting down": "sitting", "kneeling down": "kneeling",
    "lying down": "lying", "laying": "lying", "laying down": "lying", "asleep": "sleeping", "on its knees": "kneeling",
}  # fmt: skip

CATEGORY_WORDS: dict[str, str] = {
    "color": "color", "colour": "color", "colors": "color", "colours": "color", "size": "size", "sizes": "size",
    "material": "material", "materials": "material", "stuff": "material", "substance": "material",
    "pattern": "pattern", "patterns": "pattern", "print": "pattern", "state": "state", "condition": "state",
    "pose": "pose", "posture": "pose", "position": "pose", "poses": "pose", "action": "action", "actions": "action",
    "activity": "action", "word": "text", "text": "text", "writing": "text", "words": "text", "inscription": "text",
}  # fmt: skip

STUFF = {"wooden": "wood"}  # how a material is named when it is asked for; the others keep their name

_PAIRS = (
    ("small", "large"), ("open", "closed"), ("on", "off"), ("empty", "full"), ("lit", "unlit"),
    ("peeled", "unpeeled"), ("whole", "cut"), ("leafy", "leafless"), ("clean", "dirty"), ("intact", "broken"),
    ("black", "white"), ("indoors", "outdoors"),
)  # fmt: skip
ANTONYMS: dict[str, str] = {word: other for pair in _PAIRS for word, other in (pair, pair[::-1])}

PLACES = (
    "street", "park", "beach", "field", "forest", "desert", "sea", "mountain", "living room", "kitchen", "bedroom",
)  # fmt: skip
INDOORS = frozenset({"living room", "kitchen", "bedroom"})
WEATHERS = ("sunny", "cloudy", "rainy", "snowy")
SETTINGS = ("indoors", "outdoors")
SURROUNDINGS: dict[str, tuple[str, ...]] = {"place": PLACES, "weather": WEATHERS, "setting": SETTINGS}

SURROUNDING_SYNONYMS: dict[str, str] = {
    "woods": "forest", "ocean": "sea", "mountains": "mountain", "road": "street", "meadow": "field",
    "seaside": "beach", "raining": "rainy", "snowing": "snowy", "overcast": "cloudy", "inside": "indoors",
    "outside": "outdoors", "indoor": "indoors", "outdoor": "outdoors", "sitting room": "living room",
}  # fmt: skip
SURROUNDING_WORDS: dict[str, str] = {
    "place": "place", "location": "place", "room": "place", "setting": "place", "surroundings": "place",
    "weather": "weather",
}  # fmt: skip


def answer_for_value(value: str) -> str:
    """The answer that names an attribute value: wood for wooden, and the value itself for all others."""
    return STUFF.get(value, value)
