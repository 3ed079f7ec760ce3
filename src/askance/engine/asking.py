"""Asking one batch: waiting for what is temporary, halving what fails until the one bad query is found."""

import math
import threading
from collections.abc import Sequence

from askance.core import Answer, Model, Shown, Temporary
from askance.core.coerce import failure, reason_of
from askance.engine.calling import Caller, Hung, StopNow, TimedOut

TRIES = 5
FIRST_WAIT = 0.5  # seconds; doubles with every try
LONGEST_WAIT = 300.0  # seconds, whatever a model asks for
ALONE_IN_A_ROW = 3  # queries of a failed batch that fail alone, too, before the others are not asked any more


def ask(model: Model, shown: Sequence[Shown], stop: threading.Event, caller: Caller | None = None) -> list[Answer]:
    """One answer per query, whatever happens; a query that breaks its batch becomes a failed answer with its reason."""
    caller = caller or Caller()
    try:
        return _patiently(model, shown, stop, caller)
    except StopNow:
        raise
    except Hung as error:
        return [failure(str(error))] * len(shown)
    except (Temporary, TimedOut) as error:
        reason = _given_up(error)
        return [failure(reason)] if len(shown) == 1 else _alone(model, shown, stop, caller, reason)
    except BaseException as error:  # a model may raise anything, also SystemExit and KeyboardInterrupt
        if len(shown) == 1:
            return [failure(reason_of(error))]
        middle = len(shown) // 2
        return ask(model, shown[:middle], stop, caller) + ask(model, shown[middle:], stop, caller)


def _alone(model: Model, shown: Sequence[Shown], stop: threading.Event, caller: Caller, reason: str) -> list[Answer]:
    """The queries of a batch that did not come back, each asked once alone, until several in a row fail again."""
    answers: list[Answer] = []
    in_a_row = 0
    for each in shown:
        if in_a_row == ALONE_IN_A_ROW or stop.is_set():
            answers.append(failure(reason))
            continue
        try:
            answers += caller.call(model, [each])
            in_a_row = 0
        except StopNow:
            raise
        except BaseException as error:
            in_a_row += isinstance(error, Temporary | TimedOut | Hung)
            answers.append(failure(_given_up(error)))
    return answers


def _patiently(model: Model, shown: Sequence[Shown], stop: threading.Event, caller: Caller) -> list[Answer]:
    wait = FIRST_WAIT
    for attempt in range(1, TRIES + 1):
        try:
            return caller.call(model, shown)
        except Temporary as error:
            if attempt == TRIES or stop.wait(_seconds(error.wait, wait)):
                raise
            wait *= 2
    raise AssertionError("unreachable")


def _seconds(wanted: object, usual: float) -> float:
    """How long to wait: what the model asks for if that is a sensible number."""
    if isinstance(wanted, int | float) and not math.isnan(wanted) and wanted >= 0:
        return min(float(wanted), LONGEST_WAIT)
    return usual


def _given_up(error: BaseException) -> str:
    """Why a query fails; of what is ours to say, without the name of the class."""
    reason = reason_of(error)
    if isinstance(error, Temporary | TimedOut | Hung):
        reason = reason.removeprefix(f"{type(error).__name__}: ")
    return f"gave up after {TRIES} tries: {reason}" if isinstance(error, Temporary) else reason
