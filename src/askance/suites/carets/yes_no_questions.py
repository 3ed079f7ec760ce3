"""Original questions of yes and no (Q1–Q4), with arguments from the scene and false ones from the data set."""

from dataclasses import dataclass, field

import numpy as np
from askance.core import Box
from askance.suites.carets.object_facts import ObjectFacts
from askance.suites.carets.plausible_values import TINTS
from askance.suites.carets.referring_phrases import (
    RELATION_SHARE,
    RelationAnchor,
    draw_relation_anchor,
    make_referring_phrase,
    phrase_with_relation,
)
from askance.suites.carets.scene_facts import SceneFacts
from askance.suites.carets.scene_sampling import SceneSampler, draw_weighted_name
from askance.wording.ontology import NounEntry
from askance.wording.ontology.usage_rules import usage_rules
from askance.wording.templates import NounPhrase
from askance.wording.templates.fill_template import Slot


@dataclass(frozen=True, slots=True)
class OriginalQuestion:
    """A question before it is worded: its slots, its answer, and the boxes of the true objects it speaks of."""

    image: str
    type: str
    relational: bool
    slots: dict[str, Slot]
    answer: str
    keep: tuple[Box, ...]
    options: tuple[str, ...] = ()
    tags: dict[str, str] = field(default_factory=dict)


def verification_question(sampler: SceneSampler, yes: bool) -> OriginalQuestion | None:
    """Q1: is there an object, alone or related to another?"""
    facts, rng = sampler.facts, sampler.rng
    if not facts.askable_objects:
        return None
    fact = rng.choice(facts.askable_objects)
    held = draw_relation_anchor(sampler, fact) if rng.random() < RELATION_SHARE else None
    keep: tuple[Box, ...] = ()
    if yes:
        phrase, keep = sampler.phrase_for_present(fact, "list" if held else "alone"), (fact.thing.box,)
    else:
        entry = sampler.draw_absent_object()
        if entry is None:
            return None
        phrase = sampler.phrase_for_absent(entry, "list" if held else "alone")
        held = held if held is None or _may_absent_object_have_relation(sampler, entry, fact, held.predicate) else None
    if held is not None:
        phrase = phrase_with_relation(phrase, held.predicate, held.phrase)
        keep = (*keep, held.fact.thing.box)
    answer = "yes" if yes else "no"
    return OriginalQuestion(facts.image, "Q1", held is not None, {"obj": phrase}, answer, keep)


def _may_absent_object_have_relation(
    sampler: SceneSampler, entry: NounEntry, fact: ObjectFacts, predicate: str
) -> bool:
    """Whether an absent object may take another's relation: by its place, or as an object of the same class."""
    alike = set(sampler.counts.classes_of_name(entry.name)) & set(sampler.counts.classes_of_name(fact.name))
    return predicate in usage_rules()["place"] or bool(alike)


def are_related_names(facts: SceneFacts, one: str, other: str) -> bool:
    """Whether two names may not stand side by side: kin, part and whole, or a word in both."""
    if not set(one.split()).isdisjoint(other.split()):
        return True
    return other in facts.relatives.related_to(one) or other in facts.relatives.parts_and_wholes(one)


def _two_argument_question(sampler: SceneSampler, present: tuple[bool, bool]) -> OriginalQuestion | None:
    """Two arguments, each there or not, that are no kin and no part of one another."""
    facts = sampler.facts
    chosen: list[tuple[NounPhrase, Box | None]] = []
    taken: tuple[str, ...] = ()
    for is_there in present:
        if is_there:
            free = [
                fact
                for fact in facts.askable_objects
                if not any(are_related_names(facts, name, fact.name) for name in taken)
            ]
            if not free:
                return None
            fact = sampler.rng.choice(free)
            chosen.append((sampler.phrase_for_present(fact, "list"), fact.thing.box))
            taken = (*taken, fact.name)
        else:
            entry = sampler.draw_absent_object(taken)
            if entry is None or any(are_related_names(facts, name, entry.name) for name in taken):
                return None
            chosen.append((sampler.phrase_for_absent(entry, "list"), None))
            taken = (*taken, entry.name)
    (first, one), (second, other) = chosen
    keep = tuple(box for box in (one, other) if box is not None)
    return OriginalQuestion(facts.image, "", False, {"first": first, "second": second}, "", keep)


def _with_type_and_answer(original: OriginalQuestion | None, kind: str, answer: str) -> OriginalQuestion | None:
    if original is None:
        return None
    return OriginalQuestion(original.image, kind, False, original.slots, answer, original.keep)


def conjunction_question(sampler: SceneSampler, yes: bool) -> OriginalQuestion | None:
    """Q2: both there; for no, both absent in half the cases, else the first or the second."""
    present = (
        (True, True) if yes else sampler.rng.choice([(False, False), (False, False), (False, True), (True, False)])
    )
    return _with_type_and_answer(_two_argument_question(sampler, present), "Q2", "yes" if yes else "no")


