"""`python:module:object`: a callable, a class, an instance or a Model of the user's own code as a model."""

import ast
import functools
import inspect
from collections.abc import Mapping, Sequence
from typing import Any

from askance.core import Answer, Model, ModelInput, UserError, find_unsupported_feature
from askance.core.async_models import await_values, settled_each
from askance.core.coerce_answers import coerce_answer, coerce_answers, describe_exception
from askance.core.interface_checks import check_model, is_model
from askance.core.load_python_object import load_python_object, run_user_code
from askance.core.model import BATCH, TURNS, HasAnswerMethod
from askance.models.call_forms import FORMS, Asked, call_in_form, detect_call_form, fail_if_batch
from askance.models.callable_identity import (
    CallableIdentity,
    author_attribute,
    declared_attribute,
    identify_callable,
    keep_identity_after_run,
)
from askance.models.declared_features import needed_inputs, supported_features
from askance.models.named_model import NAME, NamedModel, chosen_name
from askance.models.working_folder import WorkingFolder


class PythonModel:
    """Calls the function for each query or batch; the engine finds the query that makes a batch raise."""

    def __init__(
        self,
        function: Asked,
        name: str | None = None,
        identity: CallableIdentity | None = None,
        folder: WorkingFolder | None = None,
    ):
        self.function = function
        self.folder = folder or WorkingFolder()
        self.identity = identity or identify_callable(function)  # once: what changes while it answers does not count
        self.name = name or self.identity.name
        self.is_named = name is not None or self.identity.is_named
        self.fingerprint = self.identity.fingerprint
        self.form = detect_call_form(function, self.name)
        self.supports = supported_features(function, self.form, self.name)
        self.needs = needed_inputs(function, self.form, self.name)
        self.batch_size: int = declared_attribute(function, "batch_size") or BATCH
        self.at_once: int = declared_attribute(function, "at_once") or 1

    @property
    def reuse_note(self) -> str:
        """One line about what becomes of its answers, for whoever starts a run; "" if there is nothing to say."""
        return f"{self.name}: {self.identity.reuse}" if self.identity.reuse else ""

    def remember_state_after_run(self) -> str:
        """Note the state that a run leaves behind; one line where a later run cannot reuse the answers for it."""
        try:
            changed = keep_identity_after_run(self.function, self.identity)
        except Exception as error:  # the model's own methods may raise anything
            changed = f"its state after the run cannot be read ({describe_exception(error)})"
        return f"{self.name}: {changed}" if changed else ""

    def answer(self, shown: Sequence[ModelInput]) -> list[Answer]:
        """One answer per query, in order; what the model does not support is not put to it."""
        reasons = [find_unsupported_feature(each.query, self.supports) for each in shown]
        asked = [each for each, reason in zip(shown, reasons, strict=True) if not reason]
        given = iter(self._call_and_coerce(asked) if asked else [])
        return [Answer(status="failed", reason=reason) if reason else next(given) for reason in reasons]

    def _call_and_coerce(self, shown: list[ModelInput]) -> list[Answer]:
        with self.folder:
            values = call_in_form(self.function, self.form, shown, TURNS in self.supports)
            values = settled_each(values) if self.form.kind == "question" else await_values(values)
        queries = [each.query for each in shown]
        if self.form.kind != "question":
            return coerce_answers(values[0], queries)
        return [coerce_answer(fail_if_batch(value), query) for value, query in zip(values, queries, strict=True)]


def load_python_model(target: str, args: Mapping[str, str] | None = None) -> Model:
    """The model behind `module:object`; the current folder is searched like Python itself does."""
    folder = WorkingFolder()
    with folder, run_user_code(target):
        found = load_python_object(target)
        return make_python_model(found.value, f"python:{target}", args or {}, (found.module, found.attribute), folder)


def make_python_model(
    found: Any, name: str, args: Mapping[str, str], loaded: tuple[object, ...] = (), folder: WorkingFolder | None = None
) -> Model:
    """A model from what a name stands for: a function, a class, an instance, or a Model; UserError for anything else.

    `loaded`: what else decides its answers, such as the module that it is in. The argument `name` is for the model of
    Askance, which decides no answer, unless the function or class has a parameter of this name.
    """
    own = dict(args) if _takes_name(found) else {key: text for key, text in args.items() if key != NAME}
    found = _apply_args(found, own, name)
    shown = _shown_name(found, args, is_own=NAME in own) if NAME in args else name
    if is_model(found):
        return NamedModel(check_model(found), shown)
    function = found if callable(found) else found.answer
    identity = identify_callable(function, (*loaded, sorted(own.items())))
    return check_model(PythonModel(function, shown, identity, folder))


def _takes_name(found: Any) -> bool:
    """Whether a class or a function has a parameter `name` of its own."""
    try:
        return (inspect.isclass(found) or inspect.isroutine(found)) and NAME in inspect.signature(found).parameters
    except (TypeError, ValueError):  # written in C and does not say
        return False


def _shown_name(made: Any, args: Mapping[str, str], is_own: bool) -> str:
    """The name that --model-args give; where the class or function takes it, what that made of it."""
    own = author_attribute(made, NAME) if is_own else None
    return own if isinstance(own, str) and own else chosen_name(args)


def _apply_args(found: Any, args: Mapping[str, str], name: str) -> Any:
    """An instance of a class, made with the arguments; or a callable that is given them with each question."""
    values = {key: _parse_value(text) for key, text in args.items()}
    try:
        if inspect.isclass(found):
            made = found(**values)
            if not callable(made) and not isinstance(made, HasAnswerMethod):
                raise UserError(
                    f"{name}: {found.__name__} is a class without __call__(image, question) or answer(inputs)"
                )
            return made
        if not callable(found) and not isinstance(found, HasAnswerMethod):
            raise UserError(f"{name}: {name.rpartition(':')[2]} is not callable: give {FORMS}, a class or a Model")
        if not values:
            return found
        if not inspect.isroutine(found):
            raise UserError(f"{name} is an instance, which takes no --model-args: name its class instead")
        inspect.signature(found).bind(None, "", **values)
        return functools.partial(found, **values)
    except TypeError as error:
        raise UserError(f"{name}: {error}: give its arguments as --model-args name=value,…") from error


def _parse_value(text: str) -> Any:
    """A number, True, False or None as such; anything else is text."""
    try:
        value = ast.literal_eval(text)
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return text
    return value if value is None or isinstance(value, bool | int | float) else text


def make_names_unique(models: Sequence[object]) -> None:
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
