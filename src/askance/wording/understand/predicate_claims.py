"""What "is …" says of a subject: predicates, attributes, choices between them."""

from askance.wording.understand.comparisons import other_attribute, outnumbers, sameness
from askance.wording.understand.existence import denied, joined
from askance.wording.understand.forms import (
    ANYTHING,
    Attribute,
    Claim,
    Exists,
    Form,
    Holds,
    Naming,
    Option,
    Phrase,
    Polar,
    Quality,
    Same,
)
from askance.wording.understand.lexicon import QUALITIES, Words
from askance.wording.understand.phrases import BE, DEFINITE, Coordination, add, at, coordinations, ends_in_value
from askance.wording.understand.predicates import Predication, attributes_of, choice, predications

_GONE = frozenset({"missing", "absent", "gone"})


def predicate_form(words: Words, start: int, subject: Coordination, negated: bool) -> Form | None:
    """What "is …" says of a subject."""
    if at(words, start) in _GONE and start + 1 == len(words):
        claims = tuple(map(Exists, subject.phrases, (determiner != "no" for determiner in subject.determiners)))
        claim: Claim = claims[0] if len(claims) == 1 else joined(claims, subject.joint == "and")
        return Polar(denied(claim, negated))
    same = sameness(words, start, subject)
    if same is not None:
        return Polar(denied(same, negated))
    if words[start : start + 3] == ("more", "numerous", "than"):
        return outnumbers(words, start + 3, subject, negated)
    for said in predications(words, start):
        form = _said_of(subject, said, negated) if len(subject.phrases) == 1 else _said_of_list(subject, said, negated)
        if form is not None:
            return form
    return None


def _said_of(subject: Coordination, said: Predication, negated: bool) -> Form | None:
    phrase = subject.phrases[0]
    if subject.determiners[0] in DEFINITE or said.joint in ("or", ","):
        return predicated(phrase, said, negated)
    nodes = tuple(node for item in said.items for node in item)
    return Polar(Exists(add(phrase, *nodes), (subject.determiners[0] == "no") != negated))


def predicated(phrase: Phrase, said: Predication, negated: bool) -> Form | None:
    """What is said of "the X": a claim, or a choice where options are joined by or."""
    if said.joint in ("or", ","):
        return choice(phrase, said)
    return Polar(Holds(phrase, tuple(node for item in said.items for node in item), negated))


def _said_of_list(subject: Coordination, said: Predication, negated: bool) -> Form | None:
    """ "Are the dog and the cat brown?" is about each; "Is the dog or the cat brown?" is a choice."""
    if said.joint in ("or", ",") or subject.joint == ",":
        return None
    nodes = tuple(node for item in said.items for node in item)
    definite = all(determiner in DEFINITE for determiner in subject.determiners)
    if subject.joint == "or" and definite and subject.lead != "either":
        return Naming(add(ANYTHING, *nodes), tuple(Option(phrase.said, phrase) for phrase in subject.phrases))
    if definite:
        claims: tuple[Claim, ...] = tuple(Holds(phrase, nodes) for phrase in subject.phrases)
    else:
        none = subject.lead == "neither"
        claims = tuple(
            Exists(add(phrase, *nodes), none or determiner == "no")
            for phrase, determiner in zip(subject.phrases, subject.determiners, strict=True)
        )
    return Polar(denied(joined(claims, subject.joint != "or"), negated))


def cleft(words: Words, start: int) -> Form | None:
    """ "Is it a dog or a cat that is on the table?" """
    if at(words, start) != "it":
        return None
    for listed in reversed(coordinations(words, start + 1)):
        if at(words, listed.end) not in ("that", "which", "who"):
            continue
        verb = at(words, listed.end + 1)
        for said in predications(words, listed.end + 2) if verb in BE else ():
            definite = listed._replace(determiners=("the",) * len(listed.phrases))
            return _said_of_list(definite, said, False) if len(listed.phrases) > 1 else _said_of(listed, said, False)
    return None


def value_claim(words: Words, start: int) -> Form | None:
    """ "Is red the color of the car?" """
    found = QUALITIES.at(words, start)
    for category, phrase, end in attributes_of(words, found[1]) if found is not None else ():
        if end == len(words) and found is not None and found[0].category == category:
            return Polar(Holds(phrase, (found[0],)))
    return None


def attribute_claim(words: Words, start: int) -> Form | None:
    """ "Is the color of the car red?", "Is the color of the car the same as that of the truck?" """
    for category, phrase, end in sorted(attributes_of(words, start), key=lambda one: ends_in_value(words, one[2])):
        negated = at(words, end) == "not"
        end += negated
        if words[end : end + 3] == ("the", "same", "as"):
            for other in other_attribute(words, end + 3):
                return Polar(Same(phrase, other, category, negated))
        if category == "text":
            form: Form | None = text_claim(words, end, phrase, negated)
            if form is not None:
                return form
        for said in predications(words, end):
            if all(isinstance(node, Quality) and node.category == category for item in said.items for node in item):
                return predicated(phrase, said, negated)
    return None


def text_claim(words: Words, start: int, phrase: Phrase, negated: bool) -> Form | None:
    """The words from `start` to the end are what is written on an object, or options for that."""
    said = words[start:]
    if not said:
        return None
    if "or" in said:
        offered = tuple(word for word in said if word not in ("or", ",", "either"))
        return Attribute(phrase, "text", tuple(Option(word, Quality("text", word)) for word in offered))
    return Polar(Holds(phrase, (Quality("text", " ".join(said)),), negated))
