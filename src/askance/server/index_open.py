"""Opening the queries of a workspace: over an index in memory if it is small, over an index file if it is large."""

import logging
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import duckdb
import pyarrow.parquet as pq
from askance.report import current_metrics, table_to_rows
from askance.report.current_results import CurrentResult
from askance.server.index_build import build_index
from askance.server.index_file import index_folder, newest_index, read_sources
from askance.server.index_process import IndexProcess
from askance.server.index_sources import sorted_results, wanted_sources
from askance.server.queries import Queries, TidyRow
from askance.server.query_pool import QueryPool
from askance.server.refresh_pace import RefreshPace, run_that_writes
from askance.store import Workspace
from askance.store.duckdb_connection import hide_duckdb_progress_bar

LOG = logging.getLogger("askance.server")
LARGE = 200_000  # verdicts from which on a workspace gets an index file
MEMORY = "200MB"  # that DuckDB may take to answer queries
PAUSE = 1.0  # seconds between two looks at the files of a workspace
REST = 9.0  # after a child's build, so many times its seconds pass before the next, while a run writes
WATCHED = ("runs", "decks", "verdicts")
State = tuple[tuple[str, int, int], ...]  # file, size, time of its last change


class IndexNotReady(Exception):  # noqa: N818  a state, not an error of the program
    """The first index of a large workspace is still being built; `done` of `total` verdicts are in it."""

    def __init__(self, done: int, total: int):
        super().__init__(f"the index of this workspace is being built: {done:,} of {total:,} verdicts")
        self.done, self.total = done, total


@dataclass(frozen=True, slots=True)
class IndexStatus:
    """Whether the queries are about the newest results; while they are not, a newer index is being built."""

    is_current: bool
    done: int
    total: int
    problem: str = ""  # why the last build failed


def open_queries(space: Workspace) -> Queries:
    """The queries of a workspace as it is now, over an index in memory."""
    database = duckdb.connect()
    hide_duckdb_progress_bar(database)
    build_index(database, space)
    return Queries(_pool(database), _board_of(space))


def _open_twice(space: Workspace) -> Queries:
    """As `open_queries`, once more where a run replaced a file that was being read."""
    try:
        return open_queries(space)
    except duckdb.IOException:
        return open_queries(space)


def open_index(path: Path, space: Workspace) -> Queries:
    """The queries of a workspace over an index file."""
    return Queries(_pool(duckdb.connect(str(path), read_only=True)), _board_of(space))


def count_verdicts(space: Workspace, results: list[CurrentResult]) -> int:
    """The number of current verdicts, from the footers of their files."""
    total = 0
    for each in results:
        path = space.derived_table_path("verdicts", each.case_set, each.fingerprint)
        try:
            total += pq.read_metadata(path).num_rows
        except (OSError, ValueError):  # missing or damaged: such a file is judged again, and is counted then
            continue
    return total


