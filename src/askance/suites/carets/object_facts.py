"""An object of a scene as questions may name it, with its attributes and actions sorted."""

from collections import Counter
from dataclasses import dataclass

from askance.core import SceneObject
from askance.suites.carets.plausible_values import is_listed_under_rule, is_plausible_action, is_plausible_attribute
from askance.wording.ontology import NounEntry, Ontology
from askance.wording.ontology.multicolor_words import shows_several_colors
from askance.wording.templates import NounPhrase

SILENT = frozenset({"text"})  # categories that are no adjectives
COLOR = frozenset({"color"})
METALS = frozenset({"aluminum", "chrome", "copper", "metal", "metallic", "stainless", "stainless steel", "steel"})
NUMBERS = {"c": "singular", "m": "mass", "p": "plural"}


@dataclass(frozen=True, slots=True)
class ObjectFacts:
    """An object that may be named in a question."""

    thing: SceneObject
    entry: NounEntry
    attributes: tuple[tuple[str, str], ...]  # (category, value)
    actions: tuple[tuple[str, str], ...]
    mixed: frozenset[str] = frozenset()  # categories with several values, or whose value hides others
    hides_colors: bool = False  # shows colors that nobody listed

    @property
    def name(self) -> str:
        """Its name, as the ontology writes it."""
        return self.entry.name

    @property
    def values(self) -> frozenset[str]:
        """All that is said of it."""
        return frozenset(value for _, value in (*self.attributes, *self.actions))

    @property
    def certain_attributes(self) -> tuple[tuple[str, str], ...]:
        """Attributes that name it beyond doubt: a black and white bottle is no "black bottle"."""
        return tuple((category, value) for category, value in self.attributes if category not in self.mixed)

    @property
    def is_several_objects(self) -> bool:
        """Whether the scene names several at once with a plural that has no entry of its own: "wolves"."""
        return self.entry.count == "c" and self.entry.is_plural_form(self.thing.name)

    def noun_phrase(self, attributes: tuple[str, ...] = ()) -> NounPhrase:
        """How it is named, in its number."""
        return (
            NounPhrase(self.entry.plural, attributes, "plural")
            if self.is_several_objects
            else noun_phrase_of(self.entry, attributes)
        )


def noun_phrase_of(entry: NounEntry, attributes: tuple[str, ...] = ()) -> NounPhrase:
    """A noun with attributes, in the number of its name."""
    name = entry.plural if entry.count == "p" else entry.name
    return NounPhrase(name, attributes, NUMBERS[entry.count])  # type: ignore[arg-type]


def object_facts_of(thing: SceneObject, words: Ontology, is_photo: bool = False) -> ObjectFacts | None:
    """An object with its words sorted into attributes and actions; None if its name is no known noun."""
    entry = words.noun(thing.name)
    if entry is None or entry.synset is None:
        return None
    attributes, actions = [], []
    for category, values in thing.attributes.items():
        if category in SILENT:
            continue
        for value in values:
            action = words.action_category(value)
            known = category or words.category(value) or ""
            if action and (not category or category in ("pose", "action")):
                main = words.actions.words[value]
                said = value if value.endswith("ing") else main  # "tennis" is no verb, "crouched" nothing one does
                if is_plausible_action(entry.name, main, words):
                    actions.append((action, said))
            elif known == "arrangement" and entry.count == "c" and not entry.is_plural_form(thing.name):
                continue  # one thing is not scattered
            elif known and not action and is_plausible_attribute(value, known, entry.name):
                attributes.append((known, value))
    hides_colors = _hides_colors(thing, words) or (is_photo and is_listed_under_rule(entry.name, "many colors"))
    mixed = _categories_with_several_values(thing, words) | (COLOR if hides_colors else frozenset())
    return ObjectFacts(thing, entry, tuple(attributes), tuple(actions), mixed, hides_colors)


def _categories_with_several_values(thing: SceneObject, words: Ontology) -> frozenset[str]:
    """Categories with two values or more."""
    said = ((category, value) for category, values in thing.attributes.items() for value in values)
    counts = Counter(category or words.category(value) or "" for category, value in said)
    return frozenset(name for name, count in counts.items() if count > 1)


def _hides_colors(thing: SceneObject, words: Ontology) -> bool:
    """Whether it shows colors that nobody listed: a pattern, two colors in one value, or bare metal, which is gray."""
    said = [(category or words.category(value), value) for category, all_ in thing.attributes.items() for value in all_]
    is_metal = any(words.attributes.words.get(value, value) in METALS for _, value in said)
    return is_metal or any(category == "pattern" or shows_several_colors(value) for category, value in said)
