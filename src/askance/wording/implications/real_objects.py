"""Real questions that ask for an object or an action: "What is the man holding?", "What is on the table?"."""

from collections.abc import Iterator

from askance.wording.implications.excluded_values import OTHER_VALUE, is_animate, other_action
from askance.wording.implications.implication import Implication, Rule
from askance.wording.implications.presupposed_objects import may_be_depicted, premise, there_is
from askance.wording.implications.read_answer import ReadAnswer, action_answer, noun_answer
from askance.wording.implications.restated_claims import claim
from askance.wording.implications.tagged_question import (
    QuestionPhrase,
    TaggedQuestion,
    noun_phrase_at,
    prepositional_phrase_end,
    subject_at,
)
from askance.wording.ontology import ontology
from askance.wording.templates.noun_phrase import NounPhrase, form_of_be, phrase_text

SAME_OBJECT = Rule(
    "real-same-object",
    "equivalence",
    "What is the X holding …? – an object, or What is on the X? – an object",
    "Is the X holding an OBJECT …? yes, Is there an OBJECT on the X? yes",
    "the same claim, asked as yes or no",
    "the ontology does not have the name; the answer lists several; the verb is about a purpose or a wish; what is on"
    " a sign, a label or a screen; one object that several people hold, carry or ride",
    (
        "What is the man holding? – umbrella → Is the man holding an umbrella? yes",
        "What is on the table? – cup → Is there a cup on the table? yes",
        "What is the cat sitting on? – bench → Is the cat sitting on a bench? yes",
    ),
)
SAME_ACTION = Rule(
    "real-same-action",
    "equivalence",
    "What is the X doing …? – an action",
    "Is the X ACTION …? yes",
    "the same claim, asked as yes or no",
    "answers that are no plain -ing form or lost an article (flying kite)",
    (
        "What is the man doing? – surfing → Is the man surfing? yes",
        "What are the people doing? – playing tennis → Are the people playing tennis? yes",
        "What is this person doing? – sleeping → Is this person sleeping? yes",
    ),
)
RULES = (SAME_OBJECT, SAME_ACTION)

_SEEN_VERBS = frozenset({
    "wearing", "holding", "carrying", "riding", "eating", "using", "pulling", "pushing", "driving", "throwing",
    "kicking", "cutting", "drinking",
})  # fmt: skip
_TAKES_OBJECT = _SEEN_VERBS | {"playing", "flying", "hitting", "catching", "chasing", "reading", "making", "cooking",
                               "serving", "touching", "leading", "feeding", "petting", "pouring", "brushing", "washing",
                               "chewing", "biting", "watching", "crossing", "preparing", "covering"}  # fmt: skip
_RESTS = frozenset({
    "sitting", "standing", "lying", "laying", "sleeping", "leaning", "resting", "walking", "riding", "running",
    "perched", "parked", "hanging", "jumping", "skating", "swimming", "traveling", "driving", "eating", "drinking",
    "looking", "playing", "grazing", "talking", "floating", "flying",
})  # fmt: skip
_STRANDED = frozenset({
    "on", "in", "under", "behind", "against", "through", "over", "from", "at", "with", "beside", "near", "inside",
    "across", "along", "around",
})  # fmt: skip
_PLACES = frozenset({
    "on", "in", "under", "behind", "above", "near", "beside", "inside", "below", "underneath", "beneath", "between",
    "around", "against", "over", "by", "next", "across", "along", "atop",
})  # fmt: skip
_READ = frozenset({
    "label", "card", "page", "packet", "package", "packaging", "carton", "tin", "can", "envelope", "menu", "receipt",
    "sticker", "sign", "banner", "billboard", "cover", "screen", "poster",
})  # fmt: skip
_HARD = frozenset({
    "or", "and", "not", "n't", "besides", "than", "other", "that", "if", "for", "why", "all", "most", "some",
    "both", "each", "only", "first", "second", "main", "same", "different", "many", "another", "else", "about",
    "to", "time", "two", "three", "with", "like", "except", "one", "these", "those",
})  # fmt: skip


def objects_and_actions(question: TaggedQuestion, answer: ReadAnswer) -> Iterator[Implication]:
    """What follows from an object or an action."""
    if question.word(0) != "what" or answer.polar is not None or answer.number is not None:
        return
    if question.word(1) == "does":
        yield from _has(question, answer)
    if question.word(1) not in ("is", "are", "'s"):
        return
    if question.tag(2) == "IN" or question.word(2) in ("next", *_RESTS):
        yield from _somewhere(question, answer)
        return
    subject, verb = subject_at(question, 2) or (None, 0)
    if subject is None or subject.determiner in ("", "a", "an") or question.word(1) == "'s":
        return
    if subject.plural != (question.word(1) == "are"):
        return
    if question.word(verb) == "doing":
        yield from _doing(question, answer, subject, verb)
    elif question.tag(verb) == "VBG":
        yield from _verb_object(question, answer, subject, verb)


def _because(question: TaggedQuestion, answer: ReadAnswer) -> str:
    return f'the answer to "{question.text}?" was {answer.text}'


