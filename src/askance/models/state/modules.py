"""Modules: which belong to installed libraries, and which source files the user's own ones are made of."""

import ast
import site
import sys
import sysconfig
from collections.abc import Iterator
from functools import cache
from importlib.machinery import ModuleSpec, PathFinder
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from types import ModuleType

from askance.core import digest

INSTALLED = {"site-packages", "dist-packages"}
MAIN = "__main__"  # the script or the session that starts the run: its other lines do not decide answers


@cache
def _library_folders() -> tuple[Path, ...]:
    paths = sysconfig.get_paths()
    named = [paths[key] for key in ("stdlib", "platstdlib", "purelib", "platlib")]
    own = Path(__file__).parents[2]  # Askance itself
    return (own, *(Path(each).resolve() for each in [*named, site.getusersitepackages()]))


@cache
def is_library(file: str | None) -> bool:
    """Whether code of that file belongs to an installed library; code typed at a prompt does not."""
    if file is None or file.startswith("<frozen"):
        return True
    if file.startswith("<"):
        return False
    path = Path(file).resolve()
    return not INSTALLED.isdisjoint(path.parts) or any(path.is_relative_to(folder) for folder in _library_folders())


@cache
def library_version(name: str) -> str:
    """The version of the library that a module belongs to; "" for Python's own modules."""
    top = name.partition(".")[0]
    if top in sys.stdlib_module_names:
        return ""
    try:
        return version(top)
    except PackageNotFoundError:  # a package may have another name than its module
        return str(vars(sys.modules[top]).get("__version__", "")) if top in sys.modules else ""


def is_library_module(module: ModuleType) -> bool:
    """Whether a module belongs to an installed library or to Python itself, and not to the user."""
    if module.__name__ == MAIN:
        return False
    file = module_file(module)
    if file is not None:
        return is_library(file)
    if module.__name__.partition(".")[0] in sys.stdlib_module_names:
        return True
    folders = list(vars(module).get("__path__", ()))  # a package without __init__.py
    return bool(folders) and all(is_library(str(Path(folder, "__init__.py"))) for folder in folders)


def module_file(module: ModuleType) -> str | None:
    """The file of a module; None for one that is compiled into Python."""
    found = vars(module).get("__file__")
    return found if isinstance(found, str) else None


def is_user_module(name: str) -> bool:
    """Whether a loaded module is the user's, in a file that can be read, and not the script that starts the run."""
    module = sys.modules.get(name)
    file = None if module is None or name == MAIN else module_file(module)
    return file is not None and not is_library(file) and Path(file).is_file()


def user_source_digests(name: str) -> list[tuple[str, str]]:
    """(module, digest of its file) of one of the user's modules and of all of the user's that it imports."""
    found: dict[str, str] = {}
    waiting = [name]
    while waiting:
        each = waiting.pop()
        spec = _find_spec(each)
        if each in found or spec is None or not spec.origin or not spec.has_location or is_library(spec.origin):
            continue
        try:
            data = Path(spec.origin).read_bytes()
        except OSError:
            continue  # gone since it was imported
        found[each] = digest(data).hex()
        waiting += _imported_module_names(data, spec)
    return sorted(found.items())


def _find_spec(name: str) -> ModuleSpec | None:
    """Where a module comes from; nothing is imported for that."""
    module = sys.modules.get(name)
    if module is not None:
        return module.__spec__
    parent, _, _ = name.rpartition(".")
    if not parent:
        return PathFinder.find_spec(name)
    package = _find_spec(parent)
    folders = package.submodule_search_locations if package else None
    return PathFinder.find_spec(name, list(folders)) if folders else None


def _imported_module_names(data: bytes, spec: ModuleSpec) -> Iterator[str]:
    """The names of all modules that a source file may import, its parents among them."""
    try:
        tree = ast.parse(data)
    except (SyntaxError, ValueError):
        return  # a compiled module
    package = spec.name if spec.submodule_search_locations is not None else spec.name.rpartition(".")[0]
    yield from _parent_module_names(package)
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield from _parent_module_names(alias.name)
        elif isinstance(node, ast.ImportFrom):
            parents = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            base = ".".join([*parents, *([node.module] if node.module else [])])
            yield from _parent_module_names(base)
            yield from (f"{base}.{alias.name}" for alias in node.names if base)


def _parent_module_names(name: str) -> Iterator[str]:
    """a.b.c → a, a.b, a.b.c."""
    parts = name.split(".") if name else []
    return (".".join(parts[: end + 1]) for end in range(len(parts)))
