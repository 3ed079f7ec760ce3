"""Noun phrases as values, and their wording: article, attributes, number, relation."""

import re
from typing import Literal

import msgspec
from askance.wording.templates.indefinite_article import indefinite_article
from askance.wording.templates.person_names import is_person_name
from askance.wording.templates.predicate_words import Clause, predicate_words, takes_indefinite_article

Number = Literal["singular", "plural", "mass"]
Determiner = Literal["a", "some", "no", "the"]


class NounPhrase(msgspec.Struct, frozen=True):
    """A noun phrase: `name` as worded in its number ("dog", "dogs", "snow"); `person` None = the name tells."""

    name: str
    attributes: tuple[str, ...] = ()
    number: Number = "singular"
    relation: "tuple[str, NounPhrase] | None" = None
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


def _attribute_before_noun(attribute: str) -> str:
    """An attribute as it stands before a noun: "light-colored", "wooden"."""
    return _HYPHENS.sub(r"\1-\2", _WORDED.get(attribute, attribute))


def _capitalise_proper_names(words: str) -> str:
    """Proper names and initials with their capitals."""
    words = _PROPER.sub(lambda found: found[0].capitalize(), words)
    words = _APPLE.sub(lambda found: f"i{found[1].capitalize()}", words)
    return _INITIALS.sub(lambda found: found[0].upper(), words)


def goes_after_noun(attribute: str) -> bool:
    """Whether an attribute stands after the noun: "a lamp that is on"."""
    return attribute in _AFTER or _AFTER_OPENING.match(attribute) is not None


def form_of_be(phrase: NounPhrase) -> str:
    """The form of "be" that agrees with a phrase."""
    return "are" if phrase.number == "plural" else "is"


def phrase_text(phrase: NounPhrase, determiner: Determiner, clause: Clause = "short") -> str:
    """The phrase with a determiner: "a" is any where it cannot be a, "some" is nothing there."""
    words = _describe_noun(phrase, clause)
    if determiner in ("the", "no"):
        return f"{determiner} {words}"
    if phrase.number == "singular":
        return f"{indefinite_article(words)} {words}"
    return f"any {words}" if determiner == "a" else words


def _describe_noun(phrase: NounPhrase, clause: Clause) -> str:
    """The noun with its attributes and its relation, without a determiner."""
    before = [_attribute_before_noun(attribute) for attribute in phrase.attributes if not goes_after_noun(attribute)]
    after = [_CLEARER_AFTER.get(attribute, attribute) for attribute in phrase.attributes if goes_after_noun(attribute)]
    is_human = is_person_name(phrase.name) if phrase.person is None else phrase.person
    who = "who" if is_human else "that"
    words = [_capitalise_proper_names(word) for word in (*before, phrase.name)]
    if after:
        words += [who, form_of_be(phrase), f" and {who} {form_of_be(phrase)} ".join(after)]
    if phrase.relation is not None:
        predicate, other = phrase.relation
        words += ["and"] * bool(after) + [who] * (clause == "full")
        words += [predicate_words(predicate, clause, phrase.number == "plural")]
        words += [phrase_text(other, "some" if takes_indefinite_article(predicate) else "the")]
    return " ".join(words)


def join_choices(choices: "tuple[str, ...] | tuple[NounPhrase, ...]") -> str:
    """Choices as they are offered: "red or blue", "a cat, a dog, or a cow"."""
    words = [choice if isinstance(choice, str) else phrase_text(choice, "some") for choice in choices]
    if len(words) == 2:
        return f"{words[0]} or {words[1]}"
    return f"{', '.join(words[:-1])}, or {words[-1]}"
