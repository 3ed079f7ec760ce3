"""Texts as words, to compare questions: case, punctuation and spaces do not count, but marks and operators do."""

import re
import unicodedata
from collections.abc import Iterator
from functools import cache, lru_cache

Words = tuple[str, ...]
_WORD = re.compile(r"\w+|[+<>=%*/]|-(?=\d)|(?<=\d)-")
_WORD_SIGN = re.compile(r"\w")
_SYMBOLS = ("Sm", "Sc", "So")  # Unicode categories: signs of mathematics, currencies, and others, such as arrows
_QUESTION_MARK = re.compile("[?？؟]")


@lru_cache(maxsize=1 << 16)
def words_of(text: str) -> Words:
    """The words of a text, and the operators between them."""
    if text.isascii():
        return tuple(_WORD.findall(text.lower()))
    return tuple(word for _, word in _placed_words(_prepare(text)))


def contains_words(words: Words, part: Words) -> bool:
    """Whether some words follow one another in others; no words are in none."""
    if not part:
        return False
    size = len(part)
    return any(words[i : i + size] == part for i in range(len(words) - size + 1) if words[i] == part[0])


def option_words(option: str) -> Words:
    """An option as it is compared: one without words, such as "?", by its text."""
    return words_of(option) or (option.strip(),)


class Prompt:
    """The words of a prompt, and where its sentences begin and its last question ends."""

    def __init__(self, asked: str):
        self._text = _prepare(asked)
        placed = list(_placed_words(self._text))
        self._places = [place for place, _ in placed]
        self.words = tuple(word for _, word in placed)

    def asks(self, question: Words, options: tuple[str, ...]) -> bool:
        """Whether a question begins a sentence of the prompt, and no other question follows."""
        last = self.words_before_last_question_mark(options)
        return any(
            self.words[end - len(question) : end] == question and self.is_sentence_start(end - len(question))
            for end in range(max(last, len(question)), len(self.words) + 1)
        )

    def is_sentence_start(self, number: int) -> bool:
        """Whether no other word stands right before a word on its line."""
        if number == 0:
            return True
        before = self.words[number - 1]
        gap = self._text[self._places[number - 1] + len(before) : self._places[number]]
        is_operator = _WORD_SIGN.match(_mask_character(before[0])) is None
        return is_operator or any(sign in "\r\n" or not sign.isspace() for sign in gap)

    def words_before_last_question_mark(self, options: tuple[str, ...]) -> int:
        """The number of words before the last question mark, 0 if there is none; those in options do not count."""
        text = self._text
        for option in filter(_QUESTION_MARK.search, map(_prepare, options)):
            text = text.replace(option, _QUESTION_MARK.sub(" ", option))
        last = max((mark.start() for mark in _QUESTION_MARK.finditer(text)), default=0)
        return sum(place < last for place in self._places)


def _prepare(text: str) -> str:
    """The text in small letters, and each letter with its marks in one form."""
    return unicodedata.normalize("NFC", text.casefold())


def _placed_words(text: str) -> Iterator[tuple[int, str]]:
    """The words of a prepared text with their places."""
    mask = text if text.isascii() else "".join(map(_mask_character, text))
    for match in _WORD.finditer(mask):
        yield match.start(), text[match.start() : match.end()]


@cache
def _mask_character(sign: str) -> str:
    """The character, or what the pattern of words takes in its place: a mark is part of a word, a symbol is none."""
    kind = unicodedata.category(sign)
    if kind.startswith("M"):
        return "_"
    return "+" if kind in _SYMBOLS and not sign.isascii() else sign
