"""More, fewer, equally many; the same, different: claims that compare two phrases."""

from askance.wording.understand.forms import Claim, Compared, Form, How, Numbered, Phrase, Polar, Same
from askance.wording.understand.lexicon import CATEGORY, NUMBERS, Words
from askance.wording.understand.phrases import Coordination, at, noun_phrases
from askance.wording.understand.predicates import attributes_of

_MORE = frozenset({"more", "greater", "larger", "higher", "bigger"})
_FEWER = frozenset({"fewer", "less", "smaller", "lower"})
_BETWEEN = frozenset({"the", "same", "as", "than", "to", "number", "of", "equal", "that"}) | _MORE | _FEWER
_OPENINGS: tuple[tuple[Words, How, str], ...] = (
    (("more",), "more", "than"),
    (("fewer",), "fewer", "than"),
    (("less",), "fewer", "than"),
    (("as", "many"), "equal", "as"),
    (("the", "same", "number", "of"), "equal", "as"),
    (("an", "equal", "number", "of"), "equal", "and"),
    (("equally", "many"), "equal", "and"),
)


def comparison(words: Words, start: int) -> Claim | None:
    """ "more dogs than cats", "as many dogs as cats", "the same number of dogs and cats" """
    opening = words[start : start + 4]
    for said, how, between in _OPENINGS:
        if opening[: len(said)] != said:
            continue
        for left in noun_phrases(words, start + len(said)):
            if at(words, left.end) not in ((between, "and") if how == "equal" else (between,)):
                continue
            position = left.end + 1
            position += 2 * (words[position : position + 2] in (("there", "are"), ("there", "is")))
            for right in noun_phrases(words, position):
                if right.end == len(words):
                    return Compared(left.phrases[0], right.phrases[0], how)
    return None


def number_claim(words: Words, start: int) -> Form | None:
    """ "Is the number of dogs greater than the number of cats?" """
    if words[start : start + 3] != ("the", "number", "of"):
        return None
    for left in noun_phrases(words, start + 3):
        position = left.end
        negated = at(words, position) == "not"
        position += negated
        word = at(words, position)
        how = _how(word)
        if how is None:
            number = NUMBERS.get(word)
            if number is not None and position + 1 == len(words):
                return Polar(Numbered(left.phrases[0], number, negated))
            continue
        while at(words, position) in _BETWEEN:
            position += 1
        for right in noun_phrases(words, position):
            if right.end == len(words):
                return Polar(Compared(left.phrases[0], right.phrases[0], how, negated))
    return None


def _how(word: str) -> How | None:
    if word in _MORE:
        return "more"
    if word in _FEWER:
        return "fewer"
    return "equal" if word in ("equal", "the") else None


def outnumbers(words: Words, start: int, subject: Coordination, negated: bool) -> Form | None:
    """There are more of the subject than of the phrase from `start` to the end."""
    for other in noun_phrases(words, start):
        if other.end == len(words):
            return Polar(Compared(subject.phrases[0], other.phrases[0], "more", negated))
    return None


def sameness(words: Words, start: int, subject: Coordination) -> Claim | None:
    """ "the same color [as the truck]", "of the same color", "different colors", "identical in color" """
    position = start
    while at(words, position) in ("of", "the", "a", "an", "both"):
        position += 1
    word = at(words, position)
    if word not in ("same", "identical", "different", "equal", "alike"):
        return None
    position += 1 + (at(words, position + 1) == "in")
    category = CATEGORY.get(at(words, position))
    if category is None:
        return None
    position += 1
    if position == len(words) and len(subject.phrases) == 2:
        return Same(subject.phrases[0], subject.phrases[1], category, word == "different")
    if at(words, position) in ("as", "to", "from", "than") and len(subject.phrases) == 1:
        for other in other_attribute(words, position + 1):
            return Same(subject.phrases[0], other, category, word == "different")
    return None


def other_attribute(words: Words, start: int) -> list[Phrase]:
    """The owner in "that of the truck", "the color of the truck", "the truck's"."""
    if words[start : start + 2] == ("that", "of"):
        start += 2
    found = [phrase for _, phrase, end in attributes_of(words, start) if end == len(words)]
    ends = (len(words), len(words) - (words[-1] == "'s"))
    return found or [one.phrases[0] for one in noun_phrases(words, start) if one.end in ends]
