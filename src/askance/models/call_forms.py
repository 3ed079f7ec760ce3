"""How a Python callable takes questions: one per call, a batch per call, or a batch of model inputs; plain or async."""

import inspect
from collections.abc import Callable, Sequence
from typing import Any, Literal

from askance.core import ModelInput, UserError

Asked = Callable[..., Any]  # returns text, or what core/coerce_answers.py makes text of
Form = Literal["question", "batch", "inputs"]
TURNS = "turns"  # the offer, and the parameter of a callable that takes earlier questions and its own answers
BATCH = ("images", "questions")  # the names of the parameters of a callable that takes lists
INPUTS = ("inputs", "shown")  # the name of the parameter of a callable that takes model inputs
FORMS = "(image, question), (images, questions) or (inputs)"


def detect_call_form(function: Asked, name: str) -> Form:
    """The form of a callable, from the names and the number of its parameters; UserError if it has none of them."""
    try:
        signature = inspect.signature(function)
    except Exception:  # written in C and does not say, or has a __signature__ that raises
        return "question"
    kinds = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    names = [each.name for each in signature.parameters.values() if each.kind in kinds]
    if tuple(names[:2]) == BATCH:
        return "batch"
    if names[:1] and names[0] in INPUTS and _accepts_arguments(signature, None):
        return "inputs"
    given = {TURNS: ()} if takes_turns(function) else {}
    if not _accepts_arguments(signature, None, "", **given):
        raise UserError(f"{name} has the parameters {signature}: give it {FORMS}")
    return "question"


def takes_turns(function: Asked) -> bool:
    """Whether a callable has a parameter `turns` that can be given by name."""
    try:
        parameter = inspect.signature(function).parameters.get(TURNS)
    except Exception:
        return False
    return parameter is not None and parameter.kind in (parameter.KEYWORD_ONLY, parameter.POSITIONAL_OR_KEYWORD)


def call_in_form(function: Asked, form: Form, shown: Sequence[ModelInput], has_turns: bool) -> list[Any]:
    """One value per query, some of them perhaps awaitable; a list with one value where the whole batch is awaitable."""
    if form == "inputs":
        return [function(list(shown))]
    turns = [each.query.stimulus.turns for each in shown]
    questions = [each.query.stimulus.question for each in shown]
    if form == "batch":
        images = [_copy_image(each) for each in shown]
        return [function(images, questions, **({TURNS: turns} if has_turns else {}))]
    found: list[Any] = []
    try:
        for each, question, said in zip(shown, questions, turns, strict=True):
            found.append(function(_copy_image(each), question, **({TURNS: said} if has_turns else {})))
    except BaseException:
        for value in filter(inspect.iscoroutine, found):
            value.close()  # else Python warns that it was never awaited
        raise
    return found


def _copy_image(shown: ModelInput) -> Any:
    """A copy of the image: the function may draw on it, and others share it."""
    return None if shown.image is None else shown.image.copy()


def _accepts_arguments(signature: inspect.Signature, *values: Any, **named: Any) -> bool:
    try:
        signature.bind(*values, **named)
    except TypeError:
        return False
    return True
