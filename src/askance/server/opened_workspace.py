"""One workspace of a dashboard: what was computed from it is kept until one of its files changes."""

import logging
import os
from collections.abc import Callable, Hashable
from pathlib import Path
from threading import Lock
from typing import Any, TypeVar

from askance.store import Workspace
from askance.store.workspace_layout import MARK

LOG = logging.getLogger("askance.server")
WATCHED = ("runs", "decks", "metrics", "verdicts")  # folders whose files decide results; answers alone decide none
State = tuple[tuple[str, int, int], ...]  # file, size, time of its last change
T = TypeVar("T")


class OpenedWorkspace:
    """A workspace that may change while it is shown: nothing is locked, nothing is written."""

    def __init__(self, name: str, root: Path):
        self.name, self.root = name, root.absolute()
        self._lock = Lock()
        self._state: State | None = None
        self._kept: dict[Hashable, Any] = {}
        self._computing: dict[Hashable, Lock] = {}
        self._space: Workspace | None = None
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
        self._refresh()
        with self._lock:
            if self._space is None:
                self._space = Workspace.for_reading(self.root, self._note)
            return self._space

    def cached(self, key: Hashable, compute: Callable[[Workspace], T]) -> T:
        """`compute(space)`, once per state of the workspace; requests that come meanwhile wait for it."""
        space = self.space()
        with self._lock:
            kept = self._kept
            computing = self._computing.setdefault(key, Lock())
        with computing:
            if key not in kept:
                kept[key] = compute(space)
            return kept[key]  # type: ignore[no-any-return]

    def _refresh(self) -> None:
        """Forget what was computed if a file has changed."""
        state = self.state()
        with self._lock:
            if state != self._state:
                self._state, self._kept, self._computing, self._space = state, {}, {}, None
                self.notices = ()

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
