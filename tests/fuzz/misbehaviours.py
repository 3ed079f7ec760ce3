"""What models do instead of answering "no": values, exceptions, shapes of a batch, and identities; each with a name."""

import asyncio
import datetime
import decimal
import enum
import itertools
import weakref
from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from askance.core import Answer, TemporaryError, UserError
from PIL import Image

FAILED, REFUSED = object(), object()  # what becomes of the query: else the text that is stored
RIGHT = "no"


class Raising:
    """Every way to look at it raises."""

    def __str__(self) -> str:
        raise ValueError("no text")

    __repr__ = __len__ = __iter__ = __bool__ = __eq__ = __hash__ = __float__ = __int__ = __index__ = __str__


class RaisingText(str):
    __slots__ = ()
    __str__ = __len__ = __iter__ = __eq__ = __repr__ = __format__ = encode = Raising.__str__
    __hash__ = None


class Liar:
    @property
    def __class__(self) -> type:
        raise RuntimeError("no class")


class Anything:
    def __getattr__(self, name: str) -> Any:
        return self

    def __call__(self, *args: Any, **more: Any) -> Any:
        return self


class Color(str, enum.Enum):  # noqa: UP042  as people write it
    NO = "no"


class Special(Answer, frozen=True):
    more: str = ""


async def later() -> str:
    return RIGHT


async def stream() -> Any:
    yield RIGHT


def words() -> Any:
    yield RIGHT


def nested(depth: int) -> list[Any]:
    made: list[Any] = []
    for _ in range(depth):
        made = [made]
    return made


def dead() -> Any:
    class Short:
        pass

    return weakref.proxy(Short())


