"""`python:MODULE:OBJECT`: an object of the user's own code, by name; whatever that code raises becomes one line."""

import contextlib
import importlib
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.machinery import PathFinder
from pathlib import Path
from types import ModuleType
from typing import Any

from askance.core.coerce_answers import describe_exception
from askance.core.error_place import outside_error_location
from askance.core.errors import UserError
from askance.core.unknown_names import did_you_mean

PYTHON = "python"  # the prefix of names of the user's own objects
FEW = 10  # objects that a message lists
_FOLDERS = re.compile(r"[/\\]")


@dataclass(frozen=True, slots=True)
class LoadedObject:
    """What was found, and where."""

    module: ModuleType
    attribute: str
    value: Any


@contextlib.contextmanager
def run_user_code(target: str) -> Iterator[None]:
    """Run code that the user named: the current folder is searched as Python does, errors become one line."""
    here = str(Path.cwd())
    sys.path.insert(0, here)
    try:
        with _errors_as_one_line(f"python:{target}: cannot load {target.partition(':')[2]}"):
            yield
    finally:
        with contextlib.suppress(ValueError):  # the module may have taken it out
            sys.path.remove(here)


def load_python_object(target: str, example: str = "my_model:answer") -> LoadedObject:
    """The object behind `module:object`; use it inside `user_code`."""
    module_name, _, attribute = target.partition(":")
    if not attribute:
        raise UserError(f"python:{target} names no object: write python:MODULE:OBJECT, e.g. python:{example}")
    if _FOLDERS.search(module_name):
        raise _not_a_module(target, module_name, attribute)
    with _errors_as_one_line(f"python:{target}: cannot import {module_name}"):
        module = _import_module(module_name, target, attribute)
    if not hasattr(module, attribute):
        raise UserError(f"python:{target}: {module_name} has no {attribute}{_nearest_objects(module, attribute)}")
    return LoadedObject(module, attribute, getattr(module, attribute))


def refuse_module_inside(name: str, folder: Path) -> None:
    """UserError if `python:MODULE:OBJECT` would import a module of this folder, such as somebody's workspace."""
    prefix, _, rest = name.partition(":")
    module = rest.partition(":")[0].partition(".")[0]
    if prefix != PYTHON or module in sys.modules:
        return
    spec = PathFinder.find_spec(module, [str(Path.cwd()), *sys.path])
    if spec is None:
        return
    places = [spec.origin] if spec.has_location and spec.origin else list(spec.submodule_search_locations or ())
    root = Path(str(folder)).resolve()
    if any(Path(place).resolve().is_relative_to(root) for place in places):
        raise UserError(f"{name}: {places[0]} lies in the workspace {folder}, whose code is not run: move it out")


@contextlib.contextmanager
def _errors_as_one_line(what: str) -> Iterator[None]:
    """Whatever the user's code raises, also SystemExit, becomes one line; Ctrl-C stays Ctrl-C."""
    try:
        yield
    except (UserError, KeyboardInterrupt):
        raise
    except BaseException as error:
        raise UserError(f"{what}: {describe_exception(error)}{outside_error_location(error)}") from error


def _nearest_objects(module: ModuleType, attribute: str) -> str:
    """What was meant, of the public names of a module; else the functions and classes that it defines."""
    public = [name for name in vars(module) if not name.startswith("_")]
    own = [name for name in public if getattr(getattr(module, name), "__module__", "") == module.__name__]
    hint = did_you_mean(attribute, public) or (f"it has {', '.join(sorted(own))}" if 0 < len(own) <= FEW else "")
    return f": {hint}" if hint else ""


def _not_a_module(target: str, name: str, attribute: str) -> UserError:
    """One line that turns FOLDER/FILE.py:OBJECT into MODULE:OBJECT."""
    *folders, file = _FOLDERS.split(name)
    where = f" in the folder {'/'.join(folders)}" if folders and folders != ["."] else ""
    return UserError(
        f"python:{target}: {name} is no module: write python:{file.removesuffix('.py')}:{attribute}{where}"
    )


def _import_module(name: str, target: str, attribute: str) -> ModuleType:
    try:
        return importlib.import_module(name)
    except ImportError as error:
        if name.endswith(".py"):
            raise _not_a_module(target, name, attribute) from error
        files = [path.stem for path in Path.cwd().glob("*.py")] if getattr(error, "name", "") == name else []
        meant = did_you_mean(name, files)
        raise UserError(f"python:{target}: cannot import {name}: {error}{f': {meant}' if meant else ''}") from error
