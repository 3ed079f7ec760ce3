"""Real questions answered with yes or no: negation, all and any, and what a yes needs."""

from collections.abc import Iterator

from askance.wording.implications.excluded_values import (
    OTHER_VALUE,
    excluded_attribute,
    is_animate,
    names_apart,
    other_action,
)
from askance.wording.implications.implication import Implication, Rule
from askance.wording.implications.presupposed_objects import premise, spoken_of, there_is
from askance.wording.implications.read_answer import ReadAnswer, noun_answer
from askance.wording.implications.real_colors import PAIRS, TWO
from askance.wording.implications.restated_claims import true_that
from askance.wording.implications.tagged_question import (
    QuestionPhrase,
    TaggedQuestion,
    lower_first,
    noun_phrase_at,
    of_them,
)
from askance.wording.implications.yes_no_parts import YesNo, cut_yes_no
from askance.wording.ontology import ontology

NEGATION = Rule(
    "real-negation",
    "negation",
    "Is the X …? – yes or no, about one X",
    "Is the X not …? the opposite",
    "of one thing, a statement or its negation is true",
    "several things; taste, feelings, plans and guesses; or, and, comparisons, adverbs such as only or still",
    (
        "Is the man surfing? – yes → Is the man not surfing? no",
        "Is the door open? – no → Is the door not open? yes",
        "Does the cat have a collar? – yes → Does the cat not have a collar? no",
    ),
)

NOT_NONE = Rule(
    "real-any-of",
    "necessary",
    "Are the Xs …? – yes",
    "Are any of the Xs …? yes; Are none of the Xs …? no",
    "what is true of the Xs is true of some of them",
    "as for negation",
    (
        "Are the dogs sitting? – yes → Are any of the dogs sitting? yes",
        "Are they wearing hats? – yes → Are none of them wearing hats? no",
        "Are all the windows open? – yes → Are none of the windows open? no",
    ),
)

NOT_ALL = Rule(
    "real-all-of",
    "necessary",
    "Are the Xs …? – no",
    "Are all of the Xs …? no; Is at least one of the Xs not …? yes",
    "what is not true of the Xs is not true of all of them",
    "as for negation",
    (
        "Are the dogs sitting? – no → Are all of the dogs sitting? no",
        "Are they skiing? – no → Are all of them skiing? no",
        "Do the chairs have arms? – no → Do all of the chairs have arms? no",
    ),
)

RULES = (NEGATION, NOT_NONE, NOT_ALL)

_SEEN_OBJECTS = frozenset({
    "wearing", "holding", "carrying", "riding", "eating", "using", "pulling", "pushing", "driving",
})  # fmt: skip
_UNREAL = frozenset({"stuffed", "fake", "artificial", "imaginary"})  # a stuffed animal is a toy


def yes_no(question: TaggedQuestion, answer: ReadAnswer) -> Iterator[Implication]:
    """What follows from yes or no about a thing."""
    if answer.polar is None or question.word(1) == "there":
        return
    cut = cut_yes_no(question)
    if cut is None:
        return
    because = f'the answer to "{question.text}?" was {answer.polar}'
    subject = question.span(cut.subject.start, cut.subject.end)
    predicate = question.span(cut.predicate)
    if cut.subject.plural:
        yield from _of_several(question, cut, predicate, answer.polar, because)
    else:
        asked = f"{cut.auxiliary} {subject} not {predicate}?"
        yield Implication(NEGATION.name, NEGATION.kind, asked, "no" if answer.polar == "yes" else "yes", because)
        yield from _as_statement(question, cut, answer.polar, because)
    if answer.polar == "yes":
        if question.word(cut.predicate) not in _UNREAL:
            yield from premise(question, cut.subject)
        yield from _object(question, cut, because)
        if not cut.subject.plural and cut.auxiliary == "Is":
            yield from _excluded(question, cut, because)


def _as_statement(question: TaggedQuestion, cut: YesNo, polar: str, because: str) -> Iterator[Implication]:
    subject, verb = lower_first(question.span(cut.subject.start, cut.subject.end)), cut.auxiliary.lower()
    rest = cut.predicate
    if subject.split()[0] == "that":
        return  # "that that is a mirror", "that that dog is asleep"
    if verb == "does":
        if question.word(rest) != "have":
            return
        verb, rest = "has", rest + 1
    yield true_that(subject, verb, question.span(rest), polar, because)