def disjunction_question(sampler: SceneSampler, yes: bool) -> OriginalQuestion | None:
    """Q3: the mirror of Q2."""
    present = sampler.rng.choice([(True, True), (True, True), (True, False), (False, True)]) if yes else (False, False)
    return _with_type_and_answer(_two_argument_question(sampler, present), "Q3", "yes" if yes else "no")


def attribute_question(sampler: SceneSampler, yes: bool) -> OriginalQuestion | None:
    """Q4: has the object an attribute that has an opposite? For no, the opposite is what it has."""
    facts, rng = sampler.facts, sampler.rng
    found = [
        (fact, value, opposite)
        for fact in facts.usable
        for _, value in fact.certain_attributes
        if value not in usage_rules()["rare choice"]
        if (opposite := sampler.counts.most_used_opposite(value, fact.name)) is not None and opposite not in fact.values
    ]
    rng.shuffle(found)
    for fact, value, opposite in found:
        reference = make_referring_phrase(
            sampler, fact, fact.name, fact.noun_phrase, _categories_that_reveal_answer(facts, value, opposite)
        )
        if reference is None:
            continue
        asked, other = (value, opposite) if yes else (opposite, value)
        tags = {"attribute": asked, "antonym": other, "pair": "/".join(sorted((value, opposite)))}
        slots: dict[str, Slot] = {"obj": reference.phrase, "attribute": asked}
        answer = "yes" if yes else "no"
        return OriginalQuestion(facts.image, "Q4", reference.is_relational, slots, answer, reference.keep, tags=tags)
    return None


def _categories_that_reveal_answer(facts: SceneFacts, *values: str) -> frozenset[str]:
    """The categories that would give the answer away: "is the black shirt dark?"."""
    asked = frozenset(category for value in values for category in facts.words.categories(value))
    return asked if TINTS.isdisjoint(asked) else asked | TINTS


def ontological_question(sampler: SceneSampler, yes: bool) -> OriginalQuestion | None:
    """Q1 for the ontological test: yes asks a name and then its class, no a class and then a name of it."""
    facts, counts, rng = sampler.facts, sampler.counts, sampler.rng
    if yes:
        found = [(fact, group) for fact in facts.askable_objects for group in counts.classes_of_name(fact.name)]
        if not found:
            return None
        fact, group = rng.choice(found)
        held = draw_relation_anchor(sampler, fact, group) if rng.random() < RELATION_SHARE else None
        return _member_and_class_question(
            sampler, sampler.phrase_for_present(fact, "class"), group, held, "yes", (fact.thing.box,)
        )
    if not facts.is_dense:
        return None
    gone = [group for group in sorted(counts.of_class) if counts.may_deny_class(group, facts)]
    if not gone:
        return None
    group = rng.choice(gone)
    weights = np.array([sampler.absent[counts.index_by_name[name]] for name in counts.of_class[group]], np.float32)
    name = draw_weighted_name(list(counts.of_class[group]), weights, rng)
    entry = facts.words.noun(name) if name else None
    if entry is None:
        return None
    held = None
    if facts.askable_objects and rng.random() < RELATION_SHARE:
        fact = rng.choice(facts.askable_objects)
        held = draw_relation_anchor(sampler, fact)
        held = held if held is None or _may_absent_object_have_relation(sampler, entry, fact, held.predicate) else None
    return _member_and_class_question(sampler, sampler.phrase_for_absent(entry, "class"), group, held, "no", ())


def class_phrase(sampler: SceneSampler, group: str, like: NounPhrase) -> NounPhrase | None:
    """A class as a phrase with another phrase's attributes: one of it, in the singular."""
    found = sampler.facts.words.objects.classes.get(group)
    return NounPhrase(found.one, like.attributes, "singular", like.relation) if found else None


def _member_and_class_question(
    sampler: SceneSampler,
    member: NounPhrase,
    group: str,
    held: RelationAnchor | None,
    answer: str,
    keep: tuple[Box, ...],
) -> OriginalQuestion | None:
    """The pair of a member and its class: yes asks the member first, no the class."""
    if held is not None:
        member, keep = phrase_with_relation(member, held.predicate, held.phrase), (*keep, held.fact.thing.box)
    whole = class_phrase(sampler, group, member)
    if whole is None:
        return None
    first, second = (member, whole) if answer == "yes" else (whole, member)
    slots: dict[str, Slot] = {"obj": first, "other": second}
    tags = {"direction": "hypernym" if answer == "yes" else "hyponym"}
    return OriginalQuestion(sampler.facts.image, "Q1", held is not None, slots, answer, keep, tags=tags)
