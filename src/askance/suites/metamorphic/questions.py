"""What the questions of `metamorphic` ask about, and how they are worded."""

from typing import Literal

import msgspec
from askance.wording.counting import COUNTS, REVERSALS, any_or_none, how_many

Kind = Literal["object", "property"]
Present = Literal["none", "one", "both"]  # the paper's cases 1, 2, 3
KINDS: tuple[Kind, ...] = ("object", "property")


class Target(msgspec.Struct, frozen=True):
    """One object asked about: a class by its singular name, perhaps with a property of a category."""

    name: str
    property: str | None = None
    category: str | None = None  # color, pose or action


class Pair(msgspec.Struct, frozen=True):
    """Two objects counted together: two classes, or one class with two properties; `case`: which are there."""

    kind: Kind
    first: Target
    second: Target
    case: Present


class Single(msgspec.Struct, frozen=True):
    """One object whose presence is asked for and then denied."""

    kind: Kind
    target: Target
    present: bool


def count_question(targets: tuple[Target, ...], phrasing: int) -> str:
    """How many of one or two objects there are; phrasings are numbers below `len(COUNTS)`."""
    return how_many([(target.name, target.property) for target in targets], phrasing)


def any_question(target: Target, phrasing: int) -> str:
    """Whether there is any; phrasings are numbers below `len(REVERSALS)`."""
    return any_or_none(target.name, target.property, phrasing)[0]


def no_question(target: Target, phrasing: int) -> str:
    """Whether there is none, in the same phrasing."""
    return any_or_none(target.name, target.property, phrasing)[1]


__all__ = [
    "COUNTS",
    "KINDS",
    "REVERSALS",
    "Kind",
    "Pair",
    "Present",
    "Single",
    "Target",
    "any_question",
    "count_question",
    "no_question",
]
