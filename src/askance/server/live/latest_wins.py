"""The queue before one model: of each session one piece of work runs and one waits, and a newer one replaces that."""

import threading
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, TypeVar

T = TypeVar("T")
MOST_SESSIONS = 64  # that wait for one model; more are turned away, so that a queue cannot grow without end


class Superseded(Exception):  # noqa: N818  a state of a request, not an error
    """The work was not started, because the same session has sent newer work."""


class QueueFull(Exception):  # noqa: N818  a state of a model
    """Too many sessions wait for the model."""


class LatestWins:
    """Threads that call one model; a model that allows one call at a time has one thread, which makes every call."""

    def __init__(self, name: str, threads: int = 1, most_sessions: int = MOST_SESSIONS):
        self._most_sessions = most_sessions
        self._waiting: OrderedDict[str, tuple[Future[Any], Callable[[], Any]]] = OrderedDict()
        self._running: set[str] = set()
        self._changed = threading.Condition()
        self._is_closed = False
        for number in range(threads):
            threading.Thread(target=self._run_work, name=f"askance-live-{name}-{number}", daemon=True).start()

    def submit(self, session: str, work: Callable[[], T]) -> "Future[T]":
        """The future result of some work; what still waits for this session fails with Superseded at once."""
        made: Future[T] = Future()
        with self._changed:
            if self._is_closed:
                raise RuntimeError("the queue is closed")
            older = self._waiting.get(session)
            if older is None and len(self._waiting) >= self._most_sessions:
                raise QueueFull
            self._waiting[session] = made, work  # in the place of the older one: a busy session does not lose its turn
            self._changed.notify()
        if older is not None:
            _fail(older[0], Superseded())
        return made

    def supersede(self, session: str) -> None:
        """Drop what waits for a session, because its newest request needs no call of the model."""
        with self._changed:
            older = self._waiting.pop(session, None)
        if older is not None:
            _fail(older[0], Superseded())

    def has_newer(self, session: str) -> bool:
        """Whether newer work of a session waits: long work may stop between two calls."""
        with self._changed:
            return session in self._waiting

    def close(self) -> None:
        """Start nothing more; what waits fails with Superseded."""
        with self._changed:
            self._is_closed = True
            left, self._waiting = self._waiting, OrderedDict()
            self._changed.notify_all()
        for future, _ in left.values():
            _fail(future, Superseded())

    def _run_work(self) -> None:
        while (taken := self._take()) is not None:
            session, future, work = taken
            try:
                if future.set_running_or_notify_cancel():  # False: the client has gone
                    future.set_result(work())
            except BaseException as error:
                future.set_exception(error)
            finally:
                with self._changed:
                    self._running.discard(session)
                    self._changed.notify_all()

    def _take(self) -> tuple[str, Future[Any], Callable[[], Any]] | None:
        """The oldest work of a session of which nothing runs; None when the queue is closed."""
        with self._changed:
            while not self._is_closed:
                for session in self._waiting:
                    if session not in self._running:
                        future, work = self._waiting.pop(session)
                        self._running.add(session)
                        return session, future, work
                self._changed.wait()
        return None


def _fail(future: Future[Any], error: Exception) -> None:
    if future.set_running_or_notify_cancel():
        future.set_exception(error)
