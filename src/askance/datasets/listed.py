"""Records in a list inside a JSON object, and records that stand one a line."""

import codecs
from pathlib import Path
from typing import Generic, TypeVar

import msgspec
from askance.core import UserError
from askance.datasets.streaming import AGAIN, Records

T = TypeVar("T")


class Listed(Generic[T]):
    """The list under `key` of a JSON object, split over a memory map and decoded one record at a time."""

    def __init__(self, path: Path, key: str, kind: type[T]):
        self.path, self.key = path, key
        self._top = Records(path, list[msgspec.Raw])
        if key not in self._top.ids:
            raise UserError(f"{path}: has no list {key!r}: the official file is one object that holds it: {AGAIN}")
        self._raw = self._top[self._top.ids.index(key)]
        self._decoder = msgspec.json.Decoder(kind)

    def __len__(self) -> int:
        return len(self._raw)

    def __getitem__(self, number: int) -> T:
        """One record, decoded; an error names the file, the record, the field and the fix."""
        try:
            return self._decoder.decode(self._raw[number])
        except (msgspec.MsgspecError, UnicodeDecodeError) as error:
            raise UserError(f"{self.where(number)}: {error}: mend that field, or {AGAIN}") from error

    def where(self, number: int) -> str:
        """The file and the record, for errors."""
        return f"{self.path}: record {self.key}[{number}]"

    def check_unchanged(self) -> None:
        """Raise where the file is no longer the one that was split."""
        self._top.check_unchanged()


class Lines(Generic[T]):
    """JSON lines: one record a line, blank lines passed over."""

    def __init__(self, path: Path, kind: type[T]):
        self.path = path
        try:
            data = path.read_bytes().removeprefix(codecs.BOM_UTF8)
        except OSError as error:
            raise UserError(f"{path}: cannot be read ({error.strerror}): name a file of JSON lines") from error
        self._lines = [(number, line) for number, line in enumerate(data.split(b"\n"), 1) if line.strip()]
        if not self._lines:
            raise UserError(f"{path}: holds no records: write one JSON object a line")
        self._decoder = msgspec.json.Decoder(kind)

    def __len__(self) -> int:
        return len(self._lines)

    def __getitem__(self, number: int) -> T:
        """One record, decoded; an error names the file, the line, the field and the fix."""
        try:
            return self._decoder.decode(self._lines[number][1])
        except msgspec.ValidationError as error:
            raise UserError(f"{self.where(number)}: {error}: mend that field") from error
        except UnicodeDecodeError as error:
            raise UserError(f"{self.where(number)}: {error}: save the file as UTF-8") from error
        except msgspec.DecodeError as error:
            raise UserError(f"{self.where(number)}: {error}: write one whole JSON object a line") from error

    def where(self, number: int) -> str:
        """The file and the line, for errors."""
        return f"{self.path}: line {self._lines[number][0]}"

    def check_unchanged(self) -> None:
        """The lines are held in memory: nothing can change under them."""
