"""Referring phrases: a name, with an attribute or a relation where these are needed to single an object out."""

from collections.abc import Callable, Iterator
from itertools import product
from typing import NamedTuple

from askance.core import Box
from askance.suites.carets.fact import Fact
from askance.suites.carets.scene_sampling import SceneSampler
from askance.wording.templates import Phrase

RELATION_SHARE = 0.3
UNNEEDED_SHARE = 0.2  # of references with an attribute that a name alone would not need
TRIES = 3  # attributes and relations tried for one object


class Anchor(NamedTuple):
    """The other end of a relation, with a phrase that singles it out."""

    predicate: str
    phrase: Phrase
    fact: Fact


class Reference(NamedTuple):
    """A phrase that means one object, and the boxes of all that it names."""

    phrase: Phrase
    keep: tuple[Box, ...]

    @property
    def is_relational(self) -> bool:
        """Whether it names a second object."""
        return self.phrase.relation is not None


def related(phrase: Phrase, predicate: str, anchor: Phrase) -> Phrase:
    """The same phrase with a relation."""
    return Phrase(phrase.name, phrase.attributes, phrase.number, (predicate, anchor), phrase.person)


def anchors(draw: SceneSampler, fact: Fact, group: str | None = None) -> list[Anchor]:
    """Relations of an object to others that a phrase can single out; not to one of its own class."""
    found = []
    for predicate, other in draw.facts.links.get(fact.thing.id, ()):
        if group and draw.facts.words.is_a(other.name, group):
            continue
        attributes = _naming(draw, other, other.name, frozenset())
        if attributes is not None:
            found.append(Anchor(predicate, other.phrase(attributes), other))
    return found


def anchor(draw: SceneSampler, fact: Fact, group: str | None = None) -> Anchor | None:
    """One of these relations."""
    found = anchors(draw, fact, group)
    return draw.rng.choice(found) if found else None


def _naming(draw: SceneSampler, fact: Fact, term: str, without: frozenset[str]) -> tuple[str, ...] | None:
    """The attributes that make a name unique: none, or one; None if one is not enough."""
    is_unique = draw.facts.is_only(fact, term)
    if is_unique and draw.rng.random() >= UNNEEDED_SHARE:
        return ()
    for value in draw.naming_values(fact, without):
        if is_unique or draw.facts.is_only(fact, term, (value,)):
            return (value,)
    return () if is_unique else None


def refer(
    draw: SceneSampler,
    fact: Fact,
    term: str,
    named: Callable[[tuple[str, ...]], Phrase],
    without: frozenset[str] = frozenset(),
    group: str | None = None,
    may_relate: Callable[[str], bool] = lambda _: True,
) -> Reference | None:
    """A phrase for an object that means no other; `group`: the name is a class, which never stands alone."""
    for values, anchor in _ways(draw, fact, without, group, may_relate):
        if group and not values and anchor is None:
            continue
        relation = (anchor.predicate, anchor.fact.thing) if anchor else None
        if draw.facts.is_only(fact, term, values, relation):
            phrase = named(values)
            if anchor is None:
                return Reference(phrase, (fact.thing.box,))
            return Reference(related(phrase, anchor.predicate, anchor.phrase), (fact.thing.box, anchor.fact.thing.box))
    return None


def _ways(
    draw: SceneSampler, fact: Fact, without: frozenset[str], group: str | None, may_relate: Callable[[str], bool]
) -> Iterator[tuple[tuple[str, ...], Anchor | None]]:
    """Attributes and relations to try: first as drawn by chance, then whatever else may make the phrase unique."""
    rng = draw.rng
    values = [(value,) for value in draw.naming_values(fact, without)[:TRIES]]
    held = [anchor for anchor in anchors(draw, fact, group) if may_relate(anchor.predicate)]
    held = rng.sample(held, min(TRIES, len(held)))
    wants_value = bool(values) and rng.random() < (0.5 if group else UNNEEDED_SHARE)
    wants_relation = bool(held) and rng.random() < (0.5 if group else RELATION_SHARE)
    orders = dict.fromkeys([(wants_value, wants_relation), (True, wants_relation), (wants_value, True), (True, True)])
    for with_value, with_relation in orders:
        yield from product(values if with_value else [()], held if with_relation else [None])