class QuerySource:
    """The queries of one workspace that may change: the newest results as soon as they are indexed.

    Keep one per workspace for as long as the server runs, and call `current` in every request.
    """

    def __init__(self, root: Path | str, large: int = LARGE, say: Callable[[str], None] = LOG.warning):
        self._root, self._large, self._say = Path(root), large, say
        self._lock = threading.Lock()
        self._queries: Queries | None = None
        self.opened_indexes = 0  # how many indexes have been opened so far
        self._state: State | None = None  # of the files that `_queries` is about
        self._looked = self._rests_until = 0.0
        self._read_at = self._building_since = time.time()  # of the files that `_queries` is about
        self._pace = RefreshPace(self._root)
        self._child: IndexProcess | None = None
        self._thread: threading.Thread | None = None  # builds an index in memory while the earlier one answers
        self._status = IndexStatus(False, 0, 0)

    @property
    def status(self) -> IndexStatus:
        """How far the index is."""
        with self._lock:
            child = self._child
            if child is None:
                return self._status
            return IndexStatus(False, child.done, child.total, child.problem)

    @property
    def read_at(self) -> float:
        """When the files that the queries are about were read (seconds since 1970)."""
        return self._read_at

    def current(self) -> Queries:
        """The queries over the newest results that are indexed; raises IndexNotReady where there are none yet."""
        with self._lock:
            if time.monotonic() - self._looked >= PAUSE or self._queries is None:
                self._look()
                self._looked = time.monotonic()
            if self._queries is None:
                assert self._child is not None
                raise IndexNotReady(self._child.done, self._child.total)
            return self._queries

    def wait(self, seconds: float = 600.0) -> Queries:
        """As `current`, once the index is about the files as they are now."""
        deadline = time.monotonic() + seconds
        while True:
            try:
                found = self.current()
            except IndexNotReady:
                found = None
            if found is not None and self.status.is_current:
                return found
            if time.monotonic() > deadline:
                raise TimeoutError(f"the index of {self._root} was not ready after {seconds:g} s")
            self._looked = 0.0
            time.sleep(0.05)

    def close(self) -> None:
        """Stop a build that is under way, and close the database."""
        if self._thread is not None:
            self._thread.join()
        with self._lock:
            if self._child is not None:
                self._child.stop()
            if self._queries is not None:
                self._queries.pool.close()

    def _look(self) -> None:
        """Follow the files of the workspace: open what is new, or start to build it."""
        if self._is_building:
            return
        is_built = self._child is not None and self._finish_child()
        read_at, state = time.time(), _state_of(self._root)
        if state == self._state:
            return
        self._status = replace(self._status, is_current=False)
        if not is_built and not self._is_time():
            return
        self._pace.begin()
        space = Workspace.for_reading(self._root, self._say)
        results = sorted_results(space)
        total = count_verdicts(space, results)
        folder = index_folder(self._root)
        if total < self._large or folder is None:
            self._build_in_memory(space, state, total, read_at)
            return
        newest = newest_index(folder)
        if newest is not None and read_sources(newest) == wanted_sources(space, results):
            self._take(open_index(newest, space), state, total, read_at)
            return
        if newest is not None and (is_built or self._queries is None):  # of an earlier state, better than nothing
            self._use(open_index(newest, space))
            self._read_at = self._building_since if is_built else newest.stat().st_mtime
        if not is_built or run_that_writes(self._root) is None:
            self._child, self._building_since = IndexProcess(self._root, folder, total), read_at

    @property
    def _is_building(self) -> bool:
        is_child_busy = self._child is not None and self._child.is_running
        return is_child_busy or (self._thread is not None and self._thread.is_alive())

    def _is_time(self) -> bool:
        """Whether an index of new files may be opened or built now."""
        if self._queries is None:
            return True
        if time.monotonic() < self._rests_until and run_that_writes(self._root) is not None:
            return False
        return self._pace.is_time()

    def _build_in_memory(self, space: Workspace, state: State, total: int, read_at: float) -> None:
        """Build now; while a run writes, in a thread, and the earlier index answers meanwhile."""
        if self._queries is None or run_that_writes(self._root) is None:
            self._take(_open_twice(space), state, total, read_at)
            return
        self._status = IndexStatus(False, 0, total)

        def build() -> None:
            try:
                made = _open_twice(space)
            except Exception:
                LOG.exception("the index of %s", self._root)  # the earlier one answers; the next look tries again
                return
            with self._lock:
                self._take(made, state, total, read_at)

        self._thread = threading.Thread(target=build, daemon=True, name="index in memory")
        self._thread.start()

    def _take(self, queries: Queries, state: State, total: int, read_at: float) -> None:
        """Use a new index; requests that still use the earlier one finish with it."""
        self._use(queries)
        self._state, self._read_at = state, read_at
        self._status = IndexStatus(True, total, total)

    def _use(self, queries: Queries) -> None:
        self._queries = queries
        self.opened_indexes += 1

    def _finish_child(self) -> bool:
        """Whether the build that has ended made an index; else it is made in memory."""
        child = self._child
        assert child is not None
        self._child = None
        self._rests_until = time.monotonic() + REST * child.seconds
        if not child.problem:
            return True
        self._say(f"the index of {self._root} could not be built: {child.problem}")
        read_at, state = time.time(), _state_of(self._root)
        space = Workspace.for_reading(self._root, self._say)
        self._take(open_queries(space), state, child.total, read_at)
        return False


def _pool(database: duckdb.DuckDBPyConnection) -> QueryPool:
    hide_duckdb_progress_bar(database)
    database.execute(f"set memory_limit = '{MEMORY}'")
    database.execute("set enable_external_access = false")  # no statement can reach another file
    database.execute("set lock_configuration = true")
    return QueryPool(database)


def _board_of(space: Workspace) -> Callable[[], list[TidyRow]]:
    @cache
    def board() -> list[TidyRow]:
        return table_to_rows(current_metrics(space))

    return board


def _state_of(root: Path) -> State:
    """What changes when results do."""
    found = []
    for folder in WATCHED:
        for path in sorted((root / folder).glob("*")):
            try:
                state = path.stat()
            except OSError:  # it was replaced meanwhile
                continue
            found.append((f"{folder}/{path.name}", state.st_size, state.st_mtime_ns))
    return tuple(found)
