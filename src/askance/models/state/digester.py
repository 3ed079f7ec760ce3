"""The digest of any value: simple ones, containers, paths, arrays, code, and whatever can be pickled."""

import copyreg
import functools
import threading
from collections import deque
from collections.abc import Callable, Iterable
from enum import Enum
from inspect import getattr_static
from pathlib import Path, PurePath
from types import (
    BuiltinFunctionType,
    CellType,
    ClassMethodDescriptorType,
    CodeType,
    FunctionType,
    MappingProxyType,
    MethodDescriptorType,
    MethodType,
    MethodWrapperType,
    ModuleType,
    WrapperDescriptorType,
)
from typing import Any

import numpy as np
from askance.core.digest import file_digest
from askance.models.state.arrays import add_array, add_tensor, is_tensor
from askance.models.state.code import add_class, add_code, add_function, add_module
from askance.models.state.files import TooMany, contents, named_file, stamp
from askance.models.state.stream import StateParts, Stream

MOST = 2_000_000  # values in one state; more take too long
FINGERPRINT = "fingerprint"
Write = Callable[["Digester", Any], None]


class Digester:
    """Writes values to a stream; the same value in another process is written alike."""

    def __init__(self, parent: "Digester | None" = None):
        self.stream = Stream()
        self.found: StateParts = StateParts() if parent is None else parent.found
        self._parent = parent
        self._path: list[str] = [] if parent is None else parent._path
        self._known: dict[int, int] = {}  # id → number, in the order in which objects are met
        self._later: deque[tuple[list[str], Write, object]] = deque()
        self._kept: list[object] = []  # alive, so that no other object gets the id of one that is known

    def add(self, value: object, label: str = "") -> None:
        """Write a value; what cannot be digested is noted under its label, and the rest goes on."""
        if label:
            self._path.append(label)
        try:
            self._add(value)
        finally:
            if label:
                self._path.pop()

    def is_new(self, value: object) -> bool:
        """Whether an object is met for the first time; later ones are written as a reference to it."""
        if self._number(value) is not None:
            return False
        self._known[id(value)] = self._count()
        self._kept.append(value)
        return True

    def undigested(self, value: object, why: str = "") -> None:
        """Note that something could not be digested."""
        name = f"{type(value).__module__}.{type(value).__qualname__}".removeprefix("builtins.")
        self.stream.put("undigested", name)
        where = ".".join(self._path).replace(".[", "[")
        self.found.undigested.append(f"{where} ({why or name})" if where else why or name)

    def _number(self, value: object) -> int | None:
        own = self._known.get(id(value))
        return own if own is not None or self._parent is None else self._parent._number(value)

    def _count(self) -> int:
        return len(self._known) + (0 if self._parent is None else self._parent._count())

    def _add(self, value: object) -> None:
        self.found.values += 1
        simple = SIMPLE.get(type(value))
        if simple is not None:
            simple(self, value)
        elif not self.is_new(value):
            self.stream.put("again", str(self._number(value)))
        elif self.found.values > MOST:
            self.undigested(value, f"more than {MOST:,} values")
        else:
            write = EXACT.get(type(value)) or next((write for kind, write in KINDS if isinstance(value, kind)), None)
            (write or _add_object)(self, value)

    def later(self, write: Write, value: object) -> None:
        """Write what follows from a value at the end: functions call one another too deep for recursion."""
        self._later.append((list(self._path), write, value))

    def digest(self) -> bytes:
        """The digest of all that was added."""
        while self._later:
            path, write, value = self._later.popleft()
            self._path[:], before = path, list(self._path)
            self.stream.put("later", str(self._number(value)))
            write(self, value)
            self._path[:] = before
        return self.stream.digest()

    def keep(self, value: object) -> None:
        """Keep a temporary value alive, and with it the ids of its parts."""
        self._kept.append(value)


def _add_plain(into: Digester, value: object) -> None:
    into.stream.put(type(value).__name__, repr(value))


def _add_bytes(into: Digester, value: Any) -> None:
    into.stream.put(type(value).__name__, bytes(value))


def _add_text(into: Digester, text: Any) -> None:
    """A text, and the content of the file that it names, if there is one: it may be a checkpoint."""
    into.stream.put("text", text)
    file = named_file(text)
    if file is not None:
        _add_file(into, file)


def _add_path(into: Digester, path: PurePath) -> None:
    """The content of a file or of a folder's files, under their names; of what is not there the path."""
    try:
        files = contents(Path(path))
    except TooMany as error:
        into.undigested(path, f"{path} {error}")
        return
    into.stream.put("path", "" if files else str(path), str(len(files)))
    for name, file in files:
        into.stream.put("file", name)
        _add_file(into, file)


def _add_file(into: Digester, file: Path) -> None:
    try:
        into.stream.put("content", file_digest(file))
        into.found.files[file] = stamp(file)
    except OSError as error:
        into.undigested(file, f"{file}: {error.strerror}")


def _add_sequence(into: Digester, values: Any) -> None:
    into.stream.put(type(values).__name__, str(len(values)))
    for index, value in enumerate(values):
        into.add(value, f"[{index}]")


def _add_mapping(into: Digester, values: Any) -> None:
    into.stream.put("dict", str(len(values)))
    for key, value in values.items():
        into.add(key)
        into.add(value, f"[{key!r}]" if isinstance(key, str | int) else "")


