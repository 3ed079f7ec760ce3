"""Real questions whether there is something."""

from collections.abc import Iterator

from askance.wording.implications.implication import Implication, Rule
from askance.wording.implications.presupposed_objects import may_be_depicted, plural_of, premise, spoken_of, there_is
from askance.wording.implications.read_answer import ReadAnswer
from askance.wording.implications.tagged_question import (
    NOUNS,
    QuestionPhrase,
    TaggedQuestion,
    noun_phrase_at,
    prepositional_phrase_end,
)
from askance.wording.templates.noun_phrase import NounPhrase, form_of_be, phrase_text

NONE = Rule(
    "real-none",
    "negation",
    "Is there an X …? – yes or no",
    "Is there no X …? the opposite",
    "exactly one of the two is true of every image",
    "numbers and amounts before the noun (two, many, enough)",
    (
        "Is there a dog on the bed? – yes → Is there no dog on the bed? no",
        "Is there a cat? – no → Is there no cat? yes",
        "Are there any trees? – no → Are there no trees? yes",
    ),
)

HOW_MANY = Rule(
    "real-how-many",
    "count",
    "Is there an X …? – yes or no",
    "How many Xs are …? at least 1, or 0",
    "a count of 0 and absence are the same",
    "stuff that is not counted; no to a plural without 'any', where exactly one may be there; clauses after the noun;"
    " several places (on each table, on both sides), where some may be without",
    (
        "Is there a dog on the bed? – yes → How many dogs are on the bed? >=1",
        "Is there a clock? – no → How many clocks are there? 0",
        "Are there any boats in the water? – no → How many boats are in the water? 0",
    ),
)

SOME_WHERE = Rule(
    "real-anywhere",
    "necessary",
    "Is there an X at some place? – yes",
    "Is there an X in the image? yes",
    "what is somewhere in the image is in the image",
    "the X is ambiguous or not in the ontology",
    (
        "Is there a dog on the bed? – yes → Is there a dog in the image? yes",
        "Are there people in the water? – yes → Are there any people in the image? yes",
        "Do you see a clock on the wall? – yes → Is there a clock in the image? yes",
    ),
)

AT_LEAST_TWO = Rule(
    "real-at-least-two",
    "necessary",
    "Is there an X …? – no, or Are there Xs …? – no",
    "Are there at least two Xs …? no",
    "fewer than two were found: none, or for a plural question none or one",
    "stuff that is not counted",
    (
        "Is there a dog on the bed? – no → Are there at least two dogs on the bed? no",
        "Are there birds? – no → Are there at least two birds? no",
        "Are there any cars on the road? – no → Are there at least two cars on the road? no",
    ),
)

RULES = (NONE, HOW_MANY, SOME_WHERE, AT_LEAST_TWO)

_AMOUNTS = frozenset({
    "many", "several", "few", "enough", "more", "less", "fewer", "most", "much", "only", "one", "just", "other",
    "another", "all", "both", "multiple", "lots", "plenty", "different", "same", "various", "numerous", "at",
    "something", "someone", "anything", "anyone", "anybody", "somebody", "nothing", "no", "not", "n't", "exactly",
})  # fmt: skip

_SPOTS = frozenset({
    "on", "in", "at", "under", "behind", "near", "above", "inside", "by", "beside", "around", "over", "below",
    "between", "outside", "underneath",
})  # fmt: skip

_HARD = frozenset({
    "household", "family", "town", "city", "country", "neighborhood", "state", "world", "or", "and", "but", "than",
    "that", "which", "who", "where", "because", "if", "whether", "when", "besides", "except", "not", "n't",
    "without", "else", "what", "how", "to", "for", "all", "both", "each", "every", "most", "half", "another",
})  # fmt: skip


def existence(question: TaggedQuestion, answer: ReadAnswer) -> Iterator[Implication]:
    """What follows from an answer to "Is there …?", "Are there …?" and "Do you see …?"."""
    polar = answer.polar
    if polar is None:
        return
    if question.word(0) in ("is", "are") and question.word(1) == "there":
        start = 2
    elif question.low[:3] in (("do", "you", "see"), ("can", "you", "see")):
        start = 3
    else:
        return
    article = question.word(start) in ("a", "an", "any")
    phrase = noun_phrase_at(question, start + article)
    if phrase is None or phrase.determiner or phrase.pronoun:
        return
    tail = range(phrase.end, len(question))
    if any(question.word(place) in _HARD for place in tail) or question.tag(phrase.end) in NOUNS:
        return
    if question.word(phrase.end) == "of" or (
        question.tag(phrase.end) == "VBG" and question.tag(phrase.end + 1) == "NN"
    ):
        return  # "a body of water", "a pedestrian crossing sign"
    yield from _existence_of(question, polar, phrase, question.word(start) if article else "")


