"""Attribute questions: color, pattern, material, verify, choice, action, pose, same, text, part, place."""

from dataclasses import replace

from askance.core.scene import SceneObject
from askance.stickers.class_traits import INDOORS, PATTERNS, POSTURES, TRAITS
from askance.stickers.distinguishable_values import WORDLESS, are_distinguishable, is_clearly_false_of
from askance.stickers.question_drafts import DraftRequest, QuestionDraft, make_choice_draft
from askance.stickers.question_wordings import with_article
from askance.stickers.scene_for_questions import THE_GROUPS, ReferringPhrase, singular_of_term
from askance.wording.world_nouns import PARTS, class_names_in_group

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


def _phrase_and_true_value(
    request: DraftRequest, category: str, without: tuple[str, ...] = ()
) -> tuple[ReferringPhrase, str] | None:
    """A phrase for an object that has a value in a category, with the value."""
    fit = [thing for thing in request.view.seen if thing.value(category)]
    for thing in request.rng.shuffled(fit)[:4]:
        phrase = request.view.make_referring_phrase(thing, request.rng, (category, *without))
        if phrase:
            return phrase, thing.value(category) or ""
    return None


def _possible_values(thing: SceneObject, category: str) -> tuple[str, ...]:
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


def _false_values(thing: SceneObject, category: str, truth: str) -> list[str]:
    return [
        value
        for value in _possible_values(thing, category)
        if are_distinguishable(truth, value) and is_clearly_false_of(thing, value)
    ]


def _draft_about_phrase(
    phrase: ReferringPhrase, skill: str, form: str, answer: str, value: str = "", category: str = ""
) -> QuestionDraft:
    """A question about one object, and perhaps a value of a category."""
    slots = {"the": phrase.with_the, "v": value}
    colored = phrase.colored or category == "color"
    return QuestionDraft(skill, form, answer, slots, colored, phrase.grouped, of=(phrase.thing.id,))


def draft_color_question(request: DraftRequest) -> QuestionDraft | None:
    """What color is the car?"""
    found = _phrase_and_true_value(request, "color")
    return replace(_draft_about_phrase(found[0], "color", "color", found[1]), color=True) if found else None


def draft_pattern_question(request: DraftRequest) -> QuestionDraft | None:
    """What pattern does the shirt have?"""
    found = _phrase_and_true_value(request, "pattern")
    return _draft_about_phrase(found[0], "pattern", "pattern", found[1]) if found else None


def draft_material_question(request: DraftRequest) -> QuestionDraft | None:
    """What is the table made of?"""
    found = _phrase_and_true_value(request, "material")
    return _draft_about_phrase(found[0], "material", "material", STUFF.get(found[1], found[1])) if found else None


def _phrase_and_claimed_value(request: DraftRequest, category: str, yes: bool) -> tuple[ReferringPhrase, str] | None:
    """A phrase and a value that is true of it, or false."""
    found = _phrase_and_true_value(request, category)
    if not found:
        return None
    phrase, truth = found
    if truth in WORDLESS:
        return None
    if yes:
        return phrase, truth
    false = _false_values(phrase.thing, category, truth)
    return (phrase, request.rng.choose_one(false)) if false else None


def draft_verify_value_question(request: DraftRequest) -> QuestionDraft | None:
    """Is the car red?"""
    category = request.rng.choose_weighted(SHOWN_CATEGORIES)
    said = _phrase_and_claimed_value(request, category, request.yes)
    if not said:
        return None
    phrase, value = said
    form = "verify.color" if category == "color" else "verify"
    return _draft_about_phrase(phrase, "verify", form, request.answer, value, category)


def draft_negated_value_question(request: DraftRequest) -> QuestionDraft | None:
    """Is the car not red?"""
    category = request.rng.choose_weighted(SHOWN_CATEGORIES)
    said = _phrase_and_claimed_value(request, category, not request.yes)
    if not said:
        return None
    phrase, value = said
    return replace(
        _draft_about_phrase(phrase, "negation", "negation.value", request.answer, value, category), negated=True
    )


def draft_value_choice_question(request: DraftRequest) -> QuestionDraft | None:
    """Is the car red or blue? Is the animal a dog or a cat?"""
    if request.rng.true_with_probability(0.25):
        return _draft_class_choice_question(request)
    category = request.rng.choose_weighted(SHOWN_CATEGORIES)
    found = _phrase_and_true_value(request, category)
    if not found:
        return None
    phrase, truth = found
    if truth in WORDLESS:
        return None
    others = _false_values(phrase.thing, category, truth)
    form = "choice" if category in ("size", "pattern", "state") else f"choice.{category}"
    if category == "material":
        truth, others = STUFF.get(truth, truth), [STUFF.get(value, value) for value in others]
    return (
        make_choice_draft("choice", form, phrase, truth, others, request.rng, category == "color") if others else None
    )


