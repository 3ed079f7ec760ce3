"""A selection of verdicts as a file, piece by piece: JSON lines, Parquet or CSV."""

import csv
import io
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import fields
from typing import Any, Literal, get_args

import msgspec
import pyarrow as pa
import pyarrow.parquet as pq
from askance.core import UserError
from askance.core.csv_formulas import escape_formula
from askance.server.query_results import CaseRow

ExportFormat = Literal["jsonl", "parquet", "csv"]
EXPORT_FORMATS: tuple[ExportFormat, ...] = get_args(ExportFormat)
_TEXT, _TEXTS = pa.string(), pa.map_(pa.string(), pa.string())
_TYPES = {
    "questions": pa.list_(_TEXT), "answers": _TEXTS, "tags": _TEXTS, "holds": pa.bool_(), "value": pa.float64(),
    "answers_by_model": pa.map_(_TEXT, _TEXTS), "verdicts_by_model": _TEXTS, "true_answers": _TEXTS,
    "image_urls": pa.list_(_TEXT),
}  # fmt: skip
NAMES = tuple(field.name for field in fields(CaseRow))
MORE_NAMES = ("answers_by_model", "verdicts_by_model", "true_answers", "image_urls", "case_url", "selection_url")
Row = dict[str, Any]
MoreColumns = Callable[[Sequence[CaseRow]], list[Row]]  # rows → the columns MORE_NAMES of each


def check_export_format(name: str) -> None:
    """UserError unless a selection can be exported in this format."""
    if name not in EXPORT_FORMATS:
        raise UserError(f"format {name!r}: write one of {', '.join(EXPORT_FORMATS)}")


def encode_rows(
    parts: Iterable[Sequence[CaseRow]], more: MoreColumns | None, file_format: ExportFormat
) -> Iterator[bytes]:
    """The bytes of a file with these rows, one piece for each part; without `more`, the columns of the verdicts."""
    names = NAMES if more is None else (*NAMES, *MORE_NAMES)
    plain = (_plain_rows(rows, more) for rows in parts)
    return {"jsonl": _json_lines, "parquet": _parquet, "csv": _csv}[file_format](plain, names)


def _plain_rows(rows: Sequence[CaseRow], more: MoreColumns | None) -> list[Row]:
    added: list[Row] = [{}] * len(rows) if more is None else more(rows)
    return [_plain(row) | columns for row, columns in zip(rows, added, strict=True)]


def _plain(row: CaseRow) -> Row:
    return {name: getattr(row, name) for name in NAMES}


def _json_lines(parts: Iterable[list[Row]], names: Sequence[str]) -> Iterator[bytes]:
    encoder = msgspec.json.Encoder()
    for rows in parts:
        if rows:
            yield b"\n".join(encoder.encode({name: row[name] for name in names}) for row in rows) + b"\n"


def _parquet(parts: Iterable[list[Row]], names: Sequence[str]) -> Iterator[bytes]:
    """One row group per part; bytes leave as soon as they are written."""
    sink, schema = _Outbox(), pa.schema([(name, _TYPES.get(name, _TEXT)) for name in names])
    with pq.ParquetWriter(pa.PythonFile(sink, mode="w"), schema, compression="zstd") as writer:
        for rows in parts:
            columns = {name: [_pairs(row[name]) for row in rows] for name in names}
            if rows:
                writer.write_table(pa.table(columns, schema))
                yield sink.take()
    yield sink.take()


def _csv(parts: Iterable[list[Row]], names: Sequence[str]) -> Iterator[bytes]:
    """One line per row; the texts of a cell that has several are separated by " | "."""
    out = io.StringIO(newline="")
    writer = csv.writer(out)
    writer.writerow(names)
    for rows in parts:
        writer.writerows([_cell(row[name]) for name in names] for row in rows)
        yield out.getvalue().encode()
        out.seek(0)
        out.truncate()
    yield out.getvalue().encode()


def _cell(value: Any) -> Any:
    if isinstance(value, dict):
        # The one answer of a case with one question needs no name.
        named = len(value) > 1 or "ask" not in value
        value = " | ".join(f"{name}: {_cell(each)}" if named else _cell(each) for name, each in value.items())
    elif isinstance(value, list | tuple):
        value = " | ".join(value)
    return escape_formula(value) if isinstance(value, str) else value


def _pairs(value: Any) -> Any:
    return [(name, _pairs(each)) for name, each in value.items()] if isinstance(value, dict) else value


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
