"""A selection of verdicts as a file, piece by piece: JSON lines or Parquet."""

from collections.abc import Iterable, Iterator
from dataclasses import fields
from typing import Any, Literal

import msgspec
import pyarrow as pa
import pyarrow.parquet as pq
from askance.core import UserError
from askance.server.query_results import CaseRow

ExportFormat = Literal["jsonl", "parquet"]
EXPORT_FORMATS: tuple[ExportFormat, ...] = ("jsonl", "parquet")
_TEXT, _TEXTS = pa.string(), pa.map_(pa.string(), pa.string())
_TYPES = {
    "questions": pa.list_(_TEXT), "answers": _TEXTS, "tags": _TEXTS, "holds": pa.bool_(), "value": pa.float64(),
}  # fmt: skip
NAMES = tuple(field.name for field in fields(CaseRow))
SCHEMA = pa.schema([(name, _TYPES.get(name, _TEXT)) for name in NAMES])


def check_export_format(name: str) -> None:
    """UserError unless a selection can be exported in this format."""
    if name not in EXPORT_FORMATS:
        raise UserError(f"format {name!r}: write one of {', '.join(EXPORT_FORMATS)}")


def encode_rows(parts: Iterable[Iterable[CaseRow]], file_format: ExportFormat) -> Iterator[bytes]:
    """The bytes of a file with these rows, one piece for each part."""
    return _json_lines(parts) if file_format == "jsonl" else _parquet(parts)


def _plain(row: CaseRow) -> dict[str, Any]:
    return {name: getattr(row, name) for name in NAMES}


def _json_lines(parts: Iterable[Iterable[CaseRow]]) -> Iterator[bytes]:
    encoder = msgspec.json.Encoder()
    for rows in parts:
        lines = [encoder.encode(_plain(row)) for row in rows]
        if lines:
            yield b"\n".join(lines) + b"\n"


def _parquet(parts: Iterable[Iterable[CaseRow]]) -> Iterator[bytes]:
    """One row group per part; bytes leave as soon as they are written."""
    sink = _Outbox()
    with pq.ParquetWriter(pa.PythonFile(sink, mode="w"), SCHEMA, compression="zstd") as writer:
        for rows in parts:
            plain = [_plain(row) for row in rows]
            columns = {name: [_pairs(row[name]) for row in plain] for name in NAMES}
            if plain:
                writer.write_table(pa.table(columns, SCHEMA))
                yield sink.take()
    yield sink.take()


def _pairs(value: Any) -> Any:
    return list(value.items()) if isinstance(value, dict) else value


class _Outbox:
    """A file that keeps what is written to it until it is taken."""

    def __init__(self) -> None:
        self._pieces: list[bytes] = []
        self._position = 0
        self.closed = False

    def write(self, data: Any) -> int:
        piece = bytes(data)
        self._pieces.append(piece)
        self._position += len(piece)
        return len(piece)

    def take(self) -> bytes:
        """What was written since the last time."""
        taken, self._pieces = b"".join(self._pieces), []
        return taken

    def tell(self) -> int:
        return self._position

    def flush(self) -> None: ...

    def close(self) -> None:
        self.closed = True
