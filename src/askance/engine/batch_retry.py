"""Asking one batch: waiting for what is temporary, halving what fails until the one bad query is found."""

import math
import threading
from collections.abc import Sequence

from askance.core import Answer, Model, ModelInput, TemporaryError
from askance.core.coerce_answers import describe_exception, make_failed_answer
from askance.engine.model_call import CallTimeout, InterruptedTwice, ModelCaller, ModelHung

TRIES = 5
FIRST_WAIT = 0.5  # seconds; doubles with every try
LONGEST_WAIT = 300.0  # seconds, whatever a model asks for
ALONE_IN_A_ROW = 3  # queries of a failed batch that fail alone, too, before the others are not asked any more


def ask_with_retries(
    model: Model, shown: Sequence[ModelInput], stop: threading.Event, caller: ModelCaller | None = None
) -> list[Answer]:
    """One answer per query, whatever happens; a query that breaks its batch becomes a failed answer with its reason."""
    caller = caller or ModelCaller()
    try:
        return _ask_and_wait_on_temporary_errors(model, shown, stop, caller)
    except InterruptedTwice:
        raise
    except ModelHung as error:
        return [make_failed_answer(str(error))] * len(shown)
    except (TemporaryError, CallTimeout) as error:
        reason = _failure_reason(error)
        return [make_failed_answer(reason)] if len(shown) == 1 else _ask_one_by_one(model, shown, stop, caller, reason)
    except BaseException as error:  # a model may raise anything, also SystemExit and KeyboardInterrupt
        if len(shown) == 1:
            return [make_failed_answer(describe_exception(error))]
        middle = len(shown) // 2
        return ask_with_retries(model, shown[:middle], stop, caller) + ask_with_retries(
            model, shown[middle:], stop, caller
        )


def _ask_one_by_one(
    model: Model, shown: Sequence[ModelInput], stop: threading.Event, caller: ModelCaller, reason: str
) -> list[Answer]:
    """The queries of a batch that did not come back, each asked once alone, until several in a row fail again."""
    answers: list[Answer] = []
    in_a_row = 0
    for each in shown:
        if in_a_row == ALONE_IN_A_ROW or stop.is_set():
            answers.append(make_failed_answer(reason))
            continue
        try:
            answers += caller.call(model, [each])
            in_a_row = 0
        except InterruptedTwice:
            raise
        except BaseException as error:
            in_a_row += isinstance(error, TemporaryError | CallTimeout | ModelHung)
            answers.append(make_failed_answer(_failure_reason(error)))
    return answers


def _ask_and_wait_on_temporary_errors(
    model: Model, shown: Sequence[ModelInput], stop: threading.Event, caller: ModelCaller
) -> list[Answer]:
    wait = FIRST_WAIT
    for attempt in range(1, TRIES + 1):
        try:
            return caller.call(model, shown)
        except TemporaryError as error:
            if attempt == TRIES or stop.wait(_seconds_to_wait(error.wait, wait)):
                raise
            wait *= 2
    raise AssertionError("unreachable")


def _seconds_to_wait(wanted: object, usual: float) -> float:
    """How long to wait: what the model asks for if that is a sensible number."""
    if isinstance(wanted, int | float) and not math.isnan(wanted) and wanted >= 0:
        return min(float(wanted), LONGEST_WAIT)
    return usual


def _failure_reason(error: BaseException) -> str:
    """Why a query fails; of what is ours to say, without the name of the class."""
    reason = describe_exception(error)
    if isinstance(error, TemporaryError | CallTimeout | ModelHung):
        reason = reason.removeprefix(f"{type(error).__name__}: ")
    return f"gave up after {TRIES} tries: {reason}" if isinstance(error, TemporaryError) else reason
