"""Original questions with choices (Q5–Q7): the gold one, and one or two that exclude it and each other."""

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import TypeVar

from askance.suites.carets.object_facts import ObjectFacts, noun_phrase_of
from askance.suites.carets.plausible_values import TINTS, is_plausible_action, is_plausible_attribute
from askance.suites.carets.referring_phrases import ReferringPhrase, make_referring_phrase
from askance.suites.carets.scene_facts import SceneFacts
from askance.suites.carets.scene_sampling import OF_CLASSES, SceneSampler
from askance.suites.carets.yes_no_questions import OriginalQuestion
from askance.wording.ontology import Kind
from askance.wording.ontology.usage_rules import usage_rules
from askance.wording.templates import NounPhrase
from askance.wording.templates.fill_template import Slot

UNNAMED = frozenset({"state"})  # nobody asks for "the state" of a door
TRIES = 6  # things tried before a scene is given up
T = TypeVar("T")


def _draw_false_choices(
    gold: str, pool: Counter[str], kind: Kind, sampler: SceneSampler, fact: ObjectFacts, count: int
) -> list[str]:
    """False choices drawn from the pool: each excludes what is true of the object, and the others."""
    words, rng = sampler.facts.words, sampler.rng
    true = [gold, *(value for _, value in fact.actions if value != gold)] if kind == "action" else [gold]
    names = [name for name in pool if name not in true and _is_likely_choice(name, kind, fact, sampler)]
    weights = [pool[name] for name in names]
    chosen: list[str] = []
    while names and len(chosen) < count:
        place = rng.choices(range(len(names)), weights)[0]
        name = names.pop(place)
        weights.pop(place)
        if all(words.excludes(name, other, kind, fact.name).excludes for other in (*true, *chosen)):
            chosen.append(name)
    return chosen


def _is_likely_choice(name: str, kind: Kind, fact: ObjectFacts, sampler: SceneSampler) -> bool:
    """Whether people would offer such a choice for the object."""
    words = sampler.facts.words
    if name in usage_rules()["rare choice"]:
        return False
    if kind == "action":
        return is_plausible_action(fact.name, name, words)
    if kind == "attribute":
        return is_plausible_attribute(name, words.category(name) or "", fact.name)
    return True


def _insert_gold_at_random_index(gold: str, false: list[str], rng: Random) -> tuple[str, ...]:
    """The choices with the gold one at a uniform place."""
    place = rng.randrange(len(false) + 1)
    return (*false[:place], gold, *false[place:])


def _draw_number_of_false_choices(rng: Random) -> int:
    return rng.choice((1, 2))


def object_choice_question(sampler: SceneSampler, _: bool = True) -> OriginalQuestion | None:
    """Q5: which kind of a class is the object with that attribute, or in that relation?"""
    facts, rng = sampler.facts, sampler.rng
    for fact in _sample_a_few(facts.askable_objects, rng):
        for group in _sample_a_few(sampler.counts.classes_of_name(fact.name), rng):
            made = _object_choice_question_about(sampler, fact, group)
            if made is not None:
                return made
    return None


def _object_choice_question_about(sampler: SceneSampler, fact: ObjectFacts, group: str) -> OriginalQuestion | None:
    facts, rng = sampler.facts, sampler.rng
    found = facts.words.objects.classes[group]
    if fact.entry.count != "c" or fact.is_several_objects or not found.asked:
        return None
    false = _draw_false_choices(
        fact.name, sampler.counts.of_class[group], "object", sampler, fact, _draw_number_of_false_choices(rng)
    )
    false = [name for name in false if (noun := facts.words.noun(name)) is not None and noun.count == "c"]
    if any(word in name.split() for name in (fact.name, *false) for word in found.one.split()):
        return None  # "is the bag a trash bag?"
    if not false:
        return None
    other_categories = frozenset(category for category, _ in fact.attributes) - OF_CLASSES
    reference = make_referring_phrase(
        sampler, fact, group, lambda values: NounPhrase(found.one, values), other_categories, group
    )
    if reference is None:
        return None
    options = _insert_gold_at_random_index(fact.name, false, rng)
    choices = tuple(noun_phrase_of(noun) for name in options if (noun := facts.words.noun(name)) is not None)
    slots: dict[str, Slot] = {"obj": reference.phrase, "choices": choices}
    return _make_choice_question("Q5", facts, reference, slots, fact.name, options, group)


