"""What an answer says of the object that an open question is about."""

from askance.wording.understand.compare_answers import are_same_answer, simplify_answer
from askance.wording.understand.lexicon import QUALITIES, TERMS
from askance.wording.understand.question_meaning import (
    AnswerOption,
    AttributeQuestion,
    NamingQuestion,
    Predicate,
    Quality,
    SurroundingsClaim,
)


def meaning_of_answer(form: NamingQuestion | AttributeQuestion, answer: str) -> Predicate | None:
    """What an answer says of the object asked about; None where it is no such word."""
    chosen = chosen_option(form.options, answer)
    if chosen is not None and not isinstance(chosen.meaning, SurroundingsClaim):
        return chosen.meaning
    words = answer.strip().lower()
    if isinstance(form, NamingQuestion):
        return TERMS.entries.get(words) or TERMS.entries.get(simplify_answer(answer))
    if form.category == "text":
        return Quality("text", words)
    quality = QUALITIES.entries.get(words)
    of_category = {"action": ("action", "pose")}.get(form.category, (form.category,))
    return quality if quality is not None and quality.category in of_category else None


def chosen_option(options: tuple[AnswerOption, ...], answer: str) -> AnswerOption | None:
    """The option that an answer picks."""
    return next((option for option in options if are_same_answer(option.said, answer)), None)
