"""The table of templates: stems × places × ways to say a relation.

`{verb slot}` agrees with a slot, `{determiner slot}` says it, `{where}` and `{pic}` are filled when the table is read.
The first stem with its first place is the plain wording of its type.
"""

from typing import NamedTuple


class QuestionStem(NamedTuple):
    """A wording, its negation where it has one, its places without and with a relation, and how that may be said."""

    name: str
    text: str
    negation: str = ""
    places: tuple[str, ...] = ("",)
    related_places: tuple[str, ...] = ("",)
    clauses: tuple[str, ...] = ("short", "full")


_SEEN = ("in this picture", "in the image", "anywhere in the photo")
_OR_NOT = ("", "in this picture", "in the image")
_HERE = ("", "in this picture")
_PICTURES = ("this picture", "the image", "the photo")


def _verification_stem(name: str, text: str, negation: str) -> QuestionStem:
    """A stem of Q1: in every place, without and with a relation."""
    places = _PICTURES if "{pic}" in text else _SEEN
    return QuestionStem(name, text, negation, places, places)


_LISTS = {
    "{both}": "both {some first} and {some second}",
    "{either}": "either {some first} or {some second}",
    "{neither}": "neither {some first} nor {some second}",
    "{is}": "{is first}",
}


def _two_argument_stem(name: str, text: str, negation: str) -> QuestionStem:
    """A stem of Q2 or Q3: in every place, never with a relation."""
    for mark, words in _LISTS.items():
        text, negation = text.replace(mark, words), negation.replace(mark, words)
    return QuestionStem(name, text, negation, _PICTURES if "{pic}" in text else _OR_NOT, ())


STEMS: dict[str, tuple[QuestionStem, ...]] = {
    "Q1": (
        _verification_stem("there", "{is obj} there {a obj} {where}?", "{is obj} there {no obj} {where}?"),
        _verification_stem("see", "Do you see {a obj} {where}?", "Do you see {no obj} {where}?"),
        _verification_stem(
            "look",
            "Does it look like there {is obj} {some obj} {where}?",
            "Does it look like there {is obj} {no obj} {where}?",
        ),
        _verification_stem(
            "true",
            "Is it true that there {is obj} {some obj} {where}?",
            "Is it false that there {is obj} {some obj} {where}?",
        ),
        _verification_stem("contain", "Does {pic} contain {a obj}?", "Does {pic} lack {some obj}?"),
        _verification_stem(
            "found", "Can {a obj} be found {where}?", "Would you say that there {is obj} {no obj} {where}?"
        ),
    ),
    "Q2": (
        _two_argument_stem("both", "{is} there {both} {where}?", "Is it untrue that there {is} {both} {where}?"),
        _two_argument_stem(
            "there", "{is} there {some first} and {some second} {where}?", "Is it false that there {is} {both} {where}?"
        ),
        _two_argument_stem(
            "see", "Do you see {both} {where}?", "Would it be wrong to say that there {is} {both} {where}?"
        ),
        _two_argument_stem(
            "show", "Does {pic} show {both}?", "Would it be false to say that there {is} {both} in {pic}?"
        ),
        _two_argument_stem(
            "true", "Is it true that there {is} {both} {where}?", "Is it incorrect that there {is} {both} {where}?"
        ),
        _two_argument_stem(
            "say", "Would you say that there {is} {both} {where}?", "Would you say that there {is} not {both} {where}?"
        ),
    ),
    "Q3": (
        _two_argument_stem(
            "there", "{is} there {a first} or {a second} {where}?", "{is} there {no first} and {no second} {where}?"
        ),
        _two_argument_stem("either", "{is} there {either} {where}?", "{is} there {neither} {where}?"),
        _two_argument_stem("see", "Do you see {either} {where}?", "Do you see {neither} {where}?"),
        _two_argument_stem("show", "Does {pic} show {either}?", "Does {pic} show {neither}?"),
        _two_argument_stem(
            "true", "Is it true that there {is} {either} {where}?", "Is it false that there {is} {either} {where}?"
        ),
        _two_argument_stem(
            "say",
            "Would you say that there {is} {some first} or {some second} {where}?",
            "Would you say that there {is} {neither} {where}?",
        ),
    ),
    "Q4": tuple(
        QuestionStem(name, text, places=_OR_NOT)
        for name, text in (
            ("is", "{is obj} {the obj} {where} {attribute}?"),
            ("appear", "{does obj} {the obj} {where} appear to be {attribute}?"),
            ("say", "Would you say that {the obj} {where} {is obj} {attribute}?"),
            ("think", "Do you think that {the obj} {where} {is obj} {attribute}?"),
            ("seem", "Does it seem that {the obj} {where} {is obj} {attribute}?"),
        )
    ),
    "Q5": (
        QuestionStem("is", "{is obj} {the obj} {where} {choices}?", places=_HERE),
        QuestionStem("call", "What would you call {the obj} {where}, {choices}?", places=_HERE),
        QuestionStem("think", "Do you think that {the obj} {where} {is obj} {choices}?", places=_HERE),
        QuestionStem("say", "Would you say that {the obj} {where} {is obj} {choices}?", places=_HERE),
        QuestionStem("what", "What {is obj} {the obj} {where}, {choices}?"),
        QuestionStem("these", "Which of these {is obj} {the obj} {where}, {choices}?"),
        QuestionStem("described", "{is obj} {the obj} {where} best described as {choices}?"),
    ),
    "Q6": (
        QuestionStem("is", "{is obj} {the obj} {where} {choices}?", places=_HERE),
        QuestionStem("what", "What {category} {is obj} {the obj} {where}, {choices}?", places=_HERE),
        QuestionStem("which", "Which {category} {is obj} {the obj} {where}, {choices}?", places=_HERE),
        QuestionStem("of", "What is the {category} of {the obj} {where}, {choices}?", places=_HERE),
        QuestionStem("its", "Is the {category} of {the obj} {where} {choices}?", places=_HERE),
        QuestionStem("say", "Would you say that {the obj} {where} {is obj} {choices}?", places=_HERE),
        QuestionStem("appear", "{does obj} {the obj} {where} appear to be {choices}?", places=_HERE),
        QuestionStem("have", "What {category} {does obj} {the obj} {where} have, {choices}?", places=_HERE),
        QuestionStem(
            "describe", "How would you describe the {category} of {the obj} {where}, {choices}?", places=_HERE
        ),
        QuestionStem(
            "best", "Which {category} best describes {the obj} {where}, {choices}?", places=_HERE, clauses=("short",)
        ),
    ),
    "Q7": (
        QuestionStem("is", "{is obj} {the obj} {where} {choices}?", places=_HERE),
        QuestionStem("doing", "What {is obj} {the obj} {where} doing, {choices}?", places=_HERE),
        QuestionStem("what", "What {category} {is obj} {the obj} {where} {doing}, {choices}?"),
        QuestionStem(
            "here", "In this picture, what {category} {is obj} {the obj} {doing}, {choices}?", related_places=()
        ),
        QuestionStem(
            "which", "Which {category} would you say {the obj} {where} {is obj} {doing}, {choices}?", places=_HERE
        ),
        QuestionStem("say", "Would you say that {the obj} {where} {is obj} {choices}?", places=_HERE),
        QuestionStem("think", "Do you think that {the obj} {where} {is obj} {choices}?", places=_HERE),
        QuestionStem("seem", "{does obj} {the obj} {where} seem to be {choices}?", places=_HERE),
    ),
}
