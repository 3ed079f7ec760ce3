"""Contradictions: pairs of beliefs about one image that are true together in no scene, found by logic alone."""

from collections import defaultdict
from collections.abc import Iterator, Sequence

from askance.inverse.belief import Belief, Contradiction
from askance.inverse.belief_facts import UNKNOWN, Alternatives, Fact, facts_of_belief
from askance.inverse.contradiction_rules import explain_contradiction
from askance.inverse.described_objects import order_key
from askance.inverse.opposed_facts import opposed_facts
from askance.wording.understand import understand

_Opposed = dict[Fact, dict[Fact, None]]


def find_contradictions(beliefs: Sequence[Belief]) -> list[Contradiction]:
    """The contradictions among one model's beliefs about one image.

    Beliefs that say the same are one group. Of two groups that exclude each other every belief is in at least one
    contradiction, but not every pair of wordings is listed.
    """
    groups = _groups_by_meaning(beliefs)
    opposed = _opposed_by_fact(groups)
    return [
        explain_contradiction(first, second, *facts)
        for one, other, facts in _opposed_groups(list(groups), opposed)
        for first, second in _pair_up(groups[one], groups[other])
    ]


def are_contradictory(first: Belief, second: Belief) -> bool:
    """Whether two beliefs about one image are true together in no scene."""
    return bool(find_contradictions((first, second)))


def _groups_by_meaning(beliefs: Sequence[Belief]) -> dict[Alternatives, list[Belief]]:
    """Beliefs with the same consequences, each question and answer once; without those that say nothing known."""
    groups: dict[Alternatives, list[Belief]] = defaultdict(list)
    for belief in {(belief.question, belief.answer): belief for belief in reversed(beliefs)}.values():
        form = understand(belief.question)
        found = facts_of_belief(form, belief.answer) if form is not None else UNKNOWN
        if found:
            groups[found].append(belief)
    return {meaning: found[::-1] for meaning, found in reversed(groups.items())}


def _opposed_by_fact(groups: dict[Alternatives, list[Belief]]) -> _Opposed:
    opposed: _Opposed = defaultdict(dict)
    for one, other in opposed_facts(dict.fromkeys(fact for group in groups for facts in group for fact in facts)):
        opposed[one][other] = opposed[other][one] = None
    return opposed


def _opposed_groups(
    groups: Sequence[Alternatives], opposed: _Opposed
) -> Iterator[tuple[Alternatives, Alternatives, tuple[Fact, Fact]]]:
    """Every pair of groups of which each alternative of one excludes each of the other, with two facts that do."""
    with_fact: dict[Fact, list[int]] = defaultdict(list)
    for number, group in enumerate(groups):
        for fact in dict.fromkeys(fact for facts in group for fact in facts):
            with_fact[fact].append(number)
    for number, group in enumerate(groups):
        found: dict[int, tuple[Fact, Fact]] = {}
        for fact in min((sorted(facts, key=order_key) for facts in group), key=lambda some: [*map(order_key, some)]):
            for against in sorted(opposed.get(fact, ()), key=order_key):
                for other in with_fact[against]:
                    if other > number:
                        found.setdefault(other, (fact, against))
        for other, facts in sorted(found.items()):
            if len(group) == len(groups[other]) == 1 or _exclude_each_other(group, groups[other], opposed):
                yield group, groups[other], facts


def _exclude_each_other(one: Alternatives, other: Alternatives, opposed: _Opposed) -> bool:
    """Whether every pair of alternatives has facts that exclude each other."""
    return all(any(not others.isdisjoint(opposed.get(fact, ())) for fact in facts) for facts in one for others in other)


def _pair_up(one: Sequence[Belief], other: Sequence[Belief]) -> Iterator[tuple[Belief, Belief]]:
    """Pairs that use every belief of both groups, as few as possible."""
    for number in range(max(len(one), len(other))):
        yield one[number % len(one)], other[number % len(other)]
