"""Which questions fit which image edit: the answer must stay, or must change by exactly one."""

from collections.abc import Iterable

from askance.core import SceneObject
from askance.suites.metamorphic.cases import Asked
from askance.suites.metamorphic.class_rules import CLASHING, ClassRules
from askance.suites.metamorphic.image_variants import Change, Variant
from askance.suites.metamorphic.overlapping_names import OverlappingNames
from askance.suites.metamorphic.questions import Target

QuestionWithEdit = tuple[Asked, Variant]
ACTION_CATEGORIES = ("pose", "action")


class EditEffects:
    """The questions of one scene, compared with edits of its image."""

    def __init__(self, asked: list[Asked], kinship: OverlappingNames, sorts: ClassRules):
        self.kinship, self.sorts = kinship, sorts
        self.names = sorted({target.name for one in asked for target in one.targets})
        self.asked = [(one, frozenset(target.name for target in one.targets), _acting(one)) for one in asked]

    def same(self, variants: Iterable[Variant]) -> list[QuestionWithEdit]:
        """Questions about nothing that the edit added or removed, nor about actions of objects tied to it."""
        found = []
        for variant in variants:
            moved, tied = self._moved(variant.names, variant.change), self._tied(variant)
            found += [
                (one, variant)
                for one, names, acting in self.asked
                if names.isdisjoint(moved) and acting.isdisjoint(tied)
            ]
        return found

    def plus(self, variants: Iterable[Variant]) -> list[QuestionWithEdit]:
        """Questions that count the added or removed object once, and nothing else that the edit added or removed."""
        found = []
        for variant in variants:
            assert variant.thing is not None
            head = self.kinship.usual(variant.thing.name)
            beside = self._moved(variant.names.difference(variant.thing.names), variant.change)
            moved, tied = self._moved(variant.names, variant.change), self._tied(variant)
            found += [
                (one, variant)
                for one, names, acting in self.asked
                if one.gather == "sum" and head in names and names.isdisjoint(beside) and acting.isdisjoint(tied)
                if (names - {head}).isdisjoint(moved)
                if sum(self._is(variant.thing, target) for target in one.targets) == 1
            ]
        return found

    def _moved(self, changed: frozenset[str], change: Change) -> set[str]:
        """The names asked about whose answer may turn when these objects come or go."""
        apart, is_behind = self.kinship.apart, self.kinship.is_behind
        moved = {name for name in self.names if not apart(changed, name)}
        return moved if change != "remove" else moved | {name for name in self.names if is_behind(changed, name)}

    def _tied(self, variant: Variant) -> set[str]:
        """The names whose actions may look different."""
        return {self.kinship.usual(name) for name in variant.tied}

    def _is(self, thing: SceneObject, target: Target) -> bool:
        """Whether an object is surely counted as a target: of two colors or names, nobody knows which one counts."""
        sort = self.sorts.sort(thing.name)
        if sort is None or sort.name != target.name or not self.kinship.is_surely(thing):
            return False
        if target.property is None:
            return True
        value = self.sorts.value
        said = [value(sort, category, word) for category, words in thing.attributes.items() for word in words]
        looks = {one for one in said if one is not None and (one[0] == "color" or one[0] in CLASHING)}
        is_plain = sort.is_human or len(looks) == 1
        return is_plain and (target.category, target.property) in said


def _acting(one: Asked) -> frozenset[str]:
    return frozenset(target.name for target in one.targets if target.category in ACTION_CATEGORIES)
