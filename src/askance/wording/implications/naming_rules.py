"""What follows from "What is on the table? cup" and "Is the animal a dog or a cat? dog"."""

from random import Random

from askance.wording.implications import words
from askance.wording.implications.attribute_rules import object_is_there
from askance.wording.implications.existence_rules import EXISTS_ANCHOR
from askance.wording.implications.family import NO, YES, Implied, do_classes_exclude, implied, wider_terms
from askance.wording.implications.implication import Rule
from askance.wording.ontology import ontology
from askance.wording.understand import Form, NamingQuestion, Phrase, PredicateClaim, YesNoQuestion, meaning_of_answer
from askance.wording.world_nouns import class_names_in_group
from msgspec.structs import replace

NAMED_THERE = Rule(
    "named-there",
    "equivalence",
    "What is on the table? – cup",
    "Is there a cup on the table? – yes",
    "for every image: what is named is there",
    "answers that are no noun of the vocabulary, or several nouns",
    (
        "What is on the table? cup → Is there a cup on the table? yes",
        "What is the man holding? ball → Is there a ball held by the man? yes",
        "Who is wearing the hat? woman → Is there a woman wearing a hat? yes",
    ),
)
NAMED_EXISTS = Rule(
    "named-exists",
    "necessary",
    "What is on the table? – cup",
    "Is there a cup? – yes",
    "for every image: what is named is there",
    "answers that are no noun of the vocabulary, or several nouns",
    (
        "What is on the table? cup → Is there a cup? yes",
        "Is the animal a dog or a cat? dog → Is there a dog? yes",
        "Who is holding the ball? boy → Is there a boy? yes",
    ),
)
NAMED_HYPERNYM = Rule(
    "named-hypernym",
    "hypernym",
    "What is on the table? – cup",
    "Is there a container? – yes",
    "for every image: every object of the kind belongs to the wider kind (WordNet)",
    "wider kinds that people argue about",
    (
        "What is on the table? cup → Is there a container? yes",
        "What is the man riding? horse → Is there an animal? yes",
        "Who is holding the ball? boy → Is there a person? yes",
    ),
)
NAMED_NEGATED = Rule(
    "named-negated",
    "negation",
    "What is on the table? – cup",
    "Is there no cup? – no",
    "for every image: what is named is there",
    "answers that are no noun of the vocabulary, or several nouns",
    (
        "What is on the table? cup → Is there no cup? no",
        "Is the animal a dog or a cat? dog → Is there no dog? no",
        "What is in the image? car → Is there no car? no",
    ),
)
CLASS_VERIFIED = Rule(
    "class-verified",
    "equivalence",
    "Is the animal a dog or a cat? – dog",
    "Is the animal a dog? – yes",
    "for every image with one such object, which “the animal” takes for granted",
    "plurals",
    (
        "Is the animal a dog or a cat? dog → Is the animal a dog? yes",
        "Is the adult a man or a woman? woman → Is the adult a woman? yes",
        "Is the vehicle a car or a truck? car → Is the vehicle a car? yes",
    ),
)
CLASS_OTHER = Rule(
    "class-other",
    "exclusion",
    "Is the animal a dog or a cat? – dog",
    "Is the animal a cat? – no",
    "for every image with one such object; the classes exclude each other in the ontology",
    "plurals; classes that may be the same object; no kind of what the question speaks of (“Is the phone an Apple?”)",
    (
        "Is the animal a dog or a cat? dog → Is the animal a cat? no",
        "Is the animal a dog? yes → Is the animal a horse? no",
        "Is the adult a man or a woman? woman → Is the adult a man? no",
    ),
)
RULES = (NAMED_THERE, NAMED_EXISTS, NAMED_HYPERNYM, NAMED_NEGATED, CLASS_VERIFIED, CLASS_OTHER)


