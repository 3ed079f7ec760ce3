"""A small cache for several threads: each value is computed once, by the first thread that asks for it."""

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import Future
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class ComputeOnce(Generic[K, V]):
    """The `most` values that were used last; other threads that need the same value wait for it.

    With `size_of`, the values together have at most `most_bytes`; the newest one is kept in any case.
    """

    def __init__(self, most: int, size_of: Callable[[V], int] | None = None, most_bytes: int = 0):
        self._most, self._size_of, self._most_bytes = most, size_of, most_bytes
        self._values: OrderedDict[K, Future[V]] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: K, compute: Callable[[], V]) -> V:
        """The value of a key, computed if it is not in the cache; an exception is raised and not kept."""
        with self._lock:
            known = self._values.get(key)
            found: Future[V] = known if known is not None else Future()
            self._values[key] = found
            self._values.move_to_end(key)
        if known is None:
            try:
                found.set_result(compute())
            except BaseException as error:
                with self._lock:
                    self._values.pop(key, None)
                found.set_exception(error)
            self._drop_oldest()
        return found.result()

    def known(self, key: K) -> V | None:
        """The value of a key if it is computed already; None if not."""
        with self._lock:
            found = self._values.get(key)
        return found.result() if found is not None and _has_value(found) else None

    def put(self, key: K, value: V) -> None:
        """Keep a value that was computed elsewhere."""
        made: Future[V] = Future()
        made.set_result(value)
        with self._lock:
            self._values[key] = made
            self._values.move_to_end(key)
        self._drop_oldest()

    def _drop_oldest(self) -> None:
        with self._lock:
            while len(self._values) > 1 and (len(self._values) > self._most or self._bytes() > self._most_bytes):
                self._values.popitem(last=False)

    def _bytes(self) -> int:
        if self._size_of is None:
            return 0
        return sum(self._size_of(each.result()) for each in self._values.values() if _has_value(each))


def _has_value(found: Future[V]) -> bool:
    return found.done() and found.exception() is None
