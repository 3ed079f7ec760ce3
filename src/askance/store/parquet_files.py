"""Tables as Parquet files that tell whether they are whole.

A shard is written once: the digest of its bytes is in its name. A derived table is replaced under the same name: its
digest, of that name and its bytes, lies before the footer, where every Parquet reader skips it.
"""

import errno
import os
import stat
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
from askance.core import UserError, digest
from askance.core.arrow_buffer import arrow_buffer_reader
from askance.core.atomic_files import write_atomic
from askance.core.checksum import SEAL_BYTES, compute_checksum
from askance.store.workspace_layout import SHARD

END = 8  # bytes: the length of the footer, and the magic number
Stamp = tuple[int, int, int, int]
_whole: dict[Path, Stamp] = {}  # files that were found whole by this process, as they were then


def to_parquet_bytes(table: pa.Table) -> bytes:
    """The table as one Parquet file in memory."""
    sink = pa.BufferOutputStream()
    pq.write_table(table, sink, compression="zstd", compression_level=1)
    return sink.getvalue().to_pybytes()  # type: ignore[no-any-return]


def write_shard(folder: Path, number: int, table: pa.Table) -> Path:
    """Write one shard; its name carries the digest of its bytes, so that damage is noticed."""
    data = to_parquet_bytes(table)
    path = folder / f"{number:06d}-{digest(data).hex()[:16]}.parquet"
    write_atomic(path, data)
    return path


def write_with_checksum(path: Path, table: pa.Table) -> None:
    """Write a table that may be replaced, with its seal before the footer."""
    data = to_parquet_bytes(table)
    footer = _footer_offset(data)
    assert footer is not None
    write_atomic(path, data[:footer] + compute_checksum(path.name, data[:footer], data[footer:]) + data[footer:])


def read_with_checksum(path: Path) -> pa.Table | None:
    """A table that may be replaced; None where it is missing or damaged. Its bytes are read once."""
    data = read_file_bytes(path)
    return (
        pq.ParquetFile(arrow_buffer_reader(data)).read()
        if data is not None and _has_valid_checksum(path.name, data)
        else None
    )


def is_intact(path: Path) -> bool:
    """Whether a file is there and its bytes have the digest that it carries; each is read once per process."""
    stamp = _file_stamp(path)
    if stamp is None or _whole.get(path) == stamp:
        return stamp is not None
    data = read_file_bytes(path)
    if data is None:
        return False
    named = SHARD.fullmatch(path.name)
    found = named[2] == digest(data).hex()[:16] if named else _has_valid_checksum(path.name, data)
    if found:
        _whole[path] = stamp
    return found


def _has_valid_checksum(name: str, data: bytes) -> bool:
    footer = _footer_offset(data)
    if footer is None or footer < SEAL_BYTES:
        return False
    body, seal = data[: footer - SEAL_BYTES], data[footer - SEAL_BYTES : footer]
    return seal == compute_checksum(name, body, data[footer:])


def _footer_offset(data: bytes) -> int | None:
    """Where the footer begins; None where the end is not that of a Parquet file."""
    if data[-4:] != b"PAR1":
        return None
    start = len(data) - END - int.from_bytes(data[-8:-4], "little")
    return start if start > 0 else None


def _file_stamp(path: Path) -> Stamp | None:
    """What changes when a file does; None where there is no file."""
    try:
        state = path.stat()
    except OSError:
        return None
    return (state.st_size, state.st_ino, state.st_mtime_ns, state.st_ctime_ns) if stat.S_ISREG(state.st_mode) else None


def read_file_bytes(path: Path) -> bytes | None:
    """The bytes of a file; None where there is none, or the disk cannot read it; one line where we may not read it."""
    try:
        return path.read_bytes()
    except OSError as error:
        if error.errno in (errno.EACCES, errno.EPERM):
            raise UserError(
                f"cannot read {path}: {os.strerror(error.errno)}: allow it, or choose another folder"
            ) from error
        return None
