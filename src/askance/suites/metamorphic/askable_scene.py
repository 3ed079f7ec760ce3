"""What can be asked about one scene: classes certainly present, their properties, and what is certainly absent."""

from collections.abc import Iterable
from functools import cached_property
from itertools import combinations

from askance.core import Scene
from askance.suites.carets.scene_facts import SEEN
from askance.suites.metamorphic.class_rules import CLASHING, ClassRule, ClassRules, Value

LEAST = 20  # pixels a side that make a class surely present; fewer than in carets, since no answer is held to be true


class ClassProperties:
    """The properties of one class in one scene: those that are seen, and what is said of all that might be of it."""

    __slots__ = ("_absent", "class_rule", "is_complete", "said", "seen")

    def __init__(
        self, class_rule: ClassRule, seen: tuple[Value, ...], said: frozenset[frozenset[str]], is_complete: bool
    ):
        self.class_rule, self.seen, self.said = class_rule, seen, said
        self.is_complete = is_complete  # else others of the class may be on or in what is there, and are not listed
        self._absent: list[Value] | None = None

    def surely_lacks(self, word: str, class_rules: ClassRules) -> bool:
        """Whether something that is said of each object rules a property out."""
        excludes, class_rule = class_rules.excludes, self.class_rule
        return all(any(excludes(class_rule, word, other) for other in words) for words in self.said)

    def are_on_different_objects(self, one: str, other: str, class_rules: ClassRules) -> bool:
        """Whether two properties are never those of one object here."""
        return class_rules.excludes(self.class_rule, one, other) and not any(
            one in words and other in words for words in self.said
        )

    def absent_values(self, values: Iterable[Value], class_rules: ClassRules) -> list[Value]:
        """Those of the values that surely no object of the class has; the same values must be given every time."""
        if self._absent is None:
            self._absent = (
                [value for value in values if self.surely_lacks(value[1], class_rules)] if self.is_complete else []
            )
        return self._absent


class AskableScene:
    """One scene for question sampling; `only` limits it to these classes."""

    def __init__(self, scene: Scene, class_rules: ClassRules, only: frozenset[str] | None = None):
        self.class_rules = class_rules
        self.barred = 0  # names that may not be called absent
        self._partners = 0  # names of parts and wholes of what is there
        self._things: list[
            tuple[ClassRule, list[Value], bool]
        ] = []  # sort, what is said of it, whether it is surely seen
        unclear = set()
        for word in scene.unclear:
            self.barred |= class_rules.names_not_deniable_if_unclear(word)
            unclear.add(class_rules.canonical_name(word))
        many = 0
        for thing in scene.things:
            for name in thing.names:
                self.barred |= class_rules.names_not_deniable_beside(name)
            class_rule = class_rules.class_rule(thing.name)
            if class_rule is None or thing.part_of is not None:
                continue
            self._partners |= class_rule.partners
            many |= class_rule.bit if class_rule.is_many else 0
            x0, y0, x1, y1 = thing.box
            is_seen = thing.visible >= SEEN and x1 - x0 >= LEAST and y1 - y0 >= LEAST
            self._things.append((class_rule, self._known_values(class_rule, thing.attributes), is_seen))
        found = {
            class_rule.name: class_rule for class_rule, _, is_seen in self._things if is_seen and class_rule.is_asked
        }
        kept = [found[name] for name in sorted(found) if name not in unclear and (only is None or name in only)]
        self.there: tuple[ClassRule, ...] = tuple(kept)
        self.counted: tuple[ClassRule, ...] = tuple(
            class_rule for class_rule in kept if class_rule.is_counted and not class_rule.kin & many
        )

    def _known_values(self, class_rule: ClassRule, attributes: dict[str, tuple[str, ...]]) -> list[Value]:
        value = self.class_rules.known_value
        found = [value(class_rule, category, word) for category, words in attributes.items() for word in words]
        return [each for each in found if each is not None]

    def is_class_absent(self, class_rule: ClassRule) -> bool:
        """Whether nothing in the scene could be called so."""
        return class_rule.is_denied and not self.barred & class_rule.bit

    @cached_property
    def class_properties(self) -> tuple[ClassProperties, ...]:
        """The properties of the counted classes that have any."""
        made = []
        for class_rule in self.counted:
            alike = [(one, said, is_seen) for one, said, is_seen in self._things if class_rule.kin & one.bit]
            if not class_rule.is_human and any(category in CLASHING for _, said, _ in alike for category, _ in said):
                continue
            seen: dict[Value, None] = {}
            for one, said, is_seen in alike:
                if is_seen and one.name == class_rule.name and not one.is_many:
                    seen.update(
                        dict.fromkeys(value for value in said if self.class_rules.may_ask_value(class_rule, value))
                    )
            words = frozenset(frozenset(word for _, word in said) for _, said, _ in alike)
            if any(words):
                made.append(ClassProperties(class_rule, tuple(seen), words, not self._partners & class_rule.bit))
        return tuple(made)

    def object_pairs(self) -> list[tuple[ClassRule, ClassRule]]:
        """All pairs of classes that are both there, and apart."""
        apart = self.class_rules.can_be_counted_apart
        return [(one, other) for one, other in combinations(self.counted, 2) if apart(one, other)]

    def property_pairs(self) -> list[tuple[ClassProperties, Value, Value]]:
        """All pairs of properties of one class that are both there, on different objects."""
        return [
            (trait, one, other)
            for trait in self.class_properties
            for one, other in combinations(trait.seen, 2)
            if trait.are_on_different_objects(one[1], other[1], self.class_rules)
        ]
