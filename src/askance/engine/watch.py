"""What an engine tells while it works; the command line shows it as a progress bar."""

import threading
from typing import Protocol

CALLS = "calls to make"


class Watch(Protocol):
    """Someone who looks on."""

    def start(self, total: int, saved: int, what: str = CALLS) -> None: ...

    def advance(self, calls: int) -> None: ...

    def say(self, message: str) -> None: ...

    def finish(self) -> None: ...


class Silent:
    """Nobody looks on."""

    def start(self, total: int, saved: int, what: str = CALLS) -> None:
        """Calls to make, and calls saved; or other things to do."""

    def advance(self, calls: int) -> None:
        """Calls made since last time."""

    def say(self, message: str) -> None:
        """Something worth a line."""

    def finish(self) -> None:
        """Nothing more to come."""


class Dealing:
    """A watch as the one who looks on while cases are made, on any thread; raises once someone has asked to stop."""

    def __init__(self, watch: Watch, stop: threading.Event):
        self._watch, self._stop = watch, stop
        self._lock = threading.Lock()
        self._work: tuple[str, int] | None = None
        self._done = 0

    def __call__(self, what: str, done: int, total: int) -> None:
        """So much is done of some work: the first time begins it, the last ends it."""
        if self._stop.is_set():
            raise KeyboardInterrupt
        with self._lock:
            if (what, total) != self._work:
                self._begin(what, done, total)
            elif done > self._done:  # of two threads the slower one may tell less
                self._watch.advance(done - self._done)
                self._done = done
            if self._work and done == total:
                self._watch.finish()
                self._work = None

    def _begin(self, what: str, done: int, total: int) -> None:
        if done < total:
            self._watch.start(total - done, done, what)
            self._work, self._done = (what, total), done
