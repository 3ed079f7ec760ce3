"""The indefinite article by sound: "a uniform", "an hour", "an MP3"."""

import re

_WORD = re.compile(r"[^\W_]+")
# vowels that are said with a consonant first: unit (but unidentified), user, utensil, urinal (but urn), euro, ewe, one
_YOU_OR_ONE = re.compile(r"uni(?!d|m|n|r|ll|ss)|us[aeu]|ut[eio]|ur[aeiu]|uk|ubi|uvu|eu|ewe|one(?!r)|once|ouija")
_SILENT_H = re.compile(r"hour|honest|hono|heir|herb(?!i)")
_NAMED_WITH_A_VOWEL = frozenset("aefhilmnorsx")  # "an F", "an SUV"
_INITIALS = frozenset({"atm", "cpu", "led", "suv", "ufo", "ups", "usb", "uv"})  # spelled out although they have a vowel
_VOWEL = re.compile(r"[aeiouy]")
_EIGHT_ELEVEN = re.compile(r"8|11(?!\d)|18(?!\d)")


def indefinite_article(words: str) -> str:
    """Whether "a" or "an" stands before these words."""
    found = _WORD.search(words)
    return "an" if found is not None and _starts_with_vowel(found.group()) else "a"


def _starts_with_vowel(word: str) -> bool:
    """Whether the word starts with the sound of a vowel; initials are spelled out."""
    text = word.lower()
    if text[0].isdigit():
        return _EIGHT_ELEVEN.match(text) is not None
    if text in _INITIALS or (word.isupper() and len(word) > 1) or not _VOWEL.search(text):
        return text[0] in _NAMED_WITH_A_VOWEL
    if text[0] == "x":
        return text[1:2] not in tuple("aeiouy")  # an xbox, a xylophone
    if text[0] == "h":
        return _SILENT_H.match(text) is not None
    return text[0] in "aeiou" and _YOU_OR_ONE.match(text) is None