VALUES: dict[str, tuple[Callable[[], Any], Any]] = {
    "numpy str": (lambda: np.str_("no"), "no"),
    "numpy bytes": (lambda: np.bytes_(b"no"), "no"),
    "bytes": (lambda: b"no", "no"),
    "bytearray": (lambda: bytearray(b"no"), "no"),
    "memoryview": (lambda: memoryview(b"no"), "no"),
    "bytes with an accent": (lambda: "é".encode(), "é"),
    "bytes that are not UTF-8": (lambda: b"\xff\xfe", FAILED),
    "10 MB of bytes": (lambda: b"no " * 3_500_000, FAILED),
    "10 MB of text": (lambda: "no " * 3_500_000, FAILED),
    "one character too many": (lambda: "x" * 1_000_001, FAILED),
    "200 kB of text": (lambda: "no " * 66_000, "no " * 66_000),
    "200 kB of open tags": (lambda: "<think>" * 30_000, "<think>" * 30_000),
    "NUL": (lambda: "no\0", "no\0"),
    "only NUL": (lambda: "\0", "\0"),
    "a lone surrogate": (lambda: "no\ud800", "no\ufffd"),
    "a surrogate pair": (lambda: "\ud83d\ude00", "😀"),
    "ANSI escapes": (lambda: "\x1b[2J\x1b[31mno\x1b[0m", "\x1b[2J\x1b[31mno\x1b[0m"),
    "bidi controls": (lambda: "\u202eno\u2066", "\u202eno\u2066"),
    "C1 controls": (lambda: "\x9bno\x85", "\x9bno\x85"),
    "rich markup": (lambda: "[bold]no[/red]", "[bold]no[/red]"),
    "a script": (lambda: "<script>alert(1)</script>", "<script>alert(1)</script>"),
    "a formula": (lambda: "=1+1", "=1+1"),
    "empty text": (lambda: "", ""),
    "white space": (lambda: " \n\t ", " \n\t "),
    "int": (lambda: 3, "3"),
    "zero": (lambda: 0, "0"),
    "negative int": (lambda: -7, "-7"),
    "huge int": (lambda: 10**6000, FAILED),
    "True": (lambda: True, "yes"),
    "False": (lambda: False, "no"),
    "numpy bool": (lambda: np.bool_(False), "no"),
    "numpy int": (lambda: np.int64(3), "3"),
    "whole float": (lambda: 3.0, "3"),
    "float": (lambda: 2.5, "2.5"),
    "numpy float": (lambda: np.float32(0.1), "0.1"),
    "numpy half": (lambda: np.float16(0.5), "0.5"),
    "NaN": (lambda: float("nan"), FAILED),
    "infinity": (lambda: float("-inf"), FAILED),
    "numpy NaN": (lambda: np.float64("nan"), FAILED),
    "complex": (lambda: 1j, FAILED),
    "Decimal": (lambda: decimal.Decimal(3), FAILED),
    "None": (lambda: None, FAILED),
    "Ellipsis": (lambda: ..., FAILED),
    "NotImplemented": (lambda: NotImplemented, FAILED),
    "list": (lambda: ["no"], FAILED),
    "empty list": (list, FAILED),
    "tuple": (lambda: ("no", 0.9), FAILED),
    "dict": (lambda: {"text": "no"}, FAILED),
    "set": (lambda: {"no"}, FAILED),
    "deep list": (lambda: nested(50_000), FAILED),
    "range": (lambda: range(10**18), FAILED),
    "numpy array without dimensions": (lambda: np.array("no"), "no"),
    "numpy array": (lambda: np.array(["no"]), FAILED),
    "numpy object array": (lambda: np.array(Raising(), dtype=object), FAILED),
    "object": (object, FAILED),
    "function": (lambda: words, FAILED),
    "class": (lambda: str, FAILED),
    "module": (lambda: asyncio, FAILED),
    "exception as a value": (lambda: ValueError("no"), FAILED),
    "generator": (words, FAILED),
    "coroutine": (later, RIGHT),
    "async generator": (stream, FAILED),
    "path": (lambda: Path("no"), FAILED),
    "date": (lambda: datetime.date(2026, 1, 1), FAILED),
    "image": (lambda: Image.new("RGB", (2, 2)), FAILED),
    "text enum": (lambda: Color.NO, "no"),
    "text whose methods raise": (lambda: RaisingText("no"), "no"),
    "object whose methods raise": (Raising, FAILED),
    "object without a class": (Liar, FAILED),
    "object with every attribute": (Anything, FAILED),
    "dead proxy": (dead, FAILED),
    "Answer without text": (Answer, FAILED),
    "Answer with a score alone": (lambda: Answer(score=0.5), FAILED),
    "Answer with a number": (lambda: Answer(text=5), "5"),
    "Answer with bytes": (lambda: Answer(text=b"no"), "no"),
    "Answer with numpy text": (lambda: Answer(text=np.str_("no")), "no"),
    "Answer with a list": (lambda: Answer(text=["no"]), FAILED),
    "Answer with 10 MB": (lambda: Answer(text="x" * 10_000_000), FAILED),
    "Answer with a surrogate": (lambda: Answer(text="no\udc80"), "no\ufffd"),
    "Answer of a subclass": (lambda: Special(text="no", more="x"), "no"),
    "status unknown": (lambda: Answer(status="maybe", text="no"), FAILED),
    "status None": (lambda: Answer(status=None, text="no"), FAILED),
    "status a list": (lambda: Answer(status=["ok"], text="no"), FAILED),
    "failed without a reason": (lambda: Answer(status="failed", temporary=True), FAILED),
    "failed with a number as reason": (lambda: Answer(status="failed", reason=5, temporary=True), FAILED),
    "failed with a surrogate": (lambda: Answer(status="failed", reason="\ud800", temporary=1), FAILED),
    "failed with 1 MB": (lambda: Answer(status="failed", reason="x" * 10**6, temporary=True), FAILED),
    "refused": (lambda: Answer(status="refused", text="no"), REFUSED),
    "ok yet temporary": (lambda: Answer(text="no", temporary=True), "no"),
    "numpy score": (lambda: Answer(text="no", score=np.float32(0.5)), "no"),
    "score above 1 by rounding": (lambda: Answer(text="no", score=np.float32(1.0000001)), "no"),
    "NaN score": (lambda: Answer(text="no", score=float("nan")), FAILED),
    "infinite score": (lambda: Answer(text="no", score=float("inf")), FAILED),
    "score above 1": (lambda: Answer(text="no", score=7), FAILED),
    "score as text": (lambda: Answer(text="no", score="0.5"), FAILED),
    "score True": (lambda: Answer(text="no", score=True), FAILED),
    "score of an array": (lambda: Answer(text="no", score=np.ones(3)), FAILED),
    "top with numpy numbers": (lambda: Answer(text="no", top=[(np.str_("no"), np.float32(0.5))]), "no"),
    "top as a dict": (lambda: Answer(text="no", top={"no": 0.5}), "no"),
    "top None": (lambda: Answer(text="no", top=None), "no"),
    "top as text": (lambda: Answer(text="no", top="no"), FAILED),
    "top a number": (lambda: Answer(text="no", top=5), FAILED),
    "top NaN": (lambda: Answer(text="no", top=(("no", float("nan")),)), FAILED),
    "top that sums to 1.3": (lambda: Answer(text="no", top={"no": 0.9, "yes": 0.4}), FAILED),
    "top of single values": (lambda: Answer(text="no", top=(("no",),)), FAILED),
    "top without end": (lambda: Answer(text="no", top=itertools.repeat(("no", 0.0))), FAILED),
    "top that raises": (lambda: Answer(text="no", top=Raising()), FAILED),
    "reason not text": (lambda: Answer(text="no", reason=object()), FAILED),
}


