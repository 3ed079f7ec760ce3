"""Original questions of yes and no (Q1–Q4), with arguments from the scene and false ones from the data set."""

from dataclasses import dataclass, field

import numpy as np
from askance.core import Box
from askance.suites.carets.fact import Fact
from askance.suites.carets.facts import Facts
from askance.suites.carets.plausible_values import TINTS
from askance.suites.carets.references import RELATION_SHARE, Anchor, anchor, refer, related
from askance.suites.carets.scene_sampling import SceneSampler, weighted
from askance.wording.ontology import Entry
from askance.wording.ontology.usage import usage
from askance.wording.templates import Phrase
from askance.wording.templates.fill_template import Slot


@dataclass(frozen=True, slots=True)
class Original:
    """A question before it is worded: its slots, its answer, and the boxes of the true objects it speaks of."""

    image: str
    type: str
    relational: bool
    slots: dict[str, Slot]
    answer: str
    keep: tuple[Box, ...]
    options: tuple[str, ...] = ()
    tags: dict[str, str] = field(default_factory=dict)


def verification(draw: SceneSampler, yes: bool) -> Original | None:
    """Q1: is there an object, alone or related to another?"""
    facts, rng = draw.facts, draw.rng
    if not facts.asked:
        return None
    fact = rng.choice(facts.asked)
    held = anchor(draw, fact) if rng.random() < RELATION_SHARE else None
    keep: tuple[Box, ...] = ()
    if yes:
        phrase, keep = draw.described(fact, "list" if held else "alone"), (fact.thing.box,)
    else:
        entry = draw.pick_absent()
        if entry is None:
            return None
        phrase = draw.absent_phrase(entry, "list" if held else "alone")
        held = held if held is None or _may_stand(draw, entry, fact, held.predicate) else None
    if held is not None:
        phrase = related(phrase, held.predicate, held.phrase)
        keep = (*keep, held.fact.thing.box)
    answer = "yes" if yes else "no"
    return Original(facts.image, "Q1", held is not None, {"obj": phrase}, answer, keep)


def _may_stand(draw: SceneSampler, entry: Entry, fact: Fact, predicate: str) -> bool:
    """Whether an absent object may take another's relation: by its place, or as an object of the same class."""
    alike = set(draw.counts.classes(entry.name)) & set(draw.counts.classes(fact.name))
    return predicate in usage()["place"] or bool(alike)


def related_names(facts: Facts, one: str, other: str) -> bool:
    """Whether two names may not stand side by side: kin, part and whole, or a word in both."""
    if not set(one.split()).isdisjoint(other.split()):
        return True
    return other in facts.relatives.kin(one) or other in facts.relatives.partners(one)


def _two(draw: SceneSampler, present: tuple[bool, bool]) -> Original | None:
    """Two arguments, each there or not, that are no kin and no part of one another."""
    facts = draw.facts
    chosen: list[tuple[Phrase, Box | None]] = []
    taken: tuple[str, ...] = ()
    for is_there in present:
        if is_there:
            free = [fact for fact in facts.asked if not any(related_names(facts, name, fact.name) for name in taken)]
            if not free:
                return None
            fact = draw.rng.choice(free)
            chosen.append((draw.described(fact, "list"), fact.thing.box))
            taken = (*taken, fact.name)
        else:
            entry = draw.pick_absent(taken)
            if entry is None or any(related_names(facts, name, entry.name) for name in taken):
                return None
            chosen.append((draw.absent_phrase(entry, "list"), None))
            taken = (*taken, entry.name)
    (first, one), (second, other) = chosen
    keep = tuple(box for box in (one, other) if box is not None)
    return Original(facts.image, "", False, {"first": first, "second": second}, "", keep)


def _typed(original: Original | None, kind: str, answer: str) -> Original | None:
    if original is None:
        return None
    return Original(original.image, kind, False, original.slots, answer, original.keep)


def conjunction(draw: SceneSampler, yes: bool) -> Original | None:
    """Q2: both there; for no, both absent in half the cases, else the first or the second."""
    present = (True, True) if yes else draw.rng.choice([(False, False), (False, False), (False, True), (True, False)])
    return _typed(_two(draw, present), "Q2", "yes" if yes else "no")


