"""Asking one batch: waiting for what is temporary, halving what fails until the one bad query is found."""

import threading
from collections.abc import Sequence

from askance.core import Answer, Model, Shown, Temporary

TRIES = 5
FIRST_WAIT = 0.5  # seconds; doubles with every try


def ask(model: Model, shown: Sequence[Shown], stop: threading.Event) -> list[Answer]:
    """One answer a query, whatever happens; a query that breaks its batch becomes a failed answer with its reason."""
    try:
        answers = _patiently(model, shown, stop)
    except Temporary as error:
        return [Answer(status="failed", reason=f"gave up after {TRIES} tries: {error}", temporary=True)] * len(shown)
    except Exception as error:
        if len(shown) == 1:
            return [Answer(status="failed", reason=f"{type(error).__name__}: {error}", temporary=True)]
        middle = len(shown) // 2
        return ask(model, shown[:middle], stop) + ask(model, shown[middle:], stop)
    return answers


def _patiently(model: Model, shown: Sequence[Shown], stop: threading.Event) -> list[Answer]:
    wait = FIRST_WAIT
    for attempt in range(1, TRIES + 1):
        try:
            answers = list(model.answer(shown))
        except Temporary as error:
            if attempt == TRIES or stop.wait(error.wait if error.wait is not None else wait):
                raise
            wait *= 2
        else:
            if len(answers) != len(shown):
                raise ValueError(f"{model.name} gave {len(answers)} answers to {len(shown)} queries")
            return answers
    raise AssertionError("unreachable")
