"""What follows from "How many birds are there? 3": the number, other numbers, that there are any, and wider kinds."""

from random import Random

from askance.wording.implications import words
from askance.wording.implications.existence_rules import EXISTS_ANCHOR
from askance.wording.implications.family import NO, YES, Implied, implied, narrower_terms, wider_terms
from askance.wording.implications.implication import Rule
from askance.wording.understand import (
    Claim,
    CountQuestion,
    ExactNumberClaim,
    Form,
    MoreThanClaim,
    Phrase,
    YesNoQuestion,
)
from msgspec.structs import replace

_LARGEST = 20  # above this a count is an estimate
_ONE = "for every image: the same objects have one number"
NUMBER_EXACT = Rule(
    "number-exact",
    "equivalence",
    "How many birds are there? – 3",
    "Are there exactly 3 birds? – yes",
    _ONE,
    "vague counts (“many”, “several”), counts above 20",
    (
        "How many birds are there? 3 → Are there exactly 3 birds? yes",
        "How many red cars are there? 1 → Is there exactly 1 red car? yes",
        "Count the dogs. 2 → Are there exactly 2 dogs? yes",
    ),
)
NUMBER_OTHER = Rule(
    "number-other",
    "exclusion",
    "How many birds are there? – 3",
    "Are there exactly 4 birds? – no",
    _ONE,
    "vague counts, counts above 20; other numbers without “exactly” (3 birds are also 2 birds)",
    (
        "How many birds are there? 3 → Are there exactly 4 birds? no",
        "How many dogs are there? 2 → Is there exactly 1 dog? no",
        "How many cups are there? 0 → Is there exactly 1 cup? no",
    ),
)
NUMBER_ANY = Rule(
    "number-any",
    "necessary",
    "How many birds are there? – 3",
    "Are there any birds? – yes",
    "for every image: what is counted is there",
    "vague counts",
    (
        "How many birds are there? 3 → Are there any birds? yes",
        "How many red cars are there? 1 → Are there any red cars? yes",
        "Are there more than 2 dogs? yes → Are there any dogs? yes",
    ),
)
NUMBER_AT_LEAST = Rule(
    "number-at-least",
    "necessary",
    "How many birds are there? – 3",
    "Are there more than 2 birds? – yes",
    "for every image: a number is more than each smaller one",
    "vague counts, counts above 20",
    (
        "How many birds are there? 3 → Are there more than 2 birds? yes",
        "How many dogs are there? 2 → Is there more than 1 dog? yes",
        "How many cups are there? 5 → Are there more than 3 cups? yes",
    ),
)
NUMBER_TOO_MANY = Rule(
    "number-too-many",
    "exclusion",
    "How many birds are there? – 3",
    "Are there more than 3 birds? – no",
    "for every image: a number is not more than itself",
    "vague counts, counts above 20",
    (
        "How many birds are there? 3 → Are there more than 3 birds? no",
        "How many dogs are there? 1 → Are there more than 2 dogs? no",
        "How many cups are there? 0 → Is there more than 1 cup? no",
    ),
)
ZERO_ANY = Rule(
    "zero-any",
    "equivalence",
    "How many birds are there? – 0",
    "Are there any birds? – no",
    "for every image: what is counted is there, and what is there is counted",
    "vague counts",
    (
        "How many birds are there? 0 → Are there any birds? no",
        "Count the dogs. 0 → Are there any dogs? no",
        "How many red cars are there? 0 → Are there any red cars? no",
    ),
)
NUMBER_NEGATED = Rule(
    "number-negated",
    "negation",
    "How many birds are there? – 0, or more",
    "Are there no birds? – yes, or no",
    "for every image: 0 birds are no birds",
    "vague counts",
    (
        "How many birds are there? 0 → Are there no birds? yes",
        "How many dogs are there? 2 → Are there no dogs? no",
        "How many red cars are there? 1 → Are there no red cars? no",
    ),
)
NUMBER_HYPERNYM = Rule(
    "number-hypernym",
    "hypernym",
    "How many dogs are there? – 3",
    "Are there more than 2 animals? – yes",
    "for every image: every object of the kind belongs to the wider kind (WordNet)",
    "wider kinds that people argue about; vague counts",
    (
        "How many dogs are there? 3 → Are there more than 2 animals? yes",
        "How many cars are there? 1 → Are there any vehicles? yes",
        "How many animals are there? 0 → Are there any dogs? no",
    ),
)
NUMBER_FEWER_WORDS = Rule(
    "number-fewer-words",
    "necessary",
    "How many red cars are there? – 2",
    "Are there any cars? – yes",
    "for every image: an object with a further property is still such an object",
    "nouns without adjective or relation",
    (
        "How many red cars are there? 2 → Are there any cars? yes",
        "How many cups are on the table? 3 → Are there any cups? yes",
        "How many sitting dogs are there? 1 → Are there any dogs? yes",
    ),
)
NUMBER_COUNTED = Rule(
    "number-counted",
    "count",
    "Are there 3 birds? – yes",
    "How many birds are there? – 3 or more",
    _ONE,
    "answers of no",
    (
        "Are there exactly 3 birds? yes → How many birds are there? 3 or more",
        "Are there 2 dogs? yes → How many dogs are there? 2 or more",
        "Are there more than 2 dogs? yes → How many dogs are there? 3 or more",
    ),
)
PART_OWNER = Rule(
    "part-owner",
    "premise",
    "How many wheels does the bicycle have? – 2",
    "Is there a bicycle? – yes",
    "for every image: what has parts is there",
    "a count of 0: there may be no such object",
    (
        "How many wheels does the bicycle have? 2 → Is there a bicycle? yes",
        "How many ears does the rabbit have? 2 → Is there a rabbit? yes",
        "How many wings does the duck have? 1 → Is there a duck? yes",
    ),
)
PART_OWNER_NEGATED = Rule(
    "part-owner-negated",
    "negation",
    "How many wheels does the bicycle have? – 2",
    "Is there no bicycle? – no",
    "for every image: what has parts is there",
    "a count of 0",
    (
        "How many wheels does the bicycle have? 2 → Is there no bicycle? no",
        "How many ears does the rabbit have? 2 → Is there no rabbit? no",
        "How many wings does the duck have? 1 → Is there no duck? no",
    ),
)
RULES = (
    NUMBER_EXACT,
    NUMBER_OTHER,
    NUMBER_ANY,
    NUMBER_AT_LEAST,
    NUMBER_TOO_MANY,
    ZERO_ANY,
    NUMBER_NEGATED,
    NUMBER_HYPERNYM,
    NUMBER_FEWER_WORDS,
    NUMBER_COUNTED,
    PART_OWNER,
    PART_OWNER_NEGATED,
)


