"""Real open questions that no other rule reads: what they speak of is there."""

from collections.abc import Iterator

from askance.wording.implications.implication import Implication
from askance.wording.implications.presupposed_objects import PLACES, premise
from askance.wording.implications.read_answer import ReadAnswer, noun_answer
from askance.wording.implications.tagged_question import QuestionPhrase, TaggedQuestion, noun_phrase_at

_OPEN = frozenset({
    "what", "which", "where",
})  # fmt: skip
_WITHIN = frozenset({
    "left", "right", "middle", "center", "background", "foreground", "front", "back", "outside", "inside", "outdoors",
    "indoors",
})  # fmt: skip
_HARD = frozenset({
    "would", "could", "should", "will", "if", "missing", "not", "n't", "or", "might", "usually", "likely",
    "supposed", "without", "no", "probably", "may", "need", "needed", "instead", "going", "from", "reflected",
    "mentioned", "reflection", "mirror",
})  # fmt: skip


def premises(question: TaggedQuestion, answer: ReadAnswer) -> Iterator[Implication]:
    """That there is the X of "What … is the X …?"."""
    if question.word(0) not in _OPEN or answer.polar is not None or any(word in _HARD for word in question.low):
        return
    verb = next((place for place in range(1, len(question)) if question.word(place) in ("is", "are")), None)
    if verb is None or verb > 5 or any(question.tag(place) in ("VBZ", "VBP", "VBD") for place in range(1, verb)):
        return
    phrase = noun_phrase_at(question, verb + 1)
    if phrase is None or phrase.determiner not in ("the", "this", "these", "that", "those"):
        return
    if verb == 1 and phrase.end == len(question) and " ".join(question.low[phrase.noun :]) in PLACES:
        return  # "What is the cross street?": a name is asked for
    if phrase.determiner == "the" and question.word(len(question) - 1) in ("called", "named"):
        return
    if verb == 1 and phrase.determiner == "the" and not _describes(question, phrase):
        return  # "What is the alcohol by content?": the name may stand on a label
    if question.word(0) == "where" and not _is_in_sight(answer.text):
        return
    yield from premise(question, phrase)


def _is_in_sight(place: str) -> bool:
    """Whether a place is one that a picture shows: "on the table", "left", and not "boston"."""
    parts = place.split()
    return not _WITHIN.isdisjoint(parts) or any(noun_answer(" ".join(parts[cut:])) for cut in range(len(parts)))


def _describes(question: TaggedQuestion, phrase: QuestionPhrase) -> bool:
    """Whether the question describes what is seen: an adjective before the noun, or a verb after it."""
    before = any(question.tag(place) == "JJ" for place in range(phrase.noun, phrase.end))
    return before or any(question.tag(place) in ("VBG", "VBN") for place in range(phrase.end, len(question)))
