"""Which of the given options was chosen."""

import re
from functools import lru_cache

from askance.core import Reading
from askance.readings.non_answers import find_non_answer
from askance.readings.question_words import crude_stem
from askance.readings.unwrap import unwrap_answer
from askance.wording.normalise_answers import normalise_answer

VERSION = 3

_TOKEN = re.compile(r"[a-z0-9]+(?:[.:][0-9]+)*|[^\w\s]")
_LETTER = re.compile(
    r"^(?:(?:option|choice|letter)\s+)?(?:\(([a-z])\)|\[([a-z])\]|([a-z])(?=[).:,]|\s*$|\s+[-–]))", re.IGNORECASE
)
_INDEX = re.compile(r"^(?:the\s+)?(?:option|choice|number|no\.|#)?\s*([1-9]\d?)[.)]?\s*$", re.IGNORECASE)
_POSITION = re.compile(
    r"^(?:it(?:'s| is)\s+)?(?:the\s+)?(first|former|second|latter|third|fourth|last)(?:\s+(?:one|option|choice))?\W*$",
    re.IGNORECASE,
)
_PLACES = {"first": 0, "former": 0, "second": 1, "latter": -1, "third": 2, "fourth": 3, "last": -1}
_NEGATORS = frozenset({"not", "no", "never", "neither", "nor", "isnt", "arent", "wasnt", "werent", "doesnt", "dont",
                       "didnt", "cannot", "cant", "without"})  # fmt: skip
_FILLERS = frozenset({"a", "an", "the", "really", "actually", "exactly", "any", "just", "quite", "very", "made", "of",
                      "look", "be", "in", "on"})  # fmt: skip


def read_choice(text: str, question: str = "", options: tuple[str, ...] = ()) -> Reading:
    """The option that a text names, as it was given; two options, or only a negated one, are unreadable."""
    said = unwrap_answer(text, question)
    if not said or not options:
        return Reading("choice", None, "empty" if not said else "no options given")
    same = normalise_answer(said)
    for option in options:
        if normalise_answer(option) == same:
            return Reading("choice", option)
    lettered, rest = _option_by_letter(said, options)
    named = _options_mentioned(rest, options, stemmed=False) or _options_mentioned(rest, options, stemmed=True)
    if lettered is not None and any(option != lettered for option in named):
        return Reading("choice", None, "letter and text disagree")
    if lettered is not None:
        return Reading("choice", lettered, "by letter or place")
    if len(named) == 1 and normalise_answer(named[0]) == "no":  # "No comment" does not choose "no"
        missing = find_non_answer(said.lower(), question)
        if missing is not None:
            return Reading("choice", None, missing)
    if len(named) == 1:
        return Reading("choice", named[0], "extracted from a sentence")
    return Reading("choice", None, "two options" if named else "none of the options")


def _option_by_letter(said: str, options: tuple[str, ...]) -> tuple[str | None, str]:
    """The option meant by a letter, a number or a place, and the text that is left."""
    letter = _LETTER.match(said)
    if letter:
        place = ord(next(group for group in letter.groups() if group).lower()) - ord("a")
        if place < len(options):
            return options[place], said[letter.end() :]
    index = _INDEX.match(said)
    if index and (same := [option for option in options if index[1] in _words_without_articles(option, False)]):
        return (same[0] if len(same) == 1 else None), said  # "10" means "10 cm", and not the tenth option
    if index and int(index[1]) <= len(options):
        return options[int(index[1]) - 1], ""
    position = _POSITION.match(said)
    place = _PLACES[position[1].lower()] if position else len(options)
    return (options[place], "") if place < len(options) else (None, said)


def _options_mentioned(said: str, options: tuple[str, ...], stemmed: bool) -> list[str]:
    """The options that occur as whole words and are not negated; a longer option hides a shorter one inside it."""
    words = _words_without_articles(said, stemmed)
    free = [True] * len(words)
    found = []
    for option in sorted(options, key=len, reverse=True):
        phrase = _words_without_articles(option, stemmed)
        places = [
            place
            for place in range(len(words) - len(phrase) + 1)
            if phrase and words[place : place + len(phrase)] == phrase and all(free[place : place + len(phrase)])
        ]
        for place in places:
            free[place : place + len(phrase)] = [False] * len(phrase)
        if any(not _is_negated(words, place) for place in places):
            found.append(option)
    return found


@lru_cache(maxsize=1 << 12)
def _words_without_articles(text: str, stemmed: bool) -> tuple[str, ...]:
    """Words and signs without articles, in lower case."""
    words = _TOKEN.findall(text.lower().replace("'", "").replace("’", ""))
    return tuple(crude_stem(word) if stemmed else word for word in words if word not in ("a", "an", "the"))


def _is_negated(words: tuple[str, ...], place: int) -> bool:
    """Whether "not", "isn't", "rather than" or "instead of" stands before it, with at most fillers between."""
    for before in range(place - 1, max(-1, place - 4), -1):
        word = words[before]
        if word in _NEGATORS or (word == "than" and before and words[before - 1] == "rather"):
            return True
        if word == "of" and before and words[before - 1] == "instead":
            return True
        if word not in _FILLERS:
            return False
    return False
