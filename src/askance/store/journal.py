"""The journal: answers go here the moment a batch returns, so that a kill loses no finished call."""

from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

import msgspec
from askance.core import Answer
from askance.core.atomic_files import storage_error
from askance.core.digest_lines import format_line, parse_line


class JournalEntry(msgspec.Struct, frozen=True, gc=False):
    """One answered call."""

    query: bytes
    model: str
    fingerprint: str
    answer: Answer
    seconds: float


_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(JournalEntry)


class Journal:
    """An append-only file; a line is the digest of an entry, a space, and the entry as JSON. Torn lines are cut."""

    def __init__(self, path: Path):
        self.path = path
        path.parent.mkdir(parents=True, exist_ok=True)
        self._file = path.open("ab", buffering=0)
        self._size = path.stat().st_size

    def append(self, entries: Iterable[JournalEntry]) -> None:
        """Write whole lines; if the disk is full, cut the torn line off and say so."""
        data = b"".join([format_line(_encoder.encode(entry)) for entry in entries])
        written = 0
        try:
            while written < len(data):
                written += self._file.write(data[written:]) or 0
        except OSError as error:
            self._file.truncate(self._size)
            raise storage_error(error, self.path) from error
        self._size += len(data)

    def close(self) -> None:
        """Close the file; it stays until its shard is written."""
        self._file.close()


class JournalContent(NamedTuple):
    """What a journal holds: whole entries, each once; how many lines are damaged or of others; a torn last line."""

    entries: list[JournalEntry]
    damaged: int
    is_torn: bool  # as a kill leaves it, or an engine that is writing


def read_journal(path: Path, is_old: bool = False) -> JournalContent:
    """Read a journal; `is_old`: of a workspace of schema 1, whose lines had no digest."""
    *lines, last = path.read_bytes().split(b"\n")
    found = [_parse_line(line, is_old) for line in dict.fromkeys(lines) if line]
    tail = _parse_line(last, is_old)
    damaged, is_torn = found.count(None), bool(last) and tail is None
    return JournalContent([entry for entry in (*found, tail) if entry is not None], damaged, is_torn)


def parse_journal_lines(data: bytes, is_old: bool = False) -> list[JournalEntry]:
    """The entries of whole lines, damaged ones left out; `is_old`: as in `read_journal`."""
    found = (_parse_line(line, is_old) for line in data.split(b"\n") if line)
    return [entry for entry in found if entry is not None]


def _parse_line(line: bytes, is_old: bool) -> JournalEntry | None:
    entry = parse_line(line)
    try:
        return _decoder.decode(line if entry is None else entry) if entry is not None or is_old else None
    except (ValueError, RecursionError):  # msgspec's errors and UnicodeDecodeError are ValueErrors
        return None
