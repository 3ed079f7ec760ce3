"""What is there, or is not: claims of existence."""

from askance.wording.understand.lexicon import NUMBERS, Words
from askance.wording.understand.parse_comparisons import parse_count_comparison
from askance.wording.understand.parse_noun_phrases import Coordination, read_coordinations, read_noun_phrases, word_at
from askance.wording.understand.question_meaning import (
    Claim,
    ExactNumberClaim,
    ExistsClaim,
    JoinedClaims,
    MoreThanClaim,
)
from msgspec.structs import replace


def negate_claim(claim: Claim, negated: bool = True) -> Claim:
    """The claim, or its opposite."""
    made: Claim = replace(claim, negated=not claim.negated) if negated else claim
    return made


def parse_existence_claim(words: Words, start: int) -> Claim | None:
    """The claim that what is listed up to the end is there: one object, several, a number, or more than others."""
    compared = parse_count_comparison(words, start)
    if compared is not None:
        return compared
    numbered = _parse_number_claim(words, start)
    if numbered is not None:
        return numbered
    for listed in read_coordinations(words, start):
        if listed.end == len(words):
            return make_existence_claim(listed)
    return None


def _parse_number_claim(words: Words, start: int) -> Claim | None:
    """ "exactly 3 dogs", "more than 2 dogs", "at least 3 dogs" """
    opening = words[start : start + 2]
    is_bound = opening in (("more", "than"), ("at", "least"))
    position = start + (2 if is_bound else word_at(words, start) in ("exactly", "only", "just"))
    number = NUMBERS.get(word_at(words, position))
    if number is None or (number == 0 and opening[:1] == ("at",)):
        return None
    for reading in read_noun_phrases(words, position + 1):
        if reading.end == len(words) and len(reading.phrases) == 1:
            if not is_bound:
                return ExactNumberClaim(reading.phrases[0], number)
            return MoreThanClaim(reading.phrases[0], number - (opening[0] == "at"))
    return None


def make_existence_claim(listed: Coordination) -> Claim | None:
    """There is what is listed; one "no" in front of a list denies all of it."""
    nos = [determiner == "no" for determiner in listed.determiners]
    if len(listed.phrases) == 1:
        return ExistsClaim(listed.phrases[0], nos[0])
    if listed.joint == ",":
        return None
    if listed.joint == "nor" or listed.lead == "neither" or (nos[0] and not any(nos[1:])):
        return join_claims(tuple(ExistsClaim(phrase, True) for phrase in listed.phrases), True)
    claims = tuple(ExistsClaim(phrase, no) for phrase, no in zip(listed.phrases, nos, strict=True))
    return join_claims(claims, listed.joint == "and")


def join_claims(claims: tuple[Claim, ...], every: bool) -> Claim:
    """Every one, or at least one, of the claims is true; "not A and not B" is said as "neither of them"."""
    if all(claim.negated for claim in claims):
        return JoinedClaims(tuple(negate_claim(claim) for claim in claims), not every, True)
    return JoinedClaims(claims, every)


def parse_absence_claim(words: Words, start: int) -> Claim | None:
    """Nothing of what is listed up to the end is there."""
    for listed in read_coordinations(words, start):
        if listed.end == len(words):
            claims = tuple(ExistsClaim(phrase, True) for phrase in listed.phrases)
            return claims[0] if len(claims) == 1 else join_claims(claims, True)
    return None
