"""Which questions fit which image edit: the answer must stay, or must change by exactly one."""

from collections.abc import Iterable

from askance.core import SceneObject
from askance.suites.metamorphic.case_writer import MetamorphicQuestion
from askance.suites.metamorphic.class_rules import CLASHING, ClassRules
from askance.suites.metamorphic.image_variants import Change, ImageVariant
from askance.suites.metamorphic.overlapping_names import OverlappingNames
from askance.suites.metamorphic.question_texts import QuestionTarget

QuestionWithEdit = tuple[MetamorphicQuestion, ImageVariant]
ACTION_CATEGORIES = ("pose", "action")


class EditEffects:
    """The questions of one scene, compared with edits of its image."""

    def __init__(self, asked: list[MetamorphicQuestion], overlapping_names: OverlappingNames, class_rules: ClassRules):
        self.overlapping_names, self.class_rules = overlapping_names, class_rules
        self.names = sorted({target.name for one in asked for target in one.targets})
        self.asked = [
            (one, frozenset(target.name for target in one.targets), _names_with_asked_actions(one)) for one in asked
        ]

    def questions_with_unchanged_answer(self, variants: Iterable[ImageVariant]) -> list[QuestionWithEdit]:
        """Questions about nothing that the edit added or removed, nor about actions of objects tied to it."""
        found = []
        for variant in variants:
            moved, tied = self._names_affected(variant.names, variant.change), self._tied_names(variant)
            found += [
                (one, variant)
                for one, names, acting in self.asked
                if names.isdisjoint(moved) and acting.isdisjoint(tied)
            ]
        return found

    def questions_with_answer_plus_one(self, variants: Iterable[ImageVariant]) -> list[QuestionWithEdit]:
        """Questions that count the added or removed object once, and nothing else that the edit added or removed."""
        found = []
        for variant in variants:
            assert variant.thing is not None
            head = self.overlapping_names.canonical_name(variant.thing.name)
            beside = self._names_affected(variant.names.difference(variant.thing.names), variant.change)
            moved, tied = self._names_affected(variant.names, variant.change), self._tied_names(variant)
            found += [
                (one, variant)
                for one, names, acting in self.asked
                if one.gather == "sum" and head in names and names.isdisjoint(beside) and acting.isdisjoint(tied)
                if (names - {head}).isdisjoint(moved)
                if sum(self._is_surely_target(variant.thing, target) for target in one.targets) == 1
            ]
        return found

    def _names_affected(self, changed: frozenset[str], change: Change) -> set[str]:
        """The names asked about whose answer may turn when these objects come or go."""
        apart, is_behind = self.overlapping_names.are_answers_independent, self.overlapping_names.is_usually_behind
        moved = {name for name in self.names if not apart(changed, name)}
        return moved if change != "remove" else moved | {name for name in self.names if is_behind(changed, name)}

    def _tied_names(self, variant: ImageVariant) -> set[str]:
        """The names whose actions may look different."""
        return {self.overlapping_names.canonical_name(name) for name in variant.tied}

    def _is_surely_target(self, thing: SceneObject, target: QuestionTarget) -> bool:
        """Whether an object is surely counted as a target: of two colors or names, nobody knows which one counts."""
        class_rule = self.class_rules.class_rule(thing.name)
        if class_rule is None or class_rule.name != target.name or not self.overlapping_names.is_name_certain(thing):
            return False
        if target.property is None:
            return True
        value = self.class_rules.known_value
        said = [value(class_rule, category, word) for category, words in thing.attributes.items() for word in words]
        looks = {one for one in said if one is not None and (one[0] == "color" or one[0] in CLASHING)}
        is_plain = class_rule.is_human or len(looks) == 1
        return is_plain and (target.category, target.property) in said


def _names_with_asked_actions(one: MetamorphicQuestion) -> frozenset[str]:
    return frozenset(target.name for target in one.targets if target.category in ACTION_CATEGORIES)
