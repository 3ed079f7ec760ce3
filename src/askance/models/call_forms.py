"""How a Python callable takes questions: one per call, a batch per call, or a batch of model inputs; plain or async."""

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from askance.core import ModelInput, UserError
from askance.core.coerce_answers import error_answer, make_failed_answer
from askance.core.model import TURNS  # also the parameter of a callable that takes earlier questions and its answers

Asked = Callable[..., Any]  # returns text, or what core/coerce_answers.py makes text of
Kind = Literal["question", "batch", "inputs"]
ONE, BATCH = ("image", "question"), ("images", "questions")  # parameters: of one query, and lists
INPUTS = ("inputs", "shown")  # the name of the parameter of a callable that takes model inputs
FORMS = "(image, question), (images, questions) or (inputs)"
BATCH_HINT = "to get a whole batch per call, name the parameters images, questions"


@dataclass(frozen=True, slots=True)
class CallForm:
    """What one call of a callable receives; `is_question_first`: its parameters are (question, image)."""

    kind: Kind
    is_question_first: bool = False

    def arguments(self, image: Any, question: Any) -> tuple[Any, Any]:
        """Image and question, or both lists, in the order of the parameters."""
        return (question, image) if self.is_question_first else (image, question)


def detect_call_form(function: Asked, name: str) -> CallForm:
    """The form of a callable, from the names and the number of its parameters; UserError if it has none of them."""
    try:
        signature = inspect.signature(function)
    except Exception:  # written in C and does not say, or has a __signature__ that raises
        return CallForm("question")
    kinds = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    names = [each.name for each in signature.parameters.values() if each.kind in kinds]
    first_two, swapped = tuple(names[:2]), tuple(names[1::-1])
    is_question_first = swapped in (ONE, BATCH)
    if BATCH in (first_two, swapped):
        return CallForm("batch", is_question_first)
    if names[:1] and names[0] in INPUTS and _accepts_arguments(signature, None):
        return CallForm("inputs")
    given = {TURNS: ()} if takes_turns(function) else {}
    if not _accepts_arguments(signature, None, "", **given):
        raise UserError(f"{name} has the parameters {signature}: give it {FORMS}")
    return CallForm("question", is_question_first)


def takes_turns(function: Asked) -> bool:
    """Whether a callable has a parameter `turns` that can be given by name."""
    try:
        parameter = inspect.signature(function).parameters.get(TURNS)
    except Exception:
        return False
    return parameter is not None and parameter.kind in (parameter.KEYWORD_ONLY, parameter.POSITIONAL_OR_KEYWORD)


def call_in_form(function: Asked, form: CallForm, shown: Sequence[ModelInput], has_turns: bool) -> list[Any]:
    """One value per query, some of them perhaps awaitable; a list with one value where the whole batch is awaitable."""
    if form.kind == "inputs":
        return [function(list(shown))]
    if form.kind == "batch":
        lists = form.arguments([_copy_image(each) for each in shown], [each.question for each in shown])
        return [function(*lists, **({TURNS: [each.turns for each in shown]} if has_turns else {}))]
    return [_one(function, form, each, {TURNS: each.turns} if has_turns else {}) for each in shown]


def fail_if_batch(value: Any) -> Any:
    """The value that a call about one question returned; a failed answer with the fix if it is a list."""
    if not isinstance(value, list | tuple):
        return value
    return make_failed_answer(f"the model returned {type(value).__name__}, not text: {BATCH_HINT}")


def _one(function: Asked, form: CallForm, shown: ModelInput, more: Mapping[str, Any]) -> Any:
    """What the function returns for one question; an error is the failed answer of that question alone."""
    try:
        return function(*form.arguments(_copy_image(shown), shown.question), **more)
    except (Exception, SystemExit) as error:
        return error_answer(error)


def _copy_image(shown: ModelInput) -> Any:
    """A copy of the image: the function may draw on it, and others share it."""
    return None if shown.image is None else shown.image.copy()


def _accepts_arguments(signature: inspect.Signature, *values: Any, **named: Any) -> bool:
    try:
        signature.bind(*values, **named)
    except TypeError:
        return False
    return True
