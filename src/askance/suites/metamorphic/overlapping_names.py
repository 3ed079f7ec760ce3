"""Which names an edit must leave alone: what might be called like a class, and what comes and goes with it."""

import re

from askance.core import SceneObject
from askance.suites.carets.plausible_values import names_agree
from askance.wording.ontology import Ontology
from askance.wording.ontology.related_names import RelatedNames

CARRIED = (
    "body part", "clothing", "accessory", "headwear", "footwear", "bag", "phone", "camera", "umbrella", "cigarette",
    "cane",
)  # fmt: skip  # goes with people, annotated or not


class OverlappingNames:
    """Sets of names, worked out once for each class."""

    def __init__(self, words: Ontology, relatives: RelatedNames):
        self.words, self.relatives = words, relatives
        self._kin: dict[str, frozenset[str]] = {}
        self._apart: dict[tuple[frozenset[str], str], bool] = {}
        self._kinds: dict[tuple[str, tuple[str, ...]], bool] = {}

    def names_overlapping_with(self, name: str) -> frozenset[str]:
        """The class itself and every name that might be said of the same object."""
        found = self._kin.get(name)
        if found is None:
            found = self._kin[name] = self.relatives.related_to(name) | {name, self.canonical_name(name)}
        return found

    def are_answers_independent(self, changed: frozenset[str], asked: str) -> bool:
        """Whether one more or one fewer of each of these cannot change an answer about a class."""
        key = (changed, asked)
        found = self._apart.get(key)
        if found is None:
            found = self._apart[key] = all(self._are_independent(one, asked) for one in changed)
        return found

    def _are_independent(self, changed: str, asked: str) -> bool:
        for one, other in ((changed, asked), (asked, changed)):
            if not self._name_and_its_words(one).isdisjoint(
                self.names_overlapping_with(other) | self.relatives.parts_and_wholes(other)
            ):
                return False
        return not (self._may_be_kind(changed, ("person",)) and self._may_be_kind(asked, CARRIED))

    def is_usually_behind(self, removed: frozenset[str], asked: str) -> bool:
        """Whether a class is usually in, on or behind what is removed, annotated or not: windows behind a balcony."""
        return any(
            not self.relatives.usual_contents(one).isdisjoint(self.names_overlapping_with(asked)) for one in removed
        )

    def _name_and_its_words(self, name: str) -> frozenset[str]:
        """A name and its words: a street lamp is a lamp, a lamp post has one, a wine bottle holds wine."""
        usual = self.canonical_name(name)
        return frozenset({name, usual, *(self.canonical_name(word) for word in re.split("[ -]", usual))})

    def canonical_name(self, name: str) -> str:
        """An object's name as questions write it."""
        return self.words.objects.canonical_name(name) or name

    def is_name_certain(self, thing: SceneObject) -> bool:
        """Whether an object is what its name says by all its names: a pillow also called "bag" may be no pillow."""
        return names_agree(self.canonical_name(thing.name), map(self.canonical_name, thing.also), self.words)

    def _may_be_kind(self, name: str, kinds: tuple[str, ...]) -> bool:
        key = (name, kinds)
        if key not in self._kinds:
            self._kinds[key] = any(self.words.is_a(name, kind) or self.words.maybe(name, kind) for kind in kinds)
        return self._kinds[key]
