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
TIMED_OUT_ALONE = 2  # queries of a batch that timed out, before the others are not asked any more


def ask(model: Model, shown: Sequence[Shown], stop: threading.Event, caller: Caller | None = None) -> list[Answer]:
    """One answer per query, whatever happens; a query that breaks its batch becomes a failed answer with its reason."""
    caller = caller or Caller()
    try:
        return _patiently(model, shown, stop, caller)
    except StopNow:
        raise
    except Temporary as error:
        return [failure(f"gave up after {TRIES} tries: {_said(error)}")] * len(shown)
    except Hung as error:
        return [failure(str(error))] * len(shown)
    except TimedOut as error:
        return [failure(str(error))] if len(shown) == 1 else _alone(model, shown, stop, caller)
    except BaseException as error:  # a model may raise anything, also SystemExit and KeyboardInterrupt
        if len(shown) == 1:
            return [failure(reason_of(error))]
        middle = len(shown) // 2
        return ask(model, shown[:middle], stop, caller) + ask(model, shown[middle:], stop, caller)


def _alone(model: Model, shown: Sequence[Shown], stop: threading.Event, caller: Caller) -> list[Answer]:
    """The queries of a batch that timed out, each asked once alone; a model that still hangs is soon left in peace."""
    answers: list[Answer] = []
    late = 0
    for each in shown:
        if late == TIMED_OUT_ALONE or stop.is_set():
            answers.append(failure("not asked: the batch and other queries of it timed out"))
            continue
        try:
            answers += _patiently(model, [each], stop, caller)
        except TimedOut as error:
            late += 1
            answers.append(failure(str(error)))
        except StopNow:
            raise
        except BaseException as error:
            answers.append(failure(reason_of(error)))
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


def _said(error: Temporary) -> str:
    """The reason that a model gave for being asked again."""
    return reason_of(error).removeprefix(f"{type(error).__name__}: ")
