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
from askance.models.state.digest_stream import DigestStream, StateParts
from askance.models.state.files import TooManyFiles, file_named_by_text, file_stamp, list_files

MOST = 2_000_000  # values in one state; more take too long
FINGERPRINT = "fingerprint"
Write = Callable[["Digester", Any], None]


class Digester:
    """Writes values to a stream; the same value in another process is written alike."""

    def __init__(self, parent: "Digester | None" = None):
        self.stream = DigestStream()
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
            self._add_value(value)
        finally:
            if label:
                self._path.pop()

    def is_new(self, value: object) -> bool:
        """Whether an object is met for the first time; later ones are written as a reference to it."""
        if self._reference_number(value) is not None:
            return False
        self._known[id(value)] = self._count_known()
        self._kept.append(value)
        return True

    def note_undigested(self, value: object, why: str = "") -> None:
        """Note that something could not be digested."""
        name = f"{type(value).__module__}.{type(value).__qualname__}".removeprefix("builtins.")
        self.stream.write_node("undigested", name)
        where = ".".join(self._path).replace(".[", "[")
        self.found.undigested.append(f"{where} ({why or name})" if where else why or name)

    def _reference_number(self, value: object) -> int | None:
        own = self._known.get(id(value))
        return own if own is not None or self._parent is None else self._parent._reference_number(value)

    def _count_known(self) -> int:
        return len(self._known) + (0 if self._parent is None else self._parent._count_known())

    def _add_value(self, value: object) -> None:
        self.found.values += 1
        simple = SIMPLE.get(type(value))
        if simple is not None:
            simple(self, value)
        elif not self.is_new(value):
            self.stream.write_node("again", str(self._reference_number(value)))
        elif self.found.values > MOST:
            self.note_undigested(value, f"more than {MOST:,} values")
        else:
            write = EXACT.get(type(value)) or next((write for kind, write in KINDS if isinstance(value, kind)), None)
            (write or _add_object)(self, value)

    def add_later(self, write: Write, value: object) -> None:
        """Write what follows from a value at the end: functions call one another too deep for recursion."""
        self._later.append((list(self._path), write, value))

    def digest(self) -> bytes:
        """The digest of all that was added."""
        while self._later:
            path, write, value = self._later.popleft()
            self._path[:], before = path, list(self._path)
            self.stream.write_node("later", str(self._reference_number(value)))
            write(self, value)
            self._path[:] = before
        return self.stream.digest()

    def keep_alive(self, value: object) -> None:
        """Keep a temporary value alive, and with it the ids of its parts."""
        self._kept.append(value)


def _add_simple_value(into: Digester, value: object) -> None:
    into.stream.write_node(type(value).__name__, repr(value))


def _add_bytes(into: Digester, value: Any) -> None:
    into.stream.write_node(type(value).__name__, bytes(value))


def _add_text(into: Digester, text: Any) -> None:
    """A text, and the content of the file that it names, if there is one: it may be a checkpoint."""
    into.stream.write_node("text", text)
    file = file_named_by_text(text)
    if file is not None:
        _add_file(into, file)


def _add_path(into: Digester, path: PurePath) -> None:
    """The content of a file or of a folder's files, under their names; of what is not there the path."""
    try:
        files = list_files(Path(path))
    except TooManyFiles as error:
        into.note_undigested(path, f"{path} {error}")
        return
    into.stream.write_node("path", "" if files else str(path), str(len(files)))
    for name, file in files:
        into.stream.write_node("file", name)
        _add_file(into, file)


def _add_file(into: Digester, file: Path) -> None:
    try:
        into.stream.write_node("content", file_digest(file))
        into.found.files[file] = file_stamp(file)
    except OSError as error:
        into.note_undigested(file, f"{file}: {error.strerror}")


def _add_sequence(into: Digester, values: Any) -> None:
    into.stream.write_node(type(values).__name__, str(len(values)))
    for index, value in enumerate(values):
        into.add(value, f"[{index}]")


def _add_mapping(into: Digester, values: Any) -> None:
    into.stream.write_node("dict", str(len(values)))
    for key, value in values.items():
        into.add(key)
        into.add(value, f"[{key!r}]" if isinstance(key, str | int) else "")


def _add_attributes(into: Digester, values: dict[str, object]) -> None:
    """An object's attributes; their order says nothing."""
    into.stream.write_node("attributes", str(len(values)))
    for name, value in sorted(values.items()):
        into.stream.write_node("attribute", name)
        into.add(value, name)


def _add_unordered(into: Digester, values: Iterable[object]) -> None:
    """Values whose order differs between processes."""
    digests = []
    for value in values:
        own = Digester(into)
        own.add(value)
        digests.append(own.digest())
    into.stream.write_node("set", *sorted(digests))


