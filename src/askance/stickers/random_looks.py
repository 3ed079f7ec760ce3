"""The look of an object, drawn at random from its class's traits, and the attributes that it shows."""

from askance.stickers.art.drawing_primitives import Look
from askance.stickers.class_traits import CLEAR_COLORS, MATERIAL_COLORS, POSTURES, TRAITS
from askance.stickers.rng import Rng

Attributes = dict[str, tuple[str, ...]]
SIZES = {"small": 0.72, "large": 1.3}
MARKED = 0.6  # the share of things with a pattern or a material, where their class may have one
VARIANTS = {"man": 20, "woman": 20, "boy": 20, "girl": 20, "tree": 4, "flower": 3, "cactus": 2, "doll": 8, "clock": 6}


def random_look(name: str, rng: Rng, posture: str | None = None, avoid: tuple[str, ...] = ()) -> Look:
    """A random look of a class, not in a color to avoid; it has a pattern or a material that shows, never both."""
    traits = TRAITS[name]
    marks = [("pattern", value) for value in traits.patterns] + [("material", value) for value in traits.materials]
    mark = rng.choose_one(marks) if marks and rng.true_with_probability(MARKED) else ("", None)
    showing = traits.colors
    if mark[0] == "material" and mark[1]:
        showing = CLEAR_COLORS.get((name, mark[1]), MATERIAL_COLORS[mark[1]])
    colors = [color for color in traits.colors if color in showing and color not in avoid]
    return Look(
        color=rng.choose_one(colors) if colors else "gray",
        pattern=mark[1] if mark[0] == "pattern" else None,
        material=mark[1] if mark[0] == "material" else None,
        state=rng.choose_one(traits.states) if traits.states else None,
        posture=posture,
        text=rng.choose_one(traits.words) if traits.words else None,
        variant=rng.random_integer(0, VARIANTS.get(name, 1) - 1),  # drawings that do not vary are kept and used again
    )


def attributes_of_look(name: str, look: Look) -> Attributes:
    """What a look shows, by category; a category that does not apply is left out, and size is relative (see sizes)."""
    traits = TRAITS[name]
    pose, action = POSTURES[look.posture] if look.posture else (None, None)
    if pose == "standing" and "standing" not in traits.postures:
        pose = None  # a rabbit that eats neither stands nor sits
    values = {
        "color": look.color if traits.colors else None,
        "material": look.material,
        "pattern": look.pattern,
        "state": look.state if traits.states else None,
        "pose": pose,
        "action": action,
        "text": look.text.lower() if look.text else None,
    }
    return {category: (value,) for category, value in values.items() if value is not None}
