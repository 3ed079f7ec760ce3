"""Functions, classes and modules: the user's own by what they do, a library's by name and version."""

import dis
import sys
from collections.abc import Iterator
from types import (
    CodeType,
    FunctionType,
    GetSetDescriptorType,
    MemberDescriptorType,
    ModuleType,
)

from askance.models.state.digest_stream import StateWriter
from askance.models.state.modules import (
    is_library,
    is_library_module,
    is_user_module,
    library_version,
    user_source_digests,
)

GLOBAL_READS = {"LOAD_GLOBAL", "LOAD_NAME", "LOAD_FROM_DICT_OR_GLOBALS"}
SLOTS = (GetSetDescriptorType, MemberDescriptorType)
MODULE_NAMES = {
    "__builtins__",
    "__cached__",
    "__doc__",
    "__file__",
    "__loader__",
    "__name__",
    "__package__",
    "__spec__",
}
CLASS_NAMES = {"__doc__", "__firstlineno__", "__hash__", "__module__", "__qualname__"}  # they decide no answer
SIMPLE = (str, bytes, int, float)
MEMBERS = (FunctionType, classmethod, staticmethod, property)


def add_code(walk: StateWriter, code: CodeType) -> None:
    """What a piece of code does: not its line numbers and not its file."""
    flags = (code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount, code.co_flags)
    names = (code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars)
    walk.stream.write_node("code", code.co_code, code.co_exceptiontable, repr((flags, names)))
    walk.stream.write_node("constants", str(len(code.co_consts)))
    for constant in code.co_consts:
        if isinstance(constant, str):
            walk.stream.write_node("text", constant)  # not as a file: a log that is written to is named so, too
        else:
            walk.add(constant)


def add_function(walk: StateWriter, function: FunctionType) -> None:
    """A function with its defaults, its closure, its attributes, and the globals that it reads."""
    code, is_theirs = function.__code__, is_library(function.__code__.co_filename)
    if is_theirs and is_found_by_name(function):
        walk.stream.write_node(
            "library", function.__module__, function.__qualname__, library_version(function.__module__)
        )
        return
    walk.stream.write_node("function")
    add_code(walk, code)
    walk.add(function.__defaults__, "default")
    walk.add(function.__kwdefaults__, "default")
    for name, cell in zip(code.co_freevars, function.__closure__ or (), strict=True):
        walk.add(cell, name)
    for name, value in sorted(vars(function).items()):
        walk.stream.write_node("attribute", name)
        walk.add(value, name)
    if not is_theirs:
        add_source(walk, function.__module__)
        _add_globals(walk, function)


def add_source(walk: StateWriter, name: str | None) -> None:
    """The files of one of the user's modules, once: what it does by ways that cannot be followed is in them."""
    if name and is_user_module(name) and walk.is_new(sys.modules[name].__dict__):
        walk.stream.write_node("source", *(part for each in user_source_digests(name) for part in each))


def _add_globals(walk: StateWriter, function: FunctionType) -> None:
    """The globals that a function reads, and what it may read of the user's own modules."""
    codes = list(_nested_code(function.__code__))
    reads = {each.argval for code in codes for each in dis.get_instructions(code) if each.opname in GLOBAL_READS}
    attributes = {name for code in codes for name in code.co_names}
    known = function.__globals__
    for name in sorted(name for name in reads if name in known and name not in MODULE_NAMES):
        walk.stream.write_node("global", name)
        value = known[name]
        walk.add(value, name)
        if isinstance(value, ModuleType):
            _add_attributes(walk, value, attributes, set())


def _add_attributes(walk: StateWriter, module: ModuleType, names: set[str], seen: set[str]) -> None:
    """The values of one of the user's modules under names that the code mentions."""
    if is_library_module(module) or module.__name__ in seen:
        return
    seen.add(module.__name__)
    for name in sorted(names & vars(module).keys()):
        value = vars(module)[name]
        walk.stream.write_node("attribute", module.__name__, name)
        walk.add(value, f"{module.__name__}.{name}")
        if isinstance(value, ModuleType):
            _add_attributes(walk, value, names, seen)


def _nested_code(code: CodeType) -> Iterator[CodeType]:
    """A piece of code and all that is defined in it."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _nested_code(constant)


def add_class(walk: StateWriter, kind: type) -> None:
    """A class with its bases and all that is defined in it; slots by name, what its metaclass has noted not at all."""
    module = sys.modules.get(kind.__module__)
    if module is not None and is_library_module(module) and is_found_by_name(kind):
        walk.stream.write_node("library", kind.__module__, kind.__qualname__, library_version(kind.__module__))
        return
    walk.stream.write_node("class", kind.__qualname__, str(len(kind.__bases__)))
    for base in kind.__bases__:
        walk.add(base)
    add_source(walk, kind.__module__)
    for name, value in sorted(vars(kind).items()):
        is_noted = name in CLASS_NAMES or (name.startswith("__") and not isinstance(value, (*MEMBERS, *SIMPLE)))
        if isinstance(value, SLOTS) or name == "_abc_impl" or is_noted:
            continue
        walk.stream.write_node("attribute", name)
        walk.add(value, name)


def is_found_by_name(value: FunctionType | type) -> bool:
    """Whether a function or class is what its module has under its name."""
    found: object = sys.modules.get(value.__module__)
    for part in value.__qualname__.split("."):
        if found is None or not hasattr(found, part):
            return False
        found = getattr(found, part)
    return found is value


def add_module(walk: StateWriter, module: ModuleType) -> None:
    """A library by its version, one of the user's own by its files."""
    if is_library_module(module):
        walk.stream.write_node("module", module.__name__, library_version(module.__name__))
        return
    walk.stream.write_node("module", module.__name__)
    add_source(walk, module.__name__)
