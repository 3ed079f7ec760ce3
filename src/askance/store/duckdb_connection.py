"""DuckDB connections: an in-memory database whose views read a workspace, also while an engine writes to it."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

import duckdb
import pyarrow as pa
from askance.store.parquet_files import is_intact
from askance.store.schema import TABLES
from askance.store.workspace import Workspace
from askance.store.workspace_layout import CASE_SET_TABLES, DERIVED_TABLES


def connect(
    space: Workspace,
    case_sets: Sequence[str] | None = None,
    threads: int | None = None,
    tables: Collection[str] = tuple(TABLES),
) -> duckdb.DuckDBPyConnection:
    """A connection with one view per table; the case set tables show the given case sets (default: all).

    Each file is checked against its digest, once per process; `tables` names those that are needed.
    """
    connection = duckdb.connect()
    if threads:
        connection.execute(f"set threads = {int(threads)}")
    connection.execute("set preserve_insertion_order = false")
    hide_duckdb_progress_bar(connection)
    _create_case_set_views(connection, space, case_sets, tuple(table for table in CASE_SET_TABLES if table in tables))
    if "answers" in tables:
        shards, journal = space.answers()
        _create_view(connection, "old_answers", [str(path) for path in shards], like="answers")
        connection.register("new_answers", journal)
        connection.execute("create view answers as select * from old_answers union all select * from new_answers")
    for table in DERIVED_TABLES:
        if table in tables:
            # A column that an older version did not write is null.
            files = [str(path) for path in space.shards(table) if is_intact(path)]
            _create_view(connection, table, files, "union_by_name = true")
    return connection


def hide_duckdb_progress_bar(connection: duckdb.DuckDBPyConnection) -> None:
    """Turn DuckDB's own progress bar off, where it is on: the only progress shown is ours."""
    # In a notebook without ipywidgets it is off, and DuckDB then refuses to change the setting at all.
    ((is_on,),) = connection.execute("select current_setting('enable_progress_bar')").fetchall()
    if is_on:
        connection.execute("set enable_progress_bar = false")


def _create_case_set_views(
    connection: duckdb.DuckDBPyConnection, space: Workspace, case_sets: Sequence[str] | None, tables: tuple[str, ...]
) -> None:
    if not tables:
        return
    wanted = [case_set.id for case_set in space.case_sets()] if case_sets is None else list(case_sets)
    shards = {case_set: space.case_set_shards(case_set, tables) for case_set in wanted}
    for table in tables:
        parts = {case_set: [str(path) for path in found[table]] for case_set, found in shards.items() if found[table]}
        fields = [*TABLES[table], pa.field("deck", pa.string())]
        if parts:
            selects = [
                f"select *, '{case_set}' as deck from {_read_parquet_sql(files)}" for case_set, files in parts.items()
            ]
            connection.execute(f"create view {table} as {' union all '.join(selects)}")
        else:
            connection.register(table, pa.schema(fields).empty_table())
        if table == "cases":
            _create_numbered_cases_view(connection, parts, fields)


def _create_numbered_cases_view(
    connection: duckdb.DuckDBPyConnection, parts: Mapping[str, Sequence[str]], fields: list[pa.Field]
) -> None:
    """The view `numbered_cases`: with the number of their shard, so that a large case set can be read part by part."""
    if parts:
        selects = [
            f"select *, '{case_set}' as deck, {number} as shard from {_read_parquet_sql([file])}"
            for case_set, files in parts.items()
            for number, file in enumerate(files)
        ]
        connection.execute(f"create view numbered_cases as {' union all '.join(selects)}")
    else:
        connection.register("numbered_cases", pa.schema([*fields, pa.field("shard", pa.int32())]).empty_table())


def _create_view(
    connection: duckdb.DuckDBPyConnection, name: str, files: list[str], *options: str, like: str | None = None
) -> None:
    if files:
        connection.execute(f"create view {name} as select * from {_read_parquet_sql(files, *options)}")
    else:
        connection.register(name, TABLES[like or name].empty_table())


def _read_parquet_sql(files: list[str], *options: str) -> str:
    quoted = ", ".join("'" + file.replace("'", "''") + "'" for file in files)
    return f"read_parquet({', '.join((f'[{quoted}]', *options))})"


def final_answers_sql(fingerprint: str) -> str:
    """SQL for one model's answers, one per query: a final one if there is one, else a temporary failure."""
    mine = f"fingerprint = '{fingerprint.replace(chr(39), chr(39) * 2)}'"
    lasting = f"select * from answers where {mine} and not temporary"
    return (
        f"({lasting} union all select distinct on (query_key) * from answers"
        f" where {mine} and temporary and query_key not in (select query_key from ({lasting})))"
    )


def query_to_arrow(connection: duckdb.DuckDBPyConnection, sql: str, values: Sequence[Any] = ()) -> pa.Table:
    """The result of a query as an Arrow table."""
    return connection.sql(sql, params=list(values)).to_arrow_table()
