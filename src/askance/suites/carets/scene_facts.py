"""The facts of a scene for questions: usable objects, what is certainly present, and what might be."""

import re
from collections import Counter
from collections.abc import Iterable
from functools import cached_property

import numpy as np
from askance.core import Box, Scene, SceneObject, SceneRelation
from askance.suites.carets.object_facts import ObjectFacts, object_facts_of
from askance.suites.carets.plausible_values import (
    is_listed_under_rule,
    is_living_being,
    is_often_unannotated,
    names_agree,
)
from askance.wording.ontology import Kind, Ontology
from askance.wording.ontology.find_object_names import find_object_names
from askance.wording.ontology.related_names import RelatedNames
from askance.wording.ontology.usage_rules import usage_rules
from askance.wording.templates.predicate_words import readable_predicate

LEAST = 32  # pixels: the side of the smallest box that people reliably recognise (Torralba et al. 2008)
SEEN = 0.5
KINDS: tuple[Kind, ...] = ("attribute", "action")
IMITATION = frozenset({"artificial", "bronze", "carved", "cartoon", "ceramic", "fake", "inflatable", "stuffed", "toy"})
IN_PIECES = frozenset({"chopped", "crushed", "cut", "diced", "grated", "ground", "mashed", "melted", "shredded"})
WORN = ("clothing", "accessory", "headwear", "footwear")
DENSE_THINGS, DENSE_COVER = 8, 0.5  # annotated objects, and the share of the image that their boxes cover
TURNED = {
    "left of": "right of", "right of": "left of", "above": "below", "below": "above", "behind": "in front of",
    "in front of": "behind",
}  # fmt: skip
HELD_BY_ONE = frozenset({"holding", "wearing", "riding", "on", "in", "under"})  # a complete scene lists all of these
ON_ONE_ONLY = frozenset({"riding", "sitting in", "sitting on"})  # of one thing at a time, whatever was annotated
GRID = 32  # cells per side, to measure that share


def is_large_box(box: Box) -> bool:
    """Whether people can recognise what is in a box."""
    return box[2] - box[0] >= LEAST and box[3] - box[1] >= LEAST


