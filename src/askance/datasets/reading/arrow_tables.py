"""Tables in Parquet or Arrow files: small columns as Python values, pictures a row group at a time."""

import json
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Any, Protocol

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
from askance.core import UserError
from askance.core.input_files import check_is_file, short_error_message
from askance.datasets.reading.cell_values import Labels
from askance.datasets.reading.record_checks import quote_short


class RowGroups(Protocol):
    """A file's rows in blocks."""

    schema: Any
    counts: list[int]

    def read_block(self, number: int, column: str) -> Any: ...

    def read_field(self, number: int, column: str, field: str) -> Any: ...


class _ParquetFile:
    def __init__(self, path: Path):
        self._file = pq.ParquetFile(path)
        self.schema = self._file.schema_arrow
        metadata = self._file.metadata
        self.counts = [metadata.row_group(number).num_rows for number in range(metadata.num_row_groups)]

    def read_block(self, number: int, column: str) -> Any:
        """One column of one row group."""
        return self._file.read_row_group(number, columns=[column])[column]

    def read_field(self, number: int, column: str, field: str) -> Any:
        """One field of a column of structs, of one row group; the others stay on disk."""
        return pc.struct_field(self._file.read_row_group(number, columns=[f"{column}.{field}"])[column], field)


class _ArrowFile:
    def __init__(self, path: Path):
        source = pa.memory_map(str(path))
        try:
            self._table = pa.ipc.open_stream(source).read_all()
        except pa.ArrowInvalid:
            self._table = pa.ipc.open_file(source).read_all()
        self.schema = self._table.schema
        self.counts = [self._table.num_rows]

    def read_block(self, number: int, column: str) -> Any:
        """One column, still on disk."""
        return self._table[column]

    def read_field(self, number: int, column: str, field: str) -> Any:
        """One field of a column of structs."""
        return pc.struct_field(self._table[column], field)


