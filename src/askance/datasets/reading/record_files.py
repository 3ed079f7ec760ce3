"""Records in a list inside a JSON object, and records that stand one a line."""

from pathlib import Path
from typing import Generic, TypeVar

import msgspec
from askance.core import UserError
from askance.core.input_files import check_unique_keys, decode_json_input, read_input_file
from askance.datasets.reading.json_records import AGAIN, JsonRecords

LINE = "write one whole JSON object per line"
T = TypeVar("T")


class RecordList(Generic[T]):
    """The list under `key` of a JSON object, split over a memory map and decoded one record at a time."""

    def __init__(self, path: Path, key: str, kind: type[T]):
        self.path, self.key = path, key
        self._top = JsonRecords(path, list[msgspec.Raw])
        if key not in self._top.ids:
            raise UserError(f"{path}: has no list {key!r}: the official file is one object that holds it: {AGAIN}")
        self._raw = self._top[self._top.ids.index(key)]
        self._decoder = msgspec.json.Decoder(kind)

    def __len__(self) -> int:
        return len(self._raw)

    def __getitem__(self, number: int) -> T:
        """One record, decoded; an error names the file, the record, the field and the fix."""
        return decode_json_input(
            self._raw[number], self._decoder, self.location_of(number), f"fix that field, or {AGAIN}"
        )

    def location_of(self, number: int) -> str:
        """The file and the record, for errors."""
        return f"{self.path}: record {self.key}[{number}]"

    def check_unchanged(self) -> None:
        """Raise where the file is no longer the one that was split."""
        self._top.check_unchanged()


class RecordLines(Generic[T]):
    """JSON lines: one record per line, blank lines passed over; a user's own (`is_own`) may have no key twice."""

    def __init__(self, path: Path, kind: type[T], is_own: bool = False):
        self.path, self._is_own = path, is_own
        data = read_input_file(path, "name a file of JSON lines")
        self._lines = [(number, line) for number, line in enumerate(data.split(b"\n"), 1) if line.strip()]
        if not self._lines:
            raise UserError(f"{path}: holds no records: write one JSON object a line")
        self._decoder = msgspec.json.Decoder(kind)

    def __len__(self) -> int:
        return len(self._lines)

    def __getitem__(self, number: int) -> T:
        """One record, decoded; an error names the file, the line, the field and the fix."""
        found = decode_json_input(
            self._lines[number][1], self._decoder, self.location_of(number), f"fix that field, and {LINE}", invalid=LINE
        )
        if self._is_own:
            check_unique_keys(self._lines[number][1], self.location_of(number))
        return found

    def location_of(self, number: int) -> str:
        """The file and the line, for errors."""
        return f"{self.path}: line {self._lines[number][0]}"

    def check_unchanged(self) -> None:
        """The lines are held in memory: nothing can change under them."""
