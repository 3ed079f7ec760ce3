"""Finding what was meant when a name is unknown."""

import difflib
import re
import sys
from collections.abc import Iterable
from importlib.machinery import PathFinder
from pathlib import Path

from askance.core.errors import UserError

_FILE = re.compile(r"(?P<file>.+)\.py(?::(?P<object>.*))?")  # my_model.py:answer
MOST = 3  # names that a message proposes
_PARTS = re.compile(r"[:/]")  # between the parts of a name
_MODULE = re.compile(r"(?P<module>\w+)(?P<rest>(?:\.\w+)*:\w+)")  # my_model:answer


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """The known names whose last part is the given one, as in python:my_model:NAME, else those spelled like it."""
    names = sorted(set(known))
    by_part = {_PARTS.split(each)[-1]: each for each in names}
    near = [each for each in names if _PARTS.split(each)[-1] == name][:MOST] or _spelled_like(name, names)
    near = near or [by_part[part] for part in _spelled_like(name, by_part)]
    return f"did you mean {' or '.join(near)}?" if near else ""


def _spelled_like(name: str, known: Iterable[str]) -> list[str]:
    return difflib.get_close_matches(name, list(known), n=MOST, cutoff=0.55)


def unknown_name_error(kind: str, name: str, known: Iterable[str], see: str = "") -> UserError:
    """One line that says which known names are nearest."""
    names = sorted(set(known))
    hint = did_you_mean(name, names) or f"known: {', '.join(names)}"
    return UserError(f"unknown {kind} {name!r}: {hint}{f' (see {see})' if see else ''}")


def own_object_error(kind: str, name: str) -> UserError | None:
    """One line that adds `python:` to FILE.py:OBJECT or MODULE:OBJECT; None where a name is neither."""
    if found := _FILE.fullmatch(name):
        path = Path(found["file"])
        meant = f"python:{path.name}:{found['object'] or 'OBJECT'}"
        where = "" if path.parent == Path() else f" in the folder {path.parent}"
    elif (found := _MODULE.fullmatch(name)) and PathFinder.find_spec(found["module"], ["", *sys.path]):
        meant, where = f"python:{name}", ""
    else:
        return None
    return UserError(f"unknown {kind} {name!r}: write {meant}{where}")
