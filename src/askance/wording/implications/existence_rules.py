"""What follows from "Is there a dog?": a count, wider and narrower kinds, and what else the question names."""

from collections.abc import Iterator
from random import Random

from askance.wording.implications import words
from askance.wording.implications.family import NO, YES, Implied, implied, narrower_terms, wider_terms
from askance.wording.implications.implication import Implication, Rule
from askance.wording.understand import ExistsClaim, Form, JoinedClaims, Phrase, Quality, YesNoQuestion
from askance.wording.understand.lexicon import PEOPLE_TERMS
from msgspec.structs import replace

_EVERY = "for every image: the two questions ask the same"
EXISTS_ANY = Rule(
    "exists-any",
    "equivalence",
    "Is there a dog? – yes, or no",
    "Are there any dogs? – the same",
    _EVERY,
    "nouns without a plural",
    (
        "Is there a red car? yes → Are there any red cars? yes",
        "Can you see a cup on the table? no → Are there any cups on the table? no",
        "Is there an animal? yes → Are there any animals? yes",
    ),
)
EXISTS_NEGATED = Rule(
    "exists-negated",
    "negation",
    "Is there a dog? – yes, or no",
    "Is there no dog? – the opposite",
    "for every image: one question is the negation of the other",
    "questions with another negation inside",
    (
        "Is there a dog? yes → Is there no dog? no",
        "Is there a red car? no → Is there no red car? yes",
        "Is there no dog? yes → Is there a dog? no",
    ),
)
EXISTS_COUNTED = Rule(
    "exists-counted",
    "count",
    "Is there a dog? – yes, or no",
    "How many dogs are there? – 1 or more, or 0",
    "for every image: what is there is counted",
    "objects named by their relation to others; mass nouns",
    (
        "Is there a dog? yes → How many dogs are there? 1 or more",
        "Is there a red car? no → How many red cars are there? 0",
        "Are there any people? yes → How many people are there? 1 or more",
    ),
)
EXISTS_HYPERNYM = Rule(
    "exists-hypernym",
    "hypernym",
    "Is there a dog? – yes",
    "Is there an animal? – yes",
    "for every image: every object of the kind belongs to the wider kind (WordNet)",
    "wider kinds that people argue about (is a person an animal?)",
    (
        "Is there a dog? yes → Is there an animal? yes",
        "Is there a parrot on the chair? yes → Is there a bird? yes",
        "Is there a carrot? yes → Is there a vegetable? yes",
    ),
)
EXISTS_FEWER_WORDS = Rule(
    "exists-fewer-words",
    "necessary",
    "Is there a red car? – yes",
    "Is there a car? – yes",
    "for every image: an object with a further property is still such an object",
    "nouns without adjective or relation",
    (
        "Is there a red car? yes → Is there a car? yes",
        "Is there a cup on the table? yes → Is there a cup? yes",
        "Is there a sitting dog? yes → Is there a dog? yes",
    ),
)
EXISTS_ANCHOR = Rule(
    "exists-anchor",
    "premise",
    "Is there a cup on the table? – yes",
    "Is there a table? – yes",
    "for every image: something can only be on what is there",
    "relations that are negated",
    (
        "Is there a cup on the table? yes → Is there a table? yes",
        "Is there a man wearing a hat? yes → Is there a hat? yes",
        "Is there a dog to the left of the red car? yes → Is there a red car? yes",
    ),
)
ABSENT_NARROWER = Rule(
    "absent-narrower",
    "necessary",
    "Is there a dog? – no",
    "Is there a brown dog? – no",
    "for every image: without any such object there is none with a further property",
    "nouns that already have an adjective or a relation",
    (
        "Is there a dog? no → Is there a brown dog? no",
        "Is there a cup? no → Is there a white cup? no",
        "Is there a man? no → Is there a sitting man? no",
    ),
)
ABSENT_MEMBER = Rule(
    "absent-member",
    "hypernym",
    "Is there an animal? – no",
    "Is there a dog? – no",
    "for every image: without any object of the wider kind there is none of the narrower one (WordNet)",
    "kinds without members in the vocabulary",
    (
        "Is there an animal? no → Is there a dog? no",
        "Is there a vehicle? no → Is there a car? no",
        "Are there any people? no → Is there a woman? no",
    ),
)
EACH_OF_LIST = Rule(
    "each-of-list",
    "necessary",
    "Is there a dog and a cat? – yes; Is there a dog or a cat? – no",
    "Is there a dog? – yes; Is there a dog? – no",
    "for every image: all are there, or none is",
    "a list with “and” that is denied, a list with “or” that is affirmed",
    (
        "Are there both a man and a ball? yes → Is there a ball? yes",
        "Is there a lion or a sign? no → Is there a lion? no",
        "Can you see a cat and a dog? yes → Is there a cat? yes",
    ),
)
RULES = (
    EXISTS_ANY,
    EXISTS_NEGATED,
    EXISTS_COUNTED,
    EXISTS_HYPERNYM,
    EXISTS_FEWER_WORDS,
    EXISTS_ANCHOR,
    ABSENT_NARROWER,
    ABSENT_MEMBER,
    EACH_OF_LIST,
)
_COLORS = ("red", "blue", "green", "brown", "black", "white")
_POSES = ("standing", "sitting", "lying")


