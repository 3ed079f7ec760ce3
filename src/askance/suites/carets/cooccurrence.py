"""Co-occurrence counts of the data set: absent objects and false choices are drawn from them."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from functools import cached_property

import numpy as np
import numpy.typing as npt
from askance.suites.carets.plausible_values import is_often_unannotated, is_plausible_attribute
from askance.suites.carets.scene_facts import SceneFacts
from askance.wording.ontology import Ontology
from askance.wording.ontology.related_names import RelatedNames
from askance.wording.ontology.usage_rules import usage_rules

Floats = npt.NDArray[np.float32]
ENOUGH = 4  # values of a category that a class must have shown, to draw false ones from it


class Cooccurrence:
    """Counts over scenes: objects together, attributes of objects, members of classes, values of categories."""

    def __init__(self, words: Ontology, relatives: RelatedNames, classes: frozenset[str] | None = None):
        self.words, self.relatives = words, relatives
        self.allowed = classes  # the class names that may be used; None: all the ontology asks about
        self.pairs: Counter[tuple[str, str]] = Counter()
        self.objects: Counter[str] = Counter()
        self.attributes: defaultdict[str, Counter[str]] = defaultdict(Counter)
        self.of_class: defaultdict[str, Counter[str]] = defaultdict(Counter)
        self.of_category: defaultdict[str, Counter[str]] = defaultdict(Counter)
        self.of_actions: defaultdict[str, Counter[str]] = defaultdict(Counter)
        self.fixed_names: set[str] = set()  # names that images with a fixed list of names show

    def count_scenes(self, scenes: Iterable[SceneFacts]) -> None:
        """Count some scenes."""
        for facts in scenes:
            names = sorted({fact.name for fact in facts.usable})
            self.objects.update(names)
            self.fixed_names.update(names if facts.has_fixed_names else ())
            self.pairs.update((one, other) for one in names for other in names if one != other)
            for fact in facts.usable:
                self.attributes[fact.name].update(value for _, value in fact.attributes)
                for category, value in fact.attributes:
                    self.of_category[category][value] += 1
                for category, value in fact.actions:
                    self.of_actions[category][value] += 1
        for name, count in self.objects.items():
            for group in self.classes_of_name(name):
                self.of_class[group][name] = count

    def classes_of_name(self, name: str) -> tuple[str, ...]:
        """The classes that a name may be called by."""
        found = self.words.classes_of(name)
        if self.allowed is None:
            return tuple(group for group in found if not self._is_unnatural_class(group, name))
        return tuple(group for group in found if group in self.allowed)

    def _is_unnatural_class(self, group: str, name: str) -> bool:
        rules = usage_rules()
        other_kinds = rules.beside.get(group, ())
        return group in rules["unsaid class"] or any(self.words.is_a(name, kind) for kind in other_kinds)

    def values_in_same_class(self, name: str, category: str) -> Counter[str]:
        """The values of a category among objects of the same class, so that no choice is absurd ("a cloth lock")."""
        for group in self.classes_of_name(name):
            found = Counter[str]()
            for other in self.of_class[group]:
                known = self.attributes[other]
                found.update({value: known[value] for value in known if value in self.of_category[category]})
            if len(found) >= ENOUGH:
                return found
        return self.of_category[category]

    def most_used_opposite(self, value: str, name: str) -> str | None:
        """The opposite that the data set uses most and people say of it: "small" of large, not "tiny"."""
        known = (word for word in self.words.antonyms(value, name) if self.attribute_counts[word])
        found = [word for word in known if is_plausible_attribute(word, self.words.category(word) or "", name)]
        return max(found, key=lambda word: (self.attribute_counts[word], word)) if found else None

    @cached_property
    def attribute_counts(self) -> Counter[str]:
        """How often the data set uses each attribute."""
        return sum(self.of_category.values(), Counter[str]())

    @cached_property
    def _never_called_absent(self) -> npt.NDArray[np.bool_]:
        """Names that are never called absent: what is nearly always there or seldom annotated."""
        rules = usage_rules()
        never = rules["scenery"] | rules["undenied"] | rules["unasked"]
        return np.array([name in never or self.words.is_a(name, "body part") for name in self.vocabulary], np.bool_)

    @cached_property
    def _doubtful_in_photographs(self) -> npt.NDArray[np.bool_]:
        """Names that no photograph denies: of several meanings, or of what is often there without annotation."""
        sense = usage_rules().sense
        return np.array([name in sense or is_often_unannotated(name) for name in self.vocabulary], np.bool_)

    @cached_property
    def _not_in_fixed_names(self) -> npt.NDArray[np.bool_]:
        """Names that only images with open annotation show: a fixed list of names lacks them."""
        return np.array([name not in self.fixed_names for name in self.vocabulary], np.bool_)

    def may_deny_class(self, group: str, facts: SceneFacts) -> bool:
        """Whether a class may be called absent: of a fixed list of names, only one that is itself on the list."""
        if facts.has_fixed_names and group not in self.fixed_names:
            return False
        return group not in usage_rules()["undenied"] and not facts.is_term_suggested(group)

    @cached_property
    def _hinted_cache(self) -> dict[str, npt.NDArray[np.bool_]]:
        return {}

    def names_suggested_by(self, name: str) -> npt.NDArray[np.bool_]:
        """Which names may not be called absent beside this one in a photograph: broad words for it, its contents."""
        row = self._hinted_cache.get(name)
        if row is None:
            loosely, contents = self.relatives.names_loosely_called, self.relatives.contents_and_their_kinds(name)
            row = np.array([name in loosely(other) or other in contents for other in self.vocabulary], np.bool_)
            self._hinted_cache[name] = row
        return row

    @cached_property
    def vocabulary(self) -> list[str]:
        """The object names seen, in one order."""
        return sorted(self.objects)

    @cached_property
    def index_by_name(self) -> dict[str, int]:
        """Name → index in the vocabulary."""
        return {name: place for place, name in enumerate(self.vocabulary)}

    @cached_property
    def _cooccurrence_matrix(self) -> Floats:
        matrix = np.zeros((len(self.vocabulary), len(self.vocabulary)), np.float32)
        for (one, other), count in self.pairs.items():
            matrix[self.index_by_name[one], self.index_by_name[other]] = count
        return matrix

    @cached_property
    def _barred_cache(self) -> dict[str, npt.NDArray[np.bool_]]:
        return {}

    def names_not_deniable_beside(self, name: str) -> npt.NDArray[np.bool_]:
        """Which names may not be called absent beside this one: kin, parts and wholes."""
        row = self._barred_cache.get(name)
        if row is None:
            row = np.zeros(len(self.vocabulary), np.bool_)
            for other in self.relatives.related_to(name) | self.relatives.parts_and_wholes(name) | {name}:
                if other in self.index_by_name:
                    row[self.index_by_name[other]] = True
            self._barred_cache[name] = row
        return row

    def absence_weights(self, facts: SceneFacts) -> Floats:
        """How likely each name of the vocabulary would be beside what is there; 0 if it may not be called absent."""
        if not facts.is_dense:
            return np.zeros(len(self.vocabulary), np.float32)
        places = [
            self.index_by_name[name]
            for name in sorted({fact.name for fact in facts.usable})
            if name in self.index_by_name
        ]
        likely: Floats = self._cooccurrence_matrix[places].sum(axis=0) + np.float32(
            0.01
        )  # never seen together: rare, not impossible
        is_photo = not facts.scene.closed
        barred = self._never_called_absent | self._doubtful_in_photographs if is_photo else self._never_called_absent
        if facts.has_fixed_names:
            barred = barred | self._not_in_fixed_names
        for name in facts.names:
            barred = barred | self.names_not_deniable_beside(name)
            if is_photo:
                barred = barred | self.names_suggested_by(name)
        likely[barred] = 0
        for name in facts.scene.unclear:
            if name in self.index_by_name:
                likely[self.index_by_name[name]] = 0
        return likely
