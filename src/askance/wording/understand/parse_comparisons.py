"""More, fewer, equally many; the same, different: claims that compare two phrases."""

from askance.wording.understand.lexicon import CATEGORY, NUMBERS, Words
from askance.wording.understand.parse_noun_phrases import Coordination, read_noun_phrases, word_at
from askance.wording.understand.parse_predicates import read_attribute_phrases
from askance.wording.understand.question_meaning import (
    Claim,
    CountComparisonClaim,
    ExactNumberClaim,
    Form,
    How,
    Phrase,
    SameValueClaim,
    YesNoQuestion,
)

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


def parse_count_comparison(words: Words, start: int) -> Claim | None:
    """ "more dogs than cats", "as many dogs as cats", "the same number of dogs and cats" """
    opening = words[start : start + 4]
    for said, how, between in _OPENINGS:
        if opening[: len(said)] != said:
            continue
        for left in read_noun_phrases(words, start + len(said)):
            if word_at(words, left.end) not in ((between, "and") if how == "equal" else (between,)):
                continue
            position = left.end + 1
            position += 2 * (words[position : position + 2] in (("there", "are"), ("there", "is")))
            for right in read_noun_phrases(words, position):
                if right.end == len(words):
                    return CountComparisonClaim(left.phrases[0], right.phrases[0], how)
    return None


def parse_number_comparison(words: Words, start: int) -> Form | None:
    """ "Is the number of dogs greater than the number of cats?" """
    if words[start : start + 3] != ("the", "number", "of"):
        return None
    for left in read_noun_phrases(words, start + 3):
        position = left.end
        negated = word_at(words, position) == "not"
        position += negated
        word = word_at(words, position)
        how = _comparison_kind(word)
        if how is None:
            number = NUMBERS.get(word)
            if number is not None and position + 1 == len(words):
                return YesNoQuestion(ExactNumberClaim(left.phrases[0], number, negated))
            continue
        while word_at(words, position) in _BETWEEN:
            position += 1
        for right in read_noun_phrases(words, position):
            if right.end == len(words):
                return YesNoQuestion(CountComparisonClaim(left.phrases[0], right.phrases[0], how, negated))
    return None


def _comparison_kind(word: str) -> How | None:
    if word in _MORE:
        return "more"
    if word in _FEWER:
        return "fewer"
    return "equal" if word in ("equal", "the") else None


def parse_outnumbers_claim(words: Words, start: int, subject: Coordination, negated: bool) -> Form | None:
    """There are more of the subject than of the phrase from `start` to the end."""
    for other in read_noun_phrases(words, start):
        if other.end == len(words):
            return YesNoQuestion(CountComparisonClaim(subject.phrases[0], other.phrases[0], "more", negated))
    return None


def parse_same_value_claim(words: Words, start: int, subject: Coordination) -> Claim | None:
    """ "the same color [as the truck]", "of the same color", "different colors", "identical in color" """
    position = start
    while word_at(words, position) in ("of", "the", "a", "an", "both"):
        position += 1
    word = word_at(words, position)
    if word not in ("same", "identical", "different", "equal", "alike"):
        return None
    position += 1 + (word_at(words, position + 1) == "in")
    category = CATEGORY.get(word_at(words, position))
    if category is None:
        return None
    position += 1
    if position == len(words) and len(subject.phrases) == 2:
        return SameValueClaim(subject.phrases[0], subject.phrases[1], category, word == "different")
    if word_at(words, position) in ("as", "to", "from", "than") and len(subject.phrases) == 1:
        for other in parse_attribute_owner(words, position + 1):
            return SameValueClaim(subject.phrases[0], other, category, word == "different")
    return None


def parse_attribute_owner(words: Words, start: int) -> list[Phrase]:
    """The owner in "that of the truck", "the color of the truck", "the truck's"."""
    if words[start : start + 2] == ("that", "of"):
        start += 2
    found = [phrase for _, phrase, end in read_attribute_phrases(words, start) if end == len(words)]
    ends = (len(words), len(words) - (words[-1] == "'s"))
    return found or [one.phrases[0] for one in read_noun_phrases(words, start) if one.end in ends]
