"""The index files of a workspace: where they are, which one is the newest, and how a new one takes its place.

A file is never changed once it has its name: a reader opens the newest one, and a later one has a higher number.
"""

import contextlib
import os
import re
import time
from collections.abc import Mapping
from pathlib import Path

import duckdb
from askance.core import digest
from askance.core.cache_folder import cache_folder
from askance.server.index_build import Progress, build_index
from askance.server.index_schema import INDEX_VERSION
from askance.store import Workspace
from askance.store.duckdb_connection import hide_duckdb_progress_bar
from askance.store.workspace_layout import INDEX

FILE = re.compile(r"(\d{6})\.duckdb")
UNFINISHED = re.compile(r"building-\d+\.duckdb(\.wal)?")
DAY = 86_400.0  # seconds after which an unfinished file is of a build that was killed
BUILD_MEMORY = "1GB"  # that DuckDB may take while it builds an index
Sources = Mapping[tuple[str, str, str], str]  # data set, suite, model → stamp of the verdicts


def index_folder(root: Path) -> Path | None:
    """`index/` of a workspace; where nothing can be written there, a folder of the user's cache; None: nowhere."""
    own = root / INDEX
    if os.access(own if own.is_dir() else root, os.W_OK) or _files(own):
        return own
    cache = cache_folder()
    return None if cache is None else cache / INDEX / digest(str(root.resolve()).encode()).hex()


def newest_index(folder: Path) -> Path | None:
    """The newest index file that this version can read."""
    return next((path for path in reversed(_files(folder)) if read_sources(path) is not None), None)


def read_sources(path: Path) -> dict[tuple[str, str, str], str] | None:
    """What an index was built from; None where the file is damaged or of another version."""
    try:
        with duckdb.connect(str(path), read_only=True) as connection:
            ((version,),) = connection.execute("select version from about").fetchall()
            rows = connection.execute("select dataset, suite, model, stamp from source").fetchall()
    except duckdb.Error:
        return None
    return (
        {(dataset, suite, model): stamp for dataset, suite, model, stamp in rows} if version == INDEX_VERSION else None
    )


def write_index(space: Workspace, folder: Path, progress: Progress = lambda done: None) -> Path:
    """Build an index beside the newest one, from which unchanged verdicts are copied, and give it the next number."""
    folder.mkdir(parents=True, exist_ok=True)
    _remove_unfinished(folder)
    files = _files(folder)
    made = folder / f"building-{os.getpid()}.duckdb"
    try:
        with duckdb.connect(str(made)) as connection:
            hide_duckdb_progress_bar(connection)
            connection.execute("set preserve_insertion_order = true")
            connection.execute(f"set memory_limit = '{BUILD_MEMORY}'")
            build_index(connection, space, progress, newest_index(folder))
            connection.execute("checkpoint")
        number = int(files[-1].stem) + 1 if files else 1
        path = folder / f"{number:06d}.duckdb"
        made.rename(path)
    finally:
        made.unlink(missing_ok=True)
    for old in files:
        with contextlib.suppress(OSError):  # Windows keeps a file that a server has open: the next build removes it
            old.unlink()
    return path


def _files(folder: Path) -> list[Path]:
    """The finished index files, the oldest first."""
    try:
        return sorted(path for path in folder.iterdir() if FILE.fullmatch(path.name))
    except OSError:
        return []


def _remove_unfinished(folder: Path) -> None:
    """Remove what a killed build left."""
    for path in folder.iterdir():
        if UNFINISHED.fullmatch(path.name):
            with contextlib.suppress(OSError):
                if time.time() - path.stat().st_mtime > DAY:
                    path.unlink()
