"""Co-occurrence counts of a data set: absent classes and properties are drawn from them, to be plausible."""

from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable
from itertools import accumulate, permutations
from random import Random

from askance.suites.metamorphic.askable_scene import AskableScene, ClassProperties
from askance.suites.metamorphic.class_rules import ClassRule, ClassRules, Value

FEW = 4  # a class that has shown fewer properties than this may get any of the paper's pool
TRIES = 12  # draws before a scene counts as having nothing to offer


class Cooccurrence:
    """Counts over scenes: classes together, and properties of classes; add all scenes before the first draw."""

    def __init__(self, class_rules: ClassRules):
        self.class_rules = class_rules
        self._together: defaultdict[str, Counter[str]] = defaultdict(Counter)
        self._alone: Counter[str] = Counter()
        self._values: defaultdict[str, Counter[Value]] = defaultdict(Counter)
        self._drawn: dict[str, tuple[list[ClassRule], list[int]]] = {}
        self._plausible: dict[str, tuple[Value, ...]] = {}

    def count_scene(self, askable: AskableScene) -> None:
        """Count one scene."""
        names = [class_rule.name for class_rule in askable.there]
        self._alone.update(names)
        for one, other in permutations(names, 2):
            self._together[one][other] += 1
        for trait in askable.class_properties:
            self._values[_class_name_or_person(trait.class_rule)].update(trait.seen)

    @classmethod
    def from_scenes(cls, askables: Iterable[AskableScene], class_rules: ClassRules) -> "Cooccurrence":
        """The counts of some scenes."""
        made = cls(class_rules)
        for askable in askables:
            made.count_scene(askable)
        return made

    def draw_absent_class(self, askable: AskableScene, rng: Random, *, counted: bool) -> ClassRule | None:
        """A class that is surely not in a scene, as likely as it would be beside what is there."""
        for turn in range(TRIES):
            is_beside = turn < TRIES // 2 and askable.there
            names, sums = self._classes_beside(
                askable.there[int(rng.random() * len(askable.there))].name if is_beside else ""
            )
            if names:
                found = names[bisect_right(sums, rng.random() * sums[-1])]
                if (found.is_counted or not counted) and askable.is_class_absent(found):
                    return found
        return None

    def _classes_beside(self, beside: str) -> tuple[list[ClassRule], list[int]]:
        """The classes seen beside a class (or anywhere), with the running sums of their counts."""
        table = self._drawn.get(beside)
        if table is None:
            counts = self._together[beside] if beside else self._alone
            known = [(self.class_rules.class_rule(name), counts[name]) for name in sorted(counts)]
            rows = [
                (class_rule, count) for class_rule, count in known if class_rule is not None and class_rule.is_denied
            ]
            table = self._drawn[beside] = (
                [class_rule for class_rule, _ in rows],
                list(accumulate(count for _, count in rows)),
            )
        return table

    def absent_values(self, trait: ClassProperties) -> list[Value]:
        """The properties that such objects have, and none of them here."""
        return trait.absent_values(self.plausible_values(trait.class_rule), self.class_rules)

    def plausible_values(self, class_rule: ClassRule) -> tuple[Value, ...]:
        """The properties that a class has shown in this data set; those of the paper's pool if they are few."""
        found = self._plausible.get(class_rule.name)
        if found is None:
            shown = tuple(
                value
                for value in sorted(self._values[_class_name_or_person(class_rule)])
                if self.class_rules.may_ask_value(class_rule, value)
            )
            found = self._plausible[class_rule.name] = (
                shown if len(shown) >= FEW else self.class_rules.askable_values(class_rule)
            )
        return found


def _class_name_or_person(class_rule: ClassRule) -> str:
    """The class name under which properties are counted; all words for people count as one."""
    return "person" if class_rule.is_human else class_rule.name