def disjunction(draw: SceneSampler, yes: bool) -> Original | None:
    """Q3: the mirror of Q2."""
    present = draw.rng.choice([(True, True), (True, True), (True, False), (False, True)]) if yes else (False, False)
    return _typed(_two(draw, present), "Q3", "yes" if yes else "no")


def attribute(draw: SceneSampler, yes: bool) -> Original | None:
    """Q4: has the object an attribute that has an opposite? For no, the opposite is what it has."""
    facts, rng = draw.facts, draw.rng
    found = [
        (fact, value, opposite)
        for fact in facts.usable
        for _, value in fact.certain
        if value not in usage()["rare choice"]
        if (opposite := draw.counts.usual_opposite(value, fact.name)) is not None and opposite not in fact.values
    ]
    rng.shuffle(found)
    for fact, value, opposite in found:
        reference = refer(draw, fact, fact.name, fact.phrase, _telling(facts, value, opposite))
        if reference is None:
            continue
        asked, other = (value, opposite) if yes else (opposite, value)
        tags = {"attribute": asked, "antonym": other, "pair": "/".join(sorted((value, opposite)))}
        slots: dict[str, Slot] = {"obj": reference.phrase, "attribute": asked}
        answer = "yes" if yes else "no"
        return Original(facts.image, "Q4", reference.is_relational, slots, answer, reference.keep, tags=tags)
    return None


def _telling(facts: Facts, *values: str) -> frozenset[str]:
    """The categories that would give the answer away: "is the black shirt dark?"."""
    asked = frozenset(category for value in values for category in facts.words.categories(value))
    return asked if TINTS.isdisjoint(asked) else asked | TINTS


def ontological(draw: SceneSampler, yes: bool) -> Original | None:
    """Q1 for the ontological test: yes asks a name and then its class, no a class and then a name of it."""
    facts, counts, rng = draw.facts, draw.counts, draw.rng
    if yes:
        found = [(fact, group) for fact in facts.asked for group in counts.classes(fact.name)]
        if not found:
            return None
        fact, group = rng.choice(found)
        held = anchor(draw, fact, group) if rng.random() < RELATION_SHARE else None
        return _onto(draw, draw.described(fact, "class"), group, held, "yes", (fact.thing.box,))
    if not facts.is_dense:
        return None
    gone = [group for group in sorted(counts.of_class) if counts.may_deny_class(group, facts)]
    if not gone:
        return None
    group = rng.choice(gone)
    weights = np.array([draw.absent[counts.place[name]] for name in counts.of_class[group]], np.float32)
    name = weighted(list(counts.of_class[group]), weights, rng)
    entry = facts.words.noun(name) if name else None
    if entry is None:
        return None
    held = None
    if facts.asked and rng.random() < RELATION_SHARE:
        fact = rng.choice(facts.asked)
        held = anchor(draw, fact)
        held = held if held is None or _may_stand(draw, entry, fact, held.predicate) else None
    return _onto(draw, draw.absent_phrase(entry, "class"), group, held, "no", ())


def class_phrase(draw: SceneSampler, group: str, like: Phrase) -> Phrase | None:
    """A class as a phrase with another phrase's attributes: one of it, in the singular."""
    found = draw.facts.words.objects.classes.get(group)
    return Phrase(found.one, like.attributes, "singular", like.relation) if found else None


def _onto(
    draw: SceneSampler, member: Phrase, group: str, held: Anchor | None, answer: str, keep: tuple[Box, ...]
) -> Original | None:
    """The pair of a member and its class: yes asks the member first, no the class."""
    if held is not None:
        member, keep = related(member, held.predicate, held.phrase), (*keep, held.fact.thing.box)
    whole = class_phrase(draw, group, member)
    if whole is None:
        return None
    first, second = (member, whole) if answer == "yes" else (whole, member)
    slots: dict[str, Slot] = {"obj": first, "other": second}
    tags = {"direction": "hypernym" if answer == "yes" else "hyponym"}
    return Original(draw.facts.image, "Q1", held is not None, slots, answer, keep, tags=tags)
