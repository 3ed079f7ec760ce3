"""Pairs and singles drawn from a scene, in the paper's mixture of what is there and what is not."""

from collections.abc import Iterator
from random import Random
from typing import Generic, TypeVar

from askance.suites.metamorphic.askable_scene import AskableScene, ClassProperties
from askance.suites.metamorphic.class_rules import ClassRule, Value
from askance.suites.metamorphic.cooccurrence import TRIES, Cooccurrence
from askance.suites.metamorphic.question_texts import Kind, Present, QuestionTarget, SingleTarget, TargetPair

C = TypeVar("C", bound=str | bool)
T = TypeVar("T")
PAIR_SHARES: tuple[tuple[Present, float], ...] = (("both", 0.7), ("one", 0.2), ("none", 0.1))
SINGLE_SHARES: tuple[tuple[bool, float], ...] = ((True, 0.7), (False, 0.3))
AHEAD = 2  # tests by which a case may run ahead of its share while others are not to be had


class CaseMixture(Generic[C]):
    """Shares kept by counting, not at random: the next case is the one that is most behind its share."""

    def __init__(self, shares: tuple[tuple[C, float], ...]):
        self.shares = shares
        self.given: dict[C, int] = {case: 0 for case, _ in shares}
        self.total = 0

    def cases_by_need(self) -> list[C]:
        """The cases that may come next, the one most behind its share first."""
        behind = [(share * (self.total + 1) - self.given[case], case) for case, share in self.shares]
        behind.sort(key=lambda one: -one[0])
        return [case for lag, case in behind if lag > -AHEAD]

    def count_case(self, case: C) -> None:
        """Count one."""
        self.given[case] += 1
        self.total += 1


class MixturesByKind:
    """The mixtures of one run: object and property pairs and singles, each apart."""

    def __init__(self) -> None:
        self.pairs: dict[Kind, CaseMixture[Present]] = {
            "object": CaseMixture(PAIR_SHARES),
            "property": CaseMixture(PAIR_SHARES),
        }
        self.singles: dict[Kind, CaseMixture[bool]] = {
            "object": CaseMixture(SINGLE_SHARES),
            "property": CaseMixture(SINGLE_SHARES),
        }


def sample_pairs(
    askable: AskableScene,
    kind: Kind,
    count: int,
    mixture: CaseMixture[Present],
    cooccurrence: Cooccurrence,
    rng: Random,
) -> Iterator[TargetPair]:
    """Up to `count` distinct pairs of a scene; fewer where the scene has no more that the mixture wants."""
    drawn = (
        _sample_object_pairs(askable, cooccurrence, rng)
        if kind == "object"
        else _sample_property_pairs(askable, cooccurrence, rng)
    )
    yield from _take_by_mixture(drawn, count, mixture)


def sample_singles(
    askable: AskableScene, kind: Kind, count: int, mixture: CaseMixture[bool], cooccurrence: Cooccurrence, rng: Random
) -> Iterator[SingleTarget]:
    """Up to `count` distinct singles of a scene; fewer where the scene has no more that the mixture wants."""
    drawn = (
        _sample_object_singles(askable, cooccurrence, rng)
        if kind == "object"
        else _sample_property_singles(askable, cooccurrence, rng)
    )
    yield from _take_by_mixture(drawn, count, mixture)


def _take_by_mixture(drawn: dict[C, Iterator[T]], count: int, mixture: CaseMixture[C]) -> Iterator[T]:
    for _ in range(count):
        for case in mixture.cases_by_need():
            made = next(drawn[case], None)
            if made is not None:
                mixture.count_case(case)
                yield made
                break
        else:
            return


def _shuffle_lazily(found: list[T], rng: Random) -> Iterator[T]:
    """The list in random order, one draw for each that is taken."""
    while found:
        place = int(rng.random() * len(found))
        found[place], found[-1] = found[-1], found[place]
        yield found.pop()


def _pair_in_random_order(
    kind: Kind, one: QuestionTarget, other: QuestionTarget, case: Present, rng: Random
) -> TargetPair:
    return TargetPair(kind, one, other, case) if rng.random() < 0.5 else TargetPair(kind, other, one, case)


def _sample_object_pairs(
    askable: AskableScene, cooccurrence: Cooccurrence, rng: Random
) -> dict[Present, Iterator[TargetPair]]:
    def both() -> Iterator[TargetPair]:
        for one, other in _shuffle_lazily(askable.object_pairs(), rng):
            yield _pair_in_random_order("object", QuestionTarget(one.name), QuestionTarget(other.name), "both", rng)

    return {
        "both": both(),
        "one": _pairs_with_one_absent(askable, cooccurrence, rng),
        "none": _pairs_with_both_absent(askable, cooccurrence, rng),
    }


