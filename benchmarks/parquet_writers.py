"""Whether DuckDB alone can write and read the tables of a workspace: hot paths with pyarrow, and without it.

Each path starts from the Python values that the engine has, and ends with bytes that have a digest, or with Python
values. Processor time is compared, since other work on the machine disturbs the wall clock.
"""

import json
import os
import tempfile
import time
from collections.abc import Callable
from importlib.util import find_spec
from itertools import accumulate, chain
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from askance.core import digest
from askance.store import TABLES
from askance.store.parquet_files import to_parquet_bytes

TURNS = 3
ROWS = {"cases": 50_000, "verdicts": 200_000}  # a shard of cases is written while cases are generated
Rows = list[tuple[Any, ...]]


def _cases(count: int) -> Rows:
    tags = [("test", "negation"), ("type", "Q1"), ("class", "animal")]
    return [
        (os.urandom(16), "carets", f"negation/Q1/{i}", "opposite", f"g{i // 2}", f"blake2b:{i // 12:032x}", tags,
         b'{"asks":{"original":{"stimulus":{"image":"x","question":"Is there a dog?"}}}}' * 3)
        for i in range(count)
    ]  # fmt: skip


def _verdicts(count: int) -> Rows:
    tags = [("test", "negation"), ("type", "Q1"), ("class", "animal")]
    said, scores = [("original", "yes"), ("perturbed", "no")], [("original", 1.0), ("perturbed", 0.0)]
    return [
        (os.urandom(16), "m", "stickers", "carets", f"negation/Q1/{i}", f"g{i // 2}", "opposite",
         f"blake2b:{i // 12:032x}", tags, i % 3 > 0, None, None, None, said, scores, None, None)
        for i in range(count)
    ]  # fmt: skip


MAKERS = {"cases": _cases, "verdicts": _verdicts}
PARQUET = "format parquet, compression zstd, compression_level 1"
SQL_TYPES = {"map<string, string>": "map(varchar, varchar)", "map<string, double>": "map(varchar, double)"}


def write_with_pyarrow(table: str, rows: Rows, path: Path) -> None:
    """As the store does it today."""
    schema = TABLES[table]
    columns = [pa.array(values, field.type) for values, field in zip(zip(*rows, strict=True), schema, strict=True)]
    data = to_parquet_bytes(pa.table(columns, schema=schema))
    assert digest(data)
    path.write_bytes(data)


def write_with_duckdb(table: str, rows: Rows, path: Path) -> None:
    """Columns as numpy arrays; keys as hexadecimal text, maps as JSON: what DuckDB takes without pandas or pyarrow."""
    given, selected = {}, []
    for values, field in zip(zip(*rows, strict=True), TABLES[table], strict=True):
        kind, name = str(field.type), field.name
        if kind.startswith("map"):
            given[name] = np.array([None if value is None else json.dumps(dict(value)) for value in values], object)
            selected.append(f'from_json("{name}", \'"{SQL_TYPES[kind]}"\')::{SQL_TYPES[kind]} as "{name}"')
        elif "binary" in kind:
            given[name] = np.array([value.hex() for value in values], object)
            selected.append(f'unhex("{name}") as "{name}"')
        else:
            given[name] = np.array(values, object)
            selected.append(f'"{name}"::{"varchar" if kind == "string" else kind} as "{name}"')
    connection = duckdb.connect()
    connection.execute("set threads = 1; set enable_progress_bar = false")
    connection.register("given", given)
    connection.execute(f"copy (select {', '.join(selected)} from given) to '{path}' ({PARQUET})")
    assert digest(path.read_bytes())


def write_with_arro3(table: str, rows: Rows, path: Path) -> None:
    """Columns as Arrow arrays of arro3-core (11 MB), which DuckDB takes without pyarrow; maps as lists of pairs."""
    from arro3.core import Array, DataType, Table

    kinds = {
        "string": DataType.utf8(),
        "double": DataType.float64(),
        "bool": DataType.bool(),
        "binary": DataType.binary(),
    }
    given, selected = {}, []
    for values, field in zip(zip(*rows, strict=True), TABLES[table], strict=True):
        kind, name = str(field.type), field.name
        if kind.startswith("map"):
            given[name] = _arro3_pairs(values, kinds["string" if kind.endswith("string>") else "double"])
            selected.append(f'map_from_entries("{name}") as "{name}"')
        else:
            given[name] = Array(values, kinds["binary" if "binary" in kind else kind])
            selected.append(f'"{name}"')
    connection = duckdb.connect()
    connection.execute("set threads = 1; set enable_progress_bar = false")
    connection.register("given", Table.from_pydict(given))
    connection.execute(f"copy (select {', '.join(selected)} from given) to '{path}' ({PARQUET})")
    assert digest(path.read_bytes())


