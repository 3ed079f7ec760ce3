"""Whether people say an attribute or an action of such an object, and whether it is there without being annotated."""

from collections.abc import Iterable
from functools import cache

from askance.wording.ontology import Ontology, ontology
from askance.wording.ontology.usage_rules import usage_rules

TINTS = frozenset({"color", "coloring", "tone", "brightness"})  # of people they mean clothes or skin: nobody can tell
MEASURES = frozenset({"size", "height", "length", "width", "depth", "thickness"})  # of one thing, not of stuff
NOT_OF_BODIES = frozenset({"material", "size", "shape"})
SHAPED = ("fruit", "vegetable", "plant", "animal", "person")  # what grows has its shape: nobody asks for another


def is_living_being(name: str, words: Ontology) -> bool:
    """Whether it can do something."""
    return words.is_a(name, "person") or words.is_a(name, "animal")


@cache
def is_listed_under_rule(name: str, rule: str) -> bool:
    """Whether a name, or what it is a kind of, is listed under a rule of usage.tsv."""
    return any(ontology().is_a(name, kind) for kind in usage_rules()[rule])


@cache
def is_often_unannotated(name: str) -> bool:
    """Whether it may be anywhere, small or in the background, without anybody having annotated it."""
    if is_listed_under_rule(name, "distant") or is_listed_under_rule(name, "clutter"):
        return True
    return any(ontology().is_a(kind, name) for kind in usage_rules()["clutter"])


def names_agree(name: str, others: Iterable[str], words: Ontology) -> bool:
    """Whether a name agrees with the other names of an object: a "spear" also called broom does not."""

    def agrees(other: str) -> bool:
        is_general = words.is_a(name, other) and other in words.objects.classes  # "animal" for a dog
        return is_general or words.is_a(other, name)

    return all(map(agrees, others))


def is_action_in_name(name: str, action: str) -> bool:
    """Whether the name tells the action: a skier is skiing."""
    stem = action.split()[0].removesuffix("ing")
    stem = stem[:-1] if stem[-1:] == stem[-2:-1] else stem  # swimming
    return action.endswith("ing") and len(stem) > 2 and name.split()[-1].startswith(stem)


def is_plausible_action(name: str, action: str, words: Ontology) -> bool:
    """Whether such a one may be said to do this."""
    rules = usage_rules()
    if is_action_in_name(name, action) or any(words.is_a(name, kind) for kind in rules.unfit.get(action, ())):
        return False
    if words.is_a(name, "person"):
        return action not in rules["not people"]
    kinds = rules.fits.get(action, ("animal",))
    return action in rules["animal"] and any(words.is_a(name, kind) for kind in kinds) and words.is_a(name, "animal")


@cache
def is_plausible_attribute(value: str, category: str, name: str) -> bool:
    """Whether people say this attribute of such an object."""
    rules, words = usage_rules(), ontology()
    if value in rules["silent"] or not set(value.split()).isdisjoint(name.split()):
        return False
    if category == "kind" and value not in rules["modifier"]:
        return False
    if category in TINTS and words.is_a(name, "person"):
        return False
    if category == "material" and (is_living_being(name, words) or words.is_a(name, "plant")):
        return False  # a statue or a toy, then, and not what it is called
    if category == "shape" and any(words.is_a(name, kind) for kind in SHAPED):
        return False
    is_body = words.is_a(name, "body part")
    if is_body and (category in NOT_OF_BODIES or (category in TINTS and name not in rules["tinted"])):
        return False
    entry = words.noun(name)
    if category in MEASURES and entry is not None and entry.count == "m":
        return False
    main = words.attributes.words.get(value, value)
    if any(words.is_a(name, kind) for kind in rules.unfit.get(main, ())):
        return False
    kinds = rules.fits.get(main)
    return kinds is None or any(words.is_a(name, kind) for kind in kinds)
