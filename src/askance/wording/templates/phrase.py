"""Noun phrases as values, and their wording: article, attributes, number, relation."""

import re
from typing import Literal

import msgspec
from askance.wording.templates.article import article
from askance.wording.templates.people import is_person
from askance.wording.templates.predicates import Clause, is_indefinite, link

Number = Literal["singular", "plural", "mass"]
Determiner = Literal["a", "some", "no", "the"]


class Phrase(msgspec.Struct, frozen=True):
    """A noun phrase: `name` as worded in its number ("dog", "dogs", "snow"); `person` None = the name tells."""

    name: str
    attributes: tuple[str, ...] = ()
    number: Number = "singular"
    relation: "tuple[str, Phrase] | None" = None
    person: bool | None = None


# attributes that English does not put before a noun
_AFTER = frozenset({
    "above", "ablaze", "afloat", "afraid", "alight", "alive", "alone", "asleep", "awake", "backwards", "below", "cut",
    "down", "holding", "indoors", "made", "off", "on", "out", "outdoors", "outside", "shut", "up", "upside down",
    "upward", "wearing",
})  # fmt: skip
_CLEARER_AFTER = {"on": "turned on", "off": "turned off"}  # "the lamps that are on candles or torches"
_AFTER_OPENING = re.compile(r"(?:\w+ing|in|on|for|at|by|with|turned|switched|pulled|not) (?!room)\w")  # taking a photo


_WORDED = {"wood": "wooden"}  # "a wooden door"; "is it wood?" keeps its word
_HYPHENS = re.compile(r"^(\w+) (colored|sleeved|shaped|sized|fashioned|aged|flavored|full|screen|decker|dot)$")
_PROPER = re.compile(r"\b(?:american|asian|chinese|christmas|coke|mexican|xbox|wii|nike|adidas|roman)(?=s?\b)")
_APPLE = re.compile(r"\bi(pod|phone|pad)(?=s?\b)")  # iPod
_INITIALS = re.compile(r"\b(?:tv|cd|dvd|suv|atm)(?=s?\b)")


def _before(attribute: str) -> str:
    """An attribute as it stands before a noun: "light-colored", "wooden"."""
    return _HYPHENS.sub(r"\1-\2", _WORDED.get(attribute, attribute))


def _spelled(words: str) -> str:
    """Proper names and initials with their capitals."""
    words = _PROPER.sub(lambda found: found[0].capitalize(), words)
    words = _APPLE.sub(lambda found: f"i{found[1].capitalize()}", words)
    return _INITIALS.sub(lambda found: found[0].upper(), words)


def goes_after(attribute: str) -> bool:
    """Whether an attribute stands after the noun: "a lamp that is on"."""
    return attribute in _AFTER or _AFTER_OPENING.match(attribute) is not None


def be(phrase: Phrase) -> str:
    """The form of "be" that agrees with a phrase."""
    return "are" if phrase.number == "plural" else "is"


def phrase_text(phrase: Phrase, determiner: Determiner, clause: Clause = "short") -> str:
    """The phrase with a determiner: "a" is any where it cannot be a, "some" is nothing there."""
    words = _described(phrase, clause)
    if determiner in ("the", "no"):
        return f"{determiner} {words}"
    if phrase.number == "singular":
        return f"{article(words)} {words}"
    return f"any {words}" if determiner == "a" else words


def _described(phrase: Phrase, clause: Clause) -> str:
    """The noun with its attributes and its relation, without a determiner."""
    before = [_before(attribute) for attribute in phrase.attributes if not goes_after(attribute)]
    after = [_CLEARER_AFTER.get(attribute, attribute) for attribute in phrase.attributes if goes_after(attribute)]
    is_human = is_person(phrase.name) if phrase.person is None else phrase.person
    who = "who" if is_human else "that"
    words = [_spelled(word) for word in (*before, phrase.name)]
    if after:
        words += [who, be(phrase), f" and {who} {be(phrase)} ".join(after)]
    if phrase.relation is not None:
        predicate, other = phrase.relation
        words += ["and"] * bool(after) + [who] * (clause == "full")
        words += [link(predicate, clause, phrase.number == "plural")]
        words += [phrase_text(other, "some" if is_indefinite(predicate) else "the")]
    return " ".join(words)


def alternatives(choices: "tuple[str, ...] | tuple[Phrase, ...]") -> str:
    """Choices as they are offered: "red or blue", "a cat, a dog, or a cow"."""
    words = [choice if isinstance(choice, str) else phrase_text(choice, "some") for choice in choices]
    if len(words) == 2:
        return f"{words[0]} or {words[1]}"
    return f"{', '.join(words[:-1])}, or {words[-1]}"
