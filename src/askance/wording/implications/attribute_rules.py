"""What follows from "What color is the flower? red" and "Is the door open? yes": other values, the object."""

from random import Random

from askance.wording.implications import words
from askance.wording.implications.existence_rules import EXISTS_HYPERNYM
from askance.wording.implications.family import NO, YES, Implied, exclusive_values, implied, wider_terms
from askance.wording.implications.implication import Rule
from askance.wording.understand import (
    AttributeQuestion,
    Form,
    Phrase,
    PredicateClaim,
    Quality,
    YesNoQuestion,
    meaning_of_answer,
)
from askance.wording.world_attributes import ANTONYMS
from msgspec.structs import replace

_MIXED = frozenset({"color", "material", "pattern"})  # of which an object can have several
_THE = "for every image with one such object, which “the flower” in the singular takes for granted"
_NOT_PLURAL = (
    "plurals (“the flowers”), several values in one answer (“red and white”), objects that the grammar cannot say"
)
VALUE_VERIFIED = Rule(
    "value-verified",
    "equivalence",
    "What color is the flower? – red",
    "Is the flower red? – yes",
    _THE,
    _NOT_PLURAL,
    (
        "What color is the flower? red → Is the flower red? yes",
        "What is the chair made of? wood → Is the chair made of wood? yes",
        "Is the man sitting or standing? sitting → Is the man sitting? yes",
    ),
)
VALUE_OTHER = Rule(
    "value-other",
    "exclusion",
    "What color is the flower? – red",
    "Is the flower blue? – no",
    f"{_THE}; the values exclude each other in the ontology",
    f"{_NOT_PLURAL}; values that can be true together (red and orange, sitting and eating); a color, material or"
    " pattern that is only affirmed (a brown dog may also be white)",
    (
        "What color is the flower? red → Is the flower blue? no",
        "Is the man sitting or standing? sitting → Is the man standing? no",
        "Is the dog running? yes → Is the dog sleeping? no",
    ),
)
VALUE_ANTONYM = Rule(
    "value-antonym",
    "antonym",
    "Is the door open? – yes",
    "Is the door closed? – no",
    f"{_THE}; the two words are opposites",
    f"{_NOT_PLURAL}; answers of no (a door can be half open)",
    (
        "Is the door open? yes → Is the door closed? no",
        "Is the lamp on or off? on → Is the lamp off? no",
        "Is the dog small? yes → Is the dog large? no",
    ),
)
VALUE_OBJECT = Rule(
    "value-object",
    "premise",
    "What color is the flower? – red",
    "Is there a flower? – yes",
    "for every image: only what is there has a color",
    "answers of no and none: there may be no such object",
    (
        "What color is the flower? red → Is there a flower? yes",
        "Is the door open? yes → Is there a door? yes",
        "Is the man sitting or standing? sitting → Is there a man? yes",
    ),
)
VALUE_DESCRIBED = Rule(
    "value-described",
    "necessary",
    "What color is the flower? – red",
    "Is there a red flower? – yes",
    "for every image: the object asked about is such an object",
    "text on objects; objects named by a relation",
    (
        "What color is the flower? red → Is there a red flower? yes",
        "Is the dog sleeping? yes → Is there a sleeping dog? yes",
        "Is the cup large or small? small → Is there a small cup? yes",
    ),
)
VALUE_NEGATED = Rule(
    "value-negated",
    "negation",
    "What color is the flower? – red",
    "Is the flower not red? – no",
    _THE,
    f"{_NOT_PLURAL}; answers of no (“no” may mean that there is no such object)",
    (
        "What color is the flower? red → Is the flower not red? no",
        "Is the door open? yes → Is the door not open? no",
        "Is the door not open? yes → Is the door open? no",
    ),
)
TEXT_VERIFIED = Rule(
    "text-verified",
    "equivalence",
    "What does the sign say? – stop",
    "Does the sign say stop? – yes",
    _THE,
    f"{_NOT_PLURAL}; other texts (a sign can say two things)",
    (
        "What does the sign say? stop → Does the sign say stop? yes",
        "What word is on the red sign? exit → Does the red sign say exit? yes",
        "What is written on the sign? taxi → Does the sign say taxi? yes",
    ),
)
RULES = (
    VALUE_VERIFIED,
    VALUE_OTHER,
    VALUE_ANTONYM,
    VALUE_OBJECT,
    VALUE_DESCRIBED,
    VALUE_NEGATED,
    TEXT_VERIFIED,
)


