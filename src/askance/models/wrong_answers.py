"""Answers that are really wrong, and of the right kind."""

from askance.core import Choose, Readout, Score
from askance.models.oracle import Found, is_among
from askance.wording.attributes import CATEGORIES, SURROUNDINGS, stuff
from askance.wording.nouns import NOUNS
from askance.wording.understand import Attribute, Count, Form, Naming, Polar

_WORDS = ("STOP", "EXIT", "SALE")


def wrong_answers(form: Form, found: Found, readout: Readout) -> Found:
    """One wrong answer: the other of yes and no, a number too high by one, another option, value or class."""
    if isinstance(readout, Choose):
        return _first_other(_in_any_order(readout.options), found)
    if isinstance(readout, Score) and not is_among(readout.answer, found):
        return (readout.answer,)
    if isinstance(form, Polar):
        return ("no" if found[0] == "yes" else "yes",)
    if isinstance(form, Count):
        return (str(int(found[0]) + 1 if found[0].isdigit() else 1),)
    if form.options:
        others = tuple(option.said for option in form.options)
        if not all(is_among(other, found) for other in others):
            return _first_other(_in_any_order(others), found)
    return _first_other(_kind(form, found[0]), found)


def _kind(form: Form, answer: str) -> tuple[str, ...]:
    """Every answer of the kind that a question asks for, from the one after the given answer on."""
    kinds: tuple[str, ...] = _WORDS
    if isinstance(form, Naming):
        kinds = tuple(NOUNS)
    elif isinstance(form, Attribute) and form.category != "text":
        kinds = tuple(stuff(value) for value in CATEGORIES.get(form.category, ()))
        kinds = tuple(stuff(value) for value in CATEGORIES["pose"]) if answer in CATEGORIES["pose"] else kinds
    elif not isinstance(form, Attribute | Polar | Count):
        kinds = SURROUNDINGS[form.category]
    start = kinds.index(answer) + 1 if answer in kinds else 0
    return kinds[start:] + kinds[:start]


def _in_any_order(options: tuple[str, ...]) -> tuple[str, ...]:
    """The options by alphabet, so that a wrong choice does not depend on their order in the question."""
    return tuple(sorted(options, key=str.casefold))


def _first_other(candidates: tuple[str, ...], found: Found) -> Found:
    """The first candidate that is not true; where all are true, "none"."""
    return (next((one for one in candidates if not is_among(one, found)), "none"),)
