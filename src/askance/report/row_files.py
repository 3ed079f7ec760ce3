"""Rows written as JSON lines or Parquet, with the fields and the order of a schema."""

import json
from collections.abc import Iterable
from itertools import islice
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
from askance.core import UserError
from askance.core.input_files import check_output_path
from askance.report.case_rows import Row

CHUNK = 20_000  # rows per Parquet row group
KEYED = {"expected": ("role", "answers"), "tags": ("tag", "value")}  # lists of pairs, which are objects in JSON
TEXT, TEXTS = pa.string(), pa.list_(pa.string())
TAGS = pa.list_(pa.struct([("tag", TEXT), ("value", TEXT)]))
EXPECTED = pa.list_(pa.struct([("role", TEXT), ("answers", TEXTS)]))


def write_rows(rows: Iterable[Row], path: Path, schema: pa.Schema, is_parquet: bool) -> int:
    """Write rows beside the file, then move it there whole; returns their number."""
    check_output_path(path)
    temporary = path.with_name(f".{path.name}.tmp")
    try:
        count = (_parquet if is_parquet else _jsonl)(rows, temporary, schema)
        temporary.replace(path)
    except OSError as error:
        raise UserError(f"cannot write {path}: {error.strerror}") from error
    return count


def _jsonl(rows: Iterable[Row], path: Path, schema: pa.Schema) -> int:
    count = 0
    with path.open("w", encoding="utf-8") as file:
        for count, row in enumerate(rows, 1):  # noqa: B007  the last number is the count
            file.write(json.dumps({field.name: _value(row, field) for field in schema}, ensure_ascii=False) + "\n")
    return count


def _value(row: Row, field: pa.Field) -> Any:
    """The value of a field; in lists of records, too, only the fields of the schema, in its order."""
    value = row[field.name]
    if field.name in KEYED:
        key, content = KEYED[field.name]
        return {each[key]: each[content] for each in value}
    if pa.types.is_list(field.type) and pa.types.is_struct(field.type.value_type):
        return [{inner.name: _value(each, inner) for inner in field.type.value_type} for each in value]
    return value


def _parquet(rows: Iterable[Row], path: Path, schema: pa.Schema) -> int:
    stream, count = iter(rows), 0
    with pq.ParquetWriter(path, schema) as writer:
        while chunk := list(islice(stream, CHUNK)):
            writer.write_table(pa.Table.from_pylist(chunk, schema=schema))
            count += len(chunk)
    return count