def _draft_class_choice_question(request: DraftRequest) -> QuestionDraft | None:
    view, rng = request.view, request.rng
    groups = [group for group in view.present_groups() if group in CHOSEN_GROUPS and view.is_only_one(group)]
    if not groups:
        return None
    group = rng.choose_one(groups)
    thing = view.objects_matching(group)[0]
    others = [name for name in view.absent_terms(class_names_in_group(group)) if name != thing.name]
    if not others or not view.are_terms_clear(thing.name):
        return None
    phrase = ReferringPhrase(singular_of_term(group), thing, grouped=True)
    return make_choice_draft(
        "choice", "choice.class", phrase, with_article(thing.name), [with_article(name) for name in others], rng
    )


def draft_action_question(request: DraftRequest) -> QuestionDraft | None:
    """What is the dog doing? Is the dog sleeping?"""
    asked = request.rng.true_with_probability(0.5)
    found = _phrase_and_true_value(request, "action")
    if not found or len(TRAITS[found[0].thing.name].postures) < 2:
        return None
    phrase, truth = found
    if any(ridden.name == "skateboard" for ridden in request.view.related_objects(phrase.thing, "riding")):
        return None  # some would say standing, some skating
    if asked:
        return _draft_about_phrase(phrase, "action", "action", truth)
    false = _false_values(phrase.thing, "action", truth)
    value = truth if request.yes else request.rng.choose_one(false) if false else None
    return _draft_about_phrase(phrase, "action", "action.verify", request.answer, value) if value else None


def draft_pose_question(request: DraftRequest) -> QuestionDraft | None:
    """Is the man standing or sitting?"""
    found = _phrase_and_true_value(request, "pose")
    if not found:
        return None
    phrase, truth = found
    others = _false_values(phrase.thing, "pose", truth)
    return make_choice_draft("pose", "pose", phrase, truth, others, request.rng) if others else None


def draft_same_value_question(request: DraftRequest) -> QuestionDraft | None:
    """Are the car and the truck the same color?"""
    view, rng = request.view, request.rng
    fit = rng.shuffled([thing for thing in view.seen if thing.value("color")])
    pairs = [(one, other) for at, one in enumerate(fit) for other in fit[at + 1 :] if one.name != other.name]
    for one, other in pairs:
        colors = one.value("color") or "", other.value("color") or ""
        if (colors[0] == colors[1]) != request.yes:
            continue
        if not request.yes and not (is_clearly_false_of(one, colors[1]) and is_clearly_false_of(other, colors[0])):
            continue
        first, second = (
            view.make_referring_phrase(one, rng, ("color",)),
            view.make_referring_phrase(other, rng, ("color",)),
        )
        if first and second:
            slots = {"the": first.with_the, "other": second.with_the}
            grouped = first.grouped or second.grouped
            return QuestionDraft("same", "same", request.answer, slots, True, grouped, of=(one.id, other.id))
    return None


def draft_sign_text_question(request: DraftRequest) -> QuestionDraft | None:
    """What does the sign say?"""
    found = _phrase_and_true_value(request, "text")
    return _draft_about_phrase(found[0], "text", "text", found[1]) if found else None


def draft_part_count_question(request: DraftRequest) -> QuestionDraft | None:
    """How many wheels does the bicycle have?"""
    view, rng = request.view, request.rng
    wholes = sorted({(part.part_of or "", part.name) for part in view.parts})
    for whole, name in rng.shuffled(wholes)[:3]:
        mine = [part for part in view.parts if part.part_of == whole and part.name == name]
        thing = view.objects_by_id[whole]
        if thing.visible < CLEAR_PARTS or min(part.visible for part in mine) < CLEAR_PARTS:
            continue
        if len(mine) != 2 or (thing.name, name) not in PAIRS:
            continue
        if name == "wing" and thing.value("action") != "flying":
            continue
        phrase = view.make_referring_phrase(thing, rng)
        if phrase:
            draft = _draft_about_phrase(phrase, "part", "part", str(len(mine)))
            return replace(draft, slots=draft.slots | {"part": PARTS[name].plural, "n": name})
    return None


def draft_place_question(request: DraftRequest) -> QuestionDraft | None:
    """Where is this? Is this indoors or outdoors?"""
    scene, rng = request.view.scene, request.rng
    if rng.true_with_probability(0.4):
        truth = "indoors" if scene.place in INDOORS else "outdoors"
        options = tuple(rng.shuffled(("indoors", "outdoors")))
        return QuestionDraft("place", "place.indoors", truth, {"options": " or ".join(options)}, options=options)
    return QuestionDraft("place", "place", scene.place or "", {})


def draft_weather_question(request: DraftRequest) -> QuestionDraft | None:
    """What is the weather like?"""
    truth = request.view.scene.weather
    return QuestionDraft("weather", "weather", truth, {}) if truth else None