def imply(form: Form, answer: str, rng: Random) -> Implied:
    """From a count, or from a question whether there are so many."""
    if isinstance(form, CountQuestion) and len(form.phrases) == 1 and answer.isdecimal() and int(answer) <= _LARGEST:
        phrase = form.phrases[0]
        if phrase.kind == "part":
            yield from _from_parts(phrase, int(answer))
        elif words.can_be_worded(phrase):
            yield from _from_number(phrase, int(answer), rng)
    elif isinstance(form, YesNoQuestion) and answer == YES:
        yield from _from_number_claim(form.claim)


def _from_number(phrase: Phrase, number: int, rng: Random) -> Implied:
    said = f"the model counts {number}"
    any_of, none_of = f"are there any {words.several(phrase)}", f"are there no {words.several(phrase)}"
    other = rng.choice([number + 1, number + 2, *([number - 1] if number > 1 else [])])
    yield implied(NUMBER_OTHER, _exactly(other, phrase), NO, said)
    yield implied(NUMBER_TOO_MANY, _more_than(rng.choice((max(1, number), number + 1)), phrase), NO, said)
    yield implied(NUMBER_NEGATED, none_of, NO if number else YES, said)
    if number == 0:
        yield implied(ZERO_ANY, any_of, NO, said)
        if members := narrower_terms(phrase):
            member = rng.choice(members)
            narrow = replace(phrase, term=member.term, said=member.said, kind="class")
            because = f"{words.one(member)} is {words.one(_plain(phrase))}"
            yield implied(NUMBER_HYPERNYM, f"are there any {words.several(narrow)}", NO, because)
        return
    yield implied(NUMBER_EXACT, _exactly(number, phrase), YES, said)
    yield implied(NUMBER_ANY, any_of, YES, said)
    yield implied(NUMBER_AT_LEAST, _more_than(rng.randrange(number), phrase), YES, said)
    if wider := wider_terms(phrase):
        kind = rng.choice(wider)
        because = f"{words.one(_plain(phrase))} is {words.one(kind)}"
        yield implied(NUMBER_HYPERNYM, _more_than(number - 1, kind), YES, because)
    if phrase.qualities or phrase.relations:
        plain = _plain(phrase)
        because = f"{words.several(phrase)} are {words.several(plain)}"
        yield implied(NUMBER_FEWER_WORDS, f"are there any {words.several(plain)}", YES, because)
    for relation in phrase.relations:
        yield implied(
            EXISTS_ANCHOR,
            f"is there {words.one(relation.phrase)}",
            YES,
            f"“{words.several(phrase)}” need {words.one(relation.phrase)}",
        )


def _plain(phrase: Phrase) -> Phrase:
    return replace(phrase, qualities=(), relations=())


def _exactly(number: int, phrase: Phrase) -> str:
    return f"{'is' if number == 1 else 'are'} there exactly {words.number_of(number, phrase)}"


def _more_than(number: int, phrase: Phrase) -> str:
    if number == 0:
        return f"are there any {words.several(phrase)}"
    return f"{'is' if number == 1 else 'are'} there more than {words.number_of(number, phrase)}"


def _from_number_claim(claim: Claim) -> Implied:
    """From "Are there 3 birds? yes" and "Are there more than 2 birds? yes"."""
    if not isinstance(claim, ExactNumberClaim | MoreThanClaim) or claim.negated:
        return
    if not words.can_be_worded(claim.phrase):
        return
    phrase, is_exact = claim.phrase, isinstance(claim, ExactNumberClaim)
    least = claim.number if is_exact else claim.number + 1
    said = f"the model affirms {least}{'' if is_exact else ' or more'}"
    if least:
        yield implied(NUMBER_ANY, f"are there any {words.several(phrase)}", YES, said)
    yield implied(NUMBER_NEGATED, f"are there no {words.several(phrase)}", NO if least else YES, said)
    if not phrase.relations:
        yield implied(
            NUMBER_COUNTED, f"how many {words.several(phrase)} are there", f">={least}" if least else "0", said
        )


def _from_parts(phrase: Phrase, number: int) -> Implied:
    owners = [relation.phrase for relation in phrase.relations if relation.name == "part of"]
    if number and len(owners) == 1 and words.can_be_worded(owners[0]):
        owner = owners[0]
        yield implied(PART_OWNER, f"is there {words.one(owner)}", YES, "what has parts is there")
        yield implied(PART_OWNER_NEGATED, f"is there no {words.bare(owner)}", NO, "what has parts is there")