def _arro3_pairs(rows: tuple[Any, ...], values: Any) -> Any:
    """One list of (key, value) per row, built flat; a missing map is an empty one in this trial."""
    from arro3.core import Array, DataType, Field, list_array, struct_array

    some = [row or () for row in rows]
    flat = list(chain.from_iterable(some))
    pairs = struct_array(
        [Array([key for key, _ in flat], DataType.utf8()), Array([value for _, value in flat], values)],
        fields=[Field("key", DataType.utf8()), Field("value", values)],
    )
    return list_array(Array(list(accumulate(map(len, some), initial=0)), DataType.int32()), pairs)


def read_with_pyarrow(path: Path) -> int:
    """All columns as Python values."""
    return len(list(zip(*(column.to_pylist() for column in pq.read_table(path).columns), strict=True)))


def _quiet() -> duckdb.DuckDBPyConnection:
    connection = duckdb.connect()
    connection.execute("set enable_progress_bar = false")
    return connection


def read_with_duckdb(path: Path) -> int:
    """The same."""
    return len(_quiet().execute(f"select * from '{path}'").fetchall())


def group_with_pyarrow(path: Path) -> int:
    """The step of a report that takes longest: outcomes by group, as arrays."""
    found = pq.read_table(path, columns=["model", "suite", "image", "holds"])
    grouped = found.group_by(["model", "suite", "image"]).aggregate([("holds", "sum"), ("holds", "count")])
    return len(grouped["holds_sum"].to_numpy())


def group_with_duckdb(path: Path) -> int:
    """The same, in SQL."""
    query = f"select model, suite, image, sum(holds::int) s, count(holds) c from '{path}' group by all"
    return len(_quiet().execute(query).fetchnumpy()["s"])


def _processor_seconds(action: Callable[[], object]) -> float:
    found = []
    for _ in range(TURNS):
        started = time.process_time()
        action()
        found.append(time.process_time() - started)
    return sorted(found)[TURNS // 2]


def _compared(one: Callable[[], object], other: Callable[[], object]) -> dict[str, float]:
    arrow, duck = _processor_seconds(one), _processor_seconds(other)
    return {"pyarrow_seconds": round(arrow, 3), "duckdb_seconds": round(duck, 3), "ratio": round(duck / arrow, 2)}


def measure() -> dict[str, Any]:
    """Seconds of processor time with each, and their ratio."""
    found: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as folder:
        for table, count in ROWS.items():
            rows = MAKERS[table](count)
            arrow, duck = Path(folder) / f"{table}-arrow.parquet", Path(folder) / f"{table}-duck.parquet"
            found[f"write_{table}"] = _compared(
                lambda table=table, rows=rows, arrow=arrow: write_with_pyarrow(table, rows, arrow),
                lambda table=table, rows=rows, duck=duck: write_with_duckdb(table, rows, duck),
            )
            if find_spec("arro3"):  # pip install arro3-core: no dependency of this project
                seconds = _processor_seconds(
                    lambda table=table, rows=rows, duck=duck: write_with_arro3(table, rows, duck)
                )
                found[f"write_{table}"] |= {
                    "arro3_seconds": round(seconds, 3),
                    "arro3_ratio": round(seconds / found[f"write_{table}"]["pyarrow_seconds"], 2),
                }
            found[f"read_{table}"] = _compared(
                lambda arrow=arrow: read_with_pyarrow(arrow), lambda duck=duck: read_with_duckdb(duck)
            )
            found[f"bytes_{table}"] = {"pyarrow": arrow.stat().st_size, "duckdb": duck.stat().st_size}
        arrow, duck = Path(folder) / "verdicts-arrow.parquet", Path(folder) / "verdicts-duck.parquet"
        found["group_verdicts"] = _compared(lambda: group_with_pyarrow(arrow), lambda: group_with_duckdb(duck))
    return found
