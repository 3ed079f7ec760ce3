"""Files in the cache folder that are made once: what is read or computed from a data set and takes a while."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from askance.core import UserError, digest, digest_value
from askance.core.atomic_files import write_atomic
from askance.core.cache_folder import cache_folder

T = TypeVar("T")
FOLDER = "inverse"


def cached(key: Any, make: Callable[[], T], encode: Callable[[T], bytes], decode: Callable[[bytes], T]) -> T:
    """What `make` makes, from the cache if it is there and whole; a cache that cannot be written is no error."""
    cache = cache_folder()
    if cache is None:
        return make()
    path = cache / FOLDER / digest_value(key).hex()
    found = _read(path, decode)
    if found is None:
        found = make()
        _write(path, encode(found))
    return found


def _read(path: Path, decode: Callable[[bytes], T]) -> T | None:
    try:
        data = path.read_bytes()
        stored, content = data[:32], data[32:]
        return decode(content) if stored == _checksum(content) else None
    except OSError:
        return None


def _write(path: Path, content: bytes) -> None:
    try:
        write_atomic(path, _checksum(content) + content)
    except (OSError, UserError):
        return


def _checksum(content: bytes) -> bytes:
    return digest(content).hex().encode()