def _add_named_attributes(*names: str) -> Write:
    """What a wrapper is made of, by the names of these attributes."""

    def add(into: Digester, value: Any) -> None:
        into.stream.write_node(type(value).__name__)
        for name in names:
            into.add(getattr(value, name))

    return add


def _add_cached(into: Digester, function: Any) -> None:
    into.stream.write_node("cached", repr(sorted(function.cache_parameters().items())))
    into.add(function.__wrapped__)


def _add_builtin_function(into: Digester, function: Any) -> None:
    """A function written in C, with what it is bound to: its module, or an object."""
    into.stream.write_node("bound", function.__qualname__)
    into.add(function.__self__)


def _add_descriptor(into: Digester, value: Any) -> None:
    into.stream.write_node("descriptor", value.__objclass__.__qualname__, value.__name__)


def _add_enum_member(into: Digester, value: Enum) -> None:
    into.stream.write_node("member", value.name)
    into.add(type(value))
    into.add(value.value)


def _add_cell(into: Digester, cell: CellType) -> None:
    """A variable of a closure; one that is not filled yet is empty."""
    into.stream.write_node("cell")
    try:
        into.add(cell.cell_contents)
    except ValueError:
        into.stream.write_node("empty")


def _add_type_only(into: Digester, value: object) -> None:
    into.stream.write_node(type(value).__name__)


def _add_function(into: Digester, function: FunctionType) -> None:
    if not _add_own_fingerprint(into, function):
        into.stream.write_node("function")
        into.add_later(add_function, function)


def _add_class(into: Digester, kind: type) -> None:
    into.stream.write_node("class")
    into.add_later(add_class, kind)


def _add_own_fingerprint(into: Digester, value: object) -> bool:
    """Write what the author says decides an object's answers; False where nothing is said."""
    given = getattr(value, FINGERPRINT, None) if getattr_static(value, FINGERPRINT, None) is not None else None
    if not isinstance(given, str) or not given:
        return False
    into.stream.write_node(FINGERPRINT, f"{type(value).__module__}.{type(value).__qualname__}", given)
    return True


def _add_object(into: Digester, value: object) -> None:
    """By its own fingerprint, or by all that pickle would keep of it."""
    try:
        if _add_own_fingerprint(into, value):
            return
        if is_tensor(value):
            add_tensor(into, value)
            return
        registered = copyreg.dispatch_table.get(type(value))
        reduced: Any = registered(value) if registered else value.__reduce_ex__(4)
    except Exception:  # an object may raise anything here
        into.note_undigested(value)
        return
    into.keep_alive(reduced)
    if isinstance(reduced, str):
        into.stream.write_node("named", f"{type(value).__module__}.{type(value).__qualname__}", reduced)
    else:
        _add_pickle_parts(into, *reduced)


def _add_pickle_parts(
    into: Digester, make: object, args: tuple[Any, ...], state: Any = None, items: Any = None, pairs: Any = None,
    setter: object = None,
) -> None:  # fmt: skip
    """What pickle would make an object of."""
    into.stream.write_node("object", str(len(args)))
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
    **dict.fromkeys((type(None), bool, int, float, complex, range, type(...), type(NotImplemented)), _add_simple_value),
    **dict.fromkeys((bytes, bytearray), _add_bytes),
    str: _add_text,
}
EXACT: dict[type, Write] = {  # a subclass of these may hold more
    **dict.fromkeys((list, tuple), _add_sequence),
    **dict.fromkeys((dict, MappingProxyType), _add_mapping),
    **dict.fromkeys((set, frozenset), _add_unordered),
    **dict.fromkeys((np.ndarray, np.memmap), add_array),
    **dict.fromkeys((type(threading.Lock()), type(threading.RLock())), _add_type_only),  # they decide no answer
    FunctionType: _add_function,
    MethodType: _add_named_attributes("__func__", "__self__"),
    CellType: _add_cell,
    CodeType: add_code,
    property: _add_named_attributes("fget", "fset", "fdel"),
    classmethod: _add_named_attributes("__func__"),
    staticmethod: _add_named_attributes("__func__"),
    **dict.fromkeys((BuiltinFunctionType, MethodWrapperType), _add_builtin_function),
    **dict.fromkeys((MethodDescriptorType, WrapperDescriptorType, ClassMethodDescriptorType), _add_descriptor),
    type(functools.cache(len)): _add_cached,
}
KINDS: tuple[tuple[type, Write], ...] = (
    (type, _add_class),
    (ModuleType, add_module),
    (PurePath, _add_path),
    (Enum, _add_enum_member),
)
