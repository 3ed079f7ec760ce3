"""Which facts exclude each other: the pairs that no scene can make true together."""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from itertools import combinations
from typing import TypeVar

from askance.inverse.belief_facts import (
    AtLeast,
    AtMost,
    EqualNumber,
    Fact,
    More,
    NotExactly,
    OtherClaim,
    PartsOfFirst,
    SurroundingsFact,
)
from askance.inverse.described_objects import Description, is_every, seen_from_each_object, terms_above
from askance.wording.world_attributes import INDOORS, SETTINGS

F = TypeVar("F", bound=Fact)
_ANY = ""  # the key of a description without a term
# outdoor places that one photograph can show at once
_TOGETHER = frozenset(
    frozenset(pair)
    for pair in (
        ("beach", "sea"), ("beach", "mountain"), ("beach", "park"), ("beach", "street"), ("desert", "field"),
        ("desert", "mountain"), ("field", "forest"), ("field", "mountain"), ("field", "park"), ("field", "street"),
        ("forest", "mountain"), ("forest", "park"), ("mountain", "sea"), ("mountain", "street"), ("park", "street"),
    )
)  # fmt: skip


def opposed_facts(facts: Iterable[Fact]) -> Iterator[tuple[Fact, Fact]]:
    """Every pair of facts that exclude each other."""
    all_facts = list(facts)
    lower, upper = _of_type(all_facts, AtLeast), _of_type(all_facts, AtMost)
    yield from _opposed_numbers(lower, upper)
    yield from _opposed_exact_numbers(upper, _of_type(all_facts, NotExactly))
    yield from _opposed_comparisons(_of_type(all_facts, More), _of_type(all_facts, EqualNumber))
    yield from _different_with_same_key(_of_type(all_facts, EqualNumber), lambda fact: fact.of)
    yield from _different_with_same_key(_of_type(all_facts, PartsOfFirst), lambda fact: fact.of)
    yield from _different_with_same_key(_of_type(all_facts, OtherClaim), lambda fact: (fact.kind, fact.of))
    places = _of_type(all_facts, SurroundingsFact)
    yield from (pair for pair in combinations(places, 2) if are_surroundings_opposed(*pair))


def _of_type(facts: Sequence[Fact], kind: type[F]) -> list[F]:
    return [fact for fact in facts if isinstance(fact, kind)]


class _ByTerm:
    """Facts by the terms of a description in them: those that can contain another description are few."""

    def __init__(self) -> None:
        self._found: dict[str, list[tuple[Description, Fact]]] = defaultdict(list)

    def add(self, described: Description, fact: Fact) -> None:
        self._found[min(described.terms, default=_ANY)].append((described, fact))

    def containing(self, described: Description) -> Iterator[Fact]:
        """The facts about descriptions that every object of the given one has."""
        terms = {_ANY} | {above for term in described.terms for above in terms_above(term)}
        for term in terms:
            for other, fact in self._found.get(term, ()):
                if is_every(described, other):
                    yield fact


def _opposed_numbers(lower: Sequence[AtLeast], upper: Sequence[AtMost]) -> Iterator[tuple[Fact, Fact]]:
    """At least so many of one description, and fewer of one that contains it."""
    index = _ByTerm()
    for most in upper:
        for described in most.of:
            index.add(described, most)
    for least in lower:
        found = _fewer_than_any_object(index, least) if len(least.of) == 1 else _fewer_than_all_together(index, least)
        for each in dict.fromkeys(found):
            if not each.definite or each.definite == least.definite:  # of two cars, "the car" may be the other one
                yield least, each


def _fewer_than_any_object(index: _ByTerm, least: AtLeast) -> Iterator[AtMost]:
    """The number itself, and one at least of every other object in the situation: no cup on a table without a table."""
    (described,) = least.of
    for place, one in enumerate(seen_from_each_object(described)):
        number = least.number if place == 0 else 1
        for most in index.containing(one):
            if isinstance(most, AtMost) and number > most.number:
                yield most


def _fewer_than_all_together(index: _ByTerm, least: AtLeast) -> Iterator[AtMost]:
    first, *others = least.of
    for most in index.containing(first):
        if not isinstance(most, AtMost) or least.number <= most.number:
            continue
        if all(any(is_every(one, above) for above in most.of) for one in others):
            yield most


def _opposed_exact_numbers(upper: Sequence[AtMost], others: Sequence[NotExactly]) -> Iterator[tuple[Fact, Fact]]:
    """Not exactly so many, and just so many; an exact number always comes with its upper bound."""
    by_number = {(other.of, other.number): other for other in others}
    for most in upper:
        found = by_number.get((most.of, most.number))
        if found is not None and most.number:
            yield most, found


def _opposed_comparisons(more: Sequence[More], equal: Sequence[EqualNumber]) -> Iterator[tuple[Fact, Fact]]:
    """Left > right, and a left that contains it ≤ a right that it contains."""
    index = _ByTerm()
    at_most: dict[Fact, list[tuple[Description, Description]]] = defaultdict(list)
    for fact in more:
        at_most[fact].append((fact.left, fact.right) if fact.negated else (fact.right, fact.left))
    for same in equal:
        if not same.negated and len(same.of) == 2:
            one, other = same.of
            at_most[same] += [(one, other), (other, one)]
    for each, pairs in at_most.items():
        for small, _ in pairs:
            index.add(small, each)
    for fact in more:
        if not fact.negated:
            for each in dict.fromkeys(index.containing(fact.left)):
                if any(is_every(fact.left, small) and is_every(large, fact.right) for small, large in at_most[each]):
                    yield fact, each


def _different_with_same_key(facts: Sequence[F], key: Callable[[F], Hashable]) -> Iterator[tuple[Fact, Fact]]:
    """Two facts about the same that are not the same fact."""
    by_key: dict[Hashable, list[F]] = defaultdict(list)
    for fact in facts:
        by_key[key(fact)].append(fact)
    for alike in by_key.values():
        yield from combinations(alike, 2)


def are_surroundings_opposed(one: SurroundingsFact, other: SurroundingsFact) -> bool:
    """Whether two facts about place, weather or setting exclude each other."""
    if one.negated:
        one, other = other, one
    if one.negated:
        return False
    if one.category == other.category:
        return (one.value == other.value) == other.negated and (
            other.negated or frozenset((one.value, other.value)) not in _TOGETHER
        )
    if {one.category, other.category} != {"place", "setting"}:
        return False
    place, setting = (one, other) if one.category == "place" else (other, one)
    if place.negated:
        return False  # not a kitchen, and indoors
    is_setting = (place.value in INDOORS) == (setting.value == SETTINGS[0])
    return is_setting == setting.negated
