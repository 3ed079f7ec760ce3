"""Real questions about all, both, anyone or everyone."""

from collections.abc import Iterator

from askance.wording.implications.implication import Implication, Rule
from askance.wording.implications.read_answer import ReadAnswer
from askance.wording.implications.real_colors import PAIRS
from askance.wording.implications.real_yes_no import NOT_NONE
from askance.wording.implications.restated_claims import true_that
from askance.wording.implications.subjective_words import FUTURE, SUBJECTIVE
from askance.wording.implications.tagged_question import (
    TaggedQuestion,
    lower_first,
    noun_phrase_at,
    prepositional_phrase_end,
)
from askance.wording.implications.yes_no_parts import BLOCKED

NOT_EVERY = Rule(
    "real-not-every",
    "negation",
    "Are all the Xs …? or Is everyone …? – yes or no",
    "Is at least one of the Xs not …?, Is anyone not …? the opposite",
    "either all are so or at least one is not",
    "as for negation",
    (
        "Are all the dogs sitting? – no → Is at least one of the dogs not sitting? yes",
        "Is everyone smiling? – yes → Is anyone not smiling? no",
        "Are all of these people standing? – yes → Is at least one of these people not standing? no",
    ),
)
NOBODY = Rule(
    "real-nobody",
    "negation",
    "Is anyone …? – yes or no",
    "Is nobody …? the opposite; Is at least one person …? the same",
    "either somebody is so or nobody is",
    "as for negation",
    (
        "Is anyone surfing? – yes → Is nobody surfing? no",
        "Is anyone wearing a hat? – no → Is nobody wearing a hat? yes",
        "Is someone riding the horse? – yes → Is nobody riding the horse? no",
    ),
)
RULES = (NOT_EVERY, NOBODY)

_ANYONE = frozenset({
    "anyone", "anybody", "someone", "somebody",
})  # fmt: skip
_EVERYONE = frozenset({
    "everyone", "everybody",
})  # fmt: skip
_PREDICATES = frozenset({
    "VBG", "JJ", "VBN", "IN",
})  # fmt: skip


def quantities(question: TaggedQuestion, answer: ReadAnswer) -> Iterator[Implication]:
    """What follows from yes or no about all, both, anyone or everyone."""
    if answer.polar is None or question.word(0) not in ("is", "are"):
        return
    because = f'the answer to "{question.text}?" was {answer.polar}'
    opposite = "no" if answer.polar == "yes" else "yes"
    word = question.word(1)
    if question.word(0) == "is" and word in _ANYONE | _EVERYONE and _is_plain(question, 2):
        rest = question.span(2)
        if word in _ANYONE:
            yield Implication(NOBODY.name, NOBODY.kind, f"Is nobody {rest}?", opposite, because)
            asked = f"Is at least one person {rest}?"
            yield Implication(NOBODY.name, NOBODY.kind, asked, answer.polar, because)
        else:
            yield Implication(NOT_EVERY.name, NOT_EVERY.kind, f"Is anyone not {rest}?", opposite, because)
            yield true_that(word, "is", rest, answer.polar, because)
    elif question.word(0) == "are" and word in ("all", "both"):
        yield from _all(question, answer.polar, because)


def _all(question: TaggedQuestion, polar: str, because: str) -> Iterator[Implication]:
    start = 3 if question.word(2) == "of" else 2
    phrase = noun_phrase_at(question, start)
    if phrase is None or phrase.pronoun or not phrase.plural or not _is_plain(question, phrase.end):
        return
    if phrase.determiner not in ("the", "these", "those") or question.word(phrase.end - 1) in PAIRS | {"clothes"}:
        return
    them, rest = lower_first(question.span(phrase.start, phrase.end)), question.span(phrase.end)
    if question.tag(len(question) - 1) != "NNS":
        asked = f"Is at least one of {them} not {rest}?"
        yield Implication(NOT_EVERY.name, NOT_EVERY.kind, asked, "no" if polar == "yes" else "yes", because)
    if polar == "no":
        yield true_that(lower_first(question.span(1, phrase.end)), "are", rest, polar, because)
    else:
        yield Implication(NOT_NONE.name, NOT_NONE.kind, f"Are any of {them} {rest}?", "yes", because)
        yield Implication(NOT_NONE.name, NOT_NONE.kind, f"Are none of {them} {rest}?", "no", because)


def _is_plain(question: TaggedQuestion, start: int) -> bool:
    """Whether a simple predicate follows."""
    if question.tag(start) not in _PREDICATES or start >= len(question):
        return False
    if question.tag(start) == "IN" and prepositional_phrase_end(question, start) != len(question):
        return False
    if sum(question.tag(place) in ("VBG", "VBZ", "VBP", "VBD", "MD") for place in range(start, len(question))) > 1:
        return False
    return not any(word in BLOCKED or word in SUBJECTIVE or word in FUTURE for word in question.low[start:])
