"""A scene as questions see it: which objects a phrase means, in three values: true, false, or the scene does not say.

A closed scene (the built-in world) lists everything, so what is not listed is false. An open one was annotated by
people: an object, attribute or relation that nobody listed may be there all the same.
"""

from collections import defaultdict
from collections.abc import Iterable
from functools import cache, cached_property

from askance.core import Scene, SceneObject
from askance.wording.ontology import ontology
from askance.wording.ontology.multicolor_words import shows_several_colors
from askance.wording.understand import Phrase, Predicate, Quality, Relation
from askance.wording.world_attributes import INDOORS, PLACES, SETTINGS, SYNONYMS
from askance.wording.world_nouns import NOUNS

Truth = bool | None  # None: the scene does not say
Candidate = tuple[SceneObject, Truth]  # a thing and whether a phrase means it: True or None

SEEN = 0.5  # what is hidden more than this is not there to be seen
MIRRORED = {
    "left of": "right of", "right of": "left of", "above": "below", "below": "above", "next to": "next to",
    "behind": "in front of", "in front of": "behind",
}  # fmt: skip
_WITH = ("holding", "wearing", "riding")


class SceneLogic:
    """A scene as it is seen: its things, parts and links, indexed when they are first needed."""

    def __init__(self, scene: Scene):
        self.scene, self.closed = scene, scene.closed
        self.seen = [thing for thing in scene.things if thing.visible >= SEEN]
        self.things = [thing for thing in self.seen if thing.part_of is None]
        self.parts = [thing for thing in self.seen if thing.part_of is not None]

    @cached_property
    def related_pairs(self) -> dict[str, set[tuple[str, str]]]:
        """Link name → (subject, object) ids, with the mirror of every spatial link."""
        made: dict[str, set[tuple[str, str]]] = defaultdict(set)
        for link in self.scene.links:
            made[link.name].add((link.subject, link.object))
            if link.name in MIRRORED:
                made[MIRRORED[link.name]].add((link.object, link.subject))
        for thing in self.parts:
            made["part of"].add((thing.id, thing.part_of or ""))
            made["with"].add((thing.part_of or "", thing.id))
        for name in _WITH:
            made["with"] |= made[name]
        return made

    def setting(self, category: str) -> str | None:
        """The scene's place, weather, or whether it is indoors; None where it does not say."""
        place = self.scene.place
        if category == "setting":
            if place is None or place in SETTINGS:
                return place
            return "indoors" if place in INDOORS else "outdoors" if self.closed or place in PLACES else None
        return place if category == "place" else self.scene.weather


def negation(value: Truth) -> Truth:
    """Not, in three values."""
    return None if value is None else not value


def conjunction(values: Iterable[Truth]) -> Truth:
    """And, in three values."""
    found: Truth = True
    for value in values:
        if value is False:
            return False
        found = found and value
    return found


def disjunction(values: Iterable[Truth]) -> Truth:
    """Or, in three values."""
    return negation(conjunction(map(negation, values)))


def candidate_objects(phrase: Phrase, view: SceneLogic) -> list[Candidate]:
    """The seen things that a phrase means or may mean, in the scene's order."""
    things = view.parts if phrase.kind == "part" else view.things
    return [(thing, found) for thing in things if (found := satisfies_predicate(thing, phrase, view)) is not False]


def matching_objects(phrase: Phrase, view: SceneLogic) -> list[SceneObject]:
    """The seen things that a phrase surely means, in the scene's order."""
    return [thing for thing, found in candidate_objects(phrase, view) if found]


def satisfies_predicate(thing: SceneObject, predicate: Predicate, view: SceneLogic) -> Truth:
    """Whether a predicate is true of a thing."""
    if isinstance(predicate, Quality):
        found = _has_quality(thing, predicate, view)
        return negation(found) if predicate.negated else found
    if isinstance(predicate, Relation):
        found = _is_related(thing, predicate, view)
        return negation(found) if predicate.negated else found
    named = _is_named(thing, predicate, view)
    if named is False or not (predicate.qualities or predicate.relations):
        return named
    said: tuple[Predicate, ...] = (*predicate.qualities, *predicate.relations)
    return conjunction((named, *(satisfies_predicate(thing, each, view) for each in said)))


def attribute_values(thing: SceneObject, category: str) -> tuple[str, ...]:
    """A thing's values in a category, also those filed under none; what it does is its action, then its pose."""
    found = thing.attributes.get(category, ())
    if category == "action":
        found = (*found, *thing.attributes.get("pose", ()))
    loose = thing.attributes.get("", ())
    return (*found, *(value for value in loose if _is_value_of(value, category))) if loose else found


@cache
def _is_value_of(value: str, category: str) -> bool:
    """Whether a word is a value of a category; a pose is an action too."""
    known = ontology().categories(value)
    return category in known or (category == "action" and "pose" in known)


def _has_quality(thing: SceneObject, quality: Quality, view: SceneLogic) -> Truth:
    """True if the value is listed; else false in a closed scene, unless the thing has values under no category."""
    wanted = quality.value.casefold()
    own, loose = thing.attributes.get(quality.category, ()), thing.attributes.get("", ())
    if any(value.casefold() == wanted for value in own):
        return True
    if view.closed and not loose:
        return False
    if any(_same_value(wanted, value.casefold()) for value in loose):
        return True
    if quality.category == "color" and any(shows_several_colors(value) for value in (*own, *loose)):
        return None  # of a red and white car some say that it is red
    return False if any(_values_exclude(wanted, value.casefold(), thing.name) for value in (*own, *loose)) else None


@cache
def _same_value(one: str, other: str) -> bool:
    words = ontology().attributes.words
    return one == SYNONYMS.get(other, other) or (one in words and words[one] == words.get(other))


@cache
def _values_exclude(one: str, other: str, name: str) -> bool:
    return ontology().excludes(one, other, "attribute", name).excludes


def _is_related(thing: SceneObject, relation: Relation, view: SceneLogic) -> Truth:
    """True if the link is listed; in an open scene false only if each other end is listed on the opposite side."""
    others = candidate_objects(relation.phrase, view)
    if relation.name == "with" and relation.phrase.kind == "any":
        others = others + [(part, True) for part in view.parts]
    found = [_is_linked_to(thing, other, known, relation, view) for other, known in others]
    if view.closed or True in found:
        return disjunction(found)
    return False if found and all(each is False for each in found) else None


def _is_linked_to(thing: SceneObject, other: SceneObject, known: Truth, relation: Relation, view: SceneLogic) -> Truth:
    pair = (other.id, thing.id) if relation.reverse else (thing.id, other.id)
    if pair in view.related_pairs.get(relation.name, ()):
        return known
    if view.closed:
        return False
    turned = MIRRORED.get(relation.name, relation.name)
    return False if turned != relation.name and pair in view.related_pairs.get(turned, ()) else None


def _is_named(thing: SceneObject, phrase: Phrase, view: SceneLogic) -> Truth:
    if phrase.kind == "any" or thing.name == phrase.term:
        return phrase.kind != "nothing"
    if phrase.kind == "nothing":
        return False
    noun = NOUNS.get(thing.name) if phrase.kind in ("group", "who") else None
    if noun is not None and phrase.term in noun.groups:
        return True
    return False if view.closed else _may_be_called(thing.name, phrase.term)


@cache
def _may_be_called(name: str, term: str) -> Truth:
    """Whether an annotator's name may be said otherwise: a lady is a woman, a person may be one."""
    words = ontology()
    return True if words.is_a(name, term) else None if words.kin(name, term) is not None else False
