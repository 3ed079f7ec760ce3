"""Answers made comparable: our own idempotent normalisation, and the one of the official VQA evaluation."""

import re
import unicodedata
from functools import lru_cache

from askance.wording.number_words import NUMBER_WORDS, find_number_at

ARTICLES = frozenset({"a", "an", "the"})

_TYPED = str.maketrans({"’": "'", "‘": "'", "´": "'", "`": "'", "–": "-", "—": "-", "−": "-"})
_ACCENT = re.compile("[\u0300-\u036f]")
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")
_INITIALS = re.compile(r"(?<=\b[^\W\d_])\.(?=[^\W\d_]\b)")  # u.s.a
_WORD = re.compile(r"(?<![\w.])-?\.?\d+(?:[.:/]\d+)*[^\W_]*|[^\W_]+|[$€£%&]")  # 3.5  5:41  1/2  -4  .5  2nd

LONGEST_CACHED = 1_000  # characters: long answers are rare, and thousands of them would fill the memory
MOST_MARKS = 30  # combining marks in a row: sorting them takes the square of their number (UAX 15, Stream-Safe)

_DATE = re.compile(r"(?:\d{1,2}|\d{4})([./])\d{1,2}\1(?:\d{4}|\d{2})")  # 02/20/2012  2012.02.20


def normalise_answer(answer: str) -> str:
    """Lower case, without accents, punctuation and articles, with numbers in digits; doing it twice changes nothing."""
    return _normalise_uncached(answer) if len(answer) > LONGEST_CACHED else _normalise_cached(answer)


@lru_cache(maxsize=1 << 14)
def _normalise_cached(answer: str) -> str:
    return _normalise_uncached(answer)


def _normalise_uncached(answer: str) -> str:
    text = answer.lower().replace("`", "'") if answer.isascii() else _fold_case_and_accents(answer)
    if not text.isalnum():
        text = _INITIALS.sub("", _THOUSANDS.sub("", text.replace("'", "")))
    words = _WORD.findall(text)
    if "/" in text or "." in text:
        words = [part for word in words for part in _split_date(word)]
    if not NUMBER_WORDS.isdisjoint(words):
        words = _number_words_to_digits(words)
    kept = [word for word in words if word not in ARTICLES] or words
    return "0" if kept == ["none"] else " ".join(kept)


def _split_date(word: str) -> list[str]:
    """A date as day, month and year, as one with hyphens is read anyhow; any other word as it is."""
    return re.split("[./]", word) if _DATE.fullmatch(word) else [word]


def _fold_case_and_accents(text: str) -> str:
    """Compatibility forms resolved, case folded, Latin accents dropped; repeated until nothing changes."""
    before = ""
    text = _limit_combining_marks(_ACCENT.sub("", text)) if len(text) > LONGEST_CACHED else text
    while text != before:
        before = text
        folded = unicodedata.normalize("NFKD", text.translate(_TYPED)).casefold()
        text = unicodedata.normalize("NFC", _ACCENT.sub("", unicodedata.normalize("NFKD", folded)))
    return text


def _limit_combining_marks(text: str) -> str:
    """The text with at most so many combining marks in a row."""
    kept, marks = [], 0
    for letter in text:
        marks = marks + 1 if unicodedata.combining(letter) else 0
        if marks <= MOST_MARKS:
            kept.append(letter)
    return "".join(kept)


def _number_words_to_digits(words: list[str]) -> list[str]:
    """Number words as digits: twenty one → 21."""
    made: list[str] = []
    place = 0
    while place < len(words):
        numeral = find_number_at(words, place) if words[place] in NUMBER_WORDS else None
        made.append(str(numeral.value) if numeral else words[place])
        place = numeral.end if numeral else place + 1
    return made