def _existence_of(question: TaggedQuestion, polar: str, phrase: QuestionPhrase, article: str) -> Iterator[Implication]:
    words = range(phrase.noun, phrase.end)
    if any(question.tag(place) == "CD" or question.word(place) in _AMOUNTS for place in words):
        return
    named = spoken_of(question, QuestionPhrase(phrase.start, phrase.end, phrase.noun, "", phrase.plural))
    rest = question.span(phrase.end)
    if not _is_place_or_participle(question, phrase.end):
        return
    if named is None:
        yield from _none_of_unknown(question, polar, phrase, article)
        return
    if named.number == "singular" and article not in ("a", "an"):
        named = NounPhrase(named.name, named.attributes, "mass")  # "Is there fire?"
    tail = f" {rest}" if rest else ""
    because = f'the answer to "{question.text}?" was {polar}'
    opposite = "no" if polar == "yes" else "yes"
    bare_plural = named.number == "plural" and article != "any"
    if not (bare_plural and polar == "no"):
        none = f"{form_of_be(named).capitalize()} there {phrase_text(named, 'no')}{tail}?"
        yield Implication(NONE.name, NONE.kind, none, opposite, because)
    if _may_count(question, phrase.end):
        yield from _counts(named, tail, polar, bare_plural, because)
    if polar == "yes":
        if not may_be_depicted(question):
            yield from there_is(named, because, SOME_WHERE)
        yield from _premise_of_place(question, phrase.end)


def _may_count(question: TaggedQuestion, start: int) -> bool:
    """Whether "How many Xs are …?" reads well: "on the bed" does, "with a hat" and "holding his hat" do not."""
    if any(question.tag(place) == "PRP$" for place in range(start, len(question))):
        return False
    return question.tag(start) != "IN" or question.word(start) in _SPOTS


def _none_of_unknown(
    question: TaggedQuestion, polar: str, phrase: QuestionPhrase, article: str
) -> Iterator[Implication]:
    """Whether there is none, of a name that the ontology does not have."""
    if article not in ("a", "an") and not (phrase.plural and article == "any"):
        return
    if question.low[0] not in ("is", "are") or phrase.plural != (question.low[0] == "are"):
        return
    asked = f"{question.low[0].capitalize()} there no {question.span(phrase.noun)}?"
    because = f'the answer to "{question.text}?" was {polar}'
    yield Implication(NONE.name, NONE.kind, asked, "no" if polar == "yes" else "yes", because)


def _counts(named: NounPhrase, tail: str, polar: str, bare_plural: bool, because: str) -> Iterator[Implication]:
    plural = plural_of(named)
    if plural is None:
        return
    if polar == "yes" or not bare_plural:
        expected = ">=1" if polar == "yes" else "0"
        yield Implication(HOW_MANY.name, HOW_MANY.kind, f"How many {plural} are{tail or ' there'}?", expected, because)
    if polar == "no":
        asked = f"Are there at least two {plural}{tail}?"
        yield Implication(AT_LEAST_TWO.name, AT_LEAST_TWO.kind, asked, "no", because)


def _is_place_or_participle(question: TaggedQuestion, start: int) -> bool:
    """Whether nothing, a place, or a participle follows the noun."""
    return start == len(question) or question.tag(start) in ("IN", "VBG", "VBN") or question.word(start) in ("next",)


def _premise_of_place(question: TaggedQuestion, start: int) -> Iterator[Implication]:
    """ "… on the couch": there is a couch."""
    if question.tag(start) != "IN" or prepositional_phrase_end(question, start) != len(question):
        return
    place = start + 1
    phrase = noun_phrase_at(question, place)
    if phrase is not None and phrase.end == len(question) and phrase.determiner in ("the", "this", "that"):
        yield from premise(question, phrase)