def _pairs_with_one_absent(askable: AskableScene, cooccurrence: Cooccurrence, rng: Random) -> Iterator[TargetPair]:
    seen: set[tuple[str, str]] = set()
    for _ in range(TRIES * len(askable.counted)):
        one = askable.counted[int(rng.random() * len(askable.counted))]
        other = cooccurrence.draw_absent_class(askable, rng, counted=True)
        if other is not None and _is_new_pair(askable, one, other, seen):
            yield _pair_in_random_order("object", QuestionTarget(one.name), QuestionTarget(other.name), "one", rng)


def _pairs_with_both_absent(askable: AskableScene, cooccurrence: Cooccurrence, rng: Random) -> Iterator[TargetPair]:
    seen: set[tuple[str, str]] = set()
    for _ in range(TRIES * TRIES):
        one, other = (
            cooccurrence.draw_absent_class(askable, rng, counted=True),
            cooccurrence.draw_absent_class(askable, rng, counted=True),
        )
        if one is None or other is None:
            return
        first, second = (one, other) if one.name < other.name else (other, one)
        if _is_new_pair(askable, first, second, seen):
            yield _pair_in_random_order("object", QuestionTarget(one.name), QuestionTarget(other.name), "none", rng)


def _is_new_pair(askable: AskableScene, one: ClassRule, other: ClassRule, seen: set[tuple[str, str]]) -> bool:
    key = (one.name, other.name)
    if key in seen or not askable.class_rules.can_be_counted_apart(one, other):
        return False
    seen.add(key)
    return True


def _property_target(class_rule: ClassRule, value: Value) -> QuestionTarget:
    return QuestionTarget(class_rule.name, value[1], value[0])


def _sample_property_pairs(
    askable: AskableScene, cooccurrence: Cooccurrence, rng: Random
) -> dict[Present, Iterator[TargetPair]]:
    def chosen(case: Present, found: list[tuple[ClassProperties, Value, Value]]) -> Iterator[TargetPair]:
        for trait, one, other in _shuffle_lazily(found, rng):
            yield _pair_in_random_order(
                "property",
                _property_target(trait.class_rule, one),
                _property_target(trait.class_rule, other),
                case,
                rng,
            )

    def both() -> Iterator[TargetPair]:
        yield from chosen("both", askable.property_pairs())

    def one() -> Iterator[TargetPair]:
        yield from chosen("one", [
            (trait, seen, gone)
            for trait in askable.class_properties
            if trait.seen
            for gone in cooccurrence.absent_values(trait)
            for seen in trait.seen
            if trait.are_on_different_objects(seen[1], gone[1], askable.class_rules)
        ])  # fmt: skip

    def none() -> Iterator[TargetPair]:
        found = []
        for trait in askable.class_properties:
            gone = cooccurrence.absent_values(trait)
            found += [
                (trait, first, second)
                for place, first in enumerate(gone)
                for second in gone[:place]
                if trait.are_on_different_objects(first[1], second[1], askable.class_rules)
            ]
        yield from chosen("none", found)

    return {"both": both(), "one": one(), "none": none()}


def _sample_object_singles(
    askable: AskableScene, cooccurrence: Cooccurrence, rng: Random
) -> dict[bool, Iterator[SingleTarget]]:
    def there() -> Iterator[SingleTarget]:
        for class_rule in _shuffle_lazily(list(askable.there), rng):
            yield SingleTarget("object", QuestionTarget(class_rule.name), True)

    def gone() -> Iterator[SingleTarget]:
        seen: set[str] = set()
        for _ in range(TRIES * TRIES):
            class_rule = cooccurrence.draw_absent_class(askable, rng, counted=False)
            if class_rule is None:
                return
            if class_rule.name not in seen:
                seen.add(class_rule.name)
                yield SingleTarget("object", QuestionTarget(class_rule.name), False)

    return {True: there(), False: gone()}


def _sample_property_singles(
    askable: AskableScene, cooccurrence: Cooccurrence, rng: Random
) -> dict[bool, Iterator[SingleTarget]]:
    def chosen(present: bool, found: list[tuple[ClassProperties, Value]]) -> Iterator[SingleTarget]:
        for trait, value in _shuffle_lazily(found, rng):
            yield SingleTarget("property", _property_target(trait.class_rule, value), present)

    def there() -> Iterator[SingleTarget]:
        yield from chosen(True, [(trait, value) for trait in askable.class_properties for value in trait.seen])

    def gone() -> Iterator[SingleTarget]:
        yield from chosen(
            False, [(t, value) for t in askable.class_properties for value in cooccurrence.absent_values(t)]
        )

    return {True: there(), False: gone()}
