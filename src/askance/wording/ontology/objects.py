"""Object names: kinds, classes, parts, and which names exclude each other.

Every name has a node: its WordNet synset where it is a word for it, else a node of its own below it ("stop sign" below
signboard.n.01). A name's chain is its node with those above it, the nearest first.
"""

from dataclasses import dataclass
from typing import Literal

from askance.wording.ontology.exclusion import Exclusion, unknown_words_exclusion
from askance.wording.ontology.object_classes import NOTHING, Names, ObjectClass

Side = Literal["part", "whole"]


def _without_spaces_and_hyphens(word: str) -> str:
    return word.replace("-", "").replace(" ", "")


@dataclass(frozen=True, slots=True)
class NounEntry:
    """An object name with its forms; `count` is c (countable), m (mass: "snow") or p (plural only: "pants")."""

    name: str
    synset: str | None  # None: not a thing of its own, such as "left"
    plural: str
    count: str
    synonyms: tuple[str, ...] = ()

    def is_plural_form(self, word: str) -> bool:
        """Whether a word is the plural of the name, however it is joined, and the name is another form."""
        return self.plural != self.name and _without_spaces_and_hyphens(word) == _without_spaces_and_hyphens(
            self.plural
        )


@dataclass(frozen=True, slots=True)
class NearGroup:
    """Names that annotators confuse, all below them included."""

    label: str
    members: Names


@dataclass(frozen=True, slots=True)
class ObjectNames:
    """The object names; every question is asked of words as people write them: plurals and synonyms included."""

    entries: dict[str, NounEntry]
    words: dict[str, str]  # name, synonym or plural → name
    chains: dict[str, tuple[str, ...]]  # name → its node, and those above it
    below: dict[str, Names]  # node → the names there and below
    classes: dict[str, ObjectClass]
    memberships: dict[str, tuple[str, ...]]  # name → the classes it surely belongs to, the narrowest first
    near_groups: dict[str, tuple[NearGroup, ...]]  # name → the groups it is in
    apart: tuple[tuple[Names, Names], ...]  # exceptions: near groups do not join these
    parts: dict[str, Names]  # whole (node or class) → nodes of its parts

    def canonical_name(self, word: str) -> str | None:
        """The name that a word stands for, also where a data set writes one word as two: "surf-board"."""
        return (
            self.words.get(word)
            or self.words.get(word.replace("-", " "))
            or self.words.get(_without_spaces_and_hyphens(word))
        )

    def is_a(self, name: str, other: str) -> bool:
        """Whether every object called `name` may be called `other`."""
        a, b = self.words.get(name), self.words.get(other)
        if a is None or b is None:
            return False
        if a == b or self._node(a) == self._node(b):
            return True
        if b in self.classes:
            members = self.classes[b].members
            return a in members or (a in self.classes and NOTHING < self.classes[a].members <= members)
        return self._node(b) in self.chains.get(a, ())

    def maybe(self, name: str, other: str) -> bool:
        """Whether people might argue about calling a `name` an `other`: neither affirm nor deny it."""
        a, b = self.words.get(name), self.words.get(other)
        return a is not None and b in self.classes and a in self.classes[b].maybe

    def kin(self, one: str, other: str) -> str | None:
        """How two names are related: same, synonym, hyponym, hypernym, maybe, or near with the group; None if not."""
        a, b = self.words.get(one), self.words.get(other)
        if a is None or b is None:
            return None
        if a == b:
            return "same" if one == other else "synonym"
        if self._node(a) == self._node(b):
            return "synonym"
        if self.is_a(a, b):
            return "hyponym"
        if self.is_a(b, a):
            return "hypernym"
        if self.maybe(a, b) or self.maybe(b, a):
            return "maybe"
        return self._near_group_label(a, b)

    def _near_group_label(self, a: str, b: str) -> str | None:
        group = next((group for group in self.near_groups.get(a, ()) if b in group.members), None)
        if group is None or self._are_set_apart(a, b):
            return None
        return f"near: {group.label}"

    def _are_set_apart(self, a: str, b: str) -> bool:
        return any((a in left and b in right) or (b in left and a in right) for left, right in self.apart)

    def part_whole(self, one: str, other: str) -> Side | None:
        """What the first is to the second: a part of it, the whole of it, or neither."""
        a, b = self.words.get(one), self.words.get(other)
        if a is None or b is None:
            return None
        return "part" if self._has_part(b, a) else "whole" if self._has_part(a, b) else None

    def _has_part(self, whole: str, part: str) -> bool:
        chain = self.chains.get(part, ())
        keys = (*self.chains.get(whole, ()), *self.memberships.get(whole, ()), whole)
        return any(key in self.parts and not self.parts[key].isdisjoint(chain) for key in keys)

    def classes_of(self, name: str) -> tuple[str, ...]:
        """The classes that a name surely belongs to, the narrowest first."""
        return self.memberships.get(self.words.get(name, ""), ())

    def excludes(self, one: str, other: str) -> Exclusion:
        """Whether no object can be called both: two kinds of one class that nobody confuses."""
        missing = [word for word in (one, other) if word not in self.words]
        if missing:
            return unknown_words_exclusion("object", *missing)
        if kin := self.kin(one, other):
            return Exclusion(False, f"related: {kin}")
        if side := self.part_whole(one, other):
            return Exclusion(False, f"a part and its whole: {other if side == 'whole' else one} is the part")
        both = self._names_under(one) & self._names_under(other)
        if both:
            return Exclusion(False, f"a {min(both)} can be called both")
        theirs = self.classes_of(other)
        shared = [name for name in self.classes_of(one) if name in theirs and self.classes[name].asked]
        if not shared:
            return Exclusion(False, "no class that is asked for holds both")
        return Exclusion(True, f"different kinds of one class: {shared[0]}")

    def _names_under(self, word: str) -> Names:
        name = self.words[word]
        group = self.classes.get(name)
        return self.below.get(self._node(name), NOTHING) | (group.members | group.maybe if group else NOTHING)

    def _node(self, name: str) -> str:
        chain = self.chains.get(name)
        return chain[0] if chain else name
