"""The numbers in a list of words, and what each of them counts."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from askance.readings.question_words import crude_stem
from askance.wording.number_words import NUMBER_WORDS, SCALES, find_number_at

VERSION = 1

MOST_DIGITS = 15  # more is a serial number, and no float holds it

_TOKEN = re.compile(
    r"\d+(?:,\d{3})+(?:\.\d+)?(?![\w])|\d+\s*/\s*\d+|\d+:\d+|(?<!\w)-?\d+(?:\.\d+)?[a-z]*|\.\d+"
    r"|[a-z]+(?:'[a-z]+)?|[^\w\s]"
)
_NUMBER = re.compile(r"-?\d*(?:,\d{3})*(?:\.\d+)?")
_TIMES = {"dozen": 12, "hundred": 100, **SCALES}
_ZERO = frozenset({"none", "nothing", "nobody", "nowhere"})
_NOT_A_ZERO = frozenset({"more", "fewer", "less", "longer", "doubt", "idea", "way", "problem"})  # after "no"
_POINTING = frozenset({"this", "that", "the", "each", "every", "any", "another", "which", "other", "same", "only the"})
_IMPERSONAL = frozenset({"another", "can", "could", "would", "might", "must", "should", "may", "sees"})  # after "one"
_PART_OF = frozenset({"the", "them", "these", "those", "his", "her", "their", "its", "my", "your", "our"})
_LOOSE = frozenset({"least", "about", "around", "approximately", "over", "than", "roughly", "nearly", "almost", "~"})
_NOUN_ENDS = frozenset({"and", "or", "but", "is", "are", "in", "on", "at", "with", "of", ",", ".", ";", ":"})


class Count(NamedTuple):
    """A number at tokens[start:end]; a part is "two of them", loose is "at least two"."""

    value: int | float
    start: int
    end: int
    part: bool = False
    loose: bool = False


def tokenize_with_numbers(said: str) -> list[str]:
    """Numbers, words and signs of a text in lower case."""
    return _TOKEN.findall(said)


def find_counts(tokens: Sequence[str]) -> list[Count]:
    """All numbers that may be an answer, in order; ordinals, times, fractions and "no one" are seen through."""
    found: list[Count] = []
    place = 0
    while place < len(tokens):
        count = _parse_count_at(tokens, place)
        if count is None:
            place += 1
        else:
            if _is_real_count(tokens, count):
                found.append(count)
            place = count.end
    return found


def counted_noun_stems(tokens: Sequence[str], count: Count) -> set[str]:
    """The stems of the words that a count is followed by, up to the end of the phrase."""
    stems = set()
    for token in tokens[count.end : count.end + 4]:
        if token in _NOUN_ENDS:
            break
        stems.add(crude_stem(token))
    return stems


def _parse_count_at(tokens: Sequence[str], place: int) -> Count | None:
    """The number that begins here, whatever it is good for."""
    token = tokens[place]
    before = tokens[place - 1] if place else ""
    after = tokens[place + 1] if place + 1 < len(tokens) else ""
    if token[-1].isdigit() or token[0].isdigit():
        if not _NUMBER.fullmatch(token) or len(token) > MOST_DIGITS:
            return None  # 1st, 5:41, 1/2
        number = float(token.replace(",", ""))
        return _complete_count(tokens, int(number) if number.is_integer() else number, place, place + 1)
    if token in NUMBER_WORDS:
        numeral = find_number_at(tokens, place)
        if numeral:
            return _complete_count(tokens, numeral.value, place, numeral.end)
        return Count(_TIMES[token], place, place + 1) if before == "a" and token in _TIMES else None
    if token == "dozen" and before in ("", "a", "half", "one"):
        half = before == "half" or (before == "a" and place > 1 and tokens[place - 2] == "half")
        return Count(6 if half else 12, place, place + 1)
    if (token in ("couple", "pair") and before in ("", "a", "the")) or token == "both":
        return Count(2, place, place + 1)
    if token == "single" and before == "a":
        return Count(0 if place > 1 and _is_negation(tokens[place - 2]) else 1, place, place + 1)
    if token in _ZERO or (token == "any" and any(_is_negation(word) for word in tokens[max(0, place - 3) : place])):
        return Count(0, place, place + 1)
    if token == "no" and after.isalpha() and after not in _NOT_A_ZERO:
        return Count(0, place, place + (2 if after == "one" or after in NUMBER_WORDS else 1))
    return None


def _complete_count(tokens: Sequence[str], value: int | float, start: int, end: int) -> Count:
    """A number with what follows and precedes it: dozens, a pair, "of them", "at least", "+"."""
    rest = list(tokens[end : end + 3])
    if rest and rest[0] in _TIMES:
        value, end, rest = value * _TIMES[rest[0]], end + 1, rest[1:]
    elif value == 1 and rest and rest[0] in ("pair", "couple"):
        value, end, rest = 2, end + 1, rest[1:]
    part = len(rest) > 1 and rest[0] == "of" and rest[1] in _PART_OF
    loose = (start > 0 and tokens[start - 1] in _LOOSE) or bool(rest and rest[0] == "+")
    return Count(value, start, end, part, loose)


def _is_real_count(tokens: Sequence[str], count: Count) -> bool:
    """Whether a number is a count at all: not "this one", "one can see", "two-story", "not three"."""
    before = tokens[count.start - 1] if count.start else ""
    after = tokens[count.end] if count.end < len(tokens) else ""
    if _is_negation(before) and tokens[count.start] not in ("any", "single"):
        return False
    if after == "-" and count.end + 1 < len(tokens) and tokens[count.end + 1].isalpha():
        return tokens[count.end + 1] in NUMBER_WORDS
    if count.value == 1 and tokens[count.start] == "one":
        return before not in _POINTING and after not in _IMPERSONAL
    return True


def _is_negation(word: str) -> bool:
    return word == "not" or word.endswith("n't")