def _somewhere(question: TaggedQuestion, answer: ReadAnswer) -> Iterator[Implication]:
    """ "What is on the table?", "What is sitting on the bench?"."""
    place = 2 if question.tag(2) == "IN" or question.word(2) == "next" else 3
    named = noun_answer(answer.text)
    if named is None or question.word(place) not in _PLACES or any(w in _HARD - {"to"} for w in question.low[2:]):
        return
    if prepositional_phrase_end(question, place) != len(question):
        return
    if place == 3 and question.word(2) not in _RESTS:
        return
    because = _because(question, answer)
    there = f"{form_of_be(named).capitalize()} there {phrase_text(named, 'a')} {question.span(2)}?"
    if not _repeats(question, named) and _READ.isdisjoint(question.low):  # "beef" on a label is a word
        yield Implication(SAME_OBJECT.name, SAME_OBJECT.kind, there, "yes", because)
        if not may_be_depicted(question):
            yield from there_is(named, because)
    phrase = noun_phrase_at(question, place + 1)
    if phrase is not None and phrase.end == len(question):
        yield from premise(question, phrase)


def _has(question: TaggedQuestion, answer: ReadAnswer) -> Iterator[Implication]:
    """ "What does the man have in his hands?"."""
    subject, verb = subject_at(question, 2) or (None, 0)
    named = noun_answer(answer.text)
    if subject is None or subject.plural or named is None or question.word(verb) != "have" or _repeats(question, named):
        return
    if question.word(verb + 1) not in ("in", "on", "around") or any(word in _HARD for word in question.low[2:]):
        return
    if prepositional_phrase_end(question, verb + 1) != len(question):
        return
    because = _because(question, answer)
    rest = f"have {phrase_text(named, 'some')} {question.span(verb + 1)}"
    yield from claim(SAME_OBJECT, f"Does {question.span(2, verb)}", rest, because)
    yield from there_is(named, because)


def _repeats(question: TaggedQuestion, named: NounPhrase) -> bool:
    """Whether the answer repeats a word of the question: "What is on the table? – table"."""
    return not set(named.name.split()).isdisjoint(question.low)


def _doing(question: TaggedQuestion, answer: ReadAnswer, subject: QuestionPhrase, verb: int) -> Iterator[Implication]:
    action = action_answer(answer.text)
    tail = question.span(verb + 1)
    if action is None or any(word in _HARD for word in question.low[2:]):
        return
    if tail and (
        question.word(verb + 1) not in ("in", "on", "at")
        or prepositional_phrase_end(question, verb + 1) != len(question)
        or len(action.split()) > 1
    ):
        return
    because = _because(question, answer)
    opening = f"{'Are' if subject.plural else 'Is'} {question.span(subject.start, verb)}"
    yield from claim(SAME_ACTION, opening, f"{action}{' ' + tail if tail else ''}", because)
    other = other_action(action, question.text) if not subject.plural and is_animate(question, subject) else None
    if other is not None:
        yield Implication(OTHER_VALUE.name, OTHER_VALUE.kind, f"{opening} {other}?", "no", because)
    yield from premise(question, subject)


def _verb_object(
    question: TaggedQuestion, answer: ReadAnswer, subject: QuestionPhrase, at: int
) -> Iterator[Implication]:
    """ "What is the man holding in his hand?", "What is the cat sitting on?"."""
    verb, place = question.word(at), at + 1
    named = noun_answer(answer.text)
    if named is None or any(word in _HARD - {"with", "one"} for word in question.low[2:]) or _repeats(question, named):
        return
    stranded = place + 1 == len(question) and question.word(place) in _STRANDED
    if not _verb_fits(question, verb, place, stranded):
        return
    because = _because(question, answer)
    opening = f"{'Are' if subject.plural else 'Is'} {question.span(subject.start, at)}"
    head = question.span(at, place + stranded)
    tail = "" if stranded else question.span(place)
    if not _may_share(subject, verb, named) and not _is_odd_to_play(verb, named):
        rest = f"{head} {_object_text(named, verb, subject)}{' ' + tail if tail else ''}"
        yield from claim(SAME_OBJECT, opening, rest, because)
    if verb in _SEEN_VERBS or (stranded and question.word(place) in ("on", "in", "under", "behind", "against")):
        yield from there_is(named, because)
    yield from premise(question, subject)


def _verb_fits(question: TaggedQuestion, verb: str, place: int, stranded: bool) -> bool:
    if stranded:
        return verb in _RESTS
    if verb not in _TAKES_OBJECT:
        return False
    return place == len(question) or (
        question.word(place) in ("in", "on", "over", "under", "around", "with")
        and prepositional_phrase_end(question, place) == len(question)
    )


def _may_share(subject: QuestionPhrase, verb: str, named: NounPhrase) -> bool:
    """Whether "racket" may be one for all or one for each: "What are they holding?"."""
    return subject.plural and named.number == "singular" and verb in ("riding", "holding", "carrying", "flying")


def _is_odd_to_play(verb: str, named: NounPhrase) -> bool:
    """Whether "playing a NAME" is no English, as for most names that are no instrument: "playing a frisbee"."""
    return verb == "playing" and not ontology().is_a(named.name, "musical instrument")


def _object_text(named: NounPhrase, verb: str, subject: QuestionPhrase) -> str:
    """The object after the verb: "an umbrella", "water"; several people wear hats."""
    entry = ontology().noun(named.name)
    if subject.plural and named.number == "singular" and verb == "wearing":
        plural = entry.plural if entry is not None else named.name
        return phrase_text(NounPhrase(plural, named.attributes, "plural"), "some")
    return phrase_text(named, "some")
