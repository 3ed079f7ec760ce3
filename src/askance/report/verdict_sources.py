"""The verdicts of one result as a table for SQL: the stored file, or verdicts that are judged again."""

import duckdb
import pyarrow.parquet as pq
from askance.core import digest
from askance.report.current_results import CurrentResult
from askance.report.derived_tables import read_or_rejudge_tables
from askance.store import TABLES, Workspace
from askance.store.parquet_files import is_intact


def verdicts_source(connection: duckdb.DuckDBPyConnection, space: Workspace, each: CurrentResult) -> str:
    """SQL for the stored verdicts if their file is intact and of this version; else they are judged again.

    The column `model` may contain an earlier name of the same model.
    """
    path = space.derived_table_path("verdicts", each.case_set, each.fingerprint)
    if is_intact(path) and set(pq.read_schema(path).names) >= set(TABLES["verdicts"].names):
        return f"read_parquet('{quoted(str(path))}')"
    name = f"verdicts_{digest(f'{path} {each.model}'.encode()).hex()}"
    connection.register(name, read_or_rejudge_tables(space, "verdicts", [each]))
    return name


def quoted(text: str) -> str:
    """A text for a place between single quotation marks in SQL."""
    return text.replace("'", "''")
