"""Pairs and singles drawn from a scene, in the paper's mixture of what is there and what is not."""

from collections.abc import Iterator
from random import Random
from typing import Generic, TypeVar

from askance.suites.metamorphic.askable import AskableScene, ClassProperties
from askance.suites.metamorphic.class_rules import ClassRule, Value
from askance.suites.metamorphic.cooccurrence import TRIES, Cooccurrence
from askance.suites.metamorphic.questions import Kind, Pair, Present, Single, Target

C = TypeVar("C", bound=str | bool)
T = TypeVar("T")
PAIR_SHARES: tuple[tuple[Present, float], ...] = (("both", 0.7), ("one", 0.2), ("none", 0.1))
SINGLE_SHARES: tuple[tuple[bool, float], ...] = ((True, 0.7), (False, 0.3))
AHEAD = 2  # tests by which a case may run ahead of its share while others are not to be had


class Mixture(Generic[C]):
    """Shares kept by counting, not at random: the next case is the one that is most behind its share."""

    def __init__(self, shares: tuple[tuple[C, float], ...]):
        self.shares = shares
        self.given: dict[C, int] = {case: 0 for case, _ in shares}
        self.total = 0

    def order(self) -> list[C]:
        """The cases that may come next, the one most behind its share first."""
        behind = [(share * (self.total + 1) - self.given[case], case) for case, share in self.shares]
        behind.sort(key=lambda one: -one[0])
        return [case for lag, case in behind if lag > -AHEAD]

    def give(self, case: C) -> None:
        """Count one."""
        self.given[case] += 1
        self.total += 1


class Mixtures:
    """The mixtures of one run: object and property pairs and singles, each apart."""

    def __init__(self) -> None:
        self.pairs: dict[Kind, Mixture[Present]] = {"object": Mixture(PAIR_SHARES), "property": Mixture(PAIR_SHARES)}
        self.singles: dict[Kind, Mixture[bool]] = {"object": Mixture(SINGLE_SHARES), "property": Mixture(SINGLE_SHARES)}


def sample_pairs(
    offer: AskableScene, kind: Kind, count: int, mixture: Mixture[Present], company: Cooccurrence, rng: Random
) -> Iterator[Pair]:
    """Up to `count` distinct pairs of a scene; fewer where the scene has no more that the mixture wants."""
    drawn = _object_pairs(offer, company, rng) if kind == "object" else _property_pairs(offer, company, rng)
    yield from _mixed(drawn, count, mixture)


def sample_singles(
    offer: AskableScene, kind: Kind, count: int, mixture: Mixture[bool], company: Cooccurrence, rng: Random
) -> Iterator[Single]:
    """Up to `count` distinct singles of a scene; fewer where the scene has no more that the mixture wants."""
    drawn = _object_singles(offer, company, rng) if kind == "object" else _property_singles(offer, company, rng)
    yield from _mixed(drawn, count, mixture)


def _mixed(drawn: dict[C, Iterator[T]], count: int, mixture: Mixture[C]) -> Iterator[T]:
    for _ in range(count):
        for case in mixture.order():
            made = next(drawn[case], None)
            if made is not None:
                mixture.give(case)
                yield made
                break
        else:
            return


def _shuffled(found: list[T], rng: Random) -> Iterator[T]:
    """The list in random order, one draw for each that is taken."""
    while found:
        place = int(rng.random() * len(found))
        found[place], found[-1] = found[-1], found[place]
        yield found.pop()


def _either_way(kind: Kind, one: Target, other: Target, case: Present, rng: Random) -> Pair:
    return Pair(kind, one, other, case) if rng.random() < 0.5 else Pair(kind, other, one, case)


def _object_pairs(offer: AskableScene, company: Cooccurrence, rng: Random) -> dict[Present, Iterator[Pair]]:
    def both() -> Iterator[Pair]:
        for one, other in _shuffled(offer.object_pairs(), rng):
            yield _either_way("object", Target(one.name), Target(other.name), "both", rng)

    return {"both": both(), "one": _with_absent(offer, company, rng), "none": _all_absent(offer, company, rng)}


