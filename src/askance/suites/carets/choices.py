"""Original questions with choices (Q5–Q7): the gold one, and one or two that exclude it and each other."""

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import TypeVar

from askance.core import Box
from askance.suites.carets.facts import Fact, Facts, does, is_said_of, phrase_of
from askance.suites.carets.originals import OF_CLASSES, RELATION_SHARE, Drawing, Original, related
from askance.wording.ontology import Kind
from askance.wording.ontology.usage import usage
from askance.wording.templates import Phrase
from askance.wording.templates.say import Slot

UNNAMED = frozenset({"state"})  # nobody asks for "the state" of a door
TRIES = 6  # things tried before a scene is given up
T = TypeVar("T")


def _false(gold: str, pool: Counter[str], kind: Kind, draw: Drawing, fact: Fact, count: int) -> list[str]:
    """False choices drawn from the pool: each excludes what is true of the thing, and the others."""
    words, dice = draw.facts.words, draw.dice
    true = [gold, *(value for _, value in fact.actions if value != gold)] if kind == "action" else [gold]
    names = [name for name in pool if name not in true and _is_likely(name, kind, fact, draw)]
    weights = [pool[name] for name in names]
    chosen: list[str] = []
    while names and len(chosen) < count:
        place = dice.choices(range(len(names)), weights)[0]
        name = names.pop(place)
        weights.pop(place)
        if all(words.excludes(name, other, kind, fact.name).excludes for other in (*true, *chosen)):
            chosen.append(name)
    return chosen


def _is_likely(name: str, kind: Kind, fact: Fact, draw: Drawing) -> bool:
    """Whether people would offer such a choice for the thing."""
    words = draw.facts.words
    if name in usage()["rare choice"]:
        return False
    if kind == "action":
        return does(fact.name, name, words)
    if kind == "attribute":
        return is_said_of(name, words.category(name) or "", fact.name, words)
    return True


def _mixed(gold: str, false: list[str], dice: Random) -> tuple[str, ...]:
    """The choices with the gold one at a uniform place."""
    place = dice.randrange(len(false) + 1)
    return (*false[:place], gold, *false[place:])


def _count(dice: Random) -> int:
    return dice.choice((1, 2))


def object_choice(draw: Drawing, _: bool = True) -> Original | None:
    """Q5: which kind of a class is the thing with that attribute, or in that relation?"""
    facts, dice = draw.facts, draw.dice
    for fact in _some(facts.asked, dice):
        for group in _some(draw.counts.classes(fact.name), dice):
            made = _object_choice(draw, fact, group)
            if made is not None:
                return made
    return None


def _object_choice(draw: Drawing, fact: Fact, group: str) -> Original | None:
    facts, dice = draw.facts, draw.dice
    found = facts.words.objects.classes[group]
    if fact.entry.count != "c" or fact.is_many or not found.asked:
        return None
    false = _false(fact.name, draw.counts.of_class[group], "object", draw, fact, _count(dice))
    false = [name for name in false if (noun := facts.words.noun(name)) is not None and noun.count == "c"]
    if any(word in name.split() for name in (fact.name, *false) for word in found.one.split()):
        return None  # "is the bag a trash bag?"
    if not false:
        return None
    values = [
        value for category, value in fact.attributes if category in OF_CLASSES and facts.is_only(fact, group, (value,))
    ]
    held = draw.anchor(fact, group) if facts.is_only(fact, group) and (not values or dice.random() < 0.5) else None
    keep: tuple[Box, ...] = (fact.thing.box,)
    if held is not None:
        phrase, keep = related(Phrase(found.one), held[0], held[1]), (*keep, held[2].thing.box)
    elif values:
        phrase = Phrase(found.one, (dice.choice(values),))
    else:
        return None
    options = _mixed(fact.name, false, dice)
    choices = tuple(phrase_of(noun) for name in options if (noun := facts.words.noun(name)) is not None)
    return _choice("Q5", facts, held is not None, {"obj": phrase, "choices": choices}, fact.name, keep, options, group)


def attribute_choice(draw: Drawing, _: bool = True) -> Original | None:
    """Q6: which value of a category has the thing?"""
    found = [
        (fact, category, value)
        for fact in draw.facts.usable
        for category, value in fact.attributes
        if sum(category == other for other, _ in fact.attributes) == 1 and value not in usage()["rare choice"]
        if not (category == "color" and fact.name in usage()["own color"])
    ]
    for fact, category, gold in _some(found, draw.dice):
        meant = draw.facts.words.attributes.categories.get(category)
        if meant is not None and meant.asked and category not in UNNAMED:
            pool = draw.counts.values_beside(fact.name, category)
            made = _valued(draw, "Q6", fact, category, meant.asked, gold, pool, "attribute")
            if made is not None:
                return made
    return None


def action_choice(draw: Drawing, _: bool = True) -> Original | None:
    """Q7: what is the thing doing, or in which pose is it?"""
    found = [(fact, category, value) for fact in draw.facts.usable for category, value in fact.actions]
    for fact, category, gold in _some(found, draw.dice):
        made = _valued(draw, "Q7", fact, category, category, gold, draw.counts.of_actions[category], "action")
        if made is not None:
            return made
    return None


def _valued(
    draw: Drawing, type_: str, fact: Fact, category: str, asked: str, gold: str, pool: Counter[str], kind: Kind
) -> Original | None:
    facts, dice = draw.facts, draw.dice
    if not facts.is_only(fact, fact.name):
        return None
    false = _false(gold, pool, kind, draw, fact, _count(dice))
    if not false:
        return None
    phrase = fact.phrase()
    keep: tuple[Box, ...] = (fact.thing.box,)
    held = draw.anchor(fact) if dice.random() < RELATION_SHARE else None
    if held is not None and kind == "action" and facts.words.action_category(held[0].split()[0]):
        held = None  # "is the man sitting on the bench sitting?"
    if held is not None:
        phrase, keep = related(phrase, held[0], held[1]), (*keep, held[2].thing.box)
    options = _mixed(gold, false, dice)
    slots: dict[str, Slot] = {"obj": phrase, "category": asked, "choices": options}
    return _choice(type_, facts, held is not None, slots, gold, keep, options, category)


def _choice(
    type_: str, facts: Facts, relational: bool, slots: dict[str, Slot], gold: str,
    keep: tuple[Box, ...], options: tuple[str, ...], group: str,
) -> Original:  # fmt: skip
    tags = {"class": group, "choices": str(len(options))}
    return Original(facts.image, type_, relational, slots, gold, keep, options, tags)


def _some(found: Sequence[T], dice: Random) -> list[T]:
    return dice.sample(list(found), min(TRIES, len(found)))
