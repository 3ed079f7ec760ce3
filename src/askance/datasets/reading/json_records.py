"""Large JSON files as records: split once over a memory map, decoded one at a time and in any order."""

import codecs
import mmap
from collections.abc import Iterator
from pathlib import Path
from typing import Generic, TypeVar

import msgspec
import numpy as np
from askance.core import UserError
from askance.core.digest import file_digest as digest_of_file
from askance.core.input_files import check_is_file, check_text_encoding, decode_json_input, short_error_message
from askance.datasets.reading.record_checks import quote_short

T = TypeVar("T")
AGAIN = "unpack the official file again"
SHOWN = 60  # characters of an id
_LIST = msgspec.json.Decoder(list[msgspec.Raw])
_OBJECT = msgspec.json.Decoder(dict[str, msgspec.Raw])


class JsonRecords(Generic[T]):
    """The records of a JSON list, or of a JSON object of id → record; only where they lie is held in memory."""

    def __init__(self, path: Path, kind: type[T]):
        self.path = path
        self._decoder = msgspec.json.Decoder(kind)
        check_is_file(path, AGAIN)
        try:
            with path.open("rb") as file:
                self._stamp = _file_stamp(path)
                check_text_encoding(file.read(8), path, AGAIN)
                self._map = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        except (OSError, ValueError) as error:
            raise UserError(f"{path}: cannot be read ({short_error_message(error)}): {AGAIN}") from error
        self.ids, self._raw = _split_records(self._map, path)

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
        return decode_json_input(
            self._raw[number], self._decoder, self.location_of(number), f"fix that field, or {AGAIN}"
        )

    def raw_bytes(self, number: int) -> bytes:
        """One record's own bytes."""
        self.check_unchanged()
        return bytes(self._raw[number])

    def location_of(self, number: int) -> str:
        """The file and the record, for errors."""
        return f"{self.path}: record {self.ids[number][:SHOWN] if self.ids else number}"

    def check_unchanged(self) -> None:
        """Raise where the file is no longer the one that was split."""
        # Reading a map beyond the end of a file that was cut short would end the process.
        if _file_stamp(self.path) != self._stamp:
            raise UserError(f"{self.path}: the file changed during the run: run again")


def _file_stamp(path: Path) -> tuple[int, int] | None:
    try:
        state = path.stat()
    except OSError:
        return None
    return state.st_size, state.st_mtime_ns


def _split_records(data: mmap.mmap, path: Path) -> tuple[tuple[str, ...], list[msgspec.Raw]]:
    """The ids (none for a list) and the records, as views into the map."""
    view = memoryview(data)
    if data[:3] == codecs.BOM_UTF8:
        view = view[3:]
    where = f"{path}: not a JSON list or object of records"
    if bytes(view[:64]).lstrip()[:1] == b"[":
        return (), decode_json_input(view, _LIST, where, AGAIN)
    found = decode_json_input(view, _OBJECT, where, AGAIN)
    _check_unique_ids(view, found, path)
    return tuple(found), list(found.values())


def _check_unique_ids(data: memoryview, found: dict[str, msgspec.Raw], path: Path) -> None:
    """Raise where a key is there twice: the decoder keeps only the last of its records."""
    keys = sum(len(msgspec.json.encode(key)) for key in found)
    between = len(data) - keys - sum(memoryview(record).nbytes for record in found.values())
    wide = bytes(data[: len(next(iter(found), "")) + 5]).endswith(b'": ')  # as json.dump writes it
    if between == (4 if wide else 2) * len(found) + (not wide):  # braces, colons and commas: no record is missing
        return
    base, end = _memory_address(data), 0
    for key, record in found.items():  # a record that was left out lies between two that are here
        start = _memory_address(record) - base
        if start < end or not _is_key_between_records(bytes(data[end:start]), key):
            raise UserError(
                f"{path}: record {quote_short(key)} or the one before it is there twice: keep one, or {AGAIN}"
            )
        end = start + memoryview(record).nbytes


def _memory_address(data: memoryview | msgspec.Raw) -> int:
    address: int = np.frombuffer(data, np.uint8).__array_interface__["data"][0]
    return address


def _is_key_between_records(text: bytes, key: str) -> bool:
    """Whether a key is all that lies between two records."""
    try:
        return bool(msgspec.json.decode(text.strip()[1:-1]) == key)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return False


def file_digest(path: Path) -> str:
    """The digest of a plain file's bytes, read piece by piece."""
    check_is_file(path, AGAIN)
    try:
        return digest_of_file(path)
    except OSError as error:
        raise UserError(f"{path}: cannot be read ({short_error_message(error)}): {AGAIN}") from error
