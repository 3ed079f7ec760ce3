"""One workspace of a dashboard: what was computed from it is kept until one of its files changes."""

import logging
import os
import time
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from threading import Lock
from typing import Any, TypeVar

from askance.store import Workspace
from askance.store.workspace_layout import LOCK_OWNER, MARK

LOG = logging.getLogger("askance.server")
WATCHED = ("runs", "decks", "metrics", "verdicts")  # folders whose files decide results; answers alone decide none
RECHECK = 0.5  # seconds during which the files are not looked at again: many readers cost as much as one
State = tuple[tuple[str, int, int], ...]  # file, size, time of its last change
T = TypeVar("T")


@dataclass
class _Generation:
    """What was computed from one state of the files."""

    state: State
    space: Workspace
    number: int
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
        self._numbers = count(1)
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

    def cached(self, key: Hashable, compute: Callable[[Workspace], T]) -> T:
        """`compute(space)`, once per state of the workspace.

        While one request computes it anew, the others get what it was before.
        """
        now = self._generation()
        if key in now.kept:
            return now.kept[key]  # type: ignore[no-any-return]
        with self._lock:
            computing = now.computing.setdefault(key, Lock())
        if not computing.acquire(blocking=key not in self._before):
            return self._before[key]  # type: ignore[no-any-return]
        try:
            if key not in now.kept:
                now.kept[key] = compute(now.space)
            return now.kept[key]  # type: ignore[no-any-return]
        finally:
            computing.release()

    def _generation(self) -> _Generation:
        """The present state; the files are looked at twice a second at most."""
        with self._lock:
            now = self._now
            if now is not None and time.monotonic() - self._checked < RECHECK:
                return now
            state = self.state()
            self._checked = time.monotonic()
            if now is None or state != now.state:
                self.notices = ()
                self._before = self._before | now.kept if now is not None else {}
                self._now = None  # where it cannot be opened any more, the next request tries again
                self._now = now = _Generation(state, Workspace.for_reading(self.root, self._note), next(self._numbers))
            return now

    def writer(self) -> int | None:
        """The process of the run that writes to the workspace at present; None where there is none."""
        try:
            process = int((self.root / LOCK_OWNER).read_text(encoding="ascii"))
            os.kill(process, 0)
        except PermissionError:
            return process  # it belongs to another user
        except (OSError, ValueError, OverflowError):
            return None
        return process

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
