"""The ontology as one: objects, attributes and actions, loaded once."""

from dataclasses import dataclass
from functools import cache
from typing import Literal

from askance.wording.ontology.actions import ActionWords, load_actions
from askance.wording.ontology.attributes import AttributeWords, Meant, load_attributes
from askance.wording.ontology.exclusion import Exclusion
from askance.wording.ontology.load_objects import load_objects
from askance.wording.ontology.objects import NounEntry, ObjectNames, Side

Kind = Literal["object", "attribute", "action"]
KINDS: tuple[Kind, ...] = ("object", "attribute", "action")


@dataclass(frozen=True, slots=True)
class Ontology:
    """What words are to one another; unknown words are related to nothing and exclude nothing."""

    objects: ObjectNames
    attributes: AttributeWords
    actions: ActionWords

    def knows(self, word: str, kind: Kind) -> bool:
        """Whether the tables of that kind have the word."""
        return word in getattr(self, f"{kind}s").words

    def noun(self, name: str) -> NounEntry | None:
        """The entry of an object name, synonym or plural."""
        return self.objects.entries.get(self.objects.canonical_name(name) or "")

    def is_a(self, name: str, other: str) -> bool:
        """Whether every `name` may be called `other`: equal, a synonym, or below that name or class."""
        return self.objects.is_a(name, other)

    def maybe(self, name: str, other: str) -> bool:
        """Whether people might argue about calling a `name` an `other`: neither affirm nor deny it."""
        return self.objects.maybe(name, other)

    def kin(self, one: str, other: str) -> str | None:
        """What the first name is to the second (same, synonym, hyponym, hypernym, maybe, near: …); None if nothing."""
        return self.objects.kin(one, other)

    def part_whole(self, one: str, other: str) -> Side | None:
        """Whether the first name is a part of the second, or the whole of it."""
        return self.objects.part_whole(one, other)

    def classes_of(self, name: str) -> tuple[str, ...]:
        """The classes that a name surely belongs to, the narrowest first."""
        return self.objects.classes_of(name)

    def members(self, group: str) -> tuple[str, ...]:
        """The names that surely belong to a class, in alphabetical order."""
        found = self.objects.classes.get(group)
        return tuple(sorted(found.members)) if found else ()

    def category(self, attribute: str) -> str | None:
        """The category of an attribute or action; the one that a bare question means where it has several."""
        return next(iter(self.categories(attribute)), None)

    def categories(self, attribute: str) -> tuple[str, ...]:
        """All categories of an attribute or action, the usual one first."""
        attributes, actions = self.attributes, self.actions
        own = attributes.of.get(attributes.words.get(attribute, ""), ())
        return (*own, *actions.of.get(actions.words.get(attribute, ""), ()))

    def antonyms(self, attribute: str, thing: str | None = None) -> tuple[str, ...]:
        """The true opposites of an attribute; of a given object, in the sense that fits it."""
        return self.attributes.antonyms(attribute, self._sense_filter(thing))

    def values(self, category: str) -> tuple[str, ...]:
        """The words of a category of attributes or actions, in alphabetical order."""
        found = self.attributes.categories.get(category)
        return found.values if found else self.actions.values(category)

    def action_category(self, action: str) -> str | None:
        """Action, pose or sport."""
        return self.actions.category(action)

    def excludes(self, one: str, other: str, kind: Kind = "object", thing: str | None = None) -> Exclusion:
        """Whether nothing can be (or do) both at once; of a given object, in the sense that fits it.

        Data sets list actions among the attributes: two words that are only actions are judged as such.
        """
        if kind == "object":
            return self.objects.excludes(one, other)
        only_actions = all(word in self.actions.words and word not in self.attributes.words for word in (one, other))
        if kind == "action" or only_actions:
            return self.actions.excludes(one, other)
        return self.attributes.excludes(one, other, self._sense_filter(thing))

    def _sense_filter(self, thing: str | None) -> Meant | None:
        if thing is None:
            return None
        return lambda kinds: any(self.objects.is_a(thing, kind) for kind in kinds)


@cache
def ontology() -> Ontology:
    """The one ontology, read from its tables when first wanted."""
    return Ontology(load_objects(), load_attributes(), load_actions())
