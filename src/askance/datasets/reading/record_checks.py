"""What every loader refuses, in one place: an id twice, an empty question, a question without an answer."""

from collections.abc import Callable, Iterable
from typing import Annotated

import msgspec
from askance.core import UserError

LONGEST_SIDE = 1_000_000  # pixels
FARTHEST = 10**9  # of any coordinate, in pixels
Side = Annotated[int, msgspec.Meta(ge=1, le=LONGEST_SIDE)]
Coordinate = Annotated[int, msgspec.Meta(ge=-FARTHEST, le=FARTHEST)]
Point = Annotated[float, msgspec.Meta(ge=-FARTHEST, le=FARTHEST)]
SHOWN = 60  # characters of a value


class UniqueIds:
    """Keys that may come once; `where` names the record of a number, and is called only for an error."""

    def __init__(self, field: str, where: Callable[[int], str], fix: str = "give each record an id of its own"):
        self._field, self._where, self._fix = field, where, fix
        self.numbers: dict[str, int] = {}

    def add(self, key: str, number: int) -> None:
        """Note the key of a record; raise where an earlier record has it."""
        first = self.numbers.setdefault(key, number)
        if first != number:
            raise duplicate_error(self._where(number), self._field, key, self._where(first), self._fix)


def duplicate_error(where: str, field: str, key: str, other: str, fix: str) -> UserError:
    """The error about a second record of one key."""
    return UserError(f"{where}: field {field}: {quote_short(key)} is also that of {other}: {fix}")


def check_id(where: str, key: str, field: str = "id") -> str:
    """An id that is not empty."""
    if not key.strip():
        raise UserError(f"{where}: field {field} is empty: give each record an id of its own")
    return key


def check_question(where: str, question: str, field: str = "question") -> str:
    """A question without the space around it; refused if nothing is left."""
    asked = question.strip()
    if not asked:
        raise UserError(f"{where}: field {field} is empty: write the question there, or remove the record")
    return asked


def check_answers(where: str, answers: Iterable[str], field: str = "answers") -> None:
    """Raise where none of the answers says anything."""
    if not any(map(str.strip, answers)):
        raise UserError(f"{where}: field {field} is empty: give at least one answer, or remove the record")


def quote_short(value: object, longest: int = SHOWN) -> str:
    """A value as an error shows it: quoted, and not longer than a line."""
    text = repr(value)
    return text if len(text) <= longest else f"{text[:longest]}…"