def attribute_choice_question(sampler: SceneSampler, _: bool = True) -> OriginalQuestion | None:
    """Q6: which value of a category has the object?"""
    found = [
        (fact, category, value)
        for fact in sampler.facts.usable
        for category, value in fact.certain_attributes
        if value not in usage_rules()["rare choice"]
        if not (category == "color" and fact.name in usage_rules()["own color"])
    ]
    for fact, category, gold in _sample_a_few(found, sampler.rng):
        meant = sampler.facts.words.attributes.categories.get(category)
        if meant is not None and meant.asked and category not in UNNAMED:
            pool = sampler.counts.values_in_same_class(fact.name, category)
            made = _value_choice_question(sampler, "Q6", fact, category, meant.asked, gold, pool, "attribute")
            if made is not None:
                return made
    return None


def action_choice_question(sampler: SceneSampler, _: bool = True) -> OriginalQuestion | None:
    """Q7: what is the object doing, or in which pose is it?"""
    found = [
        (fact, category, value)
        for fact in sampler.facts.usable
        for category, value in fact.actions
        if not _is_action_contradicted(fact, value, sampler.facts)
    ]
    for fact, category, gold in _sample_a_few(found, sampler.rng):
        made = _value_choice_question(
            sampler, "Q7", fact, category, category, gold, sampler.counts.of_actions[category], "action"
        )
        if made is not None:
            return made
    return None


def _is_action_contradicted(fact: ObjectFacts, action: str, facts: SceneFacts) -> bool:
    """Whether a relation says that it does something else: "walking", and "lying on the bed"."""
    poses = (predicate.split()[0] for predicate, _ in facts.relations_by_object.get(fact.thing.id, ()))
    actions = facts.words.actions.words
    return any(pose in actions and actions[pose] != actions.get(action) for pose in poses)


def _value_choice_question(
    sampler: SceneSampler,
    type_: str,
    fact: ObjectFacts,
    category: str,
    asked: str,
    gold: str,
    pool: Counter[str],
    kind: Kind,
) -> OriginalQuestion | None:
    facts, rng = sampler.facts, sampler.rng
    false = _draw_false_choices(gold, pool, kind, sampler, fact, _draw_number_of_false_choices(rng))
    if not false:
        return None
    telling = frozenset({category}) | (TINTS if category in TINTS else frozenset())

    def may_relate(predicate: str) -> bool:  # not "is the man sitting on the bench sitting?"
        return kind != "action" or not facts.words.action_category(predicate.split()[0])

    reference = make_referring_phrase(sampler, fact, fact.name, fact.noun_phrase, telling, may_relate=may_relate)
    if reference is None:
        return None
    options = _insert_gold_at_random_index(gold, false, rng)
    slots: dict[str, Slot] = {"obj": reference.phrase, "category": asked, "choices": options}
    return _make_choice_question(type_, facts, reference, slots, gold, options, category)


def _make_choice_question(
    type_: str, facts: SceneFacts, reference: ReferringPhrase, slots: dict[str, Slot],
    gold: str, options: tuple[str, ...],
    group: str,
) -> OriginalQuestion:  # fmt: skip
    tags = {"class": group, "choices": str(len(options))}
    return OriginalQuestion(facts.image, type_, reference.is_relational, slots, gold, reference.keep, options, tags)


def _sample_a_few(found: Sequence[T], rng: Random) -> list[T]:
    return rng.sample(list(found), min(TRIES, len(found)))
