"""Original questions of yes and no (Q1–Q4), with arguments from the scene and false ones from the data set."""

from dataclasses import dataclass, field
from random import Random
from typing import Literal

import numpy as np
from askance.core import Box
from askance.suites.carets.facts import Fact, Facts, phrase_of
from askance.suites.carets.statistics import Floats, Statistics
from askance.wording.ontology import Entry
from askance.wording.ontology.usage import usage
from askance.wording.templates import Phrase
from askance.wording.templates.phrase import goes_after
from askance.wording.templates.say import Slot

ATTRIBUTE_SHARE, RELATION_SHARE = 0.45, 0.3
AVOIDED = frozenset({"size"})  # relative: "a large dog" cannot be denied by a picture without dogs of any size
OF_CLASSES = frozenset({"color", "material", "pattern", "shape", "age"})  # said of a class as well as of its members
Place = Literal["alone", "list", "class"]  # where a phrase stands: after "or", an attribute behind its noun misleads


@dataclass(frozen=True, slots=True)
class Original:
    """A question before it is worded: its slots, its answer, and the boxes of the true things it speaks of."""

    image: str
    type: str
    relational: bool
    slots: dict[str, Slot]
    answer: str
    keep: tuple[Box, ...]
    options: tuple[str, ...] = ()
    tags: dict[str, str] = field(default_factory=dict)


class Drawing:
    """Draws originals of one scene; everything random comes from its own generator."""

    def __init__(self, facts: Facts, counts: Statistics, dice: Random):
        self.facts, self.counts, self.dice = facts, counts, dice
        self.absent = counts.absent(facts)

    def pick_absent(self, without: tuple[str, ...] = ()) -> Entry | None:
        """An object that is not there, as likely as it would be beside what is."""
        weights = self.absent
        for name in without:
            weights = np.where(self.counts.barred_by(name), np.float32(0), weights)
        found = weighted(self.counts.vocabulary, weights, self.dice)
        return self.facts.words.noun(found) if found else None

    def _fits(self, value: str, name: str, place: Place) -> bool:
        """Whether people name a thing by an attribute in such a place."""
        category, rules = self.facts.words.category(value), usage()
        if self.facts.words.attributes.words.get(value, value) in rules["unnamed"]:
            return False
        if category == "color" and name in rules["own color"]:
            return False
        if place == "class":
            return category in OF_CLASSES
        return category not in AVOIDED and not (place == "list" and goes_after(value))

    def described(self, fact: Fact, place: Place = "alone") -> Phrase:
        """A present thing, in about half the cases with one of its attributes."""
        values = [value for _, value in fact.attributes if self._fits(value, fact.name, place)]
        if values and self.dice.random() < ATTRIBUTE_SHARE:
            return fact.phrase((self.dice.choice(values),))
        return fact.phrase()

    def imagined(self, entry: Entry, place: Place = "alone") -> Phrase:
        """An absent thing, in about half the cases with an attribute that such things have."""
        known = self.counts.attributes.get(entry.name)
        if known and self.dice.random() < ATTRIBUTE_SHARE:
            values = [value for value in known if self._fits(value, entry.name, place)]
            if entry.count == "c":  # one thing is not stacked
                values = [value for value in values if self.facts.words.category(value) != "arrangement"]
            if values:
                return phrase_of(entry, (self.dice.choices(values, [known[value] for value in values])[0],))
        return phrase_of(entry)

    def anchor(self, fact: Fact, group: str | None = None) -> tuple[str, Phrase, Fact] | None:
        """A relation of a present thing to another one that a phrase can single out; not to one of its own class."""
        found = [
            (predicate, other)
            for predicate, other in self.facts.links.get(fact.thing.id, ())
            if self.facts.is_only(other, other.name) and not (group and self.facts.words.is_a(other.name, group))
        ]
        if not found:
            return None
        predicate, other = self.dice.choice(found)
        return predicate, other.phrase(), other


def weighted(names: list[str], weights: Floats, dice: Random) -> str | None:
    """One name, drawn in proportion to its weight."""
    heap = np.cumsum(weights, dtype=np.float64)
    if not len(heap) or heap[-1] <= 0:
        return None
    return names[int(np.searchsorted(heap, dice.random() * heap[-1], side="right"))]


def related(phrase: Phrase, predicate: str, anchor: Phrase) -> Phrase:
    """The same phrase with a relation."""
    return Phrase(phrase.name, phrase.attributes, phrase.number, (predicate, anchor), phrase.person)


def verification(draw: Drawing, yes: bool) -> Original | None:
    """Q1: is there an object, alone or related to another?"""
    facts, dice = draw.facts, draw.dice
    if not facts.asked:
        return None
    fact = dice.choice(facts.asked)
    held = draw.anchor(fact) if dice.random() < RELATION_SHARE else None
    keep: tuple[Box, ...] = ()
    if yes:
        phrase, keep = draw.described(fact, "list" if held else "alone"), (fact.thing.box,)
    else:
        entry = draw.pick_absent()
        if entry is None:
            return None
        phrase = draw.imagined(entry, "list" if held else "alone")
        held = held if held is None or _may_stand(draw, entry, fact, held[0]) else None
    if held is not None:
        phrase = related(phrase, held[0], held[1])
        keep = (*keep, held[2].thing.box)
    answer = "yes" if yes else "no"
    return Original(facts.image, "Q1", held is not None, {"obj": phrase}, answer, keep)


