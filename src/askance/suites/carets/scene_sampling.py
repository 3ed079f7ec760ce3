"""Draws names, attributes and absent objects of one scene."""

from random import Random
from typing import Literal

import numpy as np
from askance.suites.carets.cooccurrence import Cooccurrence, Floats
from askance.suites.carets.fact import Fact, phrase_of
from askance.suites.carets.facts import Facts
from askance.suites.carets.plausible_values import MEASURES
from askance.wording.ontology import Entry
from askance.wording.ontology.usage import usage
from askance.wording.templates import Phrase
from askance.wording.templates.phrase import goes_after

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

    def __init__(self, facts: Facts, counts: Cooccurrence, rng: Random):
        self.facts, self.counts, self.rng = facts, counts, rng
        self.absent = counts.absent(facts)

    def pick_absent(self, without: tuple[str, ...] = ()) -> Entry | None:
        """An object that is not there, as likely as it would be beside what is."""
        weights = self.absent
        for name in without:
            weights = np.where(self.counts.barred_by(name), np.float32(0), weights)
        found = weighted(self.counts.vocabulary, weights, self.rng)
        return self.facts.words.noun(found) if found else None

    def _fits(self, value: str, name: str, place: Place) -> bool:
        """Whether people name an object by an attribute in such a place."""
        category, rules = self.facts.words.category(value), usage()
        if self.facts.words.attributes.words.get(value, value) in rules["unnamed"]:
            return False
        if category == "color" and name in rules["own color"]:
            return False
        if place == "class":
            return category in OF_CLASSES
        if category == "color" and value in PALE and not self.facts.scene.closed and self._is_glossy(name):
            return False
        return category not in AVOIDED and not (place == "list" and goes_after(value))

    def _is_glossy(self, name: str) -> bool:
        return self.facts.words.is_a(name, "vehicle")

    def described(self, fact: Fact, place: Place = "alone") -> Phrase:
        """A present object, in about half the cases with one of its attributes."""
        values = [value for _, value in fact.certain if self._fits(value, fact.name, place)]
        if values and self.rng.random() < ATTRIBUTE_SHARE:
            return fact.phrase((self.rng.choice(values),))
        return fact.phrase()

    def absent_phrase(self, entry: Entry, place: Place = "alone") -> Phrase:
        """An absent object, in about half the cases with an attribute that such objects have."""
        known = self.counts.attributes.get(entry.name)
        if known and self.rng.random() < ATTRIBUTE_SHARE:
            values = [value for value in known if self._fits(value, entry.name, place)]
            if entry.count == "c":  # one thing is not stacked
                values = [value for value in values if self.facts.words.category(value) != "arrangement"]
            if values:
                return phrase_of(entry, (self.rng.choices(values, [known[value] for value in values])[0],))
        return phrase_of(entry)

    def naming_values(self, fact: Fact, without: frozenset[str] = frozenset()) -> list[str]:
        """The attributes by which people would point an object out, in random order."""
        found = [
            value
            for category, value in fact.certain
            if category not in without and self._fits(value, fact.name, "list")
            if self.facts.scene.closed or category in POINTING
        ]
        return self.rng.sample(found, len(found))


def weighted(names: list[str], weights: Floats, rng: Random) -> str | None:
    """One name, drawn in proportion to its weight."""
    heap = np.cumsum(weights, dtype=np.float64)
    if not len(heap) or heap[-1] <= 0:
        return None
    return names[int(np.searchsorted(heap, rng.random() * heap[-1], side="right"))]
