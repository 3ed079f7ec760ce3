"""Storage: append-only Parquet shards, read with DuckDB."""

from askance.store.case_set import CaseSet
from askance.store.case_set_writer import pairs_column, variant_of, write_case_set, write_cases
from askance.store.connection import connect, final_answers, to_arrow
from askance.store.journal import Entry
from askance.store.model_names import derived_with_names, with_model_name
from askance.store.schema import SCHEMA_VERSION, TABLES
from askance.store.workspace import AGAIN, Workspace

__all__ = [
    "AGAIN",
    "SCHEMA_VERSION",
    "TABLES",
    "CaseSet",
    "Entry",
    "Workspace",
    "connect",
    "derived_with_names",
    "final_answers",
    "pairs_column",
    "to_arrow",
    "variant_of",
    "with_model_name",
    "write_case_set",
    "write_cases",
]