def imply(form: Form, answer: str, rng: Random) -> Implied:
    """From the value of an object, asked for or affirmed."""
    if isinstance(form, AttributeQuestion):
        value = meaning_of_answer(form, answer)
        if isinstance(value, Quality) and _can_be_said(value) and words.can_be_worded(form.phrase):
            offered = tuple(one.meaning for one in form.options if isinstance(one.meaning, Quality))
            yield from _from_open_value(form.phrase, value, offered, rng)
    elif isinstance(form, YesNoQuestion) and answer == YES and isinstance(form.claim, PredicateClaim):
        claim = form.claim
        value = claim.predicates[0] if len(claim.predicates) == 1 else None
        if isinstance(value, Quality) and not value.negated and words.can_be_worded(claim.subject):
            yield from (
                _from_negated(claim.subject, value) if claim.negated else _from_affirmed(claim.subject, value, rng)
            )


def _can_be_said(value: Quality) -> bool:
    return not value.negated and words.has_letters(value)


def _from_open_value(phrase: Phrase, value: Quality, offered: tuple[Quality, ...], rng: Random) -> Implied:
    because = f"the model says {value.value}"
    if value.category == "text":
        yield implied(TEXT_VERIFIED, f"does {words.the(phrase)} say {words.text(value)}", YES, because)
    else:
        yield implied(VALUE_VERIFIED, f"is {words.the(phrase)} {words.predicate(value)}", YES, because)
    yield from _from_value(phrase, value, rng)
    if words.predicate(value) is not None:
        yield from _other_values(phrase, value, offered, rng)


def _from_affirmed(phrase: Phrase, value: Quality, rng: Random) -> Implied:
    """From "Is the dog brown? yes": it may be brown and white."""
    yield from _from_value(phrase, value, rng)
    if value.category not in _MIXED and words.predicate(value) is not None:
        yield from _other_values(phrase, value, (), rng)


def _from_value(phrase: Phrase, value: Quality, rng: Random) -> Implied:
    """What follows from a value that an object has, beside the question whether it has it and its other values."""
    the, said = words.the(phrase), words.predicate(value)
    question = f"does {the} not say {words.text(value)}" if said is None else f"is {the} not {said}"
    yield implied(
        VALUE_NEGATED, question, NO, f"the model says that it {'says' if said is None else 'is'} {value.value}"
    )
    yield from object_is_there(phrase, rng)
    if said is None:
        return
    if not phrase.relations and value not in phrase.qualities:
        described = replace(phrase, qualities=(*phrase.qualities, value))
        yield implied(VALUE_DESCRIBED, f"is there {words.one(described)}", YES, f"{the} is {said}")


def object_is_there(phrase: Phrase, rng: Random) -> Implied:
    """The object that a question takes for granted, and its wider kinds."""
    yield implied(VALUE_OBJECT, f"is there {words.one(phrase)}", YES, "only what is there has properties")
    if wider := wider_terms(phrase):
        kind, plain = rng.choice(wider), words.one(replace(phrase, qualities=(), relations=()))
        yield implied(EXISTS_HYPERNYM, f"is there {words.one(kind)}", YES, f"{plain} is {words.one(kind)}")


def _other_values(phrase: Phrase, value: Quality, offered: tuple[Quality, ...], rng: Random) -> Implied:
    the, opposite = words.the(phrase), ANTONYMS.get(value.value)
    others = exclusive_values(value, phrase.term)
    if opposite is not None and value.category in ("size", "state"):
        other = Quality(value.category, opposite)
        yield implied(
            VALUE_ANTONYM, f"is {the} {words.predicate(other)}", NO, f"{opposite} is the opposite of {value.value}"
        )
        return
    also_offered = [one for one in others if one in offered]
    if others:
        other = rng.choice(also_offered or others)
        is_mixed = value.category in _MIXED
        because = (
            f"the model says {value.value} alone" if is_mixed else f"nothing is both {value.value} and {other.value}"
        )
        yield implied(VALUE_OTHER, f"is {the} {words.predicate(other)}", NO, because)


def _from_negated(phrase: Phrase, value: Quality) -> Implied:
    """From "Is the door not open? yes": all of it goes through the negation."""
    said = words.predicate(value)
    question = f"does {words.the(phrase)} say {words.text(value)}" if said is None else f"is {words.the(phrase)} {said}"
    yield implied(VALUE_NEGATED, question, NO, f"the model says that it is not {value.value}")
    yield implied(VALUE_NEGATED, f"is there {words.one(phrase)}", YES, "only what is there has properties")
