"""Digests of large files, remembered by path, size and modification time: weights are read once, not in every run."""

import contextlib
import json
from collections.abc import Sequence
from pathlib import Path

from askance.core.atomic_files import write_atomic
from askance.core.cache_folder import cache_folder
from askance.core.digest import file_digest
from askance.core.errors import UserError

LARGE = 2**20  # bytes; smaller files are read each time
NAME = "file-digests.json"
KEPT = 4096  # files


def digests_of(folder: Path, paths: Sequence[Path]) -> list[tuple[str, str]]:
    """(name, digest) of each file."""
    known = _known()
    before = dict(known)
    found = [(path.relative_to(folder).as_posix(), _digest(path, known)) for path in paths]
    if known != before:
        _remember(known)
    return found


def _digest(path: Path, known: dict[str, str]) -> str:
    state = path.stat()
    if state.st_size < LARGE:
        return file_digest(path)
    key = f"{path.resolve()}|{state.st_size}|{state.st_mtime_ns}"
    if key not in known:
        known[key] = file_digest(path)
    return known[key]


def _known() -> dict[str, str]:
    folder = cache_folder()
    if folder is None:
        return {}
    try:
        found = json.loads((folder / NAME).read_bytes())
    except (OSError, ValueError):
        return {}
    return {str(key): str(value) for key, value in found.items()} if isinstance(found, dict) else {}


def _remember(known: dict[str, str]) -> None:
    folder = cache_folder()
    if folder is not None:
        kept = dict(list(known.items())[-KEPT:])
        with contextlib.suppress(UserError, OSError):  # a cache that cannot be written costs time only
            write_atomic(folder / NAME, json.dumps(kept).encode())
