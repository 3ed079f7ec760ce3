"""`python:module:callable`: any callable `(PIL.Image, str) -> str` as a model; with a parameter `turns` it can chat."""

import ast
import contextlib
import functools
import importlib
import inspect
import sys
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

from askance.core import Answer, Shown, UserError, beyond
from askance.core.coerce import answer_of, reason_of
from askance.models.identity import Identity, after_run, identify
from askance.models.own_folder import OwnFolder

Asked = Callable[..., Any]  # text, or what core/coerce.py makes text of
TURNS = "turns"  # the offer, and the parameter of a callable that takes earlier questions and its own answers


class PythonModel:
    """Calls the function for each query; the engine finds the one query that makes it raise."""

    needs = frozenset({"pixels"})

    def __init__(
        self,
        function: Asked,
        name: str | None = None,
        identity: Identity | None = None,
        folder: OwnFolder | None = None,
    ):
        self.function = function
        self.folder = folder or OwnFolder()
        self.offers = frozenset({"text", "draws", *([TURNS] if _takes_turns(function) else [])})
        self.identity = identity or identify(function)  # once: what changes while it answers does not count
        self.name = name or self.identity.name
        self.is_named = name is not None or self.identity.is_named
        self.fingerprint = self.identity.fingerprint

    @property
    def reuse(self) -> str:
        """One line about what becomes of its answers, for whoever starts a run; "" if there is nothing to say."""
        return f"{self.name}: {self.identity.reuse}" if self.identity.reuse else ""

    def finished(self) -> str:
        """Note the state that a run leaves behind; one line where a later run cannot reuse the answers for it."""
        try:
            changed = after_run(self.function, self.identity)
        except Exception as error:  # the model's own methods may raise anything
            changed = f"its state after the run cannot be read ({reason_of(error)})"
        return f"{self.name}: {changed}" if changed else ""

    def answer(self, shown: Sequence[Shown]) -> list[Answer]:
        """One answer per query, in order."""
        with self.folder:
            return [self._one(each) for each in shown]

    def _one(self, shown: Shown) -> Answer:
        if reason := beyond(shown.query, self.offers):
            return Answer(status="failed", reason=reason)
        image = None if shown.image is None else shown.image.copy()  # the function may draw on it; others share it
        said = {TURNS: shown.query.stimulus.turns} if TURNS in self.offers else {}
        return answer_of(self.function(image, shown.query.stimulus.question, **said), shown.query)


def _takes_turns(function: Asked) -> bool:
    """Whether a callable has a parameter of that name that can be given by name."""
    try:
        parameter = inspect.signature(function).parameters.get(TURNS)
    except Exception:  # written in C and does not say, or has a __signature__ that raises
        return False
    return parameter is not None and parameter.kind in (parameter.KEYWORD_ONLY, parameter.POSITIONAL_OR_KEYWORD)


def load(target: str, args: Mapping[str, str] | None = None) -> PythonModel:
    """The model behind `module:callable`; the current folder is searched like Python itself does."""
    module_name, _, attribute = target.partition(":")
    if not attribute:
        raise UserError(f"python:{target} names no callable: write python:MODULE:CALLABLE, e.g. python:my_model:answer")
    here, folder = str(Path.cwd()), OwnFolder()
    sys.path.insert(0, here)
    try:
        with folder, _one_line(f"python:{target}: cannot load {attribute}"):
            module = _imported(module_name, target)
            if not hasattr(module, attribute):
                raise UserError(f"python:{target}: {module_name} has no {attribute}")
            function = _with_args(getattr(module, attribute), args or {}, target)
            identity = _loaded(function, module, attribute, args or {})
            return PythonModel(function, f"python:{target}", identity, folder)
    finally:
        with contextlib.suppress(ValueError):  # the module may have taken it out
            sys.path.remove(here)


@contextlib.contextmanager
def _one_line(what: str) -> Iterator[None]:
    """Whatever the user's code raises, also SystemExit, becomes one line; Ctrl-C stays Ctrl-C."""
    try:
        yield
    except (UserError, KeyboardInterrupt):
        raise
    except BaseException as error:
        raise UserError(f"{what}: {reason_of(error)}{_line(error)}") from error


def _imported(name: str, target: str) -> ModuleType:
    with _one_line(f"python:{target}: cannot import {name}"):
        return _found(name, target)


def _found(name: str, target: str) -> ModuleType:
    try:
        return importlib.import_module(name)
    except ImportError as error:
        raise UserError(f"python:{target}: cannot import {name}: {error}") from error


def _line(error: BaseException) -> str:
    """Where in the user's file something went wrong; a SyntaxError says so itself."""
    places = [each for each in traceback.extract_tb(error.__traceback__) if "importlib" not in each.filename]
    own = [each for each in places if each.filename != __file__]
    return f" ({own[-1].filename}, line {own[-1].lineno})" if own and not isinstance(error, SyntaxError) else ""


def _loaded(function: Asked, module: ModuleType, attribute: str, args: Mapping[str, str]) -> Identity:
    """The identity of a callable that is named by its module: the module's files and the arguments are part of it."""
    return identify(function, (module, attribute, sorted(args.items())))


def _with_args(found: Any, args: Mapping[str, str], target: str) -> Asked:
    """An instance of a class, made with the arguments; or a callable that is given them with each question."""
    values = {key: _value(text) for key, text in args.items()}
    if not callable(found):
        raise UserError(f"python:{target}: {target.partition(':')[2]} is not callable")
    try:
        if inspect.isclass(found):
            made: Any = found(**values)
            if not callable(made):
                raise UserError(f"python:{target}: {found.__name__} is a class without __call__(image, question)")
            return made  # type: ignore[no-any-return]
        if values:
            inspect.signature(found).bind(None, "", **values)
            return functools.partial(found, **values)
    except TypeError as error:
        raise UserError(f"python:{target}: {error}: give its arguments as --model-args name=value,…") from error
    return found  # type: ignore[no-any-return]


def _value(text: str) -> Any:
    """A number, True, False or None as such; anything else is text."""
    try:
        value = ast.literal_eval(text)
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return text
    return value if value is None or isinstance(value, bool | int | float) else text


def named_apart(models: Sequence[object]) -> None:
    """Give callables that share a name that nobody chose names of their own; refuse those that share a fingerprint."""
    seen: dict[str, int] = {}
    by_fingerprint: dict[str, PythonModel] = {}
    for model in models:
        if not isinstance(model, PythonModel):
            continue
        other = by_fingerprint.setdefault(model.fingerprint, model)
        if other is not model and other.function is not model.function and model.identity.is_told:
            raise UserError(
                f"{other.name} and {model.name} have the same fingerprint, so they would share their answers:"
                " give each its own `fingerprint`, or run one of them"
            )
        if model.is_named or other is not model:
            continue
        count = seen[model.name] = seen.get(model.name, 0) + 1
        model.name = model.name if count == 1 else f"{model.name}-{count}"
