"""Noun phrases and predicates of the built-in grammar in words: "a red car", "the dog on the sofa", "birds"."""

import re
from functools import lru_cache

from askance.wording.templates.indefinite_article import indefinite_article
from askance.wording.templates.noun_phrase import goes_after_noun
from askance.wording.templates.person_names import is_person_name
from askance.wording.templates.predicate_words import predicate_words, takes_indefinite_article
from askance.wording.understand import Phrase, Quality, Relation, plural_of_term
from askance.wording.world_attributes import FOREIGN
from askance.wording.world_nouns import GROUPS, MASS_GROUPS, NOUNS, PARTS

_PASSIVE = {"holding": "held by", "wearing": "worn by", "riding": "ridden by", "with": "of"}
_PERSONAL = frozenset({"holding", "wearing", "riding"})
# "a boy who is riding", not "a riding boy"
_AFTER_NOUN = frozenset({"riding", "eating", "waving", "cut", "whole", *FOREIGN["action"], *FOREIGN["pose"]})
_NOT_ADJECTIVES = frozenset({"text"})  # categories whose values no phrase can take
_ORDER = {"color": 1, "pattern": 2, "material": 3}  # "a small red striped wooden chair"
_SPELLED = {"left of": "to the left of", "right of": "to the right of"}


@lru_cache(maxsize=1 << 14)
def can_be_worded(phrase: Phrase) -> bool:
    """Whether a phrase can be said again: one plain relation at most, no negation, no parts, no "anything"."""
    if phrase.kind not in ("class", "group", "who") or len(phrase.relations) > 1:
        return False
    if any(one.negated or one.category in _NOT_ADJECTIVES for one in phrase.qualities):
        return False
    return all(_can_relation_be_worded(one) for one in phrase.relations)


def _can_relation_be_worded(relation: Relation) -> bool:
    if relation.negated or relation.name == "part of" or (relation.reverse and relation.name not in _PASSIVE):
        return False
    return can_be_worded(relation.phrase)


def _singular_noun(phrase: Phrase) -> str:
    said = phrase.said or phrase.term
    return MASS_GROUPS.get(said, said)


def _plural_noun(phrase: Phrase) -> str:
    said = phrase.said or phrase.term
    if said in NOUNS or said in GROUPS or said in PARTS:
        return plural_of_term(said)
    is_irregular = said.endswith("y") or " of " in said  # "bunny", "piece of clothing": the plural of the term itself
    return plural_of_term(phrase.term if is_irregular else said)


@lru_cache(maxsize=1 << 15)
def _described(phrase: Phrase, is_plural: bool) -> str:
    """The noun with its adjectives and its relation, without a determiner."""
    noun = _plural_noun(phrase) if is_plural else _singular_noun(phrase)
    qualities = sorted(phrase.qualities, key=lambda each: _ORDER.get(each.category, 0))
    after = [each.value for each in qualities if _is_said_after(each)]
    words = [each.value for each in qualities if not _is_said_after(each)] + [noun]
    if after:
        who = "who" if is_person_name(noun) else "that"
        words += [f"{who} {'are' if is_plural else 'is'} {' and '.join(after)}"]
        words += ["and"] * bool(phrase.relations)
    return " ".join([*words, *(_relation_words(one) for one in phrase.relations)])


def _is_said_after(quality: Quality) -> bool:
    return quality.value in _AFTER_NOUN or goes_after_noun(quality.value)


def _relation_words(relation: Relation) -> str:
    name = _PASSIVE[relation.name] if relation.reverse else relation.name
    return f"{predicate_words(name, 'short', False)} {_other_end(name, relation.phrase)}"


def _other_end(name: str, phrase: Phrase) -> str:
    return one(phrase) if takes_indefinite_article(name) else the(phrase)


def one(phrase: Phrase) -> str:
    """ "a red car" """
    words = _described(phrase, False)
    return f"{indefinite_article(words)} {words}"


def the(phrase: Phrase) -> str:
    """ "the red car" """
    return f"the {_described(phrase, False)}"


def bare(phrase: Phrase) -> str:
    """ "red car" """
    return _described(phrase, False)


def several(phrase: Phrase) -> str:
    """ "red cars" """
    return _described(phrase, True)


def number_of(number: int, phrase: Phrase) -> str:
    """ "1 red car", "3 red cars" """
    return f"{number} {_described(phrase, number != 1)}"


def predicate(said: Quality | Relation | Phrase) -> str | None:
    """What follows "is": "red", "made of wood", "to the left of the dog", "a cat"; None where it cannot be said so."""
    if isinstance(said, Quality):
        if said.negated or said.category == "text":
            return None
        return (
            f"made of {'wood' if said.value == 'wooden' else said.value}" if said.category == "material" else said.value
        )
    if isinstance(said, Phrase):
        return one(said) if can_be_worded(said) else None
    if not _can_relation_be_worded(said) or said.name == "with":
        return None
    if said.reverse:
        return f"{_PASSIVE[said.name]} {the(said.phrase)}"
    article = one if said.name in _PERSONAL else the
    return f"{_SPELLED.get(said.name, said.name)} {article(said.phrase)}"


_QUOTATION_MARKS = re.compile('["“”„«»]')


def text(said: Quality) -> str:
    """A text as it is asked about: several words in quotation marks, without a full stop before the question mark."""
    plain = _plain_text(said)
    return f'"{plain}"' if " " in plain else plain


def has_letters(said: Quality) -> bool:
    """Whether a text has a letter or a digit, and not marks alone; other values have."""
    return said.category != "text" or any(letter.isalnum() for letter in _plain_text(said))


def _plain_text(said: Quality) -> str:
    return _QUOTATION_MARKS.sub("", said.value).strip(" .,;:!?…")


_OF_SEVERAL = frozenset({"are", "were", "do", "did", "these", "those", "have"})
_PUNCTUATION = re.compile(r"[^\w' -]")


def is_asked_in_plural(question: str, phrase: Phrase) -> bool:
    """Whether a question speaks of several: "the dogs", "these sheep"."""
    text = f" {_PUNCTUATION.sub(' ', question.lower())} "
    plural = _plural_noun(phrase)
    if plural == _singular_noun(phrase):
        return not _OF_SEVERAL.isdisjoint(text.split())
    return f" {plural} " in text


# words before a plural that also cover one object, or say how many there are
_NUMBERS = frozenset({"any", "a", "an", "no", "both", "either", "more", "fewer", "less", "as", "at", "exactly", "one"})


def is_asked_for_several(question: str, phrase: Phrase) -> bool:
    """Whether a question looks for more than one: "Are there trees?", but not "Are there any trees?"."""
    text = question.lower()
    if is_asked_in_plural(question, phrase):
        noun = _plural_noun(phrase)
    elif "are" in text.split():
        noun = _singular_noun(phrase)  # "Are there zebra in the picture?"
    else:
        return False
    return _NUMBERS.isdisjoint(text.rpartition(f" {noun}")[0].split())


def upper_first(text: str) -> str:
    """A sentence with its capital."""
    return text[:1].upper() + text[1:]
