"""Storage: append-only Parquet shards, read with DuckDB."""

from askance.store.case_set import CaseSet
from askance.store.case_set_writer import build_map_column, image_variant, write_case_set, write_case_shards
from askance.store.derived_with_model_names import read_derived_with_model_names, set_model_name_column
from askance.store.duckdb_connection import connect, final_answers_sql, query_to_arrow
from askance.store.journal import JournalEntry
from askance.store.schema import SCHEMA_VERSION, TABLES
from askance.store.workspace import AGAIN, Workspace

__all__ = [
    "AGAIN",
    "SCHEMA_VERSION",
    "TABLES",
    "CaseSet",
    "JournalEntry",
    "Workspace",
    "build_map_column",
    "connect",
    "final_answers_sql",
    "image_variant",
    "query_to_arrow",
    "read_derived_with_model_names",
    "set_model_name_column",
    "write_case_set",
    "write_case_shards",
]