class Own(BaseException):
    pass


class Mute(Exception):  # noqa: N818
    def __str__(self) -> str:
        raise SystemExit(4)


class Numbered(Exception):  # noqa: N818
    def __str__(self) -> int:
        return 5


class Demanding(Exception):  # noqa: N818
    def __init__(self, one: int, two: int):
        super().__init__(one)


def recursion(depth: int = 0) -> int:
    return recursion(depth + 1) + 1


def reading_the_terminal() -> str:
    raise EOFError("EOF when reading a line")


def in_a_group() -> None:
    raise BaseExceptionGroup("several", [KeyboardInterrupt(), ValueError("x")])


RAISED: dict[str, BaseException | Callable[[], Any]] = {
    "SystemExit": SystemExit(),
    "SystemExit 3": SystemExit(3),
    "SystemExit with text": SystemExit("bye"),
    "KeyboardInterrupt": KeyboardInterrupt(),
    "GeneratorExit": GeneratorExit(),
    "CancelledError": asyncio.CancelledError(),
    "BaseException of its own": Own("x"),
    "MemoryError": MemoryError(),
    "a real RecursionError": recursion,
    "RecursionError": RecursionError("maximum recursion depth exceeded"),
    "StopIteration": StopIteration("no"),
    "StopAsyncIteration": StopAsyncIteration(),
    "BaseExceptionGroup": in_a_group,
    "EOFError": reading_the_terminal,
    "AssertionError": AssertionError(),
    "NotImplementedError": NotImplementedError(),
    "ZeroDivisionError": lambda: 1 / 0,
    "OSError": OSError(28, "No space left on device"),
    "BrokenPipeError": BrokenPipeError(),
    "TimeoutError": TimeoutError(),
    "UnicodeDecodeError": lambda: b"\xff".decode(),
    "UnicodeEncodeError": lambda: "\ud800".encode(),
    "UserError": UserError("the model says so"),
    "Warning": UserWarning("careful"),
    "an exception without text": Exception(),
    "an exception whose text exits": Mute(),
    "an exception whose text is a number": Numbered(),
    "an exception with arguments": Demanding(1, 2),
    "an exception with 1 MB": RuntimeError("x" * 10**6),
    "an exception with a surrogate": RuntimeError("\ud800"),
    "an exception with escapes": RuntimeError("\x1b[31m\u202e[red]:smile:\n\r\0"),
}


