"""Progress of long work: the one protocol that a terminal, a notebook, a Python caller or a server implements."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import partial
from typing import Protocol

CALLS = "calls to make"


class Progress(Protocol):
    """A progress listener. Work starts, advances and finishes; lines may come at any time, from any thread."""

    def start(self, total: int | None, saved: int, what: str = CALLS) -> None: ...

    def advance(self, calls: int) -> None: ...

    def say(self, message: str) -> None: ...

    def finish(self) -> None: ...


class NoProgress:
    """A listener that shows nothing."""

    def start(self, total: int | None, saved: int, what: str = CALLS) -> None:
        """Units of work to do (None: unknown), and units that are already done or cached."""

    def advance(self, calls: int) -> None:
        """Units done since the last call."""

    def say(self, message: str) -> None:
        """One line of text."""

    def finish(self) -> None:
        """The work is over, completed or not; may be called again at the end of a run."""


ProgressCallback = Callable[[str, int, int], None]  # what is being done, how much of it is done, and of how much


class WorkProgress:
    """Turns reports `(what, done, total)`, from any thread, into calls of a listener; raises once `stop` is set."""

    def __init__(self, progress: Progress, stop: threading.Event | None = None):
        self._progress, self._stop = progress, stop or threading.Event()
        self._lock = threading.Lock()
        self._work: tuple[str, int] | None = None
        self._done = 0
        self._said: set[str] = set()

    def say(self, line: str) -> None:
        """Pass a line on, once."""
        if line not in self._said:
            self._said.add(line)
            self._progress.say(line)

    def __call__(self, what: str, done: int, total: int) -> None:
        """Report that `done` of `total` is done: the first report starts the work, the last one finishes it."""
        if self._stop.is_set():
            raise KeyboardInterrupt
        with self._lock:
            if (what, total) != self._work:
                self._start_work(what, done, total)
            elif done > self._done:  # of two threads the slower one may report less
                self._progress.advance(done - self._done)
                self._done = done
            if self._work and done == total:
                self._progress.finish()
                self._work = None

    def _start_work(self, what: str, done: int, total: int) -> None:
        if done < total:
            self._progress.start(total - done, done, what)
            self._work, self._done = (what, total), done

    def start_stage(self, what: str) -> Callable[[int, int], None]:
        """Start a named piece of work of unknown size; the function returned reports `(done, total)` of it."""
        self._progress.start(None, 0, what)
        return partial(self, what)


def _ignore_report(what: str, done: int, total: int) -> None:
    """No listener."""


_LOOKS_ON: ContextVar[ProgressCallback] = ContextVar("looks_on", default=_ignore_report)


def report_progress(what: str, done: int, total: int) -> None:
    """Report to the listener of this context, however deep in calls; the listener raises to stop the work."""
    _LOOKS_ON.get()(what, done, total)


def report_line(line: str) -> None:
    """Say something to the listener of this context, if it takes lines."""
    listener = _LOOKS_ON.get()
    if isinstance(listener, WorkProgress):
        listener.say(line)


def progress_reporter(what: str) -> Callable[[int, int], None]:
    """A function that reports some work to this context's listener from any thread, such as one begun later."""
    return partial(_LOOKS_ON.get(), what)


@contextmanager
def send_progress_to(callback: ProgressCallback) -> Iterator[None]:
    """Within it, `told` receives the reports."""
    token = _LOOKS_ON.set(callback)
    try:
        yield
    finally:
        _LOOKS_ON.reset(token)


@contextmanager
def nested_progress(what: str, done: int, total: int) -> Iterator[None]:
    """Reports within it are part of larger work, of which `done` is done; the caller reports its end."""
    outer = _LOOKS_ON.get()
    with send_progress_to(lambda _, more, __: outer(what, min(done + more, total - 1), total)):
        yield
