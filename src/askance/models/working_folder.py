"""The current folder that a model's code sees: its own, so that a model that changes it does not move the run."""

import contextlib
import os
from types import TracebackType
from typing import Self


class WorkingFolder:
    """Entered around a model's code: what os.chdir does inside is undone outside, and redone the next time."""

    def __init__(self) -> None:
        self._theirs: str | None = None  # None: as outside
        self._ours: str | None = None

    def __enter__(self) -> Self:
        self._ours = current_folder()
        if self._theirs is not None:
            _change_folder(self._theirs)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        now = current_folder()
        if now != self._ours:
            self._theirs = now
            if self._ours is not None:
                _change_folder(self._ours)
        else:
            self._theirs = None


def current_folder() -> str | None:
    """The current folder; None where it was removed."""
    try:
        return os.getcwd()  # noqa: PTH109  a path object per call costs more than the call itself
    except OSError:
        return None


def _change_folder(folder: str) -> None:
    with contextlib.suppress(OSError):  # removed: the paths of a run are absolute in any case
        os.chdir(folder)
