"""The word vectors of Skip-thoughts: utable.npy and btable.npy, one row per word of the dictionary, memory-mapped.

The published tables are arrays of objects, which numpy would unpickle. Nothing is unpickled here: each object is a row
of float32 numbers of one known length, written in the file as a byte string, and only those strings are looked for.
"""

import mmap
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import numpy as np
import numpy.typing as npt
from askance.core import UserError
from askance.ranking.encoders.encoder import Vectors

Indices = npt.NDArray[np.intp]
_FLOAT32 = re.compile(rb"f4.{0,64}<", re.DOTALL)  # the first row's type, then the order of its bytes
_AGAIN = "fetch the file again, or save it as a plain float32 array"
_SHORT = 256  # a byte string shorter than this has another head
_GAP = 512  # bytes between two rows, at most; they hold the row's shape and type


class WordTable(Protocol):
    """Rows of word vectors."""

    def __len__(self) -> int: ...

    def rows(self, places: Indices) -> Vectors: ...


@dataclass(frozen=True, slots=True)
class ArrayWordTable:
    """A table that is a plain array."""

    path: Path
    array: npt.NDArray[np.floating]

    def __len__(self) -> int:
        return len(self.array)

    def rows(self, places: Indices) -> Vectors:
        """The rows at some places."""
        return _check_finite(np.asarray(self.array[places], np.float32), places, self.path)


@dataclass(frozen=True, slots=True)
class ByteStringWordTable:
    """A table whose rows are byte strings somewhere in a file."""

    path: Path
    data: npt.NDArray[np.uint8]  # the whole file, mapped
    starts: npt.NDArray[np.int64]
    width: int  # bytes a row

    def __len__(self) -> int:
        return len(self.starts)

    def rows(self, places: Indices) -> Vectors:
        """The rows at some places."""
        found = self.data[self.starts[places][:, np.newaxis] + np.arange(self.width)]
        return _check_finite(np.asarray(found.view("<f4"), np.float32), places, self.path)


def open_word_table(path: Path, width: int) -> WordTable:
    """The table in a file, whose rows have `width` numbers."""
    try:
        with path.open("rb") as file:
            is_first = np.lib.format.read_magic(file) == (1, 0)
            read = np.lib.format.read_array_header_1_0 if is_first else np.lib.format.read_array_header_2_0
            shape, _, dtype = read(file)
            start = file.tell()
        if dtype.hasobject:
            return _open_byte_string_table(path, start, shape, width)
        array = np.load(path, mmap_mode="r", allow_pickle=False)
    except (OSError, ValueError) as error:
        raise UserError(f"{path}: not a whole array of numpy ({error}): fetch the file again") from error
    if array.ndim != 2 or array.shape[1] != width or array.dtype.kind != "f":
        what = f"{' × '.join(map(str, shape))} {dtype}"
        raise UserError(f"{path}: holds {what}, not rows of {width} floats as the weights want: {_AGAIN}")
    return ArrayWordTable(path, array)


def _open_byte_string_table(path: Path, start: int, shape: tuple[int, ...], width: int) -> ByteStringWordTable:
    """The rows of an array of objects: byte strings of one length, one after another in the order of the array."""
    size = 4 * width
    if len(shape) != 1 or size < _SHORT:
        raise UserError(f"{path}: an array of objects that are not rows of {width} floats: {_AGAIN}")
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        tail = size.to_bytes(4, "little")
        heads = [mark + tail for mark in (b"T", b"B")]  # as Python 2 writes a byte string, and as Python 3 does
        first = {data.find(head, start, start + 2 * _GAP): head for head in heads}
        first.pop(-1, None)
        at = min(first, default=-1)
        if at < 0 or not _FLOAT32.search(data[start:at]):
            raise UserError(f"{path}: an array of objects that are not rows of {width} floats: {_AGAIN}")
        head, starts = first[at], np.empty(shape[0], np.int64)
        for row in range(len(starts)):
            if at < 0 or at + len(head) + size > len(data):
                raise UserError(f"{path}: has {row:,} of its {len(starts):,} rows of {width} floats: {_AGAIN}")
            starts[row] = at + len(head)
            end = at + len(head) + size
            at = data.find(head, end, end + _GAP)
    return ByteStringWordTable(path, np.memmap(path, np.uint8, "r"), starts, size)


def _check_finite(rows: Vectors, places: Indices, path: Path) -> Vectors:
    """The rows, if all their numbers are finite."""
    is_finite = np.isfinite(rows).all(axis=1)
    if not is_finite.all():
        line = places[int(np.argmin(is_finite))] + 1
        raise UserError(f"{path}: the vector of line {line:,} of the dictionary is not finite: {_AGAIN}")
    return rows
