"""The facts of a scene for questions: usable objects, what is certainly present, and what might be."""

import re
from collections import Counter
from collections.abc import Iterable
from functools import cached_property

import numpy as np
from askance.core import Box, Scene, SceneObject, SceneRelation
from askance.suites.carets.fact import Fact, fact_of
from askance.suites.carets.plausible_values import is_living, is_often_unannotated, is_one_of, names_agree
from askance.wording.ontology import Kind, Ontology
from askance.wording.ontology.mentions import object_names
from askance.wording.ontology.relatives import Relatives
from askance.wording.ontology.usage import usage
from askance.wording.templates.predicates import readable

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


def is_large(box: Box) -> bool:
    """Whether people can recognise what is in a box."""
    return box[2] - box[0] >= LEAST and box[3] - box[1] >= LEAST


class Facts:
    """One scene, as the question generators use it."""

    def __init__(self, image: str, scene: Scene, words: Ontology, relatives: Relatives):
        self.image, self.scene, self.words, self.relatives = image, scene, words, relatives
        found = {thing.id: fact_of(thing, words, is_photo=not scene.closed) for thing in scene.things}
        self.by_id = {id_: fact for id_, fact in found.items() if fact is not None}
        self.usable = [
            fact
            for fact in self.by_id.values()
            if fact.thing.part_of is None and fact.thing.visible >= SEEN and is_large(fact.thing.box)
        ]
        self.names = frozenset[str]().union(
            *(self._names_in(name) for thing in scene.things for name in thing.names),
            *(self._names_in(name) for name in scene.unclear if not self._is_class_only(name)),
        )
        self.names |= {
            group
            for fact in self.by_id.values()
            if self._is_disputed(fact)
            for group in words.classes_of(fact.name)  # it may be any other member of its classes
        }
        self.usable = [
            fact
            for fact in self.usable
            if fact.name not in usage()["unasked"] and self._has_one_sense(fact)
            if not self._is_disputed(fact) and not self._is_another_kind(fact)
        ]

    def _known(self, name: str) -> str:
        """A name as the ontology writes it; a compound that it lacks counts as its head."""
        known = self.words.objects.known
        return known(name) or known(re.split("[ -]", name)[-1]) or name

    def _names_in(self, name: str) -> frozenset[str]:
        """A name as the ontology writes it; of a compound that it lacks every name in it: "guitar player"."""
        known = self.words.objects.known(name)
        return frozenset({known} if known else object_names(name) or {name})

    def _is_class_only(self, name: str) -> bool:
        """Whether an unclear name is a class in a scene that lists everything: its members are not in doubt."""
        return self.scene.closed and name in self.words.objects.classes

    def _has_one_sense(self, fact: Fact) -> bool:
        """Whether its name means what the ontology takes it for: a "tower" beside a computer may be its case."""
        needed = usage().sense.get(fact.name)
        is_told = fact.thing.name not in (fact.name, fact.entry.plural)  # "computer mouse"
        if needed is None or is_told or self.scene.closed:
            return True
        return any(self.words.is_a(name, kind) for name in self.names - {fact.name} for kind in needed)

    def _is_another_kind(self, fact: Fact) -> bool:
        """Whether it is none of its kind: shredded coconut is not "a coconut", a stuffed shark no shark."""
        said = {value for values in fact.thing.attributes.values() for value in values}
        in_pieces = fact.entry.count == "c" and not IN_PIECES.isdisjoint(said)
        grows = is_living(fact.name, self.words) or self.words.is_a(fact.name, "plant")
        is_toy = "toy" in said or (grows and not IMITATION.isdisjoint(said))
        return not self.scene.closed and (in_pieces or is_toy)

    def _is_disputed(self, fact: Fact) -> bool:
        """Whether its name is not true by the other names that annotators gave it: "spear", or "van" beside "truck"."""
        return not names_agree(fact.name, map(self._known, fact.thing.also), self.words)

    @cached_property
    def is_dense(self) -> bool:
        """Whether so much is annotated that a name not listed may be called absent."""
        scene = self.scene
        if not self.usable:
            return False
        return scene.complete or (len(scene.things) >= DENSE_THINGS and _cover(scene) >= DENSE_COVER)

    @property
    def has_fixed_names(self) -> bool:
        """Whether annotators used a fixed list of names (COCO's 80): other names and classes may be there unlisted."""
        scene = self.scene
        return not scene.closed and (scene.complete or scene.fixed_names)

    @cached_property
    def asked(self) -> list[Fact]:
        """The objects that one may ask for: neither scenery nor parts of a body."""
        return [fact for fact in self.usable if not self._is_background(fact)]

    def _is_background(self, fact: Fact) -> bool:
        return fact.name in usage()["scenery"] or self.words.is_a(fact.name, "body part")

    @cached_property
    def links(self) -> dict[str, list[tuple[str, Fact]]]:
        """Object id → what it is linked to, where both may be named."""
        usable = {fact.thing.id: fact for fact in self.usable}
        found: dict[str, list[tuple[str, Fact]]] = {}
        for link in self.scene.links:
            one, other = usable.get(link.subject), usable.get(link.object)
            predicate = readable(link.name)
            if one is None or other is None or not predicate or self._is_denied(link, predicate):
                continue
            if self._is_telling(one, predicate, other):
                found.setdefault(link.subject, []).append((predicate, other))
        return found

    def _is_denied(self, link: SceneRelation, predicate: str) -> bool:
        """Whether the annotation says the reverse, too: each to the left of the other."""
        return predicate in TURNED and (link.object, predicate, link.subject) in self._linked

    def _is_telling(self, one: Fact, predicate: str, other: Fact) -> bool:
        """Whether people would point an object out by this relation."""
        rules, words = usage(), self.words
        if one is other or predicate in rules["unsaid"] or words.is_a(other.name, "body part"):
            return False
        if other.name in self.relatives.kin(one.name) or self._is_background(one):
            return False
        if words.is_a(one.name, "room") or words.is_a(other.name, "room"):
            return predicate == "in"  # nothing is beside the room that the picture shows
        is_worn = any(words.is_a(other.name, kind) or words.maybe(other.name, kind) for kind in WORN)
        if predicate in rules["place"]:
            return other.name not in rules["scenery"] and not is_worn
        if predicate == "wearing" and not is_worn:
            return False
        if predicate == "with" and other.name in self.relatives.partners(one.name):
            return False
        if predicate in rules["vehicle"]:
            return words.is_a(one.name, "vehicle")
        return predicate not in rules["living"] or is_living(one.name, words)

    @cached_property
    def boxes(self) -> list[Box]:
        """Boxes that may stand for "any region"."""
        return [fact.thing.box for fact in self.usable]

    def could_be(self, term: str) -> list[SceneObject]:
        """Everything that somebody might call so, seen or not."""
        found = self._could_be.get(term)
        if found is None:
            kin = self.relatives.kin(term)
            found = [thing for thing in self.scene.things if not kin.isdisjoint(self._called[thing.id])]
            self._could_be[term] = found
        return found

    @cached_property
    def _could_be(self) -> dict[str, list[SceneObject]]:
        return {}

    @cached_property
    def _called(self) -> dict[str, frozenset[str]]:
        """Object id → every name that it has, as the ontology writes it."""
        things = self.scene.things
        return {thing.id: frozenset[str]().union(*map(self._names_in, thing.names)) for thing in things}

    def is_suggested(self, term: str) -> bool:
        """Whether something here might be called so in any common sense, so that nobody may deny it."""
        relatives = self.relatives
        if term in self.scene.unclear or self.could_be(term) or not relatives.kin(term).isdisjoint(self.names):
            return True
        if self.scene.closed:
            return False
        is_called = not relatives.loosely(term).isdisjoint(self.names)
        return (
            is_called or is_often_unannotated(term) or any(term in relatives.content_kin(name) for name in self.names)
        )

    def could_have(self, thing: SceneObject, values: Iterable[str]) -> bool:
        """Whether nothing that is said of an object rules these attributes out."""
        fact = self.by_id.get(thing.id)
        said = fact.values if fact else frozenset()
        if fact and fact.hides_colors and not self.scene.closed:  # it may show any color besides those listed
            values = [value for value in values if "color" not in self.words.categories(value)]
        return all(value in said or not self._ruled_out(value, said, thing.name) for value in values)

    def _ruled_out(self, value: str, said: frozenset[str], name: str) -> bool:
        return any(self.words.excludes(value, other, kind, name).excludes for other in said for kind in KINDS)

    def is_only(
        self, fact: Fact, term: str, values: tuple[str, ...] = (), relation: tuple[str, SceneObject] | None = None
    ) -> bool:
        """Whether a phrase can mean this object and no other: each other one lacks a value or the relation."""
        if not self.scene.closed and self._may_have_twins(fact, relation is not None):
            return False
        if self.has_fixed_names and term != fact.name:
            return False  # a class has members that the list of names lacks
        others = (thing for thing in self.could_be(term) if thing.id != fact.thing.id)
        return not any(
            self.could_have(thing, values) and not (relation and self.lacks_relation(thing, *relation))
            for thing in others
        )

    def _may_have_twins(self, fact: Fact, is_related: bool) -> bool:
        """Whether a photograph may show another one without annotation: a part of a whole, a tree, a second horse."""
        if is_living(fact.name, self.words) and self.has_strays:
            return True
        if not self.relatives.wholes(fact.name).isdisjoint(self.names - {fact.name}):
            return True
        return not is_related and is_one_of(fact.name, "several")

    @cached_property
    def has_strays(self) -> bool:
        """Whether more legs or heads are annotated than the bodies have: somebody is there whom nobody annotated."""
        bodies = [thing for thing in self.scene.things if is_living(self._known(thing.name), self.words)]
        names = Counter(self._known(thing.name) for thing in self.scene.things)
        return names["leg"] + names["legs"] > 4 * len(bodies) or names["head"] > len(bodies)

    @cached_property
    def _linked(self) -> frozenset[tuple[str, str, str]]:
        return frozenset((link.subject, readable(link.name) or link.name, link.object) for link in self.scene.links)

    def lacks_relation(self, thing: SceneObject, predicate: str, anchor: SceneObject) -> bool:
        """Whether an object surely does not stand in this relation to another; what nobody annotated may still hold."""
        if thing.id == anchor.id:
            return True
        turned = TURNED.get(predicate)
        if (thing.id, predicate, anchor.id) in self._linked or (anchor.id, turned, thing.id) in self._linked:
            return False
        if turned is not None:
            is_turned = (thing.id, turned, anchor.id) in self._linked or (
                anchor.id,
                predicate,
                thing.id,
            ) in self._linked
            return is_turned or (not self.scene.closed and _is_across(thing.box, predicate, anchor.box))
        if self.scene.closed:
            return predicate in HELD_BY_ONE
        others = (other for subject, name, other in self._linked if subject == thing.id and name == predicate)
        return predicate in ON_ONE_ONLY and any(self._are_two(other, anchor) for other in others)

    def _are_two(self, other: str, anchor: SceneObject) -> bool:
        """Whether two ends of a relation are surely different objects: no kin, no part and whole."""
        names, wanted = self._called.get(other, frozenset()), self._known(anchor.name)
        near = self.relatives.kin(wanted) | self.relatives.partners(wanted) | {wanted}
        return other != anchor.id and bool(names) and names.isdisjoint(near)


def _is_across(box: Box, predicate: str, anchor: Box) -> bool:
    """Whether a box lies wholly on the other side of the anchor: no reader can take it for left of."""
    if predicate == "left of":
        return box[0] >= anchor[2]
    return predicate == "right of" and box[2] <= anchor[0]


def _cover(scene: Scene) -> float:
    """The share of the image that boxes cover."""
    covered = np.zeros((GRID, GRID), np.bool_)
    across, down = GRID / max(scene.width, 1), GRID / max(scene.height, 1)
    for thing in scene.things:
        x0, y0, x1, y1 = thing.box
        covered[int(y0 * down) : int(np.ceil(y1 * down)), int(x0 * across) : int(np.ceil(x1 * across))] = True
    return float(covered.mean())
