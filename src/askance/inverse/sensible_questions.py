"""Whether what a question says makes sense in the built-in world: no leafless dogs, no person who wears a car."""

from functools import cache
from itertools import permutations

from askance.stickers.class_traits import TRAITS
from askance.stickers.object_specs import MOUNTS
from askance.wording.understand import (
    AttributeQuestion,
    CountComparisonClaim,
    CountQuestion,
    ExistsClaim,
    Form,
    JoinedClaims,
    NamingQuestion,
    Phrase,
    PredicateClaim,
    Quality,
    Relation,
    SameValueClaim,
    walk_nodes,
)
from askance.wording.understand.parse_noun_phrases import narrow_phrase
from askance.wording.world_nouns import GROUPS, NOUNS, class_names_in_group

_DOING = frozenset({"pose", "action"})
_OBJECTS = {
    "wearing": frozenset(name for name, traits in TRAITS.items() if "worn" in traits.spots) | {"garment"},
    "holding": frozenset(name for name, traits in TRAITS.items() if "held" in traits.spots),
    "riding": frozenset(MOUNTS),
}
_HOLLOW = frozenset(class_names_in_group("container")) | {"container"}  # what something can be in


def is_sensible(form: Form) -> bool:
    """Whether every quality, relation and list of a question makes sense for what it is said of."""
    for node in walk_nodes(form):
        if isinstance(node, Phrase) and not _is_sensible_phrase(node):
            return False
        if isinstance(node, PredicateClaim) and not _is_sensible_phrase(narrow_phrase(node.subject, *node.predicates)):
            return False
        if isinstance(node, AttributeQuestion | NamingQuestion) and not _are_sensible_options(node):
            return False
        if isinstance(node, AttributeQuestion) and not may_have(node.phrase.term, node.category, None):
            return False
        if _repeats_itself(node):
            return False
    return True


def _is_sensible_phrase(phrase: Phrase) -> bool:
    categories = [_kind(quality.category) for quality in phrase.qualities]
    if len(set(categories)) < len(categories):
        return False  # "is the red car blue?"
    if not all(may_have(phrase.term, quality.category, quality.value) for quality in phrase.qualities):
        return False
    return all(_is_sensible_relation(phrase, relation) for relation in phrase.relations)


def _kind(category: str) -> str:
    return "action" if category in _DOING else category


def _is_sensible_relation(phrase: Phrase, relation: Relation) -> bool:
    """Only people hold, wear and ride, and only what can be; things are in containers, and next to other things."""
    one, other = (relation.phrase, phrase) if relation.reverse else (phrase, relation.phrase)
    if relation.name in _OBJECTS:
        is_person = one.kind in ("any", "who") or "person" in (one.term, *_groups(one.term))
        return is_person and (other.kind == "any" or other.term in _OBJECTS[relation.name])
    if relation.name == "in" and other.term not in _HOLLOW:
        return False
    return one.kind == "any" or other.kind == "any" or one.term != other.term


def _groups(term: str) -> tuple[str, ...]:
    return NOUNS[term].groups if term in NOUNS else ("person",) if term in ("adult", "child") else ()


@cache
def may_have(term: str, category: str, value: str | None) -> bool:
    """Whether some class of a term can have a value of a category (any value for None)."""
    if term not in NOUNS and term not in GROUPS:
        return True
    names = class_names_in_group(term) if term in GROUPS else (term,)
    return any(_class_may_have(name, category, value) for name in names)


def _class_may_have(name: str, category: str, value: str | None) -> bool:
    traits = TRAITS[name]
    if category == "state":
        return value in traits.states if value else bool(traits.states)
    shown = {
        "color": traits.colors,
        "material": traits.materials,
        "pattern": traits.patterns,
        "text": traits.words,
        "pose": traits.postures,
        "action": traits.postures,
    }
    return bool(shown.get(category, True))


def _are_sensible_options(node: AttributeQuestion | NamingQuestion) -> bool:
    """Options that differ, are of one category, and are possible for what is asked about."""
    meanings = [option.meaning for option in node.options]
    if len(set(meanings)) < len(meanings):
        return False
    qualities = [one for one in meanings if isinstance(one, Quality)]
    if len({_kind(one.category) for one in qualities}) > 1:
        return False
    taken = {_kind(one.category) for one in node.phrase.qualities}
    if any(
        _kind(one.category) in taken or not may_have(node.phrase.term, one.category, one.value) for one in qualities
    ):
        return False
    named = [one.term for one in meanings if isinstance(one, Phrase)]
    return node.phrase.kind != "group" or all(node.phrase.term in _groups(term) for term in named)


def _repeats_itself(node: object) -> bool:
    """Whether what is counted, compared or listed is also part of another: "white cups and cups"."""
    phrases: tuple[Phrase, ...] = ()
    if isinstance(node, CountComparisonClaim | SameValueClaim):
        phrases = (node.left, node.right)
    elif isinstance(node, CountQuestion):
        phrases = node.phrases
    elif isinstance(node, JoinedClaims):
        phrases = tuple(claim.phrase for claim in node.claims if isinstance(claim, ExistsClaim))
    return any(_is_part_of(one, other) for one, other in permutations(phrases, 2))


def _is_part_of(one: Phrase, other: Phrase) -> bool:
    """Whether all that the first phrase means is meant by the other, too."""
    if other.relations and one.relations != other.relations:
        return False
    return other.term in (one.term, *_groups(one.term)) and set(other.qualities) <= set(one.qualities)
