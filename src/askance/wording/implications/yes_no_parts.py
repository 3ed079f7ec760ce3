"""A yes/no question cut into auxiliary, subject and predicate, where its negation is sure to be right."""

from itertools import pairwise
from typing import NamedTuple

from askance.wording.implications.read_answer import number_of_noun
from askance.wording.implications.subjective_words import FUTURE, SUBJECTIVE
from askance.wording.implications.tagged_question import (
    NOUNS,
    QuestionPhrase,
    TaggedQuestion,
    noun_phrase_at,
    prepositional_phrase_end,
)
from askance.wording.ontology import ontology

BLOCKED = frozenset({
    "or", "and", "but", "not", "n't", "no", "never", "than", "because", "if", "while", "when", "where", "which",
    "who", "what", "how", "why", "whether", "too", "enough", "same", "different", "only", "still", "yet", "already",
    "also", "just", "ever", "even", "always", "usually", "really", "actually", "all", "both", "each", "every",
    "either", "neither", "some", "several", "most", "mostly", "many", "more", "less", "few", "everyone",
    "everybody", "someone", "something", "anyone", "anything", "somebody", "anybody", "other", "others", "another",
    "alone", "alike", "together", "similar", "identical", "as", "like", "almost", "partially", "partly",
    "completely", "fully", "entirely", "totally", "any", "else", "until", "maybe", "currently", "now", "much",
    "very", "so", "quite", "that", "whose", "without", "except", "these", "those", "matching", "typical", "being",
    "half", "free", "entire", "whole", "missing",
})  # fmt: skip

_PREDICATE_TAGS = frozenset({
    "JJ", "VBG", "VBN", "IN",
})  # fmt: skip

_PLACE_WORDS = frozenset({
    "outside", "inside", "outdoors", "indoors", "upstairs", "upside", "on", "off", "up", "down",
})  # fmt: skip

_TIMES = frozenset({
    "night", "nighttime", "daytime", "winter", "summer", "spring", "fall", "autumn",
})  # fmt: skip

_PHOTO = frozenset({
    "photo", "picture", "image", "photograph", "shot",
})  # fmt: skip


class YesNo(NamedTuple):
    """A yes/no question cut in three: auxiliary, subject, predicate."""

    auxiliary: str  # Is, Are, Does, Do, Has, Have, Was, Were
    subject: QuestionPhrase
    predicate: int  # its first word


def cut_yes_no(question: TaggedQuestion) -> YesNo | None:
    auxiliary = question.word(0)
    if auxiliary not in ("is", "are", "does", "do", "has", "was"):
        return None
    subject = _this_as_subject(question, noun_phrase_at(question, 1))
    if subject is None or subject.determiner in ("a", "an", ""):
        return None
    if subject.plural != (auxiliary in ("are", "do")):
        return None
    place = subject.end
    if not subject.pronoun and _ends_in_unknown_word(question, subject):
        return None
    if any(word in BLOCKED for word in question.low[subject.noun :] if not subject.pronoun):
        return None
    if any(word in BLOCKED or word in SUBJECTIVE or word in FUTURE for word in question.low[place:]):
        return None
    if place >= len(question) or not _is_predicate(question, auxiliary, place, subject):
        return None
    return YesNo(auxiliary.capitalize(), subject, place)


def _ends_in_unknown_word(question: TaggedQuestion, phrase: QuestionPhrase) -> bool:
    """Whether a known name is followed by a word that no table has: the tagger may have taken a verb for a noun."""
    head, before = question.word(phrase.end - 1), question.word(phrase.end - 2)
    if phrase.end - phrase.noun < 2 or ontology().noun(head) is not None or ontology().noun(before) is None:
        return False
    return question.tag(phrase.end - 2) in NOUNS or head.endswith("ing")  # "the oven warming up", tagged as adjective


