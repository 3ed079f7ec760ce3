"""What follows from "Is the cat to the left of the dog? yes": the inverse, the opposite side, and both ends."""

from random import Random

from askance.wording.implications import words
from askance.wording.implications.attribute_rules import object_is_there
from askance.wording.implications.family import NO, YES, Implied, implied
from askance.wording.implications.implication import Rule
from askance.wording.understand import Form, Phrase, PredicateClaim, Relation, YesNoQuestion
from msgspec.structs import replace

_INVERSES = {
    "left of": "right of",
    "right of": "left of",
    "above": "below",
    "below": "above",
    "next to": "next to",
    "behind": "in front of",
    "in front of": "behind",
}
_ONE_OF_EACH = "for every image with one object of each end, which “the cat” and “the dog” take for granted"
_NOT_ASKED = "plurals; answers of no (“no” may mean that one of them is not there)"
RELATION_INVERSE = Rule(
    "relation-inverse",
    "inverse",
    "Is the cat to the left of the dog? – yes",
    "Is the dog to the right of the cat? – yes",
    _ONE_OF_EACH,
    f"{_NOT_ASKED}; relations without an inverse (on, in)",
    (
        "Is the cat to the left of the dog? yes → Is the dog to the right of the cat? yes",
        "Is the lamp above the bed? yes → Is the bed below the lamp? yes",
        "Is the car behind the tree? yes → Is the tree in front of the car? yes",
    ),
)
RELATION_OPPOSITE = Rule(
    "relation-opposite",
    "inverse",
    "Is the cat to the left of the dog? – yes",
    "Is the cat to the right of the dog? – no",
    _ONE_OF_EACH,
    f"{_NOT_ASKED}; relations without an opposite (next to)",
    (
        "Is the cat to the left of the dog? yes → Is the cat to the right of the dog? no",
        "Is the lamp above the bed? yes → Is the lamp below the bed? no",
        "Is the car behind the tree? yes → Is the car in front of the tree? no",
    ),
)
RELATION_NEGATED = Rule(
    "relation-negated",
    "negation",
    "Is the man holding a ball? – yes",
    "Is the man not holding a ball? – no",
    _ONE_OF_EACH,
    _NOT_ASKED,
    (
        "Is the man holding a ball? yes → Is the man not holding a ball? no",
        "Is the cup on the table? yes → Is the cup not on the table? no",
        "Is the cup not on the table? yes → Is the cup on the table? no",
    ),
)
RELATION_ENDS = Rule(
    "relation-ends",
    "premise",
    "Is the man holding a ball? – yes",
    "Is there a ball? – yes",
    "for every image: only what is there can be held",
    _NOT_ASKED,
    (
        "Is the man holding a ball? yes → Is there a ball? yes",
        "Is the cup on the table? yes → Is there a table? yes",
        "Is the cat to the left of the dog? yes → Is there a dog? yes",
    ),
)
RULES = (RELATION_INVERSE, RELATION_OPPOSITE, RELATION_NEGATED, RELATION_ENDS)


def imply(form: Form, answer: str, rng: Random) -> Implied:
    """From an affirmed relation between two objects."""
    if not isinstance(form, YesNoQuestion) or answer != YES or not isinstance(form.claim, PredicateClaim):
        return
    claim = form.claim
    link = claim.predicates[0] if len(claim.predicates) == 1 else None
    if not isinstance(link, Relation) or not words.can_be_worded(claim.subject):
        return
    said = words.predicate(link)
    if said is None:
        return
    the = words.the(claim.subject)
    if claim.negated:
        yield implied(RELATION_NEGATED, f"is {the} {said}", NO, "the model says that it is not so")
        yield implied(RELATION_NEGATED, f"is there {words.one(claim.subject)}", YES, "the model speaks of it")
        return
    yield implied(RELATION_NEGATED, f"is {the} not {said}", NO, "the model says that it is so")
    yield implied(RELATION_ENDS, f"is there {words.one(link.phrase)}", YES, f"{the} is {said}")
    yield from object_is_there(claim.subject, rng)
    yield from _from_inverse(claim.subject, link)


def _from_inverse(subject: Phrase, link: Relation) -> Implied:
    turned = _INVERSES.get(link.name)
    if turned is None or link.reverse:
        return
    inverse = words.predicate(Relation(turned, subject))
    because = f"“{link.name}” one way is “{turned}” the other way"
    if inverse is not None and not link.phrase.relations and not subject.relations:
        yield implied(RELATION_INVERSE, f"is {words.the(link.phrase)} {inverse}", YES, because)
    if turned != link.name:
        opposite = words.predicate(replace(link, name=turned))
        because = f"nothing is both {link.name} and {turned} the same object"
        yield implied(RELATION_OPPOSITE, f"is {words.the(subject)} {opposite}", NO, because)
