"""One workspace of a dashboard: what was computed from it is kept until one of its files changes."""

import logging
import os
import time
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from threading import Lock, local
from typing import Any, TypeVar

from askance.server.journal_answers import JournalAnswers
from askance.server.refresh_pace import RefreshPace, run_that_writes
from askance.store import Workspace
from askance.store.workspace_layout import MARK

LOG = logging.getLogger("askance.server")
WATCHED = ("runs", "decks", "metrics", "verdicts")  # folders whose files decide results; answers alone decide none
RECHECK = 0.5  # seconds during which the files are not looked at again: many readers cost as much as one
State = tuple[tuple[str, int, int], ...]  # file, size, time of its last change
T = TypeVar("T")


class _Nested(local):
    """How deep this thread is in computations that are kept."""

    depth = 0

    def __enter__(self) -> None:
        self.depth += 1

    def __exit__(self, *error: object) -> None:
        self.depth -= 1


_nested = _Nested()


@dataclass
class _Generation:
    """What was computed from one state of the files."""

    state: State
    space: Workspace
    number: int
    read_at: float  # seconds since 1970
    kept: dict[Hashable, Any] = field(default_factory=dict)
    computing: dict[Hashable, Lock] = field(default_factory=dict)


class OpenedWorkspace:
    """A workspace that may change while it is shown: nothing is locked, nothing is written."""

    def __init__(self, name: str, root: Path):
        self.name, self.root = name, root.absolute()
        self._lock = Lock()
        self._now: _Generation | None = None
        self._before: dict[Hashable, Any] = {}  # what the state before the present one gave
        self._checked = 0.0
        self._numbers, self._pace = count(1), RefreshPace(self.root)
        self.earlier_results = 0  # how often a request got results of an earlier state
        self.journals = JournalAnswers(self.root)
        self.notices: tuple[str, ...] = ()  # what was found damaged or missing, without paths of the machine

    def state(self) -> State:
        """What changes when results do; a run that only adds answers does not change it."""
        found = [_file_state(self.root / MARK, MARK)]
        for folder in WATCHED:
            try:
                with os.scandir(self.root / folder) as entries:
                    found += [_file_state(entry, f"{folder}/{entry.name}") for entry in entries]
            except OSError:
                continue
        return tuple(sorted(each for each in found if each is not None))

    def space(self) -> Workspace:
        """The workspace as it is now, open for reading; a UserError where a newer Askance wrote it."""
        return self._generation().space

    def generation_number(self) -> int:
        """A number that is another one after each change of the results; a UserError as in `space`."""
        return self._generation().number

    def read_at(self) -> float:
        """When the results were read (seconds since 1970): while a run writes, newer ones wait; as in `space`."""
        return self._generation().read_at

    def cached(self, key: Hashable, compute: Callable[[Workspace], T]) -> T:
        """`compute(space)`, once per state of the workspace.

        While one request computes it anew, the others get what it was before; but what is computed and kept itself
        waits for the new values that it needs.
        """
        now = self._generation()
        if key in now.kept:
            return now.kept[key]  # type: ignore[no-any-return]
        with self._lock:
            computing = now.computing.setdefault(key, Lock())
        if not computing.acquire(blocking=_nested.depth > 0 or key not in self._before):
            self.earlier_results += 1
            return self._before[key]  # type: ignore[no-any-return]
        try:
            if key not in now.kept:
                with _nested:
                    now.kept[key] = compute(now.space)
            return now.kept[key]  # type: ignore[no-any-return]
        finally:
            computing.release()

    def _generation(self) -> _Generation:
        """The present state; the files are looked at twice a second at most, and followed at the pace of a run."""
        with self._lock:
            now = self._now
            if now is not None and time.monotonic() - self._checked < RECHECK:
                return now
            state = self.state()
            self._checked = time.monotonic()
            if now is None or (state != now.state and self._pace.is_time()):
                self._pace.begin()
                self.notices = ()
                self._before = self._before | now.kept if now is not None else {}
                self._now = None  # where it cannot be opened any more, the next request tries again
                space = Workspace.for_reading(self.root, self._note)
                self._now = now = _Generation(state, space, next(self._numbers), time.time())
            return now

    def writer(self) -> int | None:
        """The process of the run that writes to the workspace at present; None where there is none."""
        return run_that_writes(self.root)

    def _note(self, line: str) -> None:
        LOG.warning("%s: %s", self.name, line)
        self.notices = (*self.notices, self.without_paths(line))

    def without_paths(self, line: str) -> str:
        """A line without the path of the workspace on this machine."""
        for path in (self.root, self.root.resolve()):
            line = line.replace(str(path), self.name)
        return line


def _file_state(file: "Path | os.DirEntry[str]", name: str) -> tuple[str, int, int] | None:
    try:
        found = file.stat()
    except OSError:  # it was replaced meanwhile
        return None
    return name, found.st_size, found.st_mtime_ns
