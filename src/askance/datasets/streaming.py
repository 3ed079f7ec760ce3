"""Large JSON files as records: split once over a memory map, decoded one at a time and in any order."""

import mmap
from collections.abc import Iterator
from pathlib import Path
from typing import Generic, TypeVar

import msgspec
from askance.core import UserError
from askance.core.digest import file_digest as digest_of_file

T = TypeVar("T")
AGAIN = "unpack the official file again"


class Records(Generic[T]):
    """The records of a JSON list, or of a JSON object of id → record; only where they lie is held in memory."""

    def __init__(self, path: Path, kind: type[T]):
        self.path = path
        self._decoder = msgspec.json.Decoder(kind)
        try:
            with path.open("rb") as file:
                self._stamp = _stamp(path)
                self._map = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        except (OSError, ValueError) as error:
            raise UserError(f"{path}: cannot be read ({error}): {AGAIN}") from error
        self.ids, self._raw = _split(self._map, path)

    def __len__(self) -> int:
        return len(self._raw)

    def __iter__(self) -> Iterator[T]:
        self.check_unchanged()
        return (self._decode(number) for number in range(len(self)))

    def __getitem__(self, number: int) -> T:
        """One record, decoded; an error names the file, the record, the field and the fix."""
        self.check_unchanged()
        return self._decode(number)

    def _decode(self, number: int) -> T:
        try:
            return self._decoder.decode(self._raw[number])
        except (msgspec.MsgspecError, UnicodeDecodeError) as error:
            raise UserError(f"{self.where(number)}: {error}: mend that field, or {AGAIN}") from error

    def raw(self, number: int) -> bytes:
        """One record's own bytes."""
        self.check_unchanged()
        return bytes(self._raw[number])

    def where(self, number: int) -> str:
        """The file and the record, for errors."""
        return f"{self.path}: record {self.ids[number] if self.ids else number}"

    def check_unchanged(self) -> None:
        """Raise where the file is no longer the one that was split."""
        # Reading a map beyond the end of a file that was cut short would end the process.
        if _stamp(self.path) != self._stamp:
            raise UserError(f"{self.path}: the file changed during the run: run again")


def _stamp(path: Path) -> tuple[int, int] | None:
    try:
        state = path.stat()
    except OSError:
        return None
    return state.st_size, state.st_mtime_ns


def _split(data: mmap.mmap, path: Path) -> tuple[tuple[str, ...], list[msgspec.Raw]]:
    """The ids (none for a list) and the records, as views into the map."""
    try:
        if data[:64].lstrip()[:1] == b"[":
            return (), msgspec.json.decode(data, type=list[msgspec.Raw])
        found = msgspec.json.decode(data, type=dict[str, msgspec.Raw])
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise UserError(f"{path}: not a JSON list or object of records ({error}): {AGAIN}") from error
    return tuple(found), list(found.values())


def file_digest(path: Path) -> str:
    """The digest of a file's bytes, read piece by piece."""
    try:
        return digest_of_file(path)
    except OSError as error:
        raise UserError(f"{path}: cannot be read ({error.strerror}): {AGAIN}") from error
