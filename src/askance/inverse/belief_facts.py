"""What follows from a belief if it is true: facts about how many objects of a description there are, and others."""

from collections.abc import Callable, Iterable
from functools import lru_cache
from itertools import product

import msgspec
from askance.inverse.described_objects import Description, describe_phrase, negate_predicate
from askance.models.true_answers import NONE
from askance.wording.understand import (
    Claim,
    CountComparisonClaim,
    CountQuestion,
    ExactNumberClaim,
    ExistsClaim,
    Form,
    JoinedClaims,
    MoreThanClaim,
    NamingQuestion,
    Phrase,
    PredicateClaim,
    Relation,
    SameValueClaim,
    SurroundingsClaim,
    SurroundingsQuestion,
    YesNoQuestion,
    chosen_option,
    meaning_of_answer,
    simplify_answer,
)
from askance.wording.understand.lexicon import AROUND

Descriptions = frozenset[Description]
NOTHING = frozenset({NONE, "nothing", "nobody", "no one"})  # answers that deny what a question presupposes


class AtLeast(msgspec.Struct, frozen=True, cache_hash=True):
    """At least `number` objects are of any of the descriptions."""

    of: Descriptions
    number: int
    definite: Descriptions = frozenset()  # what is spoken of as "the X"; empty: any object is meant


class AtMost(msgspec.Struct, frozen=True, cache_hash=True):
    """At most `number` objects are of any of the descriptions."""

    of: Descriptions
    number: int
    definite: Descriptions = frozenset()  # as above: of two, another one than "the X" may be of the description


class NotExactly(msgspec.Struct, frozen=True, cache_hash=True):
    """The number of objects of a description is another one."""

    of: Descriptions
    number: int


class PartsOfFirst(msgspec.Struct, frozen=True, cache_hash=True):
    """The first of some wholes has so many parts: of several wholes only one is asked about."""

    of: Descriptions
    number: int


class More(msgspec.Struct, frozen=True, cache_hash=True):
    """There are more objects of the left than of the right; negated: not more."""

    left: Description
    right: Description
    negated: bool


class EqualNumber(msgspec.Struct, frozen=True, cache_hash=True):
    """There are as many objects of one as of the other; negated: not as many."""

    of: Descriptions
    negated: bool


class SurroundingsFact(msgspec.Struct, frozen=True, cache_hash=True):
    """The place, weather or setting is this; negated: another one."""

    category: str
    value: str
    negated: bool


class OtherClaim(msgspec.Struct, frozen=True, cache_hash=True):
    """A claim that is compared only with itself: it is true, or (negated) false."""

    kind: str
    of: Descriptions
    negated: bool


Fact = AtLeast | AtMost | NotExactly | PartsOfFirst | More | EqualNumber | SurroundingsFact | OtherClaim
Facts = frozenset[Fact]
Alternatives = frozenset[Facts]  # at least one of these sets of facts is true; none at all: nothing is known to follow
UNKNOWN: Alternatives = frozenset()


def _facts(*facts: Fact) -> Alternatives:
    return frozenset((frozenset(facts),))


def _exists(described: Description, exists: bool = True, definite: Descriptions = frozenset()) -> Alternatives:
    of = frozenset((described,))
    return _facts(AtLeast(of, 1, definite) if exists else AtMost(of, 0, definite))


@lru_cache(maxsize=1 << 16)
def facts_of_belief(form: Form, answer: str) -> Alternatives:
    """What follows if `answer` is a true answer to the question."""
    said = simplify_answer(answer)
    if isinstance(form, YesNoQuestion):
        return facts_of_claim(form.claim, said == "yes") if said in ("yes", "no") else UNKNOWN
    if isinstance(form, CountQuestion):
        return _facts_of_count(form, said)
    if isinstance(form, SurroundingsQuestion):
        chosen = chosen_option(form.options, answer)
        meant = chosen.meaning if chosen else AROUND.entries.get(answer.strip().lower())
        if not isinstance(meant, SurroundingsClaim) or meant.category != form.category:
            return UNKNOWN
        return _facts(SurroundingsFact(meant.category, meant.value, False))
    if said in NOTHING:
        return _exists(describe_phrase(form.phrase), False) if isinstance(form, NamingQuestion) else UNKNOWN
    meaning = meaning_of_answer(form, answer)
    if meaning is None:
        return UNKNOWN
    return _exists(describe_phrase(form.phrase, meaning), definite=frozenset((describe_phrase(form.phrase),)))


def _facts_of_count(form: CountQuestion, said: str) -> Alternatives:
    number = 0 if said in NOTHING else int(said) if said.isdigit() else None
    if number is None:
        return UNKNOWN
    of = frozenset(describe_phrase(phrase) for phrase in form.phrases)
    owners = owners_of_parts(form)
    if not owners:
        return _exact_number(of, number)
    if not number:
        return _facts(PartsOfFirst(of, 0))  # no parts, or no such whole
    whole = AtLeast(frozenset((describe_phrase(owners[0]),)), 1)
    return _facts(PartsOfFirst(of, number), whole, AtLeast(of, number))


