"""What a phrase describes, in one form for all its wordings; and when every object of one kind is one of another."""

from functools import cache

import msgspec
from askance.models.scene_logic import MIRRORED
from askance.wording.ontology import ontology
from askance.wording.understand import Phrase, Predicate, Quality, Relation
from askance.wording.understand.parse_noun_phrases import narrow_phrase
from askance.wording.world_nouns import GROUPS, NOUNS, class_names_in_group
from msgspec.structs import replace

_HAS = frozenset({"holding", "wearing", "riding"})  # who holds something is with it


class Link(msgspec.Struct, frozen=True, cache_hash=True):
    """A relation to some object of a description; negated: to none."""

    name: str
    reverse: bool
    negated: bool
    other: "Description"


class Description(msgspec.Struct, frozen=True, cache_hash=True):
    """Objects that are all of the terms (none: any object), with all qualities and links; parts are a world apart."""

    terms: frozenset[str]
    is_part: bool
    qualities: frozenset[Quality]
    links: frozenset[Link]


@cache
def terms_above(term: str) -> frozenset[str]:
    """The terms that every object of a term may be called by, itself among them."""
    if term in NOUNS:
        return frozenset((term, *NOUNS[term].groups))
    members = class_names_in_group(term) if term in GROUPS else ()
    if not members:
        return frozenset((term,))
    return frozenset({term} | {group for group in GROUPS if set(members) <= set(class_names_in_group(group))})


def describe_phrase(phrase: Phrase, *predicates: Predicate) -> Description:
    """The objects that a phrase means and that have the predicates."""
    said = narrow_phrase(phrase, *(one for one in predicates if not isinstance(one, Phrase)))
    found = _describe(said)
    for one in predicates:
        if isinstance(one, Phrase):
            found = _merge(found, _describe(one))
    return found


def _describe(phrase: Phrase) -> Description:
    terms = frozenset[str]() if phrase.kind == "any" else frozenset((phrase.term,))
    qualities = frozenset(map(_plain_quality, phrase.qualities))
    links = frozenset(make_link(one.name, one.reverse, one.negated, _describe(one.phrase)) for one in phrase.relations)
    return Description(terms, phrase.kind == "part", qualities, links)


def _plain_quality(quality: Quality) -> Quality:
    return replace(quality, value=quality.value.casefold())


def _merge(one: Description, other: Description) -> Description:
    """The objects that both describe; a group is dropped where a class of it is named."""
    terms = one.terms | other.terms
    narrow = frozenset(
        term for term in terms if not any(term != below and term in terms_above(below) for below in terms)
    )
    return Description(narrow, one.is_part or other.is_part, one.qualities | other.qualities, one.links | other.links)


def make_link(name: str, reverse: bool, negated: bool, other: Description) -> Link:
    """A link in one form: what is left of the table has the table to its right."""
    if reverse and name in MIRRORED:
        name, reverse = MIRRORED[name], False
    return Link(name, reverse, negated, other)


def is_every(one: Description, other: Description) -> bool:
    """Whether every object of the first description is one of the other, in every scene."""
    if one.is_part != other.is_part:
        return False
    if not all(any(term in terms_above(own) for own in one.terms) for term in other.terms):
        return False
    return (other.qualities <= one.qualities or all(_has_quality(one, quality) for quality in other.qualities)) and (
        other.links <= one.links or all(_has_link(one, link) for link in other.links)
    )


def _has_quality(one: Description, quality: Quality) -> bool:
    if quality in one.qualities:
        return True
    return quality.negated and any(
        not own.negated and own.category == quality.category and are_exclusive(own.value, quality.value)
        for own in one.qualities
    )


@cache
def are_exclusive(one: str, other: str) -> bool:
    """Whether no object has both values of one category at once."""
    return one != other and ontology().excludes(one, other, "attribute").excludes


def _has_link(one: Description, link: Link) -> bool:
    if link in one.links:
        return True
    for own in one.links:
        if own.negated != link.negated or own.reverse != link.reverse:
            continue
        if link.negated:
            if own.name == link.name and is_every(link.other, own.other):
                return True
        elif (own.name == link.name or (link.name == "with" and own.name in _HAS)) and is_every(own.other, link.other):
            return True
    return False


@cache
def order_key(value: msgspec.Struct) -> str:
    """A text by which facts and descriptions have the same order in every process; their sets have none."""
    return f"{type(value).__name__}({', '.join(map(_order_text, msgspec.structs.astuple(value)))})"


def _order_text(value: object) -> str:
    if isinstance(value, frozenset):
        return f"{{{', '.join(sorted(map(_order_text, value)))}}}"
    return order_key(value) if isinstance(value, msgspec.Struct) else repr(value)


@cache
def seen_from_each_object(described: Description) -> tuple[Description, ...]:
    """The same situation described from each object in it, the given one first: "a table with a cup on it"."""
    found = {described: None}
    waiting = [described]
    while waiting:
        one = waiting.pop()
        for link in sorted(one.links, key=order_key):
            if link.negated:
                continue
            rest = replace(one, links=one.links - {link})
            back = make_link(link.name, not link.reverse, False, rest)
            moved = replace(link.other, links=link.other.links | {back})
            if moved not in found:
                found[moved] = None
                waiting.append(moved)
    return tuple(found)


def negate_predicate(predicate: Quality | Relation) -> Quality | Relation:
    """The opposite of a quality or relation."""
    made: Quality | Relation = replace(predicate, negated=not predicate.negated)
    return made