def _with_absent(offer: AskableScene, company: Cooccurrence, rng: Random) -> Iterator[Pair]:
    seen: set[tuple[str, str]] = set()
    for _ in range(TRIES * len(offer.counted)):
        one = offer.counted[int(rng.random() * len(offer.counted))]
        other = company.absent(offer, rng, counted=True)
        if other is not None and _is_new(offer, one, other, seen):
            yield _either_way("object", Target(one.name), Target(other.name), "one", rng)


def _all_absent(offer: AskableScene, company: Cooccurrence, rng: Random) -> Iterator[Pair]:
    seen: set[tuple[str, str]] = set()
    for _ in range(TRIES * TRIES):
        one, other = company.absent(offer, rng, counted=True), company.absent(offer, rng, counted=True)
        if one is None or other is None:
            return
        first, second = (one, other) if one.name < other.name else (other, one)
        if _is_new(offer, first, second, seen):
            yield _either_way("object", Target(one.name), Target(other.name), "none", rng)


def _is_new(offer: AskableScene, one: ClassRule, other: ClassRule, seen: set[tuple[str, str]]) -> bool:
    key = (one.name, other.name)
    if key in seen or not offer.sorts.are_apart(one, other):
        return False
    seen.add(key)
    return True


def _target(sort: ClassRule, value: Value) -> Target:
    return Target(sort.name, value[1], value[0])


def _property_pairs(offer: AskableScene, company: Cooccurrence, rng: Random) -> dict[Present, Iterator[Pair]]:
    def chosen(case: Present, found: list[tuple[ClassProperties, Value, Value]]) -> Iterator[Pair]:
        for trait, one, other in _shuffled(found, rng):
            yield _either_way("property", _target(trait.sort, one), _target(trait.sort, other), case, rng)

    def both() -> Iterator[Pair]:
        yield from chosen("both", offer.property_pairs())

    def one() -> Iterator[Pair]:
        yield from chosen("one", [
            (trait, seen, gone)
            for trait in offer.traits
            if trait.seen
            for gone in company.absent_values(trait)
            for seen in trait.seen
            if trait.splits(seen[1], gone[1], offer.sorts)
        ])  # fmt: skip

    def none() -> Iterator[Pair]:
        found = []
        for trait in offer.traits:
            gone = company.absent_values(trait)
            found += [
                (trait, first, second)
                for place, first in enumerate(gone)
                for second in gone[:place]
                if trait.splits(first[1], second[1], offer.sorts)
            ]
        yield from chosen("none", found)

    return {"both": both(), "one": one(), "none": none()}


def _object_singles(offer: AskableScene, company: Cooccurrence, rng: Random) -> dict[bool, Iterator[Single]]:
    def there() -> Iterator[Single]:
        for sort in _shuffled(list(offer.there), rng):
            yield Single("object", Target(sort.name), True)

    def gone() -> Iterator[Single]:
        seen: set[str] = set()
        for _ in range(TRIES * TRIES):
            sort = company.absent(offer, rng, counted=False)
            if sort is None:
                return
            if sort.name not in seen:
                seen.add(sort.name)
                yield Single("object", Target(sort.name), False)

    return {True: there(), False: gone()}


def _property_singles(offer: AskableScene, company: Cooccurrence, rng: Random) -> dict[bool, Iterator[Single]]:
    def chosen(present: bool, found: list[tuple[ClassProperties, Value]]) -> Iterator[Single]:
        for trait, value in _shuffled(found, rng):
            yield Single("property", _target(trait.sort, value), present)

    def there() -> Iterator[Single]:
        yield from chosen(True, [(trait, value) for trait in offer.traits for value in trait.seen])

    def gone() -> Iterator[Single]:
        yield from chosen(False, [(t, value) for t in offer.traits for value in company.absent_values(t)])

    return {True: there(), False: gone()}
