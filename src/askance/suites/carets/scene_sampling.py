"""Draws names, attributes and absent objects of one scene."""

from random import Random
from typing import Literal

import numpy as np
from askance.suites.carets.cooccurrence import Cooccurrence, Floats
from askance.suites.carets.object_facts import ObjectFacts, noun_phrase_of
from askance.suites.carets.plausible_values import MEASURES
from askance.suites.carets.scene_facts import SceneFacts
from askance.wording.ontology import NounEntry
from askance.wording.ontology.usage_rules import usage_rules
from askance.wording.templates import NounPhrase
from askance.wording.templates.noun_phrase import goes_after_noun

ATTRIBUTE_SHARE = 0.45
AVOIDED = MEASURES | {"weight", "age", "condition", "quality", "tone", "brightness"}  # relative, or a matter of taste
PALE = frozenset(
    {"beige", "cream", "gray", "grey", "light blue", "off white", "silver", "tan", "white"}
)  # of cars, hard to tell
POINTING = frozenset({"color", "material", "pattern"})  # by these an object in a photograph is singled out
OF_CLASSES = frozenset({"color", "material", "pattern", "shape", "age"})  # said of a class as well as of its members
Place = Literal["alone", "list", "class"]  # where a phrase stands: after "or", an attribute behind its noun misleads


class SceneSampler:
    """Draws originals of one scene; everything random comes from its own generator."""

    def __init__(self, facts: SceneFacts, counts: Cooccurrence, rng: Random):
        self.facts, self.counts, self.rng = facts, counts, rng
        self.absent = counts.absence_weights(facts)

    def draw_absent_object(self, without: tuple[str, ...] = ()) -> NounEntry | None:
        """An object that is not there, as likely as it would be beside what is."""
        weights = self.absent
        for name in without:
            weights = np.where(self.counts.names_not_deniable_beside(name), np.float32(0), weights)
        found = draw_weighted_name(self.counts.vocabulary, weights, self.rng)
        return self.facts.words.noun(found) if found else None

    def _is_usable_attribute(self, value: str, name: str, place: Place) -> bool:
        """Whether people name an object by an attribute in such a place."""
        category, rules = self.facts.words.category(value), usage_rules()
        if self.facts.words.attributes.words.get(value, value) in rules["unnamed"]:
            return False
        if category == "color" and name in rules["own color"]:
            return False
        if place == "class":
            return category in OF_CLASSES
        if category == "color" and value in PALE and not self.facts.scene.closed and self._is_glossy(name):
            return False
        return category not in AVOIDED and not (place == "list" and goes_after_noun(value))

    def _is_glossy(self, name: str) -> bool:
        return self.facts.words.is_a(name, "vehicle")

    def phrase_for_present(self, fact: ObjectFacts, place: Place = "alone") -> NounPhrase:
        """A present object, in about half the cases with one of its attributes."""
        values = [value for _, value in fact.certain_attributes if self._is_usable_attribute(value, fact.name, place)]
        if values and self.rng.random() < ATTRIBUTE_SHARE:
            return fact.noun_phrase((self.rng.choice(values),))
        return fact.noun_phrase()

    def phrase_for_absent(self, entry: NounEntry, place: Place = "alone") -> NounPhrase:
        """An absent object, in about half the cases with an attribute that such objects have."""
        known = self.counts.attributes.get(entry.name)
        if known and self.rng.random() < ATTRIBUTE_SHARE:
            values = [value for value in known if self._is_usable_attribute(value, entry.name, place)]
            if entry.count == "c":  # one thing is not stacked
                values = [value for value in values if self.facts.words.category(value) != "arrangement"]
            if values:
                return noun_phrase_of(entry, (self.rng.choices(values, [known[value] for value in values])[0],))
        return noun_phrase_of(entry)

    def attributes_for_pointing(self, fact: ObjectFacts, without: frozenset[str] = frozenset()) -> list[str]:
        """The attributes by which people would point an object out, in random order."""
        found = [
            value
            for category, value in fact.certain_attributes
            if category not in without and self._is_usable_attribute(value, fact.name, "list")
            if self.facts.scene.closed or category in POINTING
        ]
        return self.rng.sample(found, len(found))


def draw_weighted_name(names: list[str], weights: Floats, rng: Random) -> str | None:
    """One name, drawn in proportion to its weight."""
    heap = np.cumsum(weights, dtype=np.float64)
    if not len(heap) or heap[-1] <= 0:
        return None
    return names[int(np.searchsorted(heap, rng.random() * heap[-1], side="right"))]