def owners_of_parts(form: CountQuestion) -> tuple[Phrase, ...]:
    """The wholes whose parts are counted."""
    return tuple(one.phrase for phrase in form.phrases for one in phrase.relations if one.name == "part of")


def _exact_number(of: Descriptions, number: int) -> Alternatives:
    return _facts(AtLeast(of, number), AtMost(of, number)) if number else _facts(AtMost(of, 0))


def facts_of_claim(claim: Claim, is_true: bool) -> Alternatives:
    """What follows if a claim is true, or false; a false claim about "the X" may have no X at all."""
    return _CLAIMS[type(claim)](claim, is_true)


def _facts_of_existence(claim: ExistsClaim, is_true: bool) -> Alternatives:
    return _exists(describe_phrase(claim.phrase), is_true != claim.negated)


def _facts_of_number(claim: ExactNumberClaim, is_true: bool) -> Alternatives:
    of = frozenset((describe_phrase(claim.phrase),))
    if is_true != claim.negated:
        return _exact_number(of, claim.number)
    return _facts(NotExactly(of, claim.number)) if claim.number else _facts(AtLeast(of, 1))


def _facts_of_more_than(claim: MoreThanClaim, is_true: bool) -> Alternatives:
    of = frozenset((describe_phrase(claim.phrase),))
    return _facts(AtLeast(of, claim.number + 1) if is_true != claim.negated else AtMost(of, claim.number))


def _facts_of_predicates(claim: PredicateClaim, is_true: bool) -> Alternatives:
    anchors = (one.phrase for one in claim.predicates if isinstance(one, Relation))
    definite = frozenset(map(describe_phrase, (claim.subject, *anchors)))
    if not claim.negated:
        return _exists(describe_phrase(claim.subject, *claim.predicates), is_true, definite)
    first = claim.predicates[0]
    if len(claim.predicates) == 1 and not isinstance(first, Phrase):
        return _exists(describe_phrase(claim.subject, negate_predicate(first)), is_true, definite)
    subject = describe_phrase(claim.subject)
    lacks = OtherClaim("lacks", frozenset((subject, describe_phrase(claim.subject, *claim.predicates))), not is_true)
    return _facts(lacks, AtLeast(frozenset((subject,)), 1)) if is_true else _facts(lacks)


def _facts_of_comparison(claim: CountComparisonClaim, is_true: bool) -> Alternatives:
    left, right = describe_phrase(claim.left), describe_phrase(claim.right)
    holds = is_true != claim.negated
    if claim.how == "equal":
        return _facts(EqualNumber(frozenset((left, right)), not holds))
    if claim.how == "fewer":
        left, right = right, left
    some = (AtLeast(frozenset((left,)), 1),) if holds else ()
    return _facts(More(left, right, not holds), *some)


def _facts_of_same_value(claim: SameValueClaim, is_true: bool) -> Alternatives:
    of = frozenset((describe_phrase(claim.left), describe_phrase(claim.right)))
    kind = f"{'different' if claim.negated else 'same'} {claim.category}"
    there = (AtLeast(frozenset((one,)), 1) for one in of) if is_true else ()
    return _facts(OtherClaim(kind, of, not is_true), *there)


def _facts_of_surroundings(claim: SurroundingsClaim, is_true: bool) -> Alternatives:
    return _facts(SurroundingsFact(claim.category, claim.value, is_true == claim.negated))


def _facts_of_joined(claim: JoinedClaims, is_true: bool) -> Alternatives:
    """All of the claims, or (by De Morgan) any of them."""
    holds = is_true != claim.negated
    each = [facts_of_claim(one, holds) for one in claim.claims]
    if claim.every == holds:
        return frozenset(_union(facts) for facts in product(*each))
    return frozenset(facts for alternatives in each for facts in alternatives)


def _union(sets: Iterable[Facts]) -> Facts:
    """All facts of some sets; what is absent is absent together, so that lists can be compared with sums."""
    facts = frozenset(fact for facts in sets for fact in facts)
    absent = frozenset(fact for fact in facts if isinstance(fact, AtMost) and fact.number == 0)
    if len(absent) < 2:
        return facts
    definite = frozenset(one for fact in absent if isinstance(fact, AtMost) for one in fact.definite)
    return facts - absent | {AtMost(frozenset(one for fact in absent for one in fact.of), 0, definite)}


_CLAIMS: dict[type, Callable[..., Alternatives]] = {
    ExistsClaim: _facts_of_existence,
    ExactNumberClaim: _facts_of_number,
    MoreThanClaim: _facts_of_more_than,
    PredicateClaim: _facts_of_predicates,
    CountComparisonClaim: _facts_of_comparison,
    SameValueClaim: _facts_of_same_value,
    SurroundingsClaim: _facts_of_surroundings,
    JoinedClaims: _facts_of_joined,
}
