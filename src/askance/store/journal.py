"""The journal: answers go here the moment a batch returns, so that a kill loses no finished call."""

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec
from askance.core import Answer
from askance.core.files import storage_error


class Entry(msgspec.Struct, frozen=True, gc=False):
    """One answered call."""

    query: bytes
    model: str
    fingerprint: str
    answer: Answer
    seconds: float


_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(Entry)


class Journal:
    """An append-only file of JSON lines; a line is complete or is cut off again."""

    def __init__(self, path: Path):
        self.path = path
        path.parent.mkdir(parents=True, exist_ok=True)
        self._file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
        self._size = os.fstat(self._file).st_size

    def append(self, entries: Iterable[Entry]) -> None:
        """Write whole lines; if the disk is full, cut the torn line off and say so."""
        data = _encoder.encode_lines(entries)
        written = 0
        try:
            while written < len(data):
                written += os.write(self._file, data[written:])
        except OSError as error:
            os.ftruncate(self._file, self._size)
            raise storage_error(error, self.path) from error
        self._size += len(data)

    def close(self) -> None:
        """Close the file; it stays until its shard is written."""
        os.close(self._file)


def read_journal(path: Path) -> tuple[list[Entry], int]:
    """The complete entries of a journal, and how many torn or unreadable lines were left out."""
    entries: list[Entry] = []
    torn = 0
    for line in _lines(path):
        try:
            entries.append(_decoder.decode(line))
        except msgspec.MsgspecError:
            torn += 1
    return entries, torn


def _lines(path: Path) -> Iterator[bytes]:
    with path.open("rb") as file:
        yield from file