class ArrowTable:
    """Rows with named columns."""

    def __init__(self, path: Path, blocks: RowGroups):
        self.path, self._blocks = path, blocks
        self.columns: tuple[str, ...] = tuple(blocks.schema.names)
        self._values: dict[str, list[Any]] = {}
        self._paths: dict[str, list[str]] = {}  # of columns of pictures
        self._held: tuple[str, int, Any] | None = None  # the block of pictures read last
        self._stamp = _file_stamp(path)

    def __len__(self) -> int:
        return sum(self._blocks.counts)

    def check_unchanged(self) -> None:
        """Raise where the file is no longer the one that was opened."""
        if _file_stamp(self.path) != self._stamp:
            raise UserError(f"{self.path}: the file changed during the run: run again")

    def class_names(self, column: str) -> Labels:
        """The names of a column's class numbers, where it holds such numbers."""
        return self._class_names_by_column.get(column)

    @cached_property
    def _class_names_by_column(self) -> Mapping[str, list[str]]:
        """Columns of class numbers → what the numbers mean, where Hugging Face's description says so."""
        try:
            about = json.loads((self._blocks.schema.metadata or {})[b"huggingface"])["info"]["features"]
        except (KeyError, TypeError, ValueError, RecursionError):
            return {}
        told = about.items() if isinstance(about, dict) else ()
        return {name: list(map(str, one["names"])) for name, one in told if _has_class_names(one)}

    def value(self, column: str, number: int) -> Any:
        """A value of a small column, which is kept in memory."""
        if column not in self._values:
            blocks = range(len(self._blocks.counts))
            self._values[column] = [value for one in blocks for value in self._block_values(one, column)]
        return self._values[column][number]

    def _block_values(self, block: int, column: str) -> list[Any]:
        try:
            values: list[Any] = self._read_column(block, column).to_pylist()
        except (ValueError, OverflowError, pa.ArrowException) as error:  # text that is not UTF-8, times out of range
            raise self._damaged_error(column, error) from error
        return values

    def _read_column(self, block: int, column: str) -> Any:
        """One column of a block; what is damaged is found here, since a wrong offset would end the process later."""
        try:
            found = self._blocks.read_block(block, column)
            found.validate(full=True)
        except (OSError, ValueError, MemoryError, pa.ArrowException) as error:
            raise self._damaged_error(column, error) from error
        return found

    def _damaged_error(self, column: str, error: Exception) -> UserError:
        return UserError(
            f"{self.path}: column {quote_short(column)}: damaged ({short_error_message(error)}): write the file again"
        )

    def location_of(self, number: int) -> str:
        """The file and the row, for errors."""
        return f"{self.path}: row {number}"

    def fallback_id(self, number: int) -> str:
        """What a question without an id is called by."""
        return f"{self.path.stem}-{number}"

    def has_embedded_images(self, column: str) -> bool:
        """Whether a column holds pictures and not only paths to them."""
        kind = self._blocks.schema.field(column).type
        if pa.types.is_struct(kind):
            named = [kind.field(place).name for place in range(kind.num_fields)]
            if "bytes" not in named:
                raise UserError(f"{self.path}: column {column!r}: {kind} has no bytes: name another with image=COLUMN")
            return bool(len(self)) and self.image_bytes(column, 0) is not None
        if pa.types.is_binary(kind) or pa.types.is_large_binary(kind):
            return True
        if pa.types.is_string(kind) or pa.types.is_large_string(kind):
            return False
        raise UserError(f"{self.path}: column {column!r}: {kind} is no picture: name another with image=COLUMN")

    def image_bytes(self, column: str, number: int) -> bytes | None:
        """The picture of a row."""
        value = self._image_cell(column, number)
        data = value.get("bytes") if isinstance(value, dict) else value
        return data if isinstance(data, bytes) else None

    def embedded_path(self, column: str, number: int) -> str:
        """The path that is noted beside the bytes of a row's picture; empty where there is none."""
        if column not in self._paths:
            kind, paths = self._blocks.schema.field(column).type, [""] * len(self)
            if pa.types.is_struct(kind) and kind.get_field_index("path") >= 0:
                blocks = range(len(self._blocks.counts))
                found = (self._blocks.read_field(block, column, "path").to_pylist() for block in blocks)
                paths = [str(path or "") for some in found for path in some]
            self._paths[column] = paths
        return self._paths[column][number]

    def image_path(self, column: str, number: int) -> str:
        """The path of a row's picture; empty where there is none."""
        value = self.value(column, number)
        return str((value.get("path") if isinstance(value, dict) else value) or "")

    def _image_cell(self, column: str, number: int) -> Any:
        self.check_unchanged()  # an Arrow file is mapped, and reading beyond its new end would end the process
        block = 0
        while number >= self._blocks.counts[block]:
            number -= self._blocks.counts[block]
            block += 1
        if self._held is None or self._held[:2] != (column, block):
            self._held = (column, block, self._read_column(block, column))
        return self._held[2][number].as_py()


def _file_stamp(path: Path) -> tuple[int, int] | None:
    try:
        state = path.stat()
    except OSError:
        return None
    return state.st_size, state.st_mtime_ns


def open_arrow_table(path: Path) -> ArrowTable:
    """A Parquet file, or an Arrow file by its ending."""
    check_is_file(path, "name a Parquet or Arrow file")
    try:
        return ArrowTable(path, _ArrowFile(path) if path.suffix == ".arrow" else _ParquetFile(path))
    except (OSError, ValueError, MemoryError, pa.ArrowException) as error:
        raise UserError(
            f"{path}: cannot be read as a table ({short_error_message(error)}): write it again as Parquet"
        ) from error


def _has_class_names(feature: object) -> bool:
    """Whether Hugging Face's description of a column says what its class numbers mean."""
    return isinstance(feature, dict) and isinstance(feature.get("names"), list)
