"""A pool of read-only DuckDB connections: few queries at a time, each with a time limit, each can be cancelled."""

import atexit
import threading
import time
from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import contextmanager
from itertools import count
from queue import Empty, LifoQueue
from typing import Any, TypeVar

import duckdb
import pyarrow as pa

AT_ONCE = 2  # queries: more of them only slow one another down, since each one uses all cores
SECONDS = 10.0  # that a query may take, the wait for a connection included
_STEP = 0.05  # seconds between two looks at a ticket while a query waits for a connection
Row = tuple[Any, ...]
T = TypeVar("T")


class QueryStopped(Exception):  # noqa: N818  it is the outcome of a request, not an error of the program
    """A query ended without a result."""


class QueryTimeout(QueryStopped):
    """A query took longer than it may."""


class QuerySuperseded(QueryStopped):
    """A later request of the same reader made this one pointless."""


class Ticket:
    """The right of one request to run queries, until it is cancelled."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._running: duckdb.DuckDBPyConnection | None = None
        self.is_cancelled = False

    def cancel(self) -> None:
        """Stop the query that runs now, if any, and refuse those that would follow."""
        with self._lock:
            self.is_cancelled = True
            if self._running is not None:
                self._running.interrupt()

    @contextmanager
    def running(self, connection: duckdb.DuckDBPyConnection) -> Iterator[None]:
        """Allow `cancel` to interrupt this connection, and no longer than its query runs."""
        with self._lock:
            if self.is_cancelled:
                raise QuerySuperseded
            self._running = connection
        try:
            yield
        finally:
            with self._lock:
                self._running = None


class Tickets:
    """One valid ticket per reader and view: a new one cancels the one before it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._latest: dict[Hashable, Ticket] = {}

    @contextmanager
    def issue(self, key: Hashable) -> Iterator[Ticket]:
        """A ticket for the time of one request; `key` names the reader and the view."""
        ticket = Ticket()
        with self._lock:
            earlier = self._latest.get(key)
            self._latest[key] = ticket
        if earlier is not None:
            earlier.cancel()
        try:
            yield ticket
        finally:
            with self._lock:
                if self._latest.get(key) is ticket:
                    del self._latest[key]


class _Watchdog:
    """One thread that interrupts what takes too long: a timer of its own would cost each query a thread."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._limits: dict[int, tuple[float, Callable[[], None]]] = {}
        self._numbers = count()
        self._thread: threading.Thread | None = None
        self._is_ended = False

    def watch(self, deadline: float, stop: Callable[[], None]) -> int:
        """Call `stop` at a time of the monotonic clock, unless it is forgotten before."""
        with self._changed:
            number = next(self._numbers)
            self._limits[number] = deadline, stop
            if self._thread is None or not self._thread.is_alive():  # none in a process that was forked
                self._thread = threading.Thread(target=self._run, name="query time limits", daemon=True)
                self._thread.start()
                atexit.register(self._end)  # a thread that still runs at exit keeps DuckDB's objects alive
            elif deadline <= min(each for each, _ in self._limits.values()):
                self._changed.notify()
            return number

    def forget(self, number: int) -> None:
        """Do not stop it any more; when this returns, `stop` is not running."""
        with self._changed:
            self._limits.pop(number, None)

    def _end(self) -> None:
        with self._changed:
            self._is_ended = True
            self._changed.notify()
        if self._thread is not None:
            self._thread.join()

    def _run(self) -> None:
        with self._changed:
            while not self._is_ended:
                nearest = self._stop_late_ones()
                self._changed.wait(None if nearest is None else max(0.0, nearest - time.monotonic()))

    def _stop_late_ones(self) -> float | None:
        """Stop what is late; returns the next deadline. No connection may be left in a variable of the thread."""
        now = time.monotonic()
        for number, (deadline, stop) in list(self._limits.items()):
            if deadline <= now:
                del self._limits[number]
                stop()
        return min((deadline for deadline, _ in self._limits.values()), default=None)


_WATCHDOG = _Watchdog()


class QueryPool:
    """Connections to one database; every statement has its values bound, never written into it."""

    def __init__(self, database: duckdb.DuckDBPyConnection, seconds: float = SECONDS, at_once: int = AT_ONCE):
        self._database, self._seconds = database, seconds
        self._idle: LifoQueue[duckdb.DuckDBPyConnection] = LifoQueue()
        for _ in range(at_once):
            self._idle.put(database.cursor())

    def rows(self, sql: str, values: Sequence[Any] = (), ticket: Ticket | None = None) -> list[Row]:
        """All rows of a query."""
        return self._run(lambda connection: connection.execute(sql, list(values)).fetchall(), ticket)

    def numpy(self, sql: str, values: Sequence[Any] = (), ticket: Ticket | None = None) -> dict[str, Any]:
        """The columns of a query without nulls, as arrays."""
        return self._run(lambda connection: connection.execute(sql, list(values)).fetchnumpy(), ticket)

    def arrow(self, sql: str, ticket: Ticket | None = None) -> pa.Table:
        """A query without values as an Arrow table."""
        return self._run(lambda connection: connection.sql(sql).to_arrow_table(), ticket)

    def check_ticket(self, ticket: Ticket | None) -> Callable[[], None]:
        """A function for work outside the database: it raises if the ticket is cancelled or the time is over."""
        deadline = time.monotonic() + self._seconds

        def check() -> None:
            if ticket is not None and ticket.is_cancelled:
                raise QuerySuperseded
            if time.monotonic() > deadline:
                raise QueryTimeout(f"the query took longer than {self._seconds:g} s: choose fewer cases")

        return check

    def _run(self, query: Callable[[duckdb.DuckDBPyConnection], T], ticket: Ticket | None) -> T:
        deadline = time.monotonic() + self._seconds
        connection = self._wait_for_connection(deadline, ticket)
        ticket = ticket or Ticket()
        limit = _WATCHDOG.watch(deadline, connection.interrupt)
        try:
            with ticket.running(connection):
                return query(connection)
        except duckdb.InterruptException as error:
            if ticket.is_cancelled:
                raise QuerySuperseded from error
            raise QueryTimeout(f"the query took longer than {self._seconds:g} s: choose fewer cases") from error
        finally:
            _WATCHDOG.forget(limit)
            self._idle.put(connection)

    def _wait_for_connection(self, deadline: float, ticket: Ticket | None) -> duckdb.DuckDBPyConnection:
        while (left := deadline - time.monotonic()) > 0:
            if ticket is not None and ticket.is_cancelled:
                raise QuerySuperseded
            try:
                return self._idle.get(timeout=left if ticket is None else _STEP)  # nobody cancels it: no need to look
            except Empty:
                continue
        raise QueryTimeout(f"the server was busy for {self._seconds:g} s: try again")

    def close(self) -> None:
        """Close every idle connection and the database; queries that still run end first."""
        while True:
            try:
                self._idle.get_nowait().close()
            except Empty:
                break
        self._database.close()