def _add_attributes(into: Digester, values: dict[str, object]) -> None:
    """An object's attributes; their order says nothing."""
    into.stream.put("attributes", str(len(values)))
    for name, value in sorted(values.items()):
        into.stream.put("attribute", name)
        into.add(value, name)


def _add_unordered(into: Digester, values: Iterable[object]) -> None:
    """Values whose order differs between processes."""
    digests = []
    for value in values:
        own = Digester(into)
        own.add(value)
        digests.append(own.digest())
    into.stream.put("set", *sorted(digests))


def _add_parts(*names: str) -> Write:
    """What a wrapper is made of, by the names of these attributes."""

    def add(into: Digester, value: Any) -> None:
        into.stream.put(type(value).__name__)
        for name in names:
            into.add(getattr(value, name))

    return add


def _add_cached(into: Digester, function: Any) -> None:
    into.stream.put("cached", repr(sorted(function.cache_parameters().items())))
    into.add(function.__wrapped__)


def _add_bound(into: Digester, function: Any) -> None:
    """A function written in C, with what it is bound to: its module, or an object."""
    into.stream.put("bound", function.__qualname__)
    into.add(function.__self__)


def _add_descriptor(into: Digester, value: Any) -> None:
    into.stream.put("descriptor", value.__objclass__.__qualname__, value.__name__)


def _add_member(into: Digester, value: Enum) -> None:
    into.stream.put("member", value.name)
    into.add(type(value))
    into.add(value.value)


def _add_cell(into: Digester, cell: CellType) -> None:
    """A variable of a closure; one that is not filled yet is empty."""
    into.stream.put("cell")
    try:
        into.add(cell.cell_contents)
    except ValueError:
        into.stream.put("empty")


def _add_nothing(into: Digester, value: object) -> None:
    into.stream.put(type(value).__name__)


def _add_function(into: Digester, function: FunctionType) -> None:
    if not _has_fingerprint(into, function):
        into.stream.put("function")
        into.later(add_function, function)


def _add_class(into: Digester, kind: type) -> None:
    into.stream.put("class")
    into.later(add_class, kind)


def _has_fingerprint(into: Digester, value: object) -> bool:
    """Write what the author says decides an object's answers; False where nothing is said."""
    given = getattr(value, FINGERPRINT, None) if getattr_static(value, FINGERPRINT, None) is not None else None
    if not isinstance(given, str) or not given:
        return False
    into.stream.put(FINGERPRINT, f"{type(value).__module__}.{type(value).__qualname__}", given)
    return True


def _add_object(into: Digester, value: object) -> None:
    """By its own fingerprint, or by all that pickle would keep of it."""
    try:
        if _has_fingerprint(into, value):
            return
        if is_tensor(value):
            add_tensor(into, value)
            return
        registered = copyreg.dispatch_table.get(type(value))
        reduced: Any = registered(value) if registered else value.__reduce_ex__(4)
    except Exception:  # an object may raise anything here
        into.undigested(value)
        return
    into.keep(reduced)
    if isinstance(reduced, str):
        into.stream.put("named", f"{type(value).__module__}.{type(value).__qualname__}", reduced)
    else:
        _add_reduced(into, *reduced)


def _add_reduced(
    into: Digester, make: object, args: tuple[Any, ...], state: Any = None, items: Any = None, pairs: Any = None,
    setter: object = None,
) -> None:  # fmt: skip
    """What pickle would make an object of."""
    into.stream.put("object", str(len(args)))
    into.add(make)
    for arg in args:
        into.add(arg)
    into.add(setter)
    for part in state if type(state) is tuple and len(state) == 2 else (state,):  # attributes, and slots
        if type(part) is dict and all(isinstance(name, str) for name in part):
            _add_attributes(into, part)
        else:
            into.add(part)
    _add_sequence(into, list(items or ()))
    _add_sequence(into, list(pairs or ()))


SIMPLE: dict[type, Write] = {
    **dict.fromkeys((type(None), bool, int, float, complex, range, type(...), type(NotImplemented)), _add_plain),
    **dict.fromkeys((bytes, bytearray), _add_bytes),
    str: _add_text,
}
EXACT: dict[type, Write] = {  # a subclass of these may hold more
    **dict.fromkeys((list, tuple), _add_sequence),
    **dict.fromkeys((dict, MappingProxyType), _add_mapping),
    **dict.fromkeys((set, frozenset), _add_unordered),
    **dict.fromkeys((np.ndarray, np.memmap), add_array),
    **dict.fromkeys((type(threading.Lock()), type(threading.RLock())), _add_nothing),  # they decide no answer
    FunctionType: _add_function,
    MethodType: _add_parts("__func__", "__self__"),
    CellType: _add_cell,
    CodeType: add_code,
    property: _add_parts("fget", "fset", "fdel"),
    classmethod: _add_parts("__func__"),
    staticmethod: _add_parts("__func__"),
    **dict.fromkeys((BuiltinFunctionType, MethodWrapperType), _add_bound),
    **dict.fromkeys((MethodDescriptorType, WrapperDescriptorType, ClassMethodDescriptorType), _add_descriptor),
    type(functools.cache(len)): _add_cached,
}
KINDS: tuple[tuple[type, Write], ...] = (
    (type, _add_class),
    (ModuleType, add_module),
    (PurePath, _add_path),
    (Enum, _add_member),
)
