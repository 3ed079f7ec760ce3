"""Annotations as files: JSON lines, CSV or Parquet, one row per task and annotator."""

import csv
import io
import json
from collections.abc import Sequence
from typing import Any

import pyarrow as pa
from askance.annotation.annotation_rows import Row, annotation_rows, row_columns
from askance.annotation.queue_state import QueueState
from askance.annotation.tasks import Queue
from askance.core.control_characters import escape_controls_in_json
from askance.core.csv_formulas import escape_formula
from askance.store.parquet_files import to_parquet_bytes

LISTS, NUMBERS, MAPS = {"options"}, {"seconds"}, {"tags"}  # columns that are not text


def encode_annotations(queues: Sequence[tuple[Queue, QueueState]], form: str) -> tuple[int, bytes]:
    """The number of annotations, and the file; its columns are those of the kinds that the queues have."""
    columns = row_columns(dict.fromkeys(queue.kind for queue, _ in queues))
    rows = [{column: row.get(column) for column in columns} for each in queues for row in annotation_rows(*each)]
    if form == "parquet":
        return len(rows), to_parquet_bytes(_arrow_table(rows, columns))
    return len(rows), (_csv_text(rows, columns) if form == "csv" else _json_lines(rows)).encode()


def _json_lines(rows: Sequence[Row]) -> str:
    return "".join(escape_controls_in_json(json.dumps(row, ensure_ascii=False)) + "\n" for row in rows)


def _csv_text(rows: Sequence[Row], columns: Sequence[str]) -> str:
    file = io.StringIO(newline="")
    writer = csv.DictWriter(file, columns, lineterminator="\n")
    writer.writeheader()
    for row in rows:
        writer.writerow({column: _csv_cell(value) for column, value in row.items()})
    return file.getvalue()


def _csv_cell(value: Any) -> Any:
    text = json.dumps(value, ensure_ascii=False) if isinstance(value, list | dict) else value
    return escape_formula(text) if isinstance(text, str) else text


def _arrow_table(rows: Sequence[Row], columns: Sequence[str]) -> pa.Table:
    text = pa.string()
    special = {
        **dict.fromkeys(LISTS, pa.list_(text)),
        **dict.fromkeys(NUMBERS, pa.float64()),
        **dict.fromkeys(MAPS, pa.map_(text, text)),
    }
    schema = pa.schema([(column, special.get(column, text)) for column in columns])
    plain = [{**row, "tags": list(row["tags"].items())} for row in rows]
    return pa.Table.from_pylist(plain, schema=schema)
