"""Files and folders that a value names: their content."""

import os
import stat
from pathlib import Path

MOST_FILES = 10_000  # in a folder; one with more is a data set or a disk, and no model
LONGEST = 4096  # characters of a path

Stamp = tuple[int, int]


class TooManyFiles(Exception):  # noqa: N818  a state of the folder
    """A folder has more files than can be digested."""


def file_named_by_text(text: str) -> Path | None:
    """The regular file that a text names, if it looks like a path and there is one."""
    if len(text) > LONGEST or "\0" in text or not (os.sep in text or "." in text):
        return None
    try:
        return Path(text) if stat.S_ISREG(Path(text).stat().st_mode) else None
    except (OSError, ValueError):
        return None


def list_files(path: Path) -> list[tuple[str, Path]]:
    """(name, file) of a file, or of all files in a folder; empty where there is nothing."""
    if path.is_file():
        return [(path.name, path)]
    found = []
    for folder, below, names in os.walk(path):
        below.sort()
        found += [Path(folder, name) for name in sorted(names) if Path(folder, name).is_file()]
        if len(found) > MOST_FILES:
            raise TooManyFiles(f"has more than {MOST_FILES:,} files")
    return [(file.relative_to(path).as_posix(), file) for file in found]


def file_stamp(path: Path) -> Stamp | None:
    """What changes when a file does; None where it is gone."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_size, found.st_mtime_ns