# What a model raises for a query each time, though it says that it will go away.
TEMPORARY: dict[str, TemporaryError] = {
    "Temporary for ever": TemporaryError("busy", wait=0),
    "Temporary with text to wait": TemporaryError("busy", wait="long"),  # type: ignore[arg-type]
    "Temporary that waits NaN": TemporaryError("busy", wait=float("nan")),
    "Temporary that waits backwards": TemporaryError("busy", wait=-1),
}


def _halting(answers: list[Any], error: BaseException) -> Any:
    yield from answers[:-1]
    raise error


class Iterating(list):  # type: ignore[type-arg]
    def __iter__(self) -> Any:
        raise SystemExit(2)


class WrongLength(list):  # type: ignore[type-arg]
    def __len__(self) -> int:
        return 10**12


async def _all(answers: list[Any]) -> list[Any]:
    return answers


async def _each(answers: list[Any]) -> Any:
    for answer in answers:
        yield answer


# What a model returns for a batch in place of the list of its answers, and whether that is understood.
SHAPES: dict[str, tuple[Callable[[list[Any]], Any], bool]] = {
    "too few": (lambda answers: answers[:-1], False),
    "too many": (lambda answers: [*answers, answers[0]], False),
    "none": (lambda answers: [], False),
    "None for a batch": (lambda answers: None, False),
    "text for a batch": (lambda answers: "n" * len(answers), False),
    "bytes for a batch": (lambda answers: b"n" * len(answers), False),
    "dict for a batch": (lambda answers: dict(enumerate(answers)), False),
    "set for a batch": (lambda answers: {f"{place}" for place, _ in enumerate(answers)}, False),
    "one Answer for a batch": (lambda answers: answers[0], False),
    "a number for a batch": (lambda answers: len(answers), False),
    "nested lists": (lambda answers: [answers], False),
    "a coroutine for a batch": (_all, True),
    "an async generator for a batch": (_each, False),
    "a generator without end": (lambda answers: itertools.repeat("yes"), False),
    "a generator that raises": (lambda answers: _halting(answers, ValueError("x")), False),
    "a generator that exits": (lambda answers: _halting(answers, SystemExit(1)), False),
    "a list that exits": (Iterating, False),
    "a list with a wrong length": (WrongLength, True),
    "a generator": (iter, True),
    "a tuple for a batch": (tuple, True),
    "a deque for a batch": (deque, True),
    "plain texts": (lambda answers: [answer.text for answer in answers], True),
    "a numpy array for a batch": (lambda answers: np.array([answer.text for answer in answers]), True),
}


def _changing() -> Any:
    count = itertools.count()
    return property(lambda self: f"print {next(count)}")


def _raising(error: BaseException) -> Any:
    def get(self: Any) -> Any:
        raise error

    return property(get)


# Attributes of a model object that are refused before the first call, in one line.
IDENTITIES: dict[str, dict[str, Any]] = {
    "name None": {"name": None},
    "name empty": {"name": ""},
    "name a number": {"name": 5},
    "name with a surrogate": {"name": "\ud800"},
    "name that raises": {"name": _raising(RuntimeError("no name"))},
    "name that changes": {"name": _changing()},
    "fingerprint None": {"fingerprint": None},
    "fingerprint bytes": {"fingerprint": b"x"},
    "fingerprint that changes": {"fingerprint": _changing()},
    "fingerprint that raises": {"fingerprint": _raising(ValueError("x"))},
    "offers a list": {"supports": ["text"]},
    "offers None": {"supports": None},
    "offers numbers": {"supports": frozenset({1})},
    "offers that raise": {"supports": _raising(KeyError("x"))},
    "needs text": {"needs": "pixels"},
    "batch size 0": {"batch_size": 0},
    "batch size text": {"batch_size": "8"},
    "batch size None": {"batch_size": None},
    "at once 0": {"at_once": 0},
    "at once True": {"at_once": True},
    "at once a billion": {"at_once": 10**9},
}
