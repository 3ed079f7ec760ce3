"""The table of templates: stems × places × ways to say a relation.

`{verb slot}` agrees with a slot, `{determiner slot}` says it, `{where}` and `{pic}` are filled when the table is read.
The first stem with its first place is the plain wording of its type.
"""

from typing import NamedTuple


class Stem(NamedTuple):
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


def _verifying(name: str, text: str, negation: str) -> Stem:
    """A stem of Q1: in every place, without and with a relation."""
    places = _PICTURES if "{pic}" in text else _SEEN
    return Stem(name, text, negation, places, places)


_LISTS = {
    "{both}": "both {some first} and {some second}",
    "{either}": "either {some first} or {some second}",
    "{neither}": "neither {some first} nor {some second}",
    "{is}": "{is first}",
}


def _joining(name: str, text: str, negation: str) -> Stem:
    """A stem of Q2 or Q3: in every place, never with a relation."""
    for mark, words in _LISTS.items():
        text, negation = text.replace(mark, words), negation.replace(mark, words)
    return Stem(name, text, negation, _PICTURES if "{pic}" in text else _OR_NOT, ())


STEMS: dict[str, tuple[Stem, ...]] = {
    "Q1": (
        _verifying("there", "{is obj} there {a obj} {where}?", "{is obj} there {no obj} {where}?"),
        _verifying("see", "Do you see {a obj} {where}?", "Do you see {no obj} {where}?"),
        _verifying(
            "look",
            "Does it look like there {is obj} {some obj} {where}?",
            "Does it look like there {is obj} {no obj} {where}?",
        ),
        _verifying(
            "true",
            "Is it true that there {is obj} {some obj} {where}?",
            "Is it false that there {is obj} {some obj} {where}?",
        ),
        _verifying("contain", "Does {pic} contain {a obj}?", "Does {pic} lack {some obj}?"),
        _verifying("found", "Can {a obj} be found {where}?", "Would you say that there {is obj} {no obj} {where}?"),
    ),
    "Q2": (
        _joining("both", "{is} there {both} {where}?", "Is it untrue that there {is} {both} {where}?"),
        _joining(
            "there", "{is} there {some first} and {some second} {where}?", "Is it false that there {is} {both} {where}?"
        ),
        _joining("see", "Do you see {both} {where}?", "Would it be wrong to say that there {is} {both} {where}?"),
        _joining("show", "Does {pic} show {both}?", "Would it be false to say that there {is} {both} in {pic}?"),
        _joining(
            "true", "Is it true that there {is} {both} {where}?", "Is it incorrect that there {is} {both} {where}?"
        ),
        _joining(
            "say", "Would you say that there {is} {both} {where}?", "Would you say that there {is} not {both} {where}?"
        ),
    ),
    "Q3": (
        _joining(
            "there", "{is} there {a first} or {a second} {where}?", "{is} there {no first} and {no second} {where}?"
        ),
        _joining("either", "{is} there {either} {where}?", "{is} there {neither} {where}?"),
        _joining("see", "Do you see {either} {where}?", "Do you see {neither} {where}?"),
        _joining("show", "Does {pic} show {either}?", "Does {pic} show {neither}?"),
        _joining(
            "true", "Is it true that there {is} {either} {where}?", "Is it false that there {is} {either} {where}?"
        ),
        _joining(
            "say",
            "Would you say that there {is} {some first} or {some second} {where}?",
            "Would you say that there {is} {neither} {where}?",
        ),
    ),
    "Q4": tuple(
        Stem(name, text, places=_OR_NOT)
        for name, text in (
            ("is", "{is obj} {the obj} {where} {attribute}?"),
            ("appear", "{does obj} {the obj} {where} appear to be {attribute}?"),
            ("say", "Would you say that {the obj} {where} {is obj} {attribute}?"),
            ("think", "Do you think that {the obj} {where} {is obj} {attribute}?"),
            ("seem", "Does it seem that {the obj} {where} {is obj} {attribute}?"),
        )
    ),
    "Q5": (
        Stem("is", "{is obj} {the obj} {where} {choices}?", places=_HERE),
        Stem("call", "What would you call {the obj} {where}, {choices}?", places=_HERE),
        Stem("think", "Do you think that {the obj} {where} {is obj} {choices}?", places=_HERE),
        Stem("say", "Would you say that {the obj} {where} {is obj} {choices}?", places=_HERE),
        Stem("what", "What {is obj} {the obj} {where}, {choices}?"),
        Stem("these", "Which of these {is obj} {the obj} {where}, {choices}?"),
        Stem("described", "{is obj} {the obj} {where} best described as {choices}?"),
    ),
    "Q6": (
        Stem("is", "{is obj} {the obj} {where} {choices}?", places=_HERE),
        Stem("what", "What {category} {is obj} {the obj} {where}, {choices}?", places=_HERE),
        Stem("which", "Which {category} {is obj} {the obj} {where}, {choices}?", places=_HERE),
        Stem("of", "What is the {category} of {the obj} {where}, {choices}?", places=_HERE),
        Stem("its", "Is the {category} of {the obj} {where} {choices}?", places=_HERE),
        Stem("say", "Would you say that {the obj} {where} {is obj} {choices}?", places=_HERE),
        Stem("appear", "{does obj} {the obj} {where} appear to be {choices}?", places=_HERE),
        Stem("have", "What {category} {does obj} {the obj} {where} have, {choices}?", places=_HERE),
        Stem("describe", "How would you describe the {category} of {the obj} {where}, {choices}?", places=_HERE),
        Stem("best", "Which {category} best describes {the obj} {where}, {choices}?", places=_HERE, clauses=("short",)),
    ),
    "Q7": (
        Stem("is", "{is obj} {the obj} {where} {choices}?", places=_HERE),
        Stem("doing", "What {is obj} {the obj} {where} doing, {choices}?", places=_HERE),
        Stem("what", "What {category} {is obj} {the obj} {where} {doing}, {choices}?"),
        Stem("here", "In this picture, what {category} {is obj} {the obj} {doing}, {choices}?", related_places=()),
        Stem("which", "Which {category} would you say {the obj} {where} {is obj} {doing}, {choices}?", places=_HERE),
        Stem("say", "Would you say that {the obj} {where} {is obj} {choices}?", places=_HERE),
        Stem("think", "Do you think that {the obj} {where} {is obj} {choices}?", places=_HERE),
        Stem("seem", "{does obj} {the obj} {where} seem to be {choices}?", places=_HERE),
    ),
}
