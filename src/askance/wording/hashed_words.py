"""Words as rows of hashed tables: the row of the word itself, and those of its letter groups for words never seen."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from zlib import crc32

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]
SCALE = "_scale"  # what the name of a packed table's row scales ends with


def letter_groups(word: str, lengths: Sequence[int]) -> list[str]:
    """The runs of letters of a word between its marked ends: <cat> → <ca, cat, at>."""
    marked = f"<{word}>"
    return [marked[at : at + n] for n in lengths for at in range(len(marked) - n + 1)] or [marked]


def word_row(word: str, rows: int) -> int:
    """The row of a word."""
    return crc32(word.encode()) % rows


def group_rows(word: str, lengths: Sequence[int], rows: int) -> list[int]:
    """The rows of a word's letter groups; a group never has the row of an equal word."""
    return [crc32(f"#{group}".encode()) % rows for group in letter_groups(word, lengths)]


@dataclass(frozen=True, slots=True)
class HashedWords:
    """Vectors of words: the word's own row plus the mean of its letter groups' rows; kept once computed."""

    words: Floats  # (rows, size)
    groups: Floats  # (rows, size)
    lengths: tuple[int, ...]
    known: dict[str, Floats] = field(default_factory=dict)

    def vector(self, word: str) -> Floats:
        """The vector of a word in lower case."""
        found = self.known.get(word)
        if found is None:
            groups = self.groups[group_rows(word, self.lengths, len(self.groups))]
            found = self.words[word_row(word, len(self.words))] + groups.mean(axis=0)
            self.known[word] = found
        return found


def pack_rows(table: Floats) -> tuple[npt.NDArray[np.int8], npt.NDArray[np.float16]]:
    """A table as whole numbers from -127 to 127 with one scale per row."""
    scale = (np.abs(table).max(axis=1) / 127).astype(np.float16)
    divisor = np.maximum(scale.astype(np.float32), np.finfo(np.float16).tiny)
    return np.clip(np.rint(table / divisor[:, np.newaxis]), -127, 127).astype(np.int8), scale


def read_tables(path: Path) -> dict[str, Floats]:
    """The tables of a weights file in float32, packed ones unpacked."""
    with np.load(path, allow_pickle=False) as file:
        tables = {name: file[name].astype(np.float32) for name in file.files}
    scales = {name: tables.pop(name) for name in [name for name in tables if name.endswith(SCALE)]}
    for name, scale in scales.items():
        tables[name.removesuffix(SCALE)] *= scale[:, np.newaxis]
    return tables
