"""Attribute questions: color, pattern, material, verify, choice, action, pose, same, text, part, place."""

from dataclasses import replace

from askance.core.scene import SceneObject
from askance.stickers.attribute_values import WORDLESS, are_distinguishable, can_be_denied
from askance.stickers.class_traits import INDOORS, PATTERNS, POSTURES, TRAITS
from askance.stickers.question_drafts import DraftRequest, QuestionDraft, choice_draft
from askance.stickers.question_wordings import a
from askance.stickers.scene_view import THE_GROUPS, Phrase, singular
from askance.wording.nouns import PARTS, members

STUFF = {"wooden": "wood"}  # the material as a noun, where it differs
SHOWN_CATEGORIES = {"color": 3.0, "state": 2.2, "pattern": 1.0, "material": 1.0, "size": 1.2}
CLEAR_PARTS = 0.8
PAIRS = frozenset({  # whose parts are drawn in their true number, where both are seen
    ("bicycle", "wheel"), ("motorcycle", "wheel"), ("rabbit", "ear"), ("duck", "wing"), ("owl", "wing"),
    ("parrot", "wing"), ("butterfly", "wing"),
})  # fmt: skip
RIVALS = {"wooden": ("metal", "plastic"), "metal": ("wooden", "glass"), "plastic": ("wooden", "metal")} | dict.fromkeys(
    ("glass", "leather"), ("wooden", "metal")
)  # what a thing of one possible material is not made of
CHOSEN_GROUPS = THE_GROUPS | {"adult"}


def _about(wanted: DraftRequest, category: str, without: tuple[str, ...] = ()) -> tuple[Phrase, str] | None:
    """A phrase for an object that has a value in a category, with the value."""
    fit = [thing for thing in wanted.view.seen if thing.value(category)]
    for thing in wanted.rng.shuffled(fit)[:4]:
        phrase = wanted.view.refer(thing, wanted.rng, (category, *without))
        if phrase:
            return phrase, thing.value(category) or ""
    return None


def _possible(thing: SceneObject, category: str) -> tuple[str, ...]:
    """The values that an object of its class could have."""
    traits = TRAITS[thing.name]
    postures = [POSTURES[posture] for posture in traits.postures]
    poses = [pose for pose, _ in postures if pose and (pose != "standing" or "standing" in traits.postures)]
    return {
        "color": traits.colors,
        "pattern": traits.patterns if len(traits.patterns) > 1 else PATTERNS,
        "material": traits.materials if len(traits.materials) > 1 else RIVALS[thing.value("material") or "wooden"],
        "state": traits.states,
        "size": ("small", "large"),
        "pose": tuple(dict.fromkeys(poses)),
        "action": tuple(dict.fromkeys(action for _, action in postures if action)),
    }[category]


def _false(thing: SceneObject, category: str, truth: str) -> list[str]:
    return [
        value
        for value in _possible(thing, category)
        if are_distinguishable(truth, value) and can_be_denied(thing, value)
    ]


def _of(phrase: Phrase, skill: str, form: str, answer: str, value: str = "", category: str = "") -> QuestionDraft:
    """A question about one object, and perhaps a value of a category."""
    slots = {"the": phrase.the, "v": value}
    colored = phrase.colored or category == "color"
    return QuestionDraft(skill, form, answer, slots, colored, phrase.grouped, of=(phrase.thing.id,))


def color(wanted: DraftRequest) -> QuestionDraft | None:
    """What color is the car?"""
    found = _about(wanted, "color")
    return replace(_of(found[0], "color", "color", found[1]), color=True) if found else None


def pattern(wanted: DraftRequest) -> QuestionDraft | None:
    """What pattern does the shirt have?"""
    found = _about(wanted, "pattern")
    return _of(found[0], "pattern", "pattern", found[1]) if found else None


def material(wanted: DraftRequest) -> QuestionDraft | None:
    """What is the table made of?"""
    found = _about(wanted, "material")
    return _of(found[0], "material", "material", STUFF.get(found[1], found[1])) if found else None


def _said(wanted: DraftRequest, category: str, yes: bool) -> tuple[Phrase, str] | None:
    """A phrase and a value that is true of it, or false."""
    found = _about(wanted, category)
    if not found:
        return None
    phrase, truth = found
    if truth in WORDLESS:
        return None
    if yes:
        return phrase, truth
    false = _false(phrase.thing, category, truth)
    return (phrase, wanted.rng.pick(false)) if false else None


def verify(wanted: DraftRequest) -> QuestionDraft | None:
    """Is the car red?"""
    category = wanted.rng.weighted(SHOWN_CATEGORIES)
    said = _said(wanted, category, wanted.yes)
    if not said:
        return None
    phrase, value = said
    form = "verify.color" if category == "color" else "verify"
    return _of(phrase, "verify", form, wanted.answer, value, category)


def negated_value(wanted: DraftRequest) -> QuestionDraft | None:
    """Is the car not red?"""
    category = wanted.rng.weighted(SHOWN_CATEGORIES)
    said = _said(wanted, category, not wanted.yes)
    if not said:
        return None
    phrase, value = said
    return replace(_of(phrase, "negation", "negation.value", wanted.answer, value, category), negated=True)


