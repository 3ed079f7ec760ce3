"""Real questions that ask what is written: "What does the sign say?", "What is the name of the store?"."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from askance.wording.implications.implication import Implication, Rule
from askance.wording.implications.presupposed_objects import premise
from askance.wording.implications.read_answer import ReadAnswer, number_of_noun
from askance.wording.implications.restated_claims import claim
from askance.wording.implications.tagged_question import TaggedQuestion, noun_phrase_at, prepositional_phrase_end

SAME_TEXT = Rule(
    "real-same-text",
    "equivalence",
    "What does the X say?, What is the name (number, title, price …) …? – a text",
    'Does the X say "TEXT"? yes; Is the name … "TEXT"? yes',
    "the same claim, asked as yes or no",
    "answers that are no text, and long ones",
    (
        'What does the sign say? – stop → Does the sign say "stop"? yes',
        'What is the name of the store? – target → Is the name of the store "target"? yes',
        'What number is on the bus? – 42 → Is the number "42" on the bus? yes',
    ),
)
RULES = (SAME_TEXT,)

_HEADS = frozenset({
    "name", "number", "title", "brand", "price", "word", "letter", "time", "date", "temperature", "author", "year",
    "website", "street", "address", "expiration", "volume", "percentage", "slogan", "publisher", "code", "score",
    "speed", "content", "limit", "flavor", "text", "channel", "url", "subtitle", "digit",
})  # fmt: skip
_SIDES = frozenset({
    "left", "right", "top", "bottom", "middle", "center", "front", "back",
})  # fmt: skip
_ASKED = frozenset({
    "number", "word", "letter", "name", "numbers", "words", "letters", "date", "year", "price",
})  # fmt: skip
_HARD = frozenset({
    "or", "not", "n't", "besides", "if", "would", "will", "should", "could", "mean", "stand", "likely", "usually",
    "color", "kind", "type", "typically", "before", "after", "than",
})  # fmt: skip
_TEXT = re.compile(r"[A-Za-z0-9$][A-Za-z0-9 .,:/$%&'+#@-]*")
_NO_TEXT = frozenset({
    "no", "yes", "none", "unknown", "nothing", "unanswerable", "not sure", "red", "green", "blue",
})  # fmt: skip
_PUT = frozenset({
    "written", "spelled",
})  # fmt: skip


def written(question: TaggedQuestion, answer: ReadAnswer) -> Iterator[Implication]:
    """What follows from a text that was read."""
    text = answer.raw.strip(" .,!?\"'")
    if question.word(0) not in ("what", "which") or answer.polar or text.lower() in _NO_TEXT:
        return
    if len(text) > 40 or not _TEXT.fullmatch(text) or any(word in _HARD for word in question.low[1:]):
        return
    asked = _asked(question, f'"{text}"')
    if asked is None:
        return
    because = f'the answer to "{question.text}?" was {text}'
    yield from claim(SAME_TEXT, asked.opening, asked.rest, because)
    phrase = noun_phrase_at(question, asked.bearer)
    of_the = question.word(asked.bearer - 1) == "of"  # "the price of the fries": of a menu, perhaps
    if phrase is not None and phrase.determiner in (("this",) if of_the else ("the", "this")):
        yield from (each for each in premise(question, phrase) if not each.question.startswith("Does"))  # no places


class _TextClaim(NamedTuple):
    """A yes/no question in two parts, and where what bears the text is named."""

    opening: str
    rest: str
    bearer: int


def _asked(question: TaggedQuestion, text: str) -> _TextClaim | None:
    """The yes/no question about a text."""
    if question.word(1) == "does":
        subject = noun_phrase_at(question, 2)
        if subject is None or subject.plural or question.low[subject.end :] not in (("say",), ("read",)):
            return None
        return _TextClaim(f"Does {question.span(2, subject.end)}", f"{question.span(subject.end)} {text}", 2)
    if question.word(1) == "is" and question.word(2) in _PUT and _ends_in_place(question, 3):
        return _TextClaim(f"Is {text}", question.span(2), 4)
    if question.word(1) == "is":
        return _named_property(question, text)
    if question.word(1) == "brand" and question.word(2) == "is":
        phrase = noun_phrase_at(question, 3)
        if phrase is None or phrase.pronoun or not phrase.determiner or question.word(phrase.end - 1) in _SIDES:
            return None
        if phrase.end == len(question):
            return _TextClaim(f"Is the brand of {question.span(3)}", text, 3)
    if question.word(1) in _ASKED and question.word(2) == "is":
        start = 4 if question.word(3) in _PUT else 3
        if _ends_in_place(question, start) and not question.word(1).endswith("s") and _is_a(question.word(1), text):
            return _TextClaim(f"Is the {question.word(1)} {text}", question.span(3), start + 1)
    return None


def _is_a(asked: str, text: str) -> bool:
    """Whether the answer can be what was asked for: a number has digits, a letter is one."""
    if asked in ("number", "year", "price"):
        return any(letter.isdigit() for letter in text)
    return (len(text) == 3 and text[1].isalpha()) if asked == "letter" else True  # in quotes


def _named_property(question: TaggedQuestion, text: str) -> _TextClaim | None:
    """ "What is the name of the store?"."""
    phrase = noun_phrase_at(question, 2)
    if phrase is None or phrase.determiner != "the" or question.word(phrase.end - 1) not in _HEADS or phrase.plural:
        return None
    place = phrase.end
    if place < len(question) and not _ends_in_place(question, place):
        return None
    if place == len(question) and question.word(phrase.end - 1) in ("name", "number", "word"):
        return None
    if not _is_a(question.word(phrase.end - 1), text):
        return None
    return _TextClaim(f"Is {question.span(2)}", text, place + 1)


def _ends_in_place(question: TaggedQuestion, place: int) -> bool:
    if question.tag(place) != "IN" or prepositional_phrase_end(question, place) != len(question):
        return False
    phrase = noun_phrase_at(question, place + 1)
    if phrase is None or phrase.determiner == "":
        return False
    return not any(_lacks_article(question, each + 1) for each in range(place, len(question)))


def _lacks_article(question: TaggedQuestion, start: int) -> bool:
    """Whether one thing follows a preposition without its article: "on right", "the side of vehicle"."""
    if question.tag(start - 1) != "IN" or question.word(start + 1) == "of":
        return False  # "on top of"
    phrase = noun_phrase_at(question, start)
    if phrase is None or phrase.determiner or phrase.plural or phrase.end - phrase.start > 1:
        return False
    return question.word(start) in _SIDES or number_of_noun(question.word(start)) == "singular"
