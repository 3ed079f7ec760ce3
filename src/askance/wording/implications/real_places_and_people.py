"""Real questions that ask where something is, or who does something."""

from collections.abc import Iterator

from askance.wording.implications.implication import Implication, Rule
from askance.wording.implications.presupposed_objects import premise, there_is
from askance.wording.implications.read_answer import ReadAnswer, noun_answer
from askance.wording.implications.restated_claims import DENIED, claim
from askance.wording.implications.tagged_question import TaggedQuestion, noun_phrase_at, prepositional_phrase_end
from askance.wording.ontology import ontology
from askance.wording.templates.noun_phrase import NounPhrase, phrase_text

SAME_PLACE = Rule(
    "real-same-place",
    "equivalence",
    "Where is the X …? – a preposition and an object",
    "Is the X … PREPOSITION an OBJECT? yes",
    "the same claim, asked as yes or no",
    "answers without a preposition, and objects that the ontology does not have",
    (
        "Where is the cat? – on the bed → Is the cat on the bed? yes",
        "Where is the man sitting? – on bench → Is the man sitting on a bench? yes",
        "Where are the cups? – on a table → Are the cups on a table? yes",
    ),
)
SAME_PERSON = Rule(
    "real-same-person",
    "equivalence",
    "Who is …? – man, woman, child …",
    "Is a PERSON …? yes, and there is such a person",
    "the same claim, asked as yes or no",
    "names and roles; several people",
    (
        "Who is holding the umbrella? – woman → Is a woman holding the umbrella? yes",
        "Who is on the bed? – girl → Is there a girl on the bed? yes",
        "Who is riding the horse? – man → Is a man riding the horse? yes",
    ),
)
RULES = (SAME_PLACE, SAME_PERSON)

_PREPOSITIONS = frozenset({
    "on", "in", "under", "behind", "inside", "near", "above", "beside", "against",
})  # fmt: skip
_PEOPLE = frozenset({
    "man", "woman", "boy", "girl", "child", "baby", "person", "lady", "kid", "guy", "toddler",
})  # fmt: skip
_PICTURES = frozenset((first, second, third) for first in ("in",) for second in ("the", "this")
                      for third in ("photo", "picture", "image"))  # fmt: skip
_ONLY_ONE = frozenset({
    "ground", "floor", "wall", "street", "road", "sidewalk", "sky", "air", "beach", "ocean", "sea",
})  # fmt: skip
_STAYS = frozenset({
    "sitting", "standing", "lying", "laying", "sleeping", "walking", "parked", "resting", "hanging", "riding",
    "located", "placed", "perched",
})  # fmt: skip
_HARD = frozenset({
    "who", "whom", "what", "or", "and", "not", "n't", "going", "to", "from", "most", "likely", "other", "all", "if",
    "taken", "one", "probably", "looking", "headed", "besides", "about", "these", "those", "supposed",
})  # fmt: skip


def places_and_people(question: TaggedQuestion, answer: ReadAnswer) -> Iterator[Implication]:
    """What follows from a place or a person."""
    if answer.polar is not None or answer.number is not None or question.word(1) not in ("is", "are"):
        return
    if any(word in _HARD for word in question.low[2:]):
        return
    if question.word(0) == "where":
        yield from _where(question, answer)
    elif question.word(0) == "who" and question.word(1) == "is":
        yield from _who(question, answer)


def _where(question: TaggedQuestion, answer: ReadAnswer) -> Iterator[Implication]:
    subject = noun_phrase_at(question, 2)
    if subject is None or subject.determiner in ("", "a", "an") or subject.plural != (question.word(1) == "are"):
        return
    end = len(question) - 3 if question.low[-3:] in _PICTURES else len(question)
    rest = question.low[subject.end : end]
    if rest and (len(rest) > 1 or rest[0] not in _STAYS):
        return
    parts = answer.text.split()
    because = f'the answer to "{question.text}?" was {answer.text}'
    named = noun_answer(" ".join(parts[1:])) if parts[0] in _PREPOSITIONS and len(parts) > 1 else None
    if named is not None and named.name not in ("front", "back", "left", "right", "middle", "background"):
        opening = f"{'Are' if subject.plural else 'Is'} {question.span(subject.start, subject.end)}"
        verb = "" if rest in (("located",), ("placed",)) else question.span(subject.end, end)
        place = f"{parts[0]} {_place_text(named, answer.raw)}"
        yield from claim(SAME_PLACE, opening, f"{verb} {place}".strip(), because)
    if named is not None or noun_answer(answer.text) is not None:
        yield from premise(question, subject)


def _is_seen_action(verb: str) -> bool:
    """Whether the one who does it is in the image: the photographer is not."""
    return ontology().knows(verb, "action") and verb not in ("taking", "photographing", "driving", "filming")


def _place_text(named: NounPhrase, raw: str) -> str:
    """The place with its article: as it was answered, else "a table" but "the ground"."""
    if " the " in raw.lower() or named.name in _ONLY_ONE:
        return phrase_text(named, "the")
    return phrase_text(named, "some")


def _who(question: TaggedQuestion, answer: ReadAnswer) -> Iterator[Implication]:
    named = noun_answer(answer.text)
    if named is None or named.name not in _PEOPLE or named.attributes:
        return
    because = f'the answer to "{question.text}?" was {answer.text}'
    text, tag = phrase_text(named, "a"), question.tag(2)
    if tag == "IN" and prepositional_phrase_end(question, 2) == len(question):
        asked = f"Is there {text} {question.span(2)}?"
    elif tag == "VBG" and _is_seen_action(question.word(2)):
        asked = f"Is {text} {question.span(2)}?"
        denied = f"Is {phrase_text(named, 'no')} {question.span(2)}?"
        yield Implication(DENIED.name, DENIED.kind, denied, "no", because)
    else:
        return
    yield Implication(SAME_PERSON.name, SAME_PERSON.kind, asked, "yes", because)
    yield from there_is(named, because)
