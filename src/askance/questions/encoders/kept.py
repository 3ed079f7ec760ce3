"""Vectors of questions, kept as memory-mapped arrays: what was encoded once is not encoded again.

They lie in `vectors` of the cache folder (ASKANCE_CACHE; empty: nothing is kept), and may be deleted at any time.
A file is written block by block under another name, so that one cut short is gone on with.
"""

import fcntl
import io
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

import numpy as np
from askance.core import UserError, digest_of
from askance.core.cache import cache_folder
from askance.questions.encoders import Encoder, Vectors

BLOCK = 2048  # questions between two writes
Progress = Callable[[int, int], None]


def kept(
    encoder: Encoder,
    questions: Sequence[str],
    folder: Path | None = None,
    progress: Progress = lambda done, all_: None,
) -> Vectors:
    """The vectors of questions, row by row, read-only: from the folder if they are there, else made and put there."""
    place = folder or _default_folder()
    shape = (len(questions), encoder.dimension)
    if place is None or not questions:
        blocks = list(_blocks(encoder, questions, 0, progress))
        return np.concatenate(blocks) if blocks else np.empty(shape, np.float32)
    path = place / f"{digest_of((encoder.fingerprint, list(questions))).hex()}.npy"
    found = _mapped(path, shape)
    if found is None:
        try:
            with _alone(path):
                if (found := _mapped(path, shape)) is None:  # another process may have made it meanwhile
                    _write(path, encoder, questions, progress)
                    found = _mapped(path, shape)
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


def _mapped(path: Path, shape: tuple[int, int]) -> Vectors | None:
    """The array in a file, if it is there and whole."""
    try:
        array = np.load(path, mmap_mode="r", allow_pickle=False)
    except (OSError, ValueError, EOFError):
        return None
    return array if array.shape == shape and array.dtype == np.float32 else None


@contextmanager
def _alone(path: Path) -> Iterator[None]:
    """Hold the lock of a file; two processes that want the same vectors do not both make them."""
    path.parent.mkdir(parents=True, exist_ok=True)
    lock = path.with_suffix(".lock")
    with lock.open("wb") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
        with suppress(OSError):
            lock.unlink()


def _write(path: Path, encoder: Encoder, questions: Sequence[str], progress: Progress) -> None:
    """Go on with the unfinished file, or begin it; rename it when it is whole."""
    part = path.with_suffix(".part")
    header = _header((len(questions), encoder.dimension))
    with part.open("r+b" if part.exists() else "w+b") as file:
        done = _done(file, header, encoder.dimension)
        file.truncate(len(header) + done * encoder.dimension * 4 if done else 0)
        file.seek(0, os.SEEK_END)
        if not done:
            file.write(header)
        for block in _blocks(encoder, questions, done, progress):
            file.write(block.tobytes())
            file.flush()
            os.fsync(file.fileno())  # the length of the file says how much is done
    part.replace(path)


def _header(shape: tuple[int, int]) -> bytes:
    buffer = io.BytesIO()
    np.lib.format.write_array_header_1_0(buffer, {"descr": "<f4", "fortran_order": False, "shape": shape})
    return buffer.getvalue()


def _done(file: BinaryIO, header: bytes, dimension: int) -> int:
    """How many rows an unfinished file has, in whole blocks: then a block is the same as if nothing had stopped."""
    if file.read(len(header)) != header:
        return 0
    rows = (file.seek(0, os.SEEK_END) - len(header)) // (4 * dimension)
    return rows // BLOCK * BLOCK


def _blocks(encoder: Encoder, questions: Sequence[str], done: int, progress: Progress) -> Iterator[Vectors]:
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
