"""Batches under way: a model that takes several at once is asked on threads, all others in the engine's thread."""

import contextlib
import queue
import threading
from collections.abc import Callable, Iterator
from typing import Generic, TypeVar

WAITING = 2  # batches that wait beside those under way, so that no thread waits while answers are stored

T = TypeVar("T")
Outcome = tuple[T | None, BaseException | None]


class CallPool(Generic[T]):
    """Work on daemon threads that comes back as it is finished, in any order, so that a kill loses nothing finished."""

    def __init__(self, most: int):
        self._most = most
        self._work: queue.SimpleQueue[Callable[[], T] | None] = queue.SimpleQueue()
        self._done: queue.SimpleQueue[Outcome[T]] = queue.SimpleQueue()
        self._threads: list[threading.Thread] = []
        self._begun = 0  # pieces of work that have not come back
        self._is_abandoned = False

    def submit(self, work: Callable[[], T], at_once: int) -> Iterator[T]:
        """Start a piece of work, at most `at_once` at the same time; yields the results that are finished."""
        if self._most < 2 or at_once < 2:
            yield from self.drain()
            yield work()
            return
        if len(self._threads) < self._most:
            self._threads.append(threading.Thread(target=self._run_thread, name="askance-models", daemon=True))
            self._threads[-1].start()
        self._work.put(work)
        self._begun += 1
        while self._begun > at_once + WAITING or (self._begun and not self._done.empty()):
            yield self._next_result()

    def wait_for_next(self) -> Iterator[T]:
        """Wait for the next finished result, if any work is running."""
        if self._begun:
            yield self._next_result()

    def drain(self) -> Iterator[T]:
        """Wait for all running work; yields the results as they finish."""
        while self._begun:
            yield self._next_result()

    def close(self) -> None:
        """Start nothing more, and wait for running work unless it was abandoned."""
        self._stop_threads()
        for thread in self._threads if not self._is_abandoned else ():
            thread.join()

    def abandon(self) -> None:
        """Start nothing more, and do not wait for running work."""
        self._is_abandoned = True

    def _stop_threads(self) -> None:
        with contextlib.suppress(queue.Empty):  # a thread may take the last piece
            while True:
                self._work.get_nowait()
        for _ in self._threads:
            self._work.put(None)

    def _next_result(self) -> T:
        result, error = self._done.get()
        self._begun -= 1
        if error is not None:
            raise error
        return result  # type: ignore[return-value]

    def _run_thread(self) -> None:
        while (work := self._work.get()) is not None:
            try:
                self._done.put((work(), None))
            except BaseException as error:
                self._done.put((None, error))
