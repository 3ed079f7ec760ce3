"""Vectors of questions, kept as memory-mapped arrays: what was encoded once is not encoded again.

They lie in `vectors` of the cache folder (ASKANCE_CACHE; empty: nothing is kept), and may be deleted at any time.
A file is written block by block under another name, so that one cut short is gone on with. Behind the array follow the
digests of its blocks, which are checked whenever it is opened: a damaged file is made again.
"""

import io
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

import numpy as np
from askance.core import UserError, digest, digest_value
from askance.core.cache_folder import cache_folder
from askance.core.digest import KEY_BYTES
from askance.ranking.encoders.encoder import Encoder, Vectors

BLOCK = 2048  # questions between two writes
Progress = Callable[[int, int], None]


def cached_vectors(
    encoder: Encoder,
    questions: Sequence[str],
    folder: Path | None = None,
    progress: Progress = lambda done, all_: None,
) -> Vectors:
    """The vectors of questions, row by row, read-only: from the folder if they are there, else made and put there."""
    place = folder or _default_folder()
    shape = (len(questions), encoder.dimension)
    if place is None or not questions:
        blocks = list(_encode_in_blocks(encoder, questions, 0, progress))
        return np.concatenate(blocks) if blocks else np.empty(shape, np.float32)
    path = place / f"{digest_value((encoder.fingerprint, list(questions))).hex()}.npy"
    found = _open_mapped_array(path, shape)
    if found is None:
        try:
            with _lock_file(path):
                if (found := _open_mapped_array(path, shape)) is None:  # another process may have made it meanwhile
                    _write_vectors(path, encoder, questions, progress)
                    found = _open_mapped_array(path, shape)
        except OSError as error:
            trouble = f"{path}: vectors cannot be kept there ({error.strerror or error})"
            raise UserError(f"{trouble}: make room, or set ASKANCE_CACHE to another folder or to nothing") from error
    if found is None:
        raise UserError(f"{path}: changed while it was read: run again")
    progress(len(questions), len(questions))
    return found


def _default_folder() -> Path | None:
    cache = cache_folder()
    return cache and cache / "vectors"


def _open_mapped_array(path: Path, shape: tuple[int, int]) -> Vectors | None:
    """The array in a file, if it is there and whole."""
    header, digests = _npy_header(shape), -(-shape[0] // BLOCK) * KEY_BYTES
    try:
        with path.open("rb") as file:
            if file.seek(0, os.SEEK_END) != len(header) + 4 * shape[0] * shape[1] + digests:
                return None
            file.seek(-digests, os.SEEK_END)
            if _count_intact_blocks(file, path.stem, shape, file.read()) * KEY_BYTES != digests:
                return None
        return np.load(path, mmap_mode="r", allow_pickle=False)  # type: ignore[no-any-return]
    except OSError:
        return None


def _count_intact_blocks(file: BinaryIO, key: str, shape: tuple[int, int], digests: bytes) -> int:
    """How many blocks from the first on have their digests; none where the header is another."""
    header = _npy_header(shape)
    file.seek(0)
    if file.read(len(header)) != header:
        return 0
    blocks = -(-shape[0] // BLOCK)
    for number in range(min(blocks, len(digests) // KEY_BYTES)):
        rows = min(BLOCK, shape[0] - number * BLOCK)
        wanted = digests[number * KEY_BYTES : (number + 1) * KEY_BYTES]
        if _block_digest(key, number, file.read(4 * rows * shape[1])) != wanted:
            return number
    return min(blocks, len(digests) // KEY_BYTES)


def _block_digest(key: str, number: int, block: bytes) -> bytes:
    return digest(f"{key} {number} ".encode() + block)


@contextmanager
def _lock_file(path: Path) -> Iterator[None]:
    """Hold the lock of a file; two processes that want the same vectors do not both make them."""
    from filelock import FileLock  # slow to import, and vectors that are kept need no lock

    path.parent.mkdir(parents=True, exist_ok=True)
    lock = path.with_suffix(".lock")
    with FileLock(lock):
        yield
        with suppress(OSError):
            lock.unlink()


def _write_vectors(path: Path, encoder: Encoder, questions: Sequence[str], progress: Progress) -> None:
    """Go on with the unfinished file, or begin it; rename it when it is whole."""
    part, beside = path.with_suffix(".part"), path.with_suffix(".digests")
    shape = len(questions), encoder.dimension
    with (
        part.open("r+b" if part.exists() else "w+b") as file,
        beside.open("r+b" if beside.exists() else "w+b") as digests,
    ):
        number = _count_intact_blocks(file, path.stem, shape, digests.read())
        file.seek(0)
        file.truncate(len(_npy_header(shape)) + number * BLOCK * encoder.dimension * 4 if number else 0)
        file.seek(0, os.SEEK_END)
        digests.truncate(number * KEY_BYTES)
        digests.seek(0, os.SEEK_END)
        if not number:
            file.write(_npy_header(shape))
        for block in _encode_in_blocks(encoder, questions, number * BLOCK, progress):
            data = block.tobytes()
            _write_and_sync(file, data)
            _write_and_sync(
                digests, _block_digest(path.stem, number, data)
            )  # after the block: it says that the block is done
            number += 1
        digests.seek(0)
        _write_and_sync(file, digests.read())
    part.replace(path)
    beside.unlink()


def _write_and_sync(file: BinaryIO, data: bytes) -> None:
    file.write(data)
    file.flush()
    os.fsync(file.fileno())


def _npy_header(shape: tuple[int, int]) -> bytes:
    buffer = io.BytesIO()
    np.lib.format.write_array_header_1_0(buffer, {"descr": "<f4", "fortran_order": False, "shape": shape})
    return buffer.getvalue()


def _encode_in_blocks(encoder: Encoder, questions: Sequence[str], done: int, progress: Progress) -> Iterator[Vectors]:
    """The vectors of the questions after the first `done`, block by block."""
    for start in range(done, len(questions), BLOCK):
        progress(start, len(questions))
        some = questions[start : start + BLOCK]
        block = np.ascontiguousarray(encoder.encode(some), "<f4")
        if block.shape != (len(some), encoder.dimension):
            raise UserError(f"{encoder.name}: gave {block.shape} for {len(some)} questions: mend the encoder")
        is_finite = np.isfinite(block).all(axis=1)
        if not is_finite.all():
            raise UserError(f"{encoder.name}: gave no finite vector for {some[int(np.argmin(is_finite))]!r}")
        yield block