def _may_stand(draw: Drawing, entry: Entry, fact: Fact, predicate: str) -> bool:
    """Whether an absent thing may take another's relation: by its place, or as a thing of the same class."""
    alike = set(draw.counts.classes(entry.name)) & set(draw.counts.classes(fact.name))
    return predicate in usage()["place"] or bool(alike)


def related_names(facts: Facts, one: str, other: str) -> bool:
    """Whether two names may not stand side by side: kin, part and whole, or a word in both."""
    if not set(one.split()).isdisjoint(other.split()):
        return True
    return other in facts.relatives.kin(one) or other in facts.relatives.partners(one)


def _two(draw: Drawing, present: tuple[bool, bool]) -> Original | None:
    """Two arguments, each there or not, that are no kin and no part of one another."""
    facts = draw.facts
    chosen: list[tuple[Phrase, Box | None]] = []
    taken: tuple[str, ...] = ()
    for is_there in present:
        if is_there:
            free = [fact for fact in facts.asked if not any(related_names(facts, name, fact.name) for name in taken)]
            if not free:
                return None
            fact = draw.dice.choice(free)
            chosen.append((draw.described(fact, "list"), fact.thing.box))
            taken = (*taken, fact.name)
        else:
            entry = draw.pick_absent(taken)
            if entry is None or any(related_names(facts, name, entry.name) for name in taken):
                return None
            chosen.append((draw.imagined(entry, "list"), None))
            taken = (*taken, entry.name)
    (first, one), (second, other) = chosen
    keep = tuple(box for box in (one, other) if box is not None)
    return Original(facts.image, "", False, {"first": first, "second": second}, "", keep)


def _typed(original: Original | None, kind: str, answer: str) -> Original | None:
    if original is None:
        return None
    return Original(original.image, kind, False, original.slots, answer, original.keep)


def conjunction(draw: Drawing, yes: bool) -> Original | None:
    """Q2: both there; for no, both absent in half the cases, else the first or the second."""
    present = (True, True) if yes else draw.dice.choice([(False, False), (False, False), (False, True), (True, False)])
    return _typed(_two(draw, present), "Q2", "yes" if yes else "no")


def disjunction(draw: Drawing, yes: bool) -> Original | None:
    """Q3: the mirror of Q2."""
    present = draw.dice.choice([(True, True), (True, True), (True, False), (False, True)]) if yes else (False, False)
    return _typed(_two(draw, present), "Q3", "yes" if yes else "no")


def attribute(draw: Drawing, yes: bool) -> Original | None:
    """Q4: has the object an attribute that has an opposite? For no, the opposite is what it has."""
    facts, dice = draw.facts, draw.dice
    found = [
        (fact, value, opposite)
        for fact in facts.usable
        for _, value in fact.attributes
        if value not in usage()["rare choice"]
        if (opposite := draw.counts.usual_opposite(value, fact.name)) is not None and opposite not in fact.values
    ]
    dice.shuffle(found)
    for fact, value, opposite in found:
        held = draw.anchor(fact) if dice.random() < RELATION_SHARE else None
        if not facts.is_only(fact, fact.name):
            continue
        phrase = fact.phrase()
        keep: tuple[Box, ...] = (fact.thing.box,)
        if held is not None:
            phrase, keep = related(phrase, held[0], held[1]), (*keep, held[2].thing.box)
        asked, other = (value, opposite) if yes else (opposite, value)
        tags = {"attribute": asked, "antonym": other, "pair": "/".join(sorted((value, opposite)))}
        slots: dict[str, Slot] = {"obj": phrase, "attribute": asked}
        return Original(facts.image, "Q4", held is not None, slots, "yes" if yes else "no", keep, tags=tags)
    return None


def ontological(draw: Drawing, yes: bool) -> Original | None:
    """Q1 for the ontological test: yes asks a name and then its class, no a class and then a name of it."""
    facts, counts, dice = draw.facts, draw.counts, draw.dice
    if yes:
        found = [(fact, group) for fact in facts.asked for group in counts.classes(fact.name)]
        if not found:
            return None
        fact, group = dice.choice(found)
        first, keep = draw.described(fact, "class"), (fact.thing.box,)
        second = class_phrase(draw, group, first)
        return _onto(facts, first, second, "yes", keep, "hypernym") if second else None
    gone = [group for group in sorted(counts.of_class) if not _is_suggested(facts, group)]
    if not gone:
        return None
    group = dice.choice(gone)
    weights = np.array([draw.absent[counts.place[name]] for name in counts.of_class[group]], np.float32)
    name = weighted(list(counts.of_class[group]), weights, dice)
    entry = facts.words.noun(name) if name else None
    if entry is None:
        return None
    second = draw.imagined(entry, "class")
    first_class = class_phrase(draw, group, second)
    return _onto(facts, first_class, second, "no", (), "hyponym") if first_class else None


def class_phrase(draw: Drawing, group: str, like: Phrase) -> Phrase | None:
    """A class as a phrase with another phrase's attributes: one of it, in the singular."""
    found = draw.facts.words.objects.classes.get(group)
    return Phrase(found.one, like.attributes, "singular", like.relation) if found else None


def _is_suggested(facts: Facts, group: str) -> bool:
    return group in facts.scene.unclear or bool(facts.could_be(group))


def _onto(
    facts: Facts, first: Phrase | None, second: Phrase | None, answer: str, keep: tuple[Box, ...], direction: str
) -> Original | None:
    if first is None or second is None:
        return None
    slots: dict[str, Slot] = {"obj": first, "other": second}
    return Original(facts.image, "Q1", False, slots, answer, keep, tags={"direction": direction})
