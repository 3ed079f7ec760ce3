"""The reading that suits the question: number, choice, yes/no, or a short answer."""

import re
from functools import lru_cache
from typing import Literal

from askance.core import Reading
from askance.readings.alternatives import alternatives_in_question
from askance.readings.choice import read_choice
from askance.readings.number import read_number
from askance.readings.short import read_short_answer
from askance.readings.yesno import read_yes_no
from askance.wording.normalise_answers import normalise_answer
from askance.wording.yes_no_answers import POLAR

VERSION = 4

Kind = Literal["number", "choice", "yesno", "short"]
_WORDS: dict[Kind, str] = {
    "number": "a number", "choice": "one of the choices", "yesno": "a yes/no answer", "short": "a short answer",
}  # fmt: skip

_NUMBER = re.compile(r"\bhow many\b|\bnumber of\b|^count\b")
_WHICH_NUMBER = re.compile(r"\bnumber of (?:the|this|that|his|her|my)\b|\bname and number of\b")  # of a bus
_AUXILIARY = re.compile(
    r"^(?:(?:so|and|but|now|please),?\s+)?(?:is|are|was|were|am|do|does|did|has|have|had|can|could|will|would|shall"
    r"|should|may|might|must|isn't|aren't|wasn't|weren't|don't|doesn't|didn't|hasn't|haven't|can't|couldn't|won't|wouldn't"
    r"|shouldn't|true or false)\b"
)
_ASKS_TO_TELL = re.compile(
    r"^(?:can|could|would|will|do) (?:you|someone|anyone|u)\b(?:.*\b(?:what|what's|which|who|where|how|why)\b"
    r"| (?:please )?(?:tell|describe|identify|read|explain)\b(?!(?: me| us)? (?:if|whether)))"
)
_TRUE_OR_FALSE = re.compile(r"\b(?:true or false|false or true|yes or no|no or yes)\b")
_STATEMENT = re.compile(  # "The cat is on the mat.": true or false, as in VSR
    r"^(?:the|an?|this|that|these|those|there|it|he|she|they|all|some|no|both|someone)\b[^?]*"
    r"\b(?:is|are|was|were|has|have|does|do|can|isn't|aren't|doesn't|don't)\b[^?]*\.$"
)


def read_by_question_kind(text: str, question: str = "", options: tuple[str, ...] = ()) -> Reading:
    """The reading that the question calls for; an answer of another kind is read as a short one, and so is wrong."""
    kind = "choice" if options else expected_answer_kind(question)
    reading: Reading | None = None
    if kind == "number":
        reading = read_number(text, question)
    elif kind == "yesno":
        reading = read_yes_no(text, question)
    elif kind == "choice":
        reading = read_choice(text, question, options) if options else _read_alternative(text, question)
        if reading.value is None and _are_yes_no_options(options):
            reading = _read_yes_no_option(text, question, options)
    if reading is not None and reading.value is not None:
        return reading
    answer = read_short_answer(text, question)
    if reading is None or answer.value is None:
        return answer
    return Reading(answer.kind, answer.value, f"not {_WORDS[kind]} ({reading.reason})")


@lru_cache(maxsize=1 << 12)
def expected_answer_kind(question: str) -> Kind:
    """The kind of answer that a question calls for."""
    asks = " ".join(question.lower().replace("’", "'").split())
    is_polar = _AUXILIARY.match(asks) is not None and not _ASKS_TO_TELL.match(asks)
    if _NUMBER.search(asks) and not _WHICH_NUMBER.search(asks) and not is_polar:
        return "number"
    if _TRUE_OR_FALSE.search(asks):
        return "yesno"
    if alternatives_in_question(question):
        return "choice"
    return "yesno" if is_polar or _STATEMENT.match(asks) else "short"


def _are_yes_no_options(options: tuple[str, ...]) -> bool:
    """Whether the options are yes and no, or true and false."""
    return len(options) == 2 and {POLAR.get(normalise_answer(option)) for option in options} == {"yes", "no"}


def _read_yes_no_option(text: str, question: str, options: tuple[str, ...]) -> Reading:
    """The option that a yes or no stands for: "Yes, it is." for "True"."""
    said = read_yes_no(text, question)
    meant = [option for option in options if POLAR[normalise_answer(option)] == said.value]
    return Reading("choice", meant[0], said.reason) if meant else Reading("choice", None, "none of the options")


def _read_alternative(text: str, question: str) -> Reading:
    """A choice between what the question names; of "white or red wine" also "red" alone."""
    named = alternatives_in_question(question)
    reading = read_choice(text, question, named)
    if reading.value is not None or reading.reason != "none of the options":
        return reading
    said = normalise_answer(str(read_short_answer(text, question).value))
    firsts = [option.split()[0] for option in named]
    return Reading("choice", said, reading.reason) if firsts.count(said) == 1 else reading
