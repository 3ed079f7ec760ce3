"""The rule that two contradictory beliefs break, and one sentence that says why they cannot both be true."""

from functools import lru_cache
from typing import NamedTuple

from askance.inverse.belief import Belief, Contradiction
from askance.inverse.belief_facts import (
    AtLeast,
    AtMost,
    EqualNumber,
    Fact,
    More,
    NotExactly,
    PartsOfFirst,
    SurroundingsFact,
    owners_of_parts,
)
from askance.inverse.described_objects import Description, describe_phrase, is_every, seen_from_each_object
from askance.wording.understand import (
    AttributeQuestion,
    CountComparisonClaim,
    CountQuestion,
    ExactNumberClaim,
    ExistsClaim,
    Form,
    JoinedClaims,
    MoreThanClaim,
    NamingQuestion,
    Phrase,
    SameValueClaim,
    YesNoQuestion,
    has_negation,
    understand,
)

# rule → why two beliefs that break it exclude each other
RULES: dict[str, str] = {
    "negation": "one question is the negation of the other, so their answers differ",
    "paraphrase": "both questions ask the same, so their answers agree",
    "choice": "an answer that names an object or a value agrees with the yes/no question about it",
    "and-or": "a list with “and” or “or” agrees with the questions about each of its members",
    "hypernym": "what is true of some object of a kind is true of some object of every wider kind",
    "narrower": "an object with a further property is still such an object",
    "exclusive-value": "an object with one of these values does not have the other",
    "missing-object": "an object that something is said of, or that something is related to, is there",
    "part-without-whole": "a part needs its whole",
    "count-and-existence": "what exists is counted, and what is counted exists",
    "two-counts": "the same objects have one number",
    "sum": "objects counted together are at least as many as some of them",
    "comparison": "of two numbers only one is larger, and the larger one is not 0",
    "surroundings": "an image has one setting, and a place is either indoors or outdoors",
}


def explain_contradiction(first: Belief, second: Belief, one: Fact, other: Fact) -> Contradiction:
    """The contradiction of two beliefs, from two facts that exclude each other."""
    rule = find_rule(first, second, one, other)
    said = f"“{first.question}” – {first.answer}, and “{second.question}” – {second.answer}"
    return Contradiction(first, second, rule, f"{said}: {RULES[rule]}")


class AskedKind(NamedTuple):
    """What the rule depends on in a question."""

    is_yes_no: bool
    is_comparison: bool
    is_count: bool
    listed: frozenset[Phrase]  # what it joins by “and” or “or”
    asked_about: frozenset[Description]  # objects that it takes for granted
    is_negated: bool
    wholes: frozenset[Description]  # whose parts it counts


@lru_cache(maxsize=1 << 14)
def _asked_kind(question: str) -> AskedKind:
    form = understand(question)
    claim = form.claim if isinstance(form, YesNoQuestion) else None
    counted = form if isinstance(form, CountQuestion) else None
    return AskedKind(
        claim is not None,
        isinstance(claim, CountComparisonClaim),
        counted is not None or isinstance(claim, ExactNumberClaim | MoreThanClaim),
        frozenset(one.phrase for one in claim.claims if isinstance(one, ExistsClaim))
        if isinstance(claim, JoinedClaims)
        else frozenset(),
        frozenset(map(describe_phrase, _taken_for_granted(form))),
        form is not None and has_negation(form),
        frozenset(map(describe_phrase, owners_of_parts(counted))) if counted else frozenset(),
    )


def _taken_for_granted(form: Form | None) -> tuple[Phrase, ...]:
    if isinstance(form, AttributeQuestion | NamingQuestion):
        return (form.phrase,)
    if isinstance(form, YesNoQuestion) and isinstance(form.claim, SameValueClaim):
        return (form.claim.left, form.claim.right)
    return ()


def find_rule(first: Belief, second: Belief, one: Fact, other: Fact) -> str:
    """The name of the rule that two facts of two beliefs break."""
    kinds = _asked_kind(first.question), _asked_kind(second.question)
    if isinstance(one, SurroundingsFact) and isinstance(other, SurroundingsFact):
        is_same = (one.category, one.value) == (other.category, other.value) and all(kind.is_yes_no for kind in kinds)
        return _same_or_negated(kinds) if is_same else "surroundings"
    if isinstance(one, More | EqualNumber) or any(kind.is_comparison for kind in kinds):
        return _same_or_negated(kinds) if _ask_same_comparison(one, other) else "comparison"
    if isinstance(one, PartsOfFirst | NotExactly) or isinstance(other, NotExactly):
        return "two-counts"
    least, most = (one, other) if isinstance(one, AtLeast) else (other, one)
    if isinstance(least, AtLeast) and isinstance(most, AtMost):
        return _rule_of_numbers(kinds, least, most)
    return _same_or_negated(kinds)


def _ask_same_comparison(one: Fact, other: Fact) -> bool:
    if isinstance(one, More) and isinstance(other, More):
        return (one.left, one.right) == (other.left, other.right)
    return isinstance(one, EqualNumber) and isinstance(other, EqualNumber)


def _same_or_negated(kinds: tuple[AskedKind, AskedKind]) -> str:
    """Whether one of two questions negates the other, or both ask the same."""
    return "negation" if kinds[0].is_negated != kinds[1].is_negated else "paraphrase"


def _rule_of_numbers(kinds: tuple[AskedKind, AskedKind], least: AtLeast, most: AtMost) -> str:
    counts = sum(kind.is_count for kind in kinds)
    if any(not most.of.isdisjoint(kind.wholes) for kind in kinds):
        return "part-without-whole"
    if any(kind.listed for kind in kinds):
        return _same_or_negated(kinds) if kinds[0].listed == kinds[1].listed else "and-or"
    if any(not most.of.isdisjoint(kind.asked_about) for kind in kinds):
        return "missing-object"
    if len(least.of) > 1 or len(most.of) > 1:
        return "count-and-existence" if counts == 1 else "two-counts" if least.of == most.of else "sum"
    (small,), (large,) = least.of, most.of
    if large not in seen_from_each_object(small):
        return _rule_of_wider_description(small, large)
    if counts:
        return "two-counts" if counts == 2 else "count-and-existence"
    return _same_or_negated(kinds) if all(kind.is_yes_no for kind in kinds) else "choice"


def _rule_of_wider_description(small: Description, large: Description) -> str:
    """Why every situation of the small description has an object of the large one."""
    inside = next((one for one in seen_from_each_object(small) if is_every(one, large)), small)
    if inside != small:
        return "part-without-whole" if small.is_part or inside.is_part else "missing-object"
    if inside.terms != large.terms:
        return "hypernym"
    return "narrower" if large.qualities <= inside.qualities else "exclusive-value"
