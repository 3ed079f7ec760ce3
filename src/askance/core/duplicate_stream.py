"""A stream that stays open when a model closes or replaces sys.stdout or sys.stderr."""

import io
import os
from typing import Any, TextIO


def duplicate_stream(stream: TextIO) -> TextIO:
    """A stream to the same file with its own file descriptor; the same stream if it has no descriptor."""
    try:
        descriptor = os.dup(stream.fileno())
    except (AttributeError, OSError, ValueError):  # replaced by something in memory, closed, or not there
        return stream
    raw: Any = _FileWithoutCloseWarning(descriptor, "w")  # no buffer: nothing is lost at a crash
    return io.TextIOWrapper(raw, encoding=stream.encoding, errors=stream.errors, write_through=True)


class _FileWithoutCloseWarning(io.FileIO):
    """A file that may be dropped without being closed: its descriptor is a copy."""

    def _dealloc_warn(self, source: object) -> None: ...

    def __del__(self) -> None:
        self.close()