def _this_as_subject(question: TaggedQuestion, phrase: QuestionPhrase | None) -> QuestionPhrase | None:
    """ "Are these wild flowers?": these are the subject, and the rest is what they are."""
    if phrase is None or phrase.pronoun or phrase.end < len(question) or question.word(0) not in ("is", "are"):
        return phrase
    if phrase.determiner not in ("these", "those", "this", "that") or phrase.noun != 2:
        return phrase
    several = phrase.determiner in ("these", "those")
    if several or number_of_noun(" ".join(question.low[2:])) == "mass":
        return QuestionPhrase(1, 2, 1, phrase.determiner, several, pronoun=True)
    return phrase


def _is_predicate(question: TaggedQuestion, auxiliary: str, place: int, subject: QuestionPhrase) -> bool:
    tag, word = question.tag(place), question.word(place)
    if any(
        question.tag(each) in ("MD", "JJR", "JJS", "RBR", "RBS", "WDT", "WP", "WRB")
        for each in range(place, len(question))
    ):
        return False
    if auxiliary in ("does", "do"):
        return tag in ("VB", "VBP") and place + 1 < len(question) and _finite_verbs(question, place) == 1
    if _finite_verbs(question, place):
        return False
    if auxiliary == "has":
        return word == "been" and question.tag(place + 1) == "VBN"
    if auxiliary == "was":
        return word == "taken" and question.word(subject.end - 1) in _PHOTO
    if tag == "IN":
        if word == "to":
            return False  # "wall to wall"
        return prepositional_phrase_end(question, place) == len(question) and _is_one_place(question, place)
    if tag == "VBG" and question.tag(len(question) - 1) == "JJ" and len(question) - place > 2:
        return False  # "the man wearing black tall"
    if tag == "VBG" and question.tag(place + 1) in ("NN", "JJ") and not _is_bare_object(question, place + 1):
        return False
    if tag == "JJ" and place + 1 < len(question):
        return question.tag(place + 1) in ("IN", "JJ") and question.tag(len(question) - 1) != "IN"
    if word in ("a", "an"):
        return _is_name(question, place)
    if subject.pronoun and subject.determiner in ("this", "that", "these", "those", "it"):
        name = noun_phrase_at(question, place)
        if name is not None and name.end == len(question) and not name.determiner:
            return name.plural or subject.determiner != "it" or word in _TIMES
    if sum(question.tag(each) == "VBG" for each in range(place, len(question))) > 1:
        return False
    if any(question.tag(each) == "DT" and question.tag(each - 1) in NOUNS for each in range(place + 1, len(question))):
        return False  # "the car hauling the boat a truck"
    return tag in _PREDICATE_TAGS or (word in _PLACE_WORDS and place + 1 == len(question))


def _is_name(question: TaggedQuestion, place: int) -> bool:
    """Whether the predicate is "a NAME" and nothing more."""
    name = noun_phrase_at(question, place)
    return name is not None and name.end == len(question) and not name.plural


def _is_one_place(question: TaggedQuestion, start: int) -> bool:
    """Whether one place follows: in "the guy on the horse on his phone", the first belongs to the subject."""
    places = [
        each for each in range(start, len(question)) if question.tag(each) == "IN" and question.word(each) != "of"
    ]
    return all(later == earlier + 1 for earlier, later in pairwise(places))


def _is_bare_object(question: TaggedQuestion, start: int) -> bool:
    """Whether a noun can follow a verb without an article: "water", "tennis", not "selfie"."""
    phrase = noun_phrase_at(question, start)
    if phrase is None:
        return "color" in ontology().categories(question.word(start))  # "wearing black"
    name = " ".join(question.low[phrase.noun : phrase.end])
    if phrase.plural or question.word(start - 1) == "playing":
        return True
    known = ontology().noun(name) or ontology().noun(question.word(phrase.end - 1))
    return known is not None and number_of_noun(known.name) == "mass"


def _finite_verbs(question: TaggedQuestion, start: int) -> int:
    return sum(question.tag(place) in ("VBZ", "VBP", "VBD", "VB") for place in range(start, len(question)))
