"""Answers made comparable: our own idempotent normalisation, and the one of the official VQA evaluation."""

import re
import unicodedata
from functools import lru_cache

from askance.wording.numerals import NUMBER_WORDS, numeral_at

ARTICLES = frozenset({"a", "an", "the"})

_TYPED = str.maketrans({"’": "'", "‘": "'", "´": "'", "`": "'", "–": "-", "—": "-", "−": "-"})
_ACCENT = re.compile("[\u0300-\u036f]")
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")
_INITIALS = re.compile(r"(?<=\b[^\W\d_])\.(?=[^\W\d_]\b)")  # u.s.a
_WORD = re.compile(r"(?<![\w.])-?\.?\d+(?:[.:/]\d+)*[^\W_]*|[^\W_]+|[$€£%&]")  # 3.5  5:41  1/2  -4  .5  2nd

LONGEST_CACHED = 1_000  # characters: long answers are rare, and thousands of them would fill the memory
MOST_MARKS = 30  # combining marks in a row: sorting them takes the square of their number (UAX 15, Stream-Safe)

_DATE = re.compile(r"(?:\d{1,2}|\d{4})([./])\d{1,2}\1(?:\d{4}|\d{2})")  # 02/20/2012  2012.02.20


def normalise(answer: str) -> str:
    """Lower case, without accents, punctuation and articles, with numbers in digits; doing it twice changes nothing."""
    return _normalised(answer) if len(answer) > LONGEST_CACHED else _remembered(answer)


@lru_cache(maxsize=1 << 14)
def _remembered(answer: str) -> str:
    return _normalised(answer)


def _normalised(answer: str) -> str:
    text = answer.lower().replace("`", "'") if answer.isascii() else _plain_letters(answer)
    if not text.isalnum():
        text = _INITIALS.sub("", _THOUSANDS.sub("", text.replace("'", "")))
    words = _WORD.findall(text)
    if "/" in text or "." in text:
        words = [part for word in words for part in _parted(word)]
    if not NUMBER_WORDS.isdisjoint(words):
        words = _with_digits(words)
    kept = [word for word in words if word not in ARTICLES] or words
    return "0" if kept == ["none"] else " ".join(kept)


def _parted(word: str) -> list[str]:
    """A date as day, month and year, as one with hyphens is read anyhow; any other word as it is."""
    return re.split("[./]", word) if _DATE.fullmatch(word) else [word]


def _plain_letters(text: str) -> str:
    """Compatibility forms resolved, case folded, Latin accents dropped; repeated until nothing changes."""
    before = ""
    text = _few_marks(_ACCENT.sub("", text)) if len(text) > LONGEST_CACHED else text
    while text != before:
        before = text
        folded = unicodedata.normalize("NFKD", text.translate(_TYPED)).casefold()
        text = unicodedata.normalize("NFC", _ACCENT.sub("", unicodedata.normalize("NFKD", folded)))
    return text


def _few_marks(text: str) -> str:
    """The text with at most so many combining marks in a row."""
    kept, marks = [], 0
    for letter in text:
        marks = marks + 1 if unicodedata.combining(letter) else 0
        if marks <= MOST_MARKS:
            kept.append(letter)
    return "".join(kept)


def _with_digits(words: list[str]) -> list[str]:
    """Number words as digits: twenty one → 21."""
    made: list[str] = []
    place = 0
    while place < len(words):
        numeral = numeral_at(words, place) if words[place] in NUMBER_WORDS else None
        made.append(str(numeral.value) if numeral else words[place])
        place = numeral.end if numeral else place + 1
    return made