def choice(wanted: DraftRequest) -> QuestionDraft | None:
    """Is the car red or blue? Is the animal a dog or a cat?"""
    if wanted.rng.chance(0.25):
        return _class_choice(wanted)
    category = wanted.rng.weighted(SHOWN_CATEGORIES)
    found = _about(wanted, category)
    if not found:
        return None
    phrase, truth = found
    if truth in WORDLESS:
        return None
    others = _false(phrase.thing, category, truth)
    form = "choice" if category in ("size", "pattern", "state") else f"choice.{category}"
    if category == "material":
        truth, others = STUFF.get(truth, truth), [STUFF.get(value, value) for value in others]
    return choice_draft("choice", form, phrase, truth, others, wanted.rng, category == "color") if others else None


def _class_choice(wanted: DraftRequest) -> QuestionDraft | None:
    view, rng = wanted.view, wanted.rng
    groups = [group for group in view.present_groups() if group in CHOSEN_GROUPS and view.alone(group)]
    if not groups:
        return None
    group = rng.pick(groups)
    thing = view.matching(group)[0]
    others = [name for name in view.absent(members(group)) if name != thing.name]
    if not others or not view.safe(thing.name):
        return None
    phrase = Phrase(singular(group), thing, grouped=True)
    return choice_draft("choice", "choice.class", phrase, a(thing.name), [a(name) for name in others], rng)


def action(wanted: DraftRequest) -> QuestionDraft | None:
    """What is the dog doing? Is the dog sleeping?"""
    asked = wanted.rng.chance(0.5)
    found = _about(wanted, "action")
    if not found or len(TRAITS[found[0].thing.name].postures) < 2:
        return None
    phrase, truth = found
    if any(ridden.name == "skateboard" for ridden in wanted.view.linked(phrase.thing, "riding")):
        return None  # some would say standing, some skating
    if asked:
        return _of(phrase, "action", "action", truth)
    false = _false(phrase.thing, "action", truth)
    value = truth if wanted.yes else wanted.rng.pick(false) if false else None
    return _of(phrase, "action", "action.verify", wanted.answer, value) if value else None


def pose(wanted: DraftRequest) -> QuestionDraft | None:
    """Is the man standing or sitting?"""
    found = _about(wanted, "pose")
    if not found:
        return None
    phrase, truth = found
    others = _false(phrase.thing, "pose", truth)
    return choice_draft("pose", "pose", phrase, truth, others, wanted.rng) if others else None


def same(wanted: DraftRequest) -> QuestionDraft | None:
    """Are the car and the truck the same color?"""
    view, rng = wanted.view, wanted.rng
    fit = rng.shuffled([thing for thing in view.seen if thing.value("color")])
    pairs = [(one, other) for at, one in enumerate(fit) for other in fit[at + 1 :] if one.name != other.name]
    for one, other in pairs:
        colors = one.value("color") or "", other.value("color") or ""
        if (colors[0] == colors[1]) != wanted.yes:
            continue
        if not wanted.yes and not (can_be_denied(one, colors[1]) and can_be_denied(other, colors[0])):
            continue
        first, second = view.refer(one, rng, ("color",)), view.refer(other, rng, ("color",))
        if first and second:
            slots = {"the": first.the, "other": second.the}
            grouped = first.grouped or second.grouped
            return QuestionDraft("same", "same", wanted.answer, slots, True, grouped, of=(one.id, other.id))
    return None


def text(wanted: DraftRequest) -> QuestionDraft | None:
    """What does the sign say?"""
    found = _about(wanted, "text")
    return _of(found[0], "text", "text", found[1]) if found else None


def part(wanted: DraftRequest) -> QuestionDraft | None:
    """How many wheels does the bicycle have?"""
    view, rng = wanted.view, wanted.rng
    wholes = sorted({(part.part_of or "", part.name) for part in view.parts})
    for whole, name in rng.shuffled(wholes)[:3]:
        mine = [part for part in view.parts if part.part_of == whole and part.name == name]
        thing = view.by_id[whole]
        if thing.visible < CLEAR_PARTS or min(part.visible for part in mine) < CLEAR_PARTS:
            continue
        if len(mine) != 2 or (thing.name, name) not in PAIRS:
            continue
        if name == "wing" and thing.value("action") != "flying":
            continue
        phrase = view.refer(thing, rng)
        if phrase:
            draft = _of(phrase, "part", "part", str(len(mine)))
            return replace(draft, slots=draft.slots | {"part": PARTS[name].plural, "n": name})
    return None


def place(wanted: DraftRequest) -> QuestionDraft | None:
    """Where is this? Is this indoors or outdoors?"""
    scene, rng = wanted.view.scene, wanted.rng
    if rng.chance(0.4):
        truth = "indoors" if scene.place in INDOORS else "outdoors"
        options = tuple(rng.shuffled(("indoors", "outdoors")))
        return QuestionDraft("place", "place.indoors", truth, {"options": " or ".join(options)}, options=options)
    return QuestionDraft("place", "place", scene.place or "", {})


def weather(wanted: DraftRequest) -> QuestionDraft | None:
    """What is the weather like?"""
    truth = wanted.view.scene.weather
    return QuestionDraft("weather", "weather", truth, {}) if truth else None