def _of_several(
    question: TaggedQuestion, cut: YesNo, predicate: str, polar: str, because: str
) -> Iterator[Implication]:
    subject = cut.subject
    if question.word(cut.predicate) in ("a", "an") or _counted(question, subject):
        return
    if subject.pronoun and question.low[-1] in PAIRS and noun_phrase_at(question, cut.predicate) is not None:
        return  # "Are those scissors?"
    noun = question.low[subject.end - 1]
    if noun in PAIRS or (polar == "yes" and (noun in TWO or ontology().is_a(noun, "body part"))):
        asked = f"{cut.auxiliary} {question.span(subject.start, subject.end)} not {predicate}?"
        yield Implication(NEGATION.name, NEGATION.kind, asked, "no" if polar == "yes" else "yes", because)
        return
    if noun in TWO or ontology().is_a(noun, "body part"):
        return  # one eye may be open
    if subject.pronoun and cut.auxiliary == "Do":
        return  # "they" may be anybody, and what they have may be shared
    if subject.determiner in ("these", "those") and question.tag(cut.predicate) == "IN" and polar == "no":
        return  # "Are those birds in the sky?": they may be kites
    them = of_them(question, subject)
    if polar == "no":
        yield Implication(NOT_ALL.name, NOT_ALL.kind, f"{cut.auxiliary} all of {them} {predicate}?", "no", because)
        if cut.auxiliary == "Are" and len(question) - cut.predicate <= 4 and question.tag(len(question) - 1) != "NNS":
            asked = f"Is at least one of {them} not {predicate}?"
            yield Implication(NOT_ALL.name, NOT_ALL.kind, asked, "yes", because)
        return
    yield Implication(NOT_NONE.name, NOT_NONE.kind, f"{cut.auxiliary} any of {them} {predicate}?", "yes", because)
    yield Implication(NOT_NONE.name, NOT_NONE.kind, f"{cut.auxiliary} none of {them} {predicate}?", "no", because)


def _counted(question: TaggedQuestion, phrase: QuestionPhrase) -> bool:
    """ "the two men": "all of" reads badly."""
    return any(question.tag(place) == "CD" for place in range(phrase.start, phrase.end))


def _object(question: TaggedQuestion, cut: YesNo, because: str) -> Iterator[Implication]:
    """ "wearing a hat": there is a hat."""
    verb = question.word(cut.predicate)
    if not (verb in _SEEN_OBJECTS and cut.auxiliary in ("Is", "Are")) and verb != "have":
        return
    phrase = noun_phrase_at(question, cut.predicate + 1)
    if phrase is None or phrase.determiner not in ("a", "an", "the", ""):
        return
    if verb == "have" and (cut.subject.pronoun or is_animate(question, phrase)):
        return  # "Do they have a child?"
    named = spoken_of(question, QuestionPhrase(phrase.start, phrase.end, phrase.noun, "", phrase.plural))
    if named is not None:
        yield from there_is(named, because)


def _excluded(question: TaggedQuestion, cut: YesNo, because: str) -> Iterator[Implication]:
    """What excludes the predicate: an opposite, another color, another action, another name."""
    subject = question.span(cut.subject.start, cut.subject.end)
    noun = "" if cut.subject.pronoun else " ".join(question.low[cut.subject.noun : cut.subject.end])
    last = cut.predicate + 1 == len(question)
    word, tag = question.word(cut.predicate), question.tag(cut.predicate)
    if word in ("a", "an"):
        yield from _excluded_name(question, cut, subject, because)
    elif last and tag in ("JJ", "VBN", "RP", "RB", "IN") and ontology().noun(noun) is not None:
        yield from excluded_attribute(word, noun, subject, question.text, because)
    elif last and tag == "VBG" and is_animate(question, cut.subject) and (other := other_action(word, question.text)):
        yield Implication(OTHER_VALUE.name, OTHER_VALUE.kind, f"Is {subject} {other}?", "no", because)


def _excluded_name(question: TaggedQuestion, cut: YesNo, subject: str, because: str) -> Iterator[Implication]:
    """ "Is this a dog?": it is an animal, and no cat."""
    name = " ".join(question.low[cut.predicate + 1 :])
    named = noun_answer(name)
    if named is None or named.number != "singular" or named.attributes:
        return
    yield from names_apart(named, f"Is {subject}", because)