def imply(form: Form, answer: str, rng: Random) -> Implied:
    """From the name of an object."""
    if isinstance(form, NamingQuestion):
        named = meaning_of_answer(form, answer)
        if isinstance(named, Phrase) and words.can_be_worded(named):
            if form.options:
                offered = tuple(one.meaning for one in form.options if isinstance(one.meaning, Phrase))
                yield from _from_class(form.phrase, named, offered, rng, is_asked=False)
            elif _is_of_kind(named, form.phrase):
                yield from _from_name(form.phrase, named, rng)
    elif isinstance(form, YesNoQuestion) and answer == YES and isinstance(form.claim, PredicateClaim):
        claim = form.claim
        named = claim.predicates[0] if len(claim.predicates) == 1 else None
        if isinstance(named, Phrase) and words.can_be_worded(named) and not claim.negated:
            yield from _from_class(claim.subject, named, (), rng, is_asked=True)


def _is_of_kind(named: Phrase, asked: Phrase) -> bool:
    """Whether a name is one of what was asked for: "What kind of bench? park" names no park."""
    return asked.kind == "any" or named.term == asked.term or any(asked.term == one.term for one in wider_terms(named))


def _from_name(asked: Phrase, named: Phrase, rng: Random) -> Implied:
    """From the answer to "What is on the table?"; what the question says of the object is true of it."""
    there = replace(named, qualities=(*asked.qualities, *named.qualities), relations=asked.relations)
    does_something = any(each.category in ("action", "pose") for each in asked.qualities)  # "What is the man hitting?"
    if (asked.qualities or asked.relations) and words.can_be_worded(there) and not does_something:
        yield implied(NAMED_THERE, f"is there {words.one(there)}", YES, f"the model names {words.one(named)}")
        yield implied(NAMED_NEGATED, f"is there no {words.bare(there)}", NO, f"the model names {words.one(named)}")
    yield from _named_is_there(named, rng)
    for relation in there.relations:
        if words.can_be_worded(relation.phrase):
            yield implied(
                EXISTS_ANCHOR,
                f"is there {words.one(relation.phrase)}",
                YES,
                f"the question takes {words.one(relation.phrase)} for granted",
            )


def _named_is_there(named: Phrase, rng: Random) -> Implied:
    because = f"the model names {words.one(named)}"
    yield implied(NAMED_EXISTS, f"is there {words.one(named)}", YES, because)
    yield implied(NAMED_NEGATED, f"is there no {words.bare(named)}", NO, because)
    if wider := wider_terms(named):
        kind = rng.choice(wider)
        yield implied(NAMED_HYPERNYM, f"is there {words.one(kind)}", YES, f"{words.one(named)} is {words.one(kind)}")


def _from_class(subject: Phrase, named: Phrase, offered: tuple[Phrase, ...], rng: Random, *, is_asked: bool) -> Implied:
    """From the class of "the animal"."""
    if not words.can_be_worded(subject) or (is_asked and not _may_be(subject, named)):
        return  # "Is the phone an Apple?": the name has another sense
    the, because = words.the(subject), f"the model says that it is {words.one(named)}"
    if not is_asked:
        yield implied(CLASS_VERIFIED, f"is {the} {words.one(named)}", YES, because)
    others = [each.term for each in offered if each.term != named.term] or _classes_beside(subject, named)
    others = [each for each in others if do_classes_exclude(named.term, each)]
    if others:
        other = Phrase(name := rng.choice(others), "class", name)
        yield implied(
            CLASS_OTHER,
            f"is {the} {words.one(other)}",
            NO,
            f"nothing is both {words.one(named)} and {words.one(other)}",
        )
    yield from _named_is_there(named, rng)
    yield from object_is_there(subject, rng)


def _may_be(subject: Phrase, named: Phrase) -> bool:
    """Whether one name is a kind of the other: "the animal" and "a dog"."""
    one, other = subject.term, named.term
    is_kind = ontology().is_a
    return _is_of_kind(named, subject) or _is_of_kind(subject, named) or is_kind(one, other) or is_kind(other, one)


def _classes_beside(subject: Phrase, named: Phrase) -> list[str]:
    return [name for name in class_names_in_group(subject.term) if name != named.term]