class SceneFacts:
    """One scene, as the question generators use it."""

    def __init__(self, image: str, scene: Scene, words: Ontology, relatives: RelatedNames):
        self.image, self.scene, self.words, self.relatives = image, scene, words, relatives
        found = {thing.id: object_facts_of(thing, words, is_photo=not scene.closed) for thing in scene.things}
        self.objects_by_id = {id_: fact for id_, fact in found.items() if fact is not None}
        self.usable = [
            fact
            for fact in self.objects_by_id.values()
            if fact.thing.part_of is None and fact.thing.visible >= SEEN and is_large_box(fact.thing.box)
        ]
        self.names = frozenset[str]().union(
            *(self._ontology_names_in(name) for thing in scene.things for name in thing.names),
            *(self._ontology_names_in(name) for name in scene.unclear if not self._is_class_only(name)),
        )
        self.names |= {
            group
            for fact in self.objects_by_id.values()
            if self._is_name_disputed(fact)
            for group in words.classes_of(fact.name)  # it may be any other member of its classes
        }
        self.usable = [
            fact
            for fact in self.usable
            if fact.name not in usage_rules()["unasked"] and self._has_one_sense(fact)
            if not self._is_name_disputed(fact) and not self._is_another_kind(fact)
        ]

    def _ontology_name(self, name: str) -> str:
        """A name as the ontology writes it; a compound that it lacks counts as its head."""
        known = self.words.objects.canonical_name
        return known(name) or known(re.split("[ -]", name)[-1]) or name

    def _ontology_names_in(self, name: str) -> frozenset[str]:
        """A name as the ontology writes it; of a compound that it lacks every name in it: "guitar player"."""
        known = self.words.objects.canonical_name(name)
        return frozenset({known} if known else find_object_names(name) or {name})

    def _is_class_only(self, name: str) -> bool:
        """Whether an unclear name is a class in a scene that lists everything: its members are not in doubt."""
        return self.scene.closed and name in self.words.objects.classes

    def _has_one_sense(self, fact: ObjectFacts) -> bool:
        """Whether its name means what the ontology takes it for: a "tower" beside a computer may be its case."""
        needed = usage_rules().sense.get(fact.name)
        is_told = fact.thing.name not in (fact.name, fact.entry.plural)  # "computer mouse"
        if needed is None or is_told or self.scene.closed:
            return True
        return any(self.words.is_a(name, kind) for name in self.names - {fact.name} for kind in needed)

    def _is_another_kind(self, fact: ObjectFacts) -> bool:
        """Whether it is none of its kind: shredded coconut is not "a coconut", a stuffed shark no shark."""
        said = {value for values in fact.thing.attributes.values() for value in values}
        in_pieces = fact.entry.count == "c" and not IN_PIECES.isdisjoint(said)
        grows = is_living_being(fact.name, self.words) or self.words.is_a(fact.name, "plant")
        is_toy = "toy" in said or (grows and not IMITATION.isdisjoint(said))
        return not self.scene.closed and (in_pieces or is_toy)

    def _is_name_disputed(self, fact: ObjectFacts) -> bool:
        """Whether its name is not true by the other names that annotators gave it: "spear", or "van" beside "truck"."""
        return not names_agree(fact.name, map(self._ontology_name, fact.thing.also), self.words)

    @cached_property
    def is_dense(self) -> bool:
        """Whether so much is annotated that a name not listed may be called absent."""
        scene = self.scene
        if not self.usable:
            return False
        return scene.complete or (len(scene.things) >= DENSE_THINGS and _share_covered_by_boxes(scene) >= DENSE_COVER)

    @property
    def has_fixed_names(self) -> bool:
        """Whether annotators used a fixed list of names (COCO's 80): other names and classes may be there unlisted."""
        scene = self.scene
        return not scene.closed and (scene.complete or scene.fixed_names)

    @cached_property
    def askable_objects(self) -> list[ObjectFacts]:
        """The objects that one may ask for: neither scenery nor parts of a body."""
        return [fact for fact in self.usable if not self._is_background(fact)]

    def _is_background(self, fact: ObjectFacts) -> bool:
        return fact.name in usage_rules()["scenery"] or self.words.is_a(fact.name, "body part")

    @cached_property
    def relations_by_object(self) -> dict[str, list[tuple[str, ObjectFacts]]]:
        """Object id → what it is linked to, where both may be named."""
        usable = {fact.thing.id: fact for fact in self.usable}
        found: dict[str, list[tuple[str, ObjectFacts]]] = {}
        for link in self.scene.links:
            one, other = usable.get(link.subject), usable.get(link.object)
            predicate = readable_predicate(link.name)
            if one is None or other is None or not predicate or self._is_reverse_annotated(link, predicate):
                continue
            if self._is_usable_to_point_out(one, predicate, other):
                found.setdefault(link.subject, []).append((predicate, other))
        return found

    def _is_reverse_annotated(self, link: SceneRelation, predicate: str) -> bool:
        """Whether the annotation says the reverse, too: each to the left of the other."""
        return predicate in TURNED and (link.object, predicate, link.subject) in self._relation_triples

    def _is_usable_to_point_out(self, one: ObjectFacts, predicate: str, other: ObjectFacts) -> bool:
        """Whether people would point an object out by this relation."""
        rules, words = usage_rules(), self.words
        if one is other or predicate in rules["unsaid"] or words.is_a(other.name, "body part"):
            return False
        if other.name in self.relatives.related_to(one.name) or self._is_background(one):
            return False
        if words.is_a(one.name, "room") or words.is_a(other.name, "room"):
            return predicate == "in"  # nothing is beside the room that the picture shows
        is_worn = any(words.is_a(other.name, kind) or words.maybe(other.name, kind) for kind in WORN)
        if predicate in rules["place"]:
            return other.name not in rules["scenery"] and not is_worn
        if predicate == "wearing" and not is_worn:
            return False
        if predicate == "with" and other.name in self.relatives.parts_and_wholes(one.name):
            return False
        if predicate in rules["vehicle"]:
            return words.is_a(one.name, "vehicle")
        return predicate not in rules["living"] or is_living_being(one.name, words)

    @cached_property
    def boxes_for_any_region(self) -> list[Box]:
        """Boxes that may stand for "any region"."""
        return [fact.thing.box for fact in self.usable]

    def objects_possibly_called(self, term: str) -> list[SceneObject]:
        """Everything that somebody might call so, seen or not."""
        found = self._possibly_called_cache.get(term)
        if found is None:
            kin = self.relatives.related_to(term)
            found = [thing for thing in self.scene.things if not kin.isdisjoint(self._names_by_id[thing.id])]
            self._possibly_called_cache[term] = found
        return found

    @cached_property
    def _possibly_called_cache(self) -> dict[str, list[SceneObject]]:
        return {}

    @cached_property
    def _names_by_id(self) -> dict[str, frozenset[str]]:
        """Object id → every name that it has, as the ontology writes it."""
        things = self.scene.things
        return {thing.id: frozenset[str]().union(*map(self._ontology_names_in, thing.names)) for thing in things}

    def is_term_suggested(self, term: str) -> bool:
        """Whether something here might be called so in any common sense, so that nobody may deny it."""
        relatives = self.relatives
        if (
            term in self.scene.unclear
            or self.objects_possibly_called(term)
            or not relatives.related_to(term).isdisjoint(self.names)
        ):
            return True
        if self.scene.closed:
            return False
        is_called = not relatives.names_loosely_called(term).isdisjoint(self.names)
        return (
            is_called
            or is_often_unannotated(term)
            or any(term in relatives.contents_and_their_kinds(name) for name in self.names)
        )

    def could_have_values(self, thing: SceneObject, values: Iterable[str]) -> bool:
        """Whether nothing that is said of an object rules these attributes out."""
        fact = self.objects_by_id.get(thing.id)
        said = fact.values if fact else frozenset()
        if fact and fact.hides_colors and not self.scene.closed:  # it may show any color besides those listed
            values = [value for value in values if "color" not in self.words.categories(value)]
        return all(value in said or not self._is_value_ruled_out(value, said, thing.name) for value in values)

    def _is_value_ruled_out(self, value: str, said: frozenset[str], name: str) -> bool:
        return any(self.words.excludes(value, other, kind, name).excludes for other in said for kind in KINDS)

    def is_only_match(
        self,
        fact: ObjectFacts,
        term: str,
        values: tuple[str, ...] = (),
        relation: tuple[str, SceneObject] | None = None,
    ) -> bool:
        """Whether a phrase can mean this object and no other: each other one lacks a value or the relation."""
        if not self.scene.closed and self._may_have_unannotated_twin(fact, relation is not None):
            return False
        if self.has_fixed_names and term != fact.name:
            return False  # a class has members that the list of names lacks
        others = (thing for thing in self.objects_possibly_called(term) if thing.id != fact.thing.id)
        return not any(
            self.could_have_values(thing, values) and not (relation and self.lacks_relation(thing, *relation))
            for thing in others
        )

    def _may_have_unannotated_twin(self, fact: ObjectFacts, is_related: bool) -> bool:
        """Whether a photograph may show another one without annotation: a part of a whole, a tree, a second horse."""
        if is_living_being(fact.name, self.words) and self.has_unannotated_bodies:
            return True
        if not self.relatives.wholes(fact.name).isdisjoint(self.names - {fact.name}):
            return True
        return not is_related and is_listed_under_rule(fact.name, "several")

    @cached_property
    def has_unannotated_bodies(self) -> bool:
        """Whether more legs or heads are annotated than the bodies have: somebody is there whom nobody annotated."""
        bodies = [thing for thing in self.scene.things if is_living_being(self._ontology_name(thing.name), self.words)]
        names = Counter(self._ontology_name(thing.name) for thing in self.scene.things)
        return names["leg"] + names["legs"] > 4 * len(bodies) or names["head"] > len(bodies)

    @cached_property
    def _relation_triples(self) -> frozenset[tuple[str, str, str]]:
        return frozenset(
            (link.subject, readable_predicate(link.name) or link.name, link.object) for link in self.scene.links
        )

    def lacks_relation(self, thing: SceneObject, predicate: str, anchor: SceneObject) -> bool:
        """Whether an object surely does not stand in this relation to another; what nobody annotated may still hold."""
        if thing.id == anchor.id:
            return True
        turned = TURNED.get(predicate)
        if (thing.id, predicate, anchor.id) in self._relation_triples or (
            anchor.id,
            turned,
            thing.id,
        ) in self._relation_triples:
            return False
        if turned is not None:
            is_turned = (thing.id, turned, anchor.id) in self._relation_triples or (
                anchor.id,
                predicate,
                thing.id,
            ) in self._relation_triples
            return is_turned or (not self.scene.closed and _is_on_other_side(thing.box, predicate, anchor.box))
        if self.scene.closed:
            return predicate in HELD_BY_ONE
        others = (other for subject, name, other in self._relation_triples if subject == thing.id and name == predicate)
        return predicate in ON_ONE_ONLY and any(self._are_surely_different(other, anchor) for other in others)

    def _are_surely_different(self, other: str, anchor: SceneObject) -> bool:
        """Whether two ends of a relation are surely different objects: no kin, no part and whole."""
        names, wanted = self._names_by_id.get(other, frozenset()), self._ontology_name(anchor.name)
        near = self.relatives.related_to(wanted) | self.relatives.parts_and_wholes(wanted) | {wanted}
        return other != anchor.id and bool(names) and names.isdisjoint(near)


def _is_on_other_side(box: Box, predicate: str, anchor: Box) -> bool:
    """Whether a box lies wholly on the other side of the anchor: no reader can take it for left of."""
    if predicate == "left of":
        return box[0] >= anchor[2]
    return predicate == "right of" and box[2] <= anchor[0]


def _share_covered_by_boxes(scene: Scene) -> float:
    """The share of the image that boxes cover."""
    covered = np.zeros((GRID, GRID), np.bool_)
    across, down = GRID / max(scene.width, 1), GRID / max(scene.height, 1)
    for thing in scene.things:
        x0, y0, x1, y1 = thing.box
        covered[int(y0 * down) : int(np.ceil(y1 * down)), int(x0 * across) : int(np.ceil(x1 * across))] = True
    return float(covered.mean())
