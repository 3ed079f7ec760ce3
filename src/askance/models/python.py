"""`python:module:callable`: any callable `(PIL.Image, str) -> str` as a model; with a parameter `turns` it can chat."""

import importlib
import inspect
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from askance.core import Answer, Shown, UserError, beyond, digest

Asked = Callable[..., str]
TURNS = "turns"  # the offer, and the parameter of a callable that takes earlier questions and its own answers


class PythonModel:
    """Calls the function for each query; the engine finds the one query that makes it raise."""

    needs = frozenset({"pixels"})

    def __init__(self, function: Asked, name: str | None = None):
        self.function = function
        self.offers = frozenset({"text", "draws", *([TURNS] if _takes_turns(function) else [])})
        self.name = name or f"python:{function.__module__}:{getattr(function, '__qualname__', type(function).__name__)}"
        self.fingerprint = f"python:{getattr(function, 'fingerprint', None) or _code_digest(function)}"

    def answer(self, shown: Sequence[Shown]) -> list[Answer]:
        """One answer a query, in order."""
        return [self._one(each) for each in shown]

    def _one(self, shown: Shown) -> Answer:
        if reason := beyond(shown.query, self.offers):
            return Answer(status="failed", reason=reason)
        image = None if shown.image is None else shown.image.copy()  # the function may draw on it; others share it
        said = {TURNS: shown.query.stimulus.turns} if TURNS in self.offers else {}
        text = self.function(image, shown.query.stimulus.question, **said)
        if not isinstance(text, str):
            return Answer(status="failed", reason=f"the function returned {type(text).__name__}, not str")
        return Answer(text=text)


def _takes_turns(function: Asked) -> bool:
    """Whether a callable has a parameter of that name that can be given by name."""
    try:
        parameter = inspect.signature(function).parameters.get(TURNS)
    except (TypeError, ValueError):  # written in C, and it does not say
        return False
    return parameter is not None and parameter.kind in (parameter.KEYWORD_ONLY, parameter.POSITIONAL_OR_KEYWORD)


def _code_digest(function: Asked) -> str:
    """The source of the module that defines it; a model with weights should carry a `fingerprint` of its own."""
    target: Any = function if inspect.isroutine(function) or inspect.isclass(function) else type(function)
    file = inspect.getsourcefile(inspect.unwrap(target))
    name = getattr(target, "__qualname__", "")
    if file and Path(file).exists():
        return digest(Path(file).read_bytes() + name.encode()).hex()
    code = getattr(target, "__code__", None)  # typed into an interpreter: no file to read
    return digest(repr((name, getattr(code, "co_code", b""), getattr(code, "co_consts", ()))).encode()).hex()


def load(target: str) -> PythonModel:
    """The model behind `module:callable`; the current folder is searched like Python itself does."""
    module_name, _, attribute = target.partition(":")
    if not attribute:
        raise UserError(f"python:{target} names no callable: write python:MODULE:CALLABLE, e.g. python:my_model:answer")
    sys.path.insert(0, str(Path.cwd()))
    try:
        function = getattr(importlib.import_module(module_name), attribute)
    except ImportError as error:
        raise UserError(f"python:{target}: cannot import {module_name}: {error}") from error
    except AttributeError as error:
        raise UserError(f"python:{target}: {module_name} has no {attribute}") from error
    finally:
        sys.path.pop(0)
    if not callable(function):
        raise UserError(f"python:{target}: {attribute} is not callable")
    return PythonModel(function, f"python:{target}")
