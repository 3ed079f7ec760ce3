"""Which attribute values people distinguish reliably, and which they might see on a patterned object."""

from askance.core.scene import SceneObject
from askance.stickers.class_traits import COLORS

NEAR = frozenset({
    frozenset(("tan", "brown")), frozenset(("pink", "purple")), frozenset(("tan", "yellow")),
    frozenset(("walking", "running")),
})  # fmt: skip
NEAR_COLORS = {color: tuple(other for other in COLORS if frozenset((color, other)) in NEAR) for color in COLORS}

# The color of a patterned thing → what its marks might be called (see kit: they are a lighter or darker shade).
MARKS: dict[str, tuple[str, ...]] = {
    "red": ("white", "pink"), "orange": ("white", "tan", "pink", "yellow"), "yellow": ("brown", "green", "tan"),
    "green": ("white",), "blue": ("white",), "purple": ("white", "pink"), "pink": ("purple", "brown"),
    "brown": ("white", "tan"), "black": ("white", "gray"), "white": ("gray", "black"), "gray": ("white",),
    "tan": ("brown",),
}  # fmt: skip
STAINS: dict[str, tuple[str, ...]] = {"dirty": ("brown", "tan")}  # a state → what might be called its color
WORDLESS = frozenset({"starry"})  # values that are asked for, and never said as an adjective


def are_distinguishable(value: str, other: str | None) -> bool:
    """Whether people reliably distinguish two values."""
    return value != other and frozenset((value, other)) not in NEAR


def is_clearly_false_of(thing: SceneObject, value: str) -> bool:
    """Whether a value is plainly false of an object, given all its values and the marks of its pattern or its state."""
    marks = MARKS[thing.value("color") or "gray"] if thing.value("pattern") else ()
    marks += STAINS.get(thing.value("state") or "", ())
    values = [value for values in thing.attributes.values() for value in values]
    return value not in marks and value not in WORDLESS and all(are_distinguishable(value, other) for other in values)
