"""Batches under way: who takes several at once is asked on threads, all others in the thread of the engine."""

from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Generic, TypeVar

WAITING = 2  # batches that wait beside those under way, so that no thread waits while answers are stored

T = TypeVar("T")


class Flight(Generic[T]):
    """Work that is begun, and comes back in the order in which it was sent."""

    def __init__(self, most: int):
        self._pool = ThreadPoolExecutor(most, "askance-models") if most > 1 else None
        self._begun: deque[Future[T]] = deque()

    def send(self, work: Callable[[], T], at_once: int) -> Iterator[T]:
        """Begin some work of which so much may be done at once; what is done by then comes back."""
        if self._pool is None or at_once < 2:
            yield from self.land()
            yield work()
            return
        self._begun.append(self._pool.submit(work))
        while len(self._begun) > at_once + WAITING:
            yield self._begun.popleft().result()

    def land(self) -> Iterator[T]:
        """All that is still under way."""
        while self._begun:
            yield self._begun.popleft().result()

    def close(self) -> None:
        """Begin nothing more."""
        if self._pool is not None:
            self._pool.shutdown(wait=True, cancel_futures=True)
