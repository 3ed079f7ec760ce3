"""Referring phrases: a name, with an attribute or a relation where these are needed to single an object out."""

from collections.abc import Callable, Iterator
from itertools import product
from typing import NamedTuple

from askance.core import Box
from askance.suites.carets.object_facts import ObjectFacts
from askance.suites.carets.scene_sampling import SceneSampler
from askance.wording.templates import NounPhrase

RELATION_SHARE = 0.3
UNNEEDED_SHARE = 0.2  # of references with an attribute that a name alone would not need
TRIES = 3  # attributes and relations tried for one object


class RelationAnchor(NamedTuple):
    """The other end of a relation, with a phrase that singles it out."""

    predicate: str
    phrase: NounPhrase
    fact: ObjectFacts


class ReferringPhrase(NamedTuple):
    """A phrase that means one object, and the boxes of all that it names."""

    phrase: NounPhrase
    keep: tuple[Box, ...]

    @property
    def is_relational(self) -> bool:
        """Whether it names a second object."""
        return self.phrase.relation is not None


def phrase_with_relation(phrase: NounPhrase, predicate: str, anchor: NounPhrase) -> NounPhrase:
    """The same phrase with a relation."""
    return NounPhrase(phrase.name, phrase.attributes, phrase.number, (predicate, anchor), phrase.person)


def possible_relation_anchors(
    sampler: SceneSampler, fact: ObjectFacts, group: str | None = None
) -> list[RelationAnchor]:
    """Relations of an object to others that a phrase can single out; not to one of its own class."""
    found = []
    for predicate, other in sampler.facts.relations_by_object.get(fact.thing.id, ()):
        if group and sampler.facts.words.is_a(other.name, group):
            continue
        attributes = _attributes_that_make_unique(sampler, other, other.name, frozenset())
        if attributes is not None:
            found.append(RelationAnchor(predicate, other.noun_phrase(attributes), other))
    return found


def draw_relation_anchor(sampler: SceneSampler, fact: ObjectFacts, group: str | None = None) -> RelationAnchor | None:
    """One of these relations."""
    found = possible_relation_anchors(sampler, fact, group)
    return sampler.rng.choice(found) if found else None


def _attributes_that_make_unique(
    sampler: SceneSampler, fact: ObjectFacts, term: str, without: frozenset[str]
) -> tuple[str, ...] | None:
    """The attributes that make a name unique: none, or one; None if one is not enough."""
    is_unique = sampler.facts.is_only_match(fact, term)
    if is_unique and sampler.rng.random() >= UNNEEDED_SHARE:
        return ()
    for value in sampler.attributes_for_pointing(fact, without):
        if is_unique or sampler.facts.is_only_match(fact, term, (value,)):
            return (value,)
    return () if is_unique else None


def make_referring_phrase(
    sampler: SceneSampler,
    fact: ObjectFacts,
    term: str,
    named: Callable[[tuple[str, ...]], NounPhrase],
    without: frozenset[str] = frozenset(),
    group: str | None = None,
    may_relate: Callable[[str], bool] = lambda _: True,
) -> ReferringPhrase | None:
    """A phrase for an object that means no other; `group`: the name is a class, which never stands alone."""
    for values, anchor in _attributes_and_relations_to_try(sampler, fact, without, group, may_relate):
        if group and not values and anchor is None:
            continue
        relation = (anchor.predicate, anchor.fact.thing) if anchor else None
        if sampler.facts.is_only_match(fact, term, values, relation):
            phrase = named(values)
            if anchor is None:
                return ReferringPhrase(phrase, (fact.thing.box,))
            return ReferringPhrase(
                phrase_with_relation(phrase, anchor.predicate, anchor.phrase), (fact.thing.box, anchor.fact.thing.box)
            )
    return None


def _attributes_and_relations_to_try(
    sampler: SceneSampler,
    fact: ObjectFacts,
    without: frozenset[str],
    group: str | None,
    may_relate: Callable[[str], bool],
) -> Iterator[tuple[tuple[str, ...], RelationAnchor | None]]:
    """Attributes and relations to try: first as drawn by chance, then whatever else may make the phrase unique."""
    rng = sampler.rng
    values = [(value,) for value in sampler.attributes_for_pointing(fact, without)[:TRIES]]
    held = [anchor for anchor in possible_relation_anchors(sampler, fact, group) if may_relate(anchor.predicate)]
    held = rng.sample(held, min(TRIES, len(held)))
    wants_value = bool(values) and rng.random() < (0.5 if group else UNNEEDED_SHARE)
    wants_relation = bool(held) and rng.random() < (0.5 if group else RELATION_SHARE)
    orders = dict.fromkeys([(wants_value, wants_relation), (True, wants_relation), (wants_value, True), (True, True)])
    for with_value, with_relation in orders:
        yield from product(values if with_value else [()], held if with_relation else [None])
