"""Raw text → what it says: yes/no, a number, a choice, a short answer, or a reason why not."""

from collections.abc import Callable
from typing import Any

from askance.core import Reading, UserError
from askance.core.registry import Registry
from askance.readings import alternatives as _alternatives
from askance.readings import answer_passage as _passage
from askance.readings import auto as _auto
from askance.readings import choice as _choice
from askance.readings import counts as _counted
from askance.readings import non_answers as _non_answers
from askance.readings import number as _number
from askance.readings import question_words as _echo
from askance.readings import reasoning as _thoughts
from askance.readings import short as _short
from askance.readings import unwrap as _plain
from askance.readings import yesno as _yesno
from askance.readings.auto import expected_answer_kind

__all__ = ["ALL_READINGS", "READINGS", "Reader", "expected_answer_kind", "parser_versions", "read"]

Reader = Callable[[str, str, tuple[str, ...]], Reading]  # text, question, options

READINGS: dict[str, Reader] = {
    "auto": _auto.read_by_question_kind,
    "choice": _choice.read_choice,
    "number": _number.read_number,
    "short": _short.read_short_answer,
    "yesno": _yesno.read_yes_no,
}
_PARTS = (
    _alternatives, _auto, _choice, _counted, _echo, _non_answers, _number, _passage, _plain, _short, _thoughts, _yesno,
)  # fmt: skip


def _check_reader(name: str, found: Any) -> Reader:
    if not callable(found):
        raise UserError(f"a {type(found).__name__} is no reading: give a function (text, question, options) -> Reading")
    return found  # type: ignore[no-any-return]


ALL_READINGS: Registry[Reader] = Registry("askance.readings", "reading", READINGS, _check_reader)


def read(kind: str, text: str, question: str = "", options: tuple[str, ...] = ()) -> Reading:
    """What a text says, read as this kind; a value of None means unreadable, and the reason says why."""
    return ALL_READINGS.find(kind)(text, question, options)


def parser_versions() -> str:
    """The versions of all parsers, for the store: readings made by another version are made again."""
    return " ".join(f"{part.__name__.rpartition('.')[2]}={part.VERSION}" for part in _PARTS)
