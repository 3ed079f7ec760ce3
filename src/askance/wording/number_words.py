"""English number words: "three", "twenty-one", "one hundred and five"."""

from collections.abc import Sequence
from typing import NamedTuple

_ONES = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
)  # fmt: skip
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")

ONES = {word: value for value, word in enumerate(_ONES)}
TENS = {word: 10 * value for value, word in enumerate(_TENS, start=2)}
SCALES = {"thousand": 1_000, "million": 1_000_000}
NUMBER_WORDS = frozenset([*ONES, *TENS, "hundred", *SCALES])


class NumberInWords(NamedTuple):
    """A number found in a list of words, with the words it covers (end is just outside)."""

    value: int
    start: int
    end: int


def find_number_at(words: Sequence[str], start: int) -> NumberInWords | None:
    """The longest number that is spelled out from this word on; hyphens between its parts are words "-"."""
    total, group, place = 0, -1, start  # group: what was read since the last "thousand"; -1 = nothing yet
    end = start
    while place < len(words):
        word = words[place]
        if word in ONES and (group < 0 or group % 100 == 0 or (group % 100 in TENS.values() and 0 < ONES[word] < 10)):
            if group == 0:
                break
            group = max(group, 0) + ONES[word]
        elif word in TENS and (group < 0 or (group > 0 and group % 100 == 0)):
            group = max(group, 0) + TENS[word]
        elif word == "hundred" and 0 < group < 100:
            group *= 100
        elif word in SCALES and group > 0 and (total == 0 or total % (1000 * SCALES[word]) == 0):
            total, group = total + group * SCALES[word], -1
        elif word in ("-", "and") and _joins_number_parts(words, place, group):
            place += 1
            continue
        else:
            break
        place += 1
        end = place
    return NumberInWords(total + max(group, 0), start, end) if end > start else None


def _joins_number_parts(words: Sequence[str], place: int, group: int) -> bool:
    """Whether a hyphen or an "and" joins two parts of one number: "twenty-one", "one hundred and five"."""
    following = words[place + 1] if place + 1 < len(words) else ""
    if words[place] == "-":
        return following in NUMBER_WORDS
    return group > 0 and group % 100 == 0 and (following in ONES or following in TENS)