def imply(form: Form, answer: str, rng: Random) -> Implied:
    """From a question whether something is there."""
    claim = form.claim if isinstance(form, YesNoQuestion) else None
    if answer not in (YES, NO):
        return
    if isinstance(claim, ExistsClaim) and words.can_be_worded(claim.phrase):
        is_there = (answer == YES) != claim.negated
        yield from (
            from_negated(claim.phrase, is_there) if claim.negated else from_existence(claim.phrase, is_there, rng)
        )
    elif isinstance(claim, JoinedClaims) and not claim.negated and claim.every == (answer == YES):
        yield from _from_list(claim, answer, rng)


def from_existence(phrase: Phrase, is_there: bool, rng: Random) -> Implied:
    """What follows from the presence or absence of an object."""
    because = f"“{words.one(phrase)}” and “any {words.several(phrase)}” ask the same"
    for asked in (f"are there any {words.several(phrase)}", f"is there {words.one(phrase)}"):
        yield implied(EXISTS_ANY, asked, YES if is_there else NO, because)
    yield negated_existence(phrase, is_there)
    if not phrase.relations:
        yield count_of(phrase, is_there)
    yield from from_presence(phrase, rng) if is_there else _from_absence(phrase, rng)


def negated_existence(phrase: Phrase, is_there: bool) -> Implication:
    """ "Is there no dog?" """
    return implied(
        EXISTS_NEGATED,
        f"is there no {words.bare(phrase)}",
        NO if is_there else YES,
        f"there is {words.one(phrase) if is_there else f'no {words.bare(phrase)}'}",
    )


def count_of(phrase: Phrase, is_there: bool) -> Implication:
    """ "How many dogs are there?" """
    because = "what is there is counted" if is_there else "what is not there is not counted"
    return implied(EXISTS_COUNTED, f"how many {words.several(phrase)} are there", ">=1" if is_there else "0", because)


def from_negated(phrase: Phrase, is_there: bool) -> Implied:
    """What follows from the answer to "Is there no dog?": all of it goes through the negation."""
    there = f"there is {words.one(phrase) if is_there else f'no {words.bare(phrase)}'}"
    yield implied(EXISTS_NEGATED, f"is there {words.one(phrase)}", YES if is_there else NO, there)
    yield implied(
        EXISTS_NEGATED, f"is it true that there are no {words.several(phrase)}", NO if is_there else YES, there
    )
    if not phrase.relations:
        yield implied(EXISTS_NEGATED, f"how many {words.several(phrase)} are there", ">=1" if is_there else "0", there)


def from_presence(phrase: Phrase, rng: Random) -> Implied:
    """Wider kinds, fewer words, and what the phrase names beside the object."""
    wider = wider_terms(phrase)
    if wider:
        kind = rng.choice(wider)
        yield implied(EXISTS_HYPERNYM, f"is there {words.one(kind)}", YES, f"{_bare_one(phrase)} is {words.one(kind)}")
    if phrase.qualities or phrase.relations:
        plain = replace(phrase, qualities=(), relations=())
        yield implied(
            EXISTS_FEWER_WORDS, f"is there {words.one(plain)}", YES, f"{words.one(phrase)} is {words.one(plain)}"
        )
    for relation in phrase.relations:
        yield implied(
            EXISTS_ANCHOR,
            f"is there {words.one(relation.phrase)}",
            YES,
            f"“{words.one(phrase)}” needs {words.one(relation.phrase)}",
        )


def _bare_one(phrase: Phrase) -> str:
    return words.one(replace(phrase, qualities=(), relations=()))


def _from_absence(phrase: Phrase, rng: Random) -> Implied:
    if not phrase.qualities and not phrase.relations:
        quality = _further_property(phrase, rng)
        narrow = replace(phrase, qualities=(quality,))
        yield implied(
            ABSENT_NARROWER, f"is there {words.one(narrow)}", NO, f"{words.one(narrow)} is {words.one(phrase)}"
        )
    members = narrower_terms(phrase)
    if members:
        member = rng.choice(members)
        narrow = replace(phrase, term=member.term, said=member.said, kind="class")
        yield implied(ABSENT_MEMBER, f"is there {words.one(narrow)}", NO, f"{words.one(member)} is {_bare_one(phrase)}")


def _further_property(phrase: Phrase, rng: Random) -> Quality:
    if phrase.term in PEOPLE_TERMS:
        return Quality("pose", rng.choice(_POSES))
    return Quality("color", rng.choice(_COLORS))


def _from_list(claim: JoinedClaims, answer: str, rng: Random) -> Implied:
    """Each member of a list of which all, or none, is there."""
    for phrase in _listed_phrases(claim):
        because = "all that is listed is there" if answer == YES else "nothing that is listed is there"
        yield implied(EACH_OF_LIST, f"is there {words.one(phrase)}", answer, because)
        yield negated_existence(phrase, answer == YES)


def _listed_phrases(claim: JoinedClaims) -> Iterator[Phrase]:
    for each in claim.claims:
        if isinstance(each, ExistsClaim) and not each.negated and words.can_be_worded(each.phrase):
            yield each.phrase
