"""What the questions of `metamorphic` ask about, and how they are worded."""

from typing import Literal

import msgspec
from askance.wording.counting_questions import COUNTS, REVERSALS, any_and_none_questions, how_many_question

Kind = Literal["object", "property"]
Present = Literal["none", "one", "both"]  # the paper's cases 1, 2, 3
KINDS: tuple[Kind, ...] = ("object", "property")


class QuestionTarget(msgspec.Struct, frozen=True):
    """One object asked about: a class by its singular name, perhaps with a property of a category."""

    name: str
    property: str | None = None
    category: str | None = None  # color, pose or action


class TargetPair(msgspec.Struct, frozen=True):
    """Two objects counted together: two classes, or one class with two properties; `case`: which are there."""

    kind: Kind
    first: QuestionTarget
    second: QuestionTarget
    case: Present


class SingleTarget(msgspec.Struct, frozen=True):
    """One object whose presence is asked for and then denied."""

    kind: Kind
    target: QuestionTarget
    present: bool


def count_question_text(targets: tuple[QuestionTarget, ...], phrasing: int) -> str:
    """How many of one or two objects there are; phrasings are numbers below `len(COUNTS)`."""
    return how_many_question([(target.name, target.property) for target in targets], phrasing)


def any_question_text(target: QuestionTarget, phrasing: int) -> str:
    """Whether there is any; phrasings are numbers below `len(REVERSALS)`."""
    return any_and_none_questions(target.name, target.property, phrasing)[0]


def none_question_text(target: QuestionTarget, phrasing: int) -> str:
    """Whether there is none, in the same phrasing."""
    return any_and_none_questions(target.name, target.property, phrasing)[1]


__all__ = [
    "COUNTS",
    "KINDS",
    "REVERSALS",
    "Kind",
    "Present",
    "QuestionTarget",
    "SingleTarget",
    "TargetPair",
    "any_question_text",
    "count_question_text",
    "none_question_text",
]
