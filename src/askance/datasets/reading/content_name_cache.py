"""Content names kept between runs: a picture whose size, times and inode are as they were is not read again.

Nothing is written beside the pictures: ASKANCE_CACHE names the folder of the cache, and an empty value turns it off;
else it is `askance` in the user's cache folder. A cache that cannot be read or written is passed over, and so is a row
that is not as it was written: each has a digest.
"""

import os
import sqlite3
import time
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from pathlib import Path

from askance.core import digest
from askance.core.cache_folder import cache_folder
from askance.datasets.reading.decode_image import DECODER
from askance.datasets.reading.image_files import content_name_of_file

FILE = f"digests-2-{DECODER}.sqlite"  # names depend on the decoder
TABLE = (
    "create table if not exists digests"
    " (folder blob, file blob, stamp text, name text, seal blob, primary key (folder, file))"
)
SETTLED = 3 * 10**9  # nanoseconds: a file changed more lately may change again and show the same times
AT_ONCE = 4096  # files between two writes, so that a run cut short has not read for nothing
PATIENCE = 5.0  # seconds to wait for another process that writes


def cached_content_names(paths: Iterable[Path]) -> dict[Path, str]:
    """The content names of files; those that are new or may have changed are read, on several threads."""
    wanted = list(dict.fromkeys(paths))
    now = time.time_ns()  # before anything is read: what changes from here on gets times of its own
    stamps = {path: _file_stamp(path) for path in wanted}
    kept = _read_cached_names({_folder_prefix(path) for path in wanted})
    names = {path: name for path, stamp in stamps.items() if (name := kept.get((str(path), stamp)))}
    new = [path for path in wanted if path not in names]
    with ThreadPoolExecutor(thread_name_prefix="askance-digests") as pool:
        for start in range(0, len(new), AT_ONCE):
            some = new[start : start + AT_ONCE]
            read = dict(zip(some, pool.map(content_name_of_file, some), strict=True))
            _store_names(
                {path: name for path, name in read.items() if _is_unchanged_for_a_while(path, stamps[path], now)},
                stamps,
            )
            names |= read
    return names


def _file_stamp(path: Path) -> str | None:
    """What changes when a file does: the time of the content can be set back, but not that of the state."""
    try:
        state = path.stat()
    except OSError:
        return None
    return f"{state.st_size} {state.st_ino} {state.st_mtime_ns} {state.st_ctime_ns}"


def _is_unchanged_for_a_while(path: Path, stamp: str | None, now: int) -> bool:
    """Whether a file that was just read is still as it was `now`, and had been so for some seconds."""
    if stamp is None or _file_stamp(path) != stamp:
        return False
    return max(map(int, stamp.split()[2:])) < now - SETTLED


def _folder_prefix(path: Path) -> str:
    """A file's path without its name: as text, since paths are slow to compare and these are many."""
    return str(path)[: -len(path.name)]


def _folder_key(prefix: str) -> bytes:
    return os.fsencode(Path(prefix).absolute())


def _row_digest(folder: bytes, file: bytes, stamp: str | None, name: str) -> bytes:
    """The digest of a row: a name decides what is asked, so a damaged one must not be believed."""
    return digest(b"\0".join((folder, file, f"{stamp}\0{name}".encode(errors="surrogatepass"))))


def _read_cached_names(prefixes: set[str]) -> dict[tuple[str, str | None], str]:
    """(file, stamp) → content name, for the files of some folders."""
    found: dict[tuple[str, str | None], str] = {}

    def load(database: sqlite3.Connection) -> None:
        for prefix in prefixes:
            key = _folder_key(prefix)
            rows = database.execute("select file, stamp, name, seal from digests where folder = ?", (key,))
            for file, stamp, name, seal in rows:
                if isinstance(file, bytes) and isinstance(name, str) and seal == _row_digest(key, file, stamp, name):
                    found[prefix + os.fsdecode(file), stamp] = name

    _with_database(load)
    return found


def _store_names(names: Mapping[Path, str], stamps: Mapping[Path, str | None]) -> None:
    folders = {prefix: _folder_key(prefix) for prefix in map(_folder_prefix, names)}
    plain = [
        (folders[_folder_prefix(path)], os.fsencode(path.name), stamps[path], name) for path, name in names.items()
    ]
    rows = [(*row, _row_digest(*row)) for row in plain]

    def store(database: sqlite3.Connection) -> None:
        with database:
            database.execute(TABLE)
            database.executemany("insert or replace into digests values (?, ?, ?, ?, ?)", rows)

    if rows:
        _with_database(store, is_made=True)


def _with_database(work: Callable[[sqlite3.Connection], None], is_made: bool = False) -> None:
    """Work with the cache, if there is one or it can be made; a damaged one is removed."""
    folder = cache_folder()
    if folder is None:
        return
    try:
        if is_made:
            folder.mkdir(parents=True, exist_ok=True)
        if is_made or (folder / FILE).is_file():
            with closing(sqlite3.connect(folder / FILE, timeout=PATIENCE)) as database:
                work(database)
    except (OSError, sqlite3.OperationalError):
        return  # not readable, not writable, or locked for too long
    except sqlite3.DatabaseError:
        with suppress(OSError):
            (folder / FILE).unlink(missing_ok=True)
