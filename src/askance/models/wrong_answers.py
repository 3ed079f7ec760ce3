"""Answers that are really wrong, and of the right kind."""

from askance.core import Choose, Readout, Score
from askance.models.oracle import Found, matches_any_answer
from askance.wording.understand import AttributeQuestion, CountQuestion, Form, NamingQuestion, YesNoQuestion
from askance.wording.world_attributes import CATEGORIES, SURROUNDINGS, answer_for_value
from askance.wording.world_nouns import NOUNS

_WORDS = ("STOP", "EXIT", "SALE")


def make_wrong_answer(form: Form, found: Found, readout: Readout) -> Found:
    """One wrong answer: the other of yes and no, a number too high by one, another option, value or class."""
    if isinstance(readout, Choose):
        return _first_untrue(_sort_options(readout.options), found)
    if isinstance(readout, Score) and not matches_any_answer(readout.answer, found):
        return (readout.answer,)
    if isinstance(form, YesNoQuestion):
        return ("no" if found[0] == "yes" else "yes",)
    if isinstance(form, CountQuestion):
        return (str(int(found[0]) + 1 if found[0].isdigit() else 1),)
    if form.options:
        others = tuple(option.said for option in form.options)
        if not all(matches_any_answer(other, found) for other in others):
            return _first_untrue(_sort_options(others), found)
    return _first_untrue(_answers_of_same_kind(form, found[0]), found)


def _answers_of_same_kind(form: Form, answer: str) -> tuple[str, ...]:
    """Every answer of the kind that a question asks for, from the one after the given answer on."""
    kinds: tuple[str, ...] = _WORDS
    if isinstance(form, NamingQuestion):
        kinds = tuple(NOUNS)
    elif isinstance(form, AttributeQuestion) and form.category != "text":
        kinds = tuple(answer_for_value(value) for value in CATEGORIES.get(form.category, ()))
        kinds = (
            tuple(answer_for_value(value) for value in CATEGORIES["pose"]) if answer in CATEGORIES["pose"] else kinds
        )
    elif not isinstance(form, AttributeQuestion | YesNoQuestion | CountQuestion):
        kinds = SURROUNDINGS[form.category]
    start = kinds.index(answer) + 1 if answer in kinds else 0
    return kinds[start:] + kinds[:start]


def _sort_options(options: tuple[str, ...]) -> tuple[str, ...]:
    """The options by alphabet, so that a wrong choice does not depend on their order in the question."""
    return tuple(sorted(options, key=str.casefold))


def _first_untrue(candidates: tuple[str, ...], found: Found) -> Found:
    """The first candidate that is not true; where all are true, "none"."""
    return (next((one for one in candidates if not matches_any_answer(one, found)), "none"),)
