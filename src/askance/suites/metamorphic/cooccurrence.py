"""Co-occurrence counts of a data set: absent classes and properties are drawn from them, to be plausible."""

from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable
from itertools import accumulate, permutations
from random import Random

from askance.suites.metamorphic.askable import AskableScene, ClassProperties
from askance.suites.metamorphic.class_rules import ClassRule, ClassRules, Value

FEW = 4  # a class that has shown fewer properties than this may get any of the paper's pool
TRIES = 12  # draws before a scene counts as having nothing to offer


class Cooccurrence:
    """Counts over scenes: classes together, and properties of classes; add all scenes before the first draw."""

    def __init__(self, sorts: ClassRules):
        self.sorts = sorts
        self._together: defaultdict[str, Counter[str]] = defaultdict(Counter)
        self._alone: Counter[str] = Counter()
        self._values: defaultdict[str, Counter[Value]] = defaultdict(Counter)
        self._drawn: dict[str, tuple[list[ClassRule], list[int]]] = {}
        self._plausible: dict[str, tuple[Value, ...]] = {}

    def add(self, offer: AskableScene) -> None:
        """Count one scene."""
        names = [sort.name for sort in offer.there]
        self._alone.update(names)
        for one, other in permutations(names, 2):
            self._together[one][other] += 1
        for trait in offer.traits:
            self._values[_kind(trait.sort)].update(trait.seen)

    @classmethod
    def of(cls, offers: Iterable[AskableScene], sorts: ClassRules) -> "Cooccurrence":
        """The counts of some scenes."""
        made = cls(sorts)
        for offer in offers:
            made.add(offer)
        return made

    def absent(self, offer: AskableScene, rng: Random, *, counted: bool) -> ClassRule | None:
        """A class that is surely not in a scene, as likely as it would be beside what is there."""
        for turn in range(TRIES):
            is_beside = turn < TRIES // 2 and offer.there
            names, sums = self._table(offer.there[int(rng.random() * len(offer.there))].name if is_beside else "")
            if names:
                found = names[bisect_right(sums, rng.random() * sums[-1])]
                if (found.is_counted or not counted) and offer.is_absent(found):
                    return found
        return None

    def _table(self, beside: str) -> tuple[list[ClassRule], list[int]]:
        """The classes seen beside a class (or anywhere), with the running sums of their counts."""
        table = self._drawn.get(beside)
        if table is None:
            counts = self._together[beside] if beside else self._alone
            known = [(self.sorts.sort(name), counts[name]) for name in sorted(counts)]
            rows = [(sort, count) for sort, count in known if sort is not None and sort.is_denied]
            table = self._drawn[beside] = [sort for sort, _ in rows], list(accumulate(count for _, count in rows))
        return table

    def absent_values(self, trait: ClassProperties) -> list[Value]:
        """The properties that such objects have, and none of them here."""
        return trait.absent(self.plausible(trait.sort), self.sorts)

    def plausible(self, sort: ClassRule) -> tuple[Value, ...]:
        """The properties that a class has shown in this data set; those of the paper's pool if they are few."""
        found = self._plausible.get(sort.name)
        if found is None:
            shown = tuple(value for value in sorted(self._values[_kind(sort)]) if self.sorts.may_say(sort, value))
            found = self._plausible[sort.name] = shown if len(shown) >= FEW else self.sorts.pool(sort)
        return found


def _kind(sort: ClassRule) -> str:
    """The class name under which properties are counted; all words for people count as one."""
    return "person" if sort.is_human else sort.name
