"""Original questions with choices (Q5–Q7): the gold one, and one or two that exclude it and each other."""

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import TypeVar

from askance.suites.carets.fact import Fact, phrase_of
from askance.suites.carets.facts import Facts
from askance.suites.carets.originals import Original
from askance.suites.carets.plausible_values import TINTS, is_plausible_action, is_plausible_attribute
from askance.suites.carets.references import Reference, refer
from askance.suites.carets.scene_sampling import OF_CLASSES, SceneSampler
from askance.wording.ontology import Kind
from askance.wording.ontology.usage import usage
from askance.wording.templates import Phrase
from askance.wording.templates.fill_template import Slot

UNNAMED = frozenset({"state"})  # nobody asks for "the state" of a door
TRIES = 6  # things tried before a scene is given up
T = TypeVar("T")


def _false(gold: str, pool: Counter[str], kind: Kind, draw: SceneSampler, fact: Fact, count: int) -> list[str]:
    """False choices drawn from the pool: each excludes what is true of the object, and the others."""
    words, rng = draw.facts.words, draw.rng
    true = [gold, *(value for _, value in fact.actions if value != gold)] if kind == "action" else [gold]
    names = [name for name in pool if name not in true and _is_likely(name, kind, fact, draw)]
    weights = [pool[name] for name in names]
    chosen: list[str] = []
    while names and len(chosen) < count:
        place = rng.choices(range(len(names)), weights)[0]
        name = names.pop(place)
        weights.pop(place)
        if all(words.excludes(name, other, kind, fact.name).excludes for other in (*true, *chosen)):
            chosen.append(name)
    return chosen


def _is_likely(name: str, kind: Kind, fact: Fact, draw: SceneSampler) -> bool:
    """Whether people would offer such a choice for the object."""
    words = draw.facts.words
    if name in usage()["rare choice"]:
        return False
    if kind == "action":
        return is_plausible_action(fact.name, name, words)
    if kind == "attribute":
        return is_plausible_attribute(name, words.category(name) or "", fact.name)
    return True


def _mixed(gold: str, false: list[str], rng: Random) -> tuple[str, ...]:
    """The choices with the gold one at a uniform place."""
    place = rng.randrange(len(false) + 1)
    return (*false[:place], gold, *false[place:])


def _count(rng: Random) -> int:
    return rng.choice((1, 2))


def object_choice(draw: SceneSampler, _: bool = True) -> Original | None:
    """Q5: which kind of a class is the object with that attribute, or in that relation?"""
    facts, rng = draw.facts, draw.rng
    for fact in _some(facts.asked, rng):
        for group in _some(draw.counts.classes(fact.name), rng):
            made = _object_choice(draw, fact, group)
            if made is not None:
                return made
    return None


def _object_choice(draw: SceneSampler, fact: Fact, group: str) -> Original | None:
    facts, rng = draw.facts, draw.rng
    found = facts.words.objects.classes[group]
    if fact.entry.count != "c" or fact.is_many or not found.asked:
        return None
    false = _false(fact.name, draw.counts.of_class[group], "object", draw, fact, _count(rng))
    false = [name for name in false if (noun := facts.words.noun(name)) is not None and noun.count == "c"]
    if any(word in name.split() for name in (fact.name, *false) for word in found.one.split()):
        return None  # "is the bag a trash bag?"
    if not false:
        return None
    other_categories = frozenset(category for category, _ in fact.attributes) - OF_CLASSES
    reference = refer(draw, fact, group, lambda values: Phrase(found.one, values), other_categories, group)
    if reference is None:
        return None
    options = _mixed(fact.name, false, rng)
    choices = tuple(phrase_of(noun) for name in options if (noun := facts.words.noun(name)) is not None)
    slots: dict[str, Slot] = {"obj": reference.phrase, "choices": choices}
    return _choice("Q5", facts, reference, slots, fact.name, options, group)


def attribute_choice(draw: SceneSampler, _: bool = True) -> Original | None:
    """Q6: which value of a category has the object?"""
    found = [
        (fact, category, value)
        for fact in draw.facts.usable
        for category, value in fact.certain
        if value not in usage()["rare choice"]
        if not (category == "color" and fact.name in usage()["own color"])
    ]
    for fact, category, gold in _some(found, draw.rng):
        meant = draw.facts.words.attributes.categories.get(category)
        if meant is not None and meant.asked and category not in UNNAMED:
            pool = draw.counts.values_beside(fact.name, category)
            made = _valued(draw, "Q6", fact, category, meant.asked, gold, pool, "attribute")
            if made is not None:
                return made
    return None


def action_choice(draw: SceneSampler, _: bool = True) -> Original | None:
    """Q7: what is the object doing, or in which pose is it?"""
    found = [
        (fact, category, value)
        for fact in draw.facts.usable
        for category, value in fact.actions
        if not _is_contradicted(fact, value, draw.facts)
    ]
    for fact, category, gold in _some(found, draw.rng):
        made = _valued(draw, "Q7", fact, category, category, gold, draw.counts.of_actions[category], "action")
        if made is not None:
            return made
    return None


def _is_contradicted(fact: Fact, action: str, facts: Facts) -> bool:
    """Whether a relation says that it does something else: "walking", and "lying on the bed"."""
    poses = (predicate.split()[0] for predicate, _ in facts.links.get(fact.thing.id, ()))
    actions = facts.words.actions.words
    return any(pose in actions and actions[pose] != actions.get(action) for pose in poses)


def _valued(
    draw: SceneSampler, type_: str, fact: Fact, category: str, asked: str, gold: str, pool: Counter[str], kind: Kind
) -> Original | None:
    facts, rng = draw.facts, draw.rng
    false = _false(gold, pool, kind, draw, fact, _count(rng))
    if not false:
        return None
    telling = frozenset({category}) | (TINTS if category in TINTS else frozenset())

    def may_relate(predicate: str) -> bool:  # not "is the man sitting on the bench sitting?"
        return kind != "action" or not facts.words.action_category(predicate.split()[0])

    reference = refer(draw, fact, fact.name, fact.phrase, telling, may_relate=may_relate)
    if reference is None:
        return None
    options = _mixed(gold, false, rng)
    slots: dict[str, Slot] = {"obj": reference.phrase, "category": asked, "choices": options}
    return _choice(type_, facts, reference, slots, gold, options, category)


def _choice(
    type_: str, facts: Facts, reference: Reference, slots: dict[str, Slot], gold: str, options: tuple[str, ...],
    group: str,
) -> Original:  # fmt: skip
    tags = {"class": group, "choices": str(len(options))}
    return Original(facts.image, type_, reference.is_relational, slots, gold, reference.keep, options, tags)


def _some(found: Sequence[T], rng: Random) -> list[T]:
    return rng.sample(list(found), min(TRIES, len(found)))
