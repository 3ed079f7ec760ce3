"""Models that answer nothing for some time, such as a server that rejects every request: said, then given up."""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

QUIET = 30.0  # seconds without any answer until a line says so
PATIENCE = 300.0  # seconds without any answer, beside the wait that the model asks for, until the run stops


@dataclass(slots=True)
class _Silence:
    since: float
    is_said: bool = False
    wait: float = 0.0  # the longest that the model asked for


class Outage:
    """Measures, for each model, the time from its first failure after its last answer; shared by threads."""

    def __init__(self, say: Callable[[str], None] = lambda line: None, clock: Callable[[], float] = time.monotonic):
        self._say, self._clock = say, clock
        self._silent: dict[str, _Silence] = {}
        self._lock = threading.Lock()

    def answered(self, model: str) -> None:
        """The model gave an answer."""
        if model in self._silent:
            with self._lock:
                self._silent.pop(model, None)

    def failed(self, model: str, reason: str, wait: float) -> str | None:
        """A query has to wait for another try; why the run should stop, if the model gave no answer for long."""
        with self._lock:
            silence = self._silent.setdefault(model, _Silence(self._clock()))
            silence.wait = max(silence.wait, wait)
            seconds = self._clock() - silence.since
            if seconds >= PATIENCE + silence.wait:
                return f"{model} answered nothing for {seconds / 60:.0f} minutes: {reason}"
            is_news = seconds >= QUIET and not silence.is_said
            silence.is_said = silence.is_said or is_news
        if is_news:
            minutes = f"{(PATIENCE + silence.wait) / 60:.0f} minutes"
            self._say(f"{model}: no answer for {seconds:.0f} s: {reason}; the run stops after {minutes} without any")
        return None
