"""What the families of rules share: how an implication is made, and which words are wider, narrower or exclusive."""

from collections.abc import Callable, Iterator
from functools import lru_cache
from random import Random

from askance.wording.implications.implication import Implication, Rule
from askance.wording.implications.words import upper_first
from askance.wording.ontology import ontology
from askance.wording.understand import Form, Phrase, Quality
from askance.wording.world_attributes import CATEGORIES
from askance.wording.world_nouns import GROUPS, NOUNS, class_names_in_group

YES, NO = "yes", "no"
_CLOSE_COLORS = ({"black", "gray"}, {"white", "gray"})  # in a photograph, light decides which of the two it is
Implied = Iterator[Implication]
Family = Callable[[Form, str, Random], Implied]  # the meaning of a question, its answer (read), a generator


def implied(rule: Rule, question: str, expected: str, because: str) -> Implication:
    """One implication of a rule; `question` without its capital and question mark."""
    return Implication(rule.name, rule.kind, f"{upper_first(question)}?", expected, because)


@lru_cache(maxsize=1 << 12)
def wider_terms(phrase: Phrase) -> tuple[Phrase, ...]:
    """The bare phrases of all kinds that every such object surely belongs to."""
    if phrase.term in NOUNS:
        names: tuple[str, ...] = NOUNS[phrase.term].groups
    else:
        names = tuple(name for name in GROUPS if name != phrase.term and ontology().is_a(phrase.term, name))
    return tuple(Phrase(name, "group", name) for name in names)


@lru_cache(maxsize=1 << 10)
def narrower_terms(phrase: Phrase) -> tuple[Phrase, ...]:
    """The bare phrases of the classes that belong to a group."""
    names = class_names_in_group(phrase.term) if phrase.kind == "group" else ()
    return tuple(Phrase(name, "class", name) for name in names)


@lru_cache(maxsize=1 << 14)
def exclusive_values(quality: Quality, thing: str) -> tuple[Quality, ...]:
    """The common values that an object with this value cannot have, by the ontology."""
    words = ontology()
    if quality.category in ("action", "pose"):
        if not is_animate(thing):
            return ()  # "Is the plane running?" may be about its engines
        pool = [Quality(category, value) for category in ("action", "pose") for value in CATEGORIES[category]]
        return tuple(one for one in pool if words.excludes(quality.value, one.value, "action").excludes)
    pool = [Quality(quality.category, value) for value in CATEGORIES.get(quality.category, ())]
    return tuple(
        one
        for one in pool
        if words.excludes(quality.value, one.value, "attribute", thing).excludes
        and {quality.value, one.value} not in _CLOSE_COLORS
    )


@lru_cache(maxsize=1 << 12)
def is_animate(thing: str) -> bool:
    """Whether a name is that of people or animals."""
    return any(thing == kind or ontology().is_a(thing, kind) for kind in ("person", "animal"))


@lru_cache(maxsize=1 << 14)
def do_classes_exclude(one: str, other: str) -> bool:
    """Whether nothing is both, by the ontology."""
    return ontology().excludes(one, other).excludes
