"""What can be asked about one scene: classes certainly present, their properties, and what is certainly absent."""

from collections.abc import Iterable
from functools import cached_property
from itertools import combinations

from askance.core import Scene
from askance.suites.carets.facts import SEEN
from askance.suites.metamorphic.class_rules import CLASHING, ClassRule, ClassRules, Value

LEAST = 20  # pixels a side that make a class surely present; fewer than in carets, since no answer is held to be true


class ClassProperties:
    """The properties of one class in one scene: those that are seen, and what is said of all that might be of it."""

    __slots__ = ("_absent", "is_complete", "said", "seen", "sort")

    def __init__(self, sort: ClassRule, seen: tuple[Value, ...], said: frozenset[frozenset[str]], is_complete: bool):
        self.sort, self.seen, self.said = sort, seen, said
        self.is_complete = is_complete  # else others of the class may be on or in what is there, and are not listed
        self._absent: list[Value] | None = None

    def lacks(self, word: str, sorts: ClassRules) -> bool:
        """Whether something that is said of each object rules a property out."""
        excludes, sort = sorts.excludes, self.sort
        return all(any(excludes(sort, word, other) for other in words) for words in self.said)

    def splits(self, one: str, other: str, sorts: ClassRules) -> bool:
        """Whether two properties are never those of one object here."""
        return sorts.excludes(self.sort, one, other) and not any(one in words and other in words for words in self.said)

    def absent(self, values: Iterable[Value], sorts: ClassRules) -> list[Value]:
        """Those of the values that surely no object of the class has; the same values must be given every time."""
        if self._absent is None:
            self._absent = [value for value in values if self.lacks(value[1], sorts)] if self.is_complete else []
        return self._absent


class AskableScene:
    """One scene for question sampling; `only` limits it to these classes."""

    def __init__(self, scene: Scene, sorts: ClassRules, only: frozenset[str] | None = None):
        self.sorts = sorts
        self.barred = 0  # names that may not be called absent
        self._partners = 0  # names of parts and wholes of what is there
        self._things: list[
            tuple[ClassRule, list[Value], bool]
        ] = []  # sort, what is said of it, whether it is surely seen
        unclear = set()
        for word in scene.unclear:
            self.barred |= sorts.suggested(word)
            unclear.add(sorts.usual(word))
        many = 0
        for thing in scene.things:
            for name in thing.names:
                self.barred |= sorts.barred(name)
            sort = sorts.sort(thing.name)
            if sort is None or thing.part_of is not None:
                continue
            self._partners |= sort.partners
            many |= sort.bit if sort.is_many else 0
            x0, y0, x1, y1 = thing.box
            is_seen = thing.visible >= SEEN and x1 - x0 >= LEAST and y1 - y0 >= LEAST
            self._things.append((sort, self._said(sort, thing.attributes), is_seen))
        found = {sort.name: sort for sort, _, is_seen in self._things if is_seen and sort.is_asked}
        kept = [found[name] for name in sorted(found) if name not in unclear and (only is None or name in only)]
        self.there: tuple[ClassRule, ...] = tuple(kept)
        self.counted: tuple[ClassRule, ...] = tuple(sort for sort in kept if sort.is_counted and not sort.kin & many)

    def _said(self, sort: ClassRule, attributes: dict[str, tuple[str, ...]]) -> list[Value]:
        value = self.sorts.value
        found = [value(sort, category, word) for category, words in attributes.items() for word in words]
        return [each for each in found if each is not None]

    def is_absent(self, sort: ClassRule) -> bool:
        """Whether nothing in the scene could be called so."""
        return sort.is_denied and not self.barred & sort.bit

    @cached_property
    def traits(self) -> tuple[ClassProperties, ...]:
        """The properties of the counted classes that have any."""
        made = []
        for sort in self.counted:
            alike = [(one, said, is_seen) for one, said, is_seen in self._things if sort.kin & one.bit]
            if not sort.is_human and any(category in CLASHING for _, said, _ in alike for category, _ in said):
                continue
            seen: dict[Value, None] = {}
            for one, said, is_seen in alike:
                if is_seen and one.name == sort.name and not one.is_many:
                    seen.update(dict.fromkeys(value for value in said if self.sorts.may_say(sort, value)))
            words = frozenset(frozenset(word for _, word in said) for _, said, _ in alike)
            if any(words):
                made.append(ClassProperties(sort, tuple(seen), words, not self._partners & sort.bit))
        return tuple(made)

    def object_pairs(self) -> list[tuple[ClassRule, ClassRule]]:
        """All pairs of classes that are both there, and apart."""
        apart = self.sorts.are_apart
        return [(one, other) for one, other in combinations(self.counted, 2) if apart(one, other)]

    def property_pairs(self) -> list[tuple[ClassProperties, Value, Value]]:
        """All pairs of properties of one class that are both there, on different objects."""
        return [
            (trait, one, other)
            for trait in self.traits
            for one, other in combinations(trait.seen, 2)
            if trait.splits(one[1], other[1], self.sorts)
        ]
