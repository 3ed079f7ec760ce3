"""What is there, or is not: claims of existence."""

from askance.wording.understand.comparisons import comparison
from askance.wording.understand.forms import Claim, Exists, Joined, Numbered
from askance.wording.understand.lexicon import NUMBERS, Words
from askance.wording.understand.phrases import Coordination, at, coordinations, noun_phrases
from msgspec.structs import replace


def denied(claim: Claim, negated: bool = True) -> Claim:
    """The claim, or its opposite."""
    made: Claim = replace(claim, negated=not claim.negated) if negated else claim
    return made


def existence(words: Words, start: int) -> Claim | None:
    """The claim that what is listed up to the end is there: one object, several, a number, or more than others."""
    compared = comparison(words, start)
    if compared is not None:
        return compared
    position = start + (at(words, start) in ("exactly", "only", "just"))
    number = NUMBERS.get(at(words, position))
    if number is not None:
        for reading in noun_phrases(words, position + 1):
            if reading.end == len(words) and len(reading.phrases) == 1:
                return Numbered(reading.phrases[0], number)
    for listed in coordinations(words, start):
        if listed.end == len(words):
            return exists(listed)
    return None


def exists(listed: Coordination) -> Claim | None:
    """There is what is listed; one "no" in front of a list denies all of it."""
    nos = [determiner == "no" for determiner in listed.determiners]
    if len(listed.phrases) == 1:
        return Exists(listed.phrases[0], nos[0])
    if listed.joint == ",":
        return None
    if listed.joint == "nor" or listed.lead == "neither" or (nos[0] and not any(nos[1:])):
        return joined(tuple(Exists(phrase, True) for phrase in listed.phrases), True)
    claims = tuple(Exists(phrase, no) for phrase, no in zip(listed.phrases, nos, strict=True))
    return joined(claims, listed.joint == "and")


def joined(claims: tuple[Claim, ...], every: bool) -> Claim:
    """Every one, or at least one, of the claims is true; "not A and not B" is said as "neither of them"."""
    if all(claim.negated for claim in claims):
        return Joined(tuple(denied(claim) for claim in claims), not every, True)
    return Joined(claims, every)


def without(words: Words, start: int) -> Claim | None:
    """Nothing of what is listed up to the end is there."""
    for listed in coordinations(words, start):
        if listed.end == len(words):
            claims = tuple(Exists(phrase, True) for phrase in listed.phrases)
            return claims[0] if len(claims) == 1 else joined(claims, True)
    return None
