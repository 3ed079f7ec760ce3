"""Derived tables with the names of their models: a file belongs to a fingerprint, which may have several names."""

from collections.abc import Iterable

import pyarrow as pa
from askance.store.schema import TABLES
from askance.store.workspace import Workspace


def read_derived_with_model_names(space: Workspace, table: str, of: Iterable[tuple[str, str, str]]) -> pa.Table:
    """A derived table of the given (case set, fingerprint, model name), in order."""
    parts = [TABLES[table].empty_table()]
    for case_set, fingerprint, name in of:
        parts.append(
            set_model_name_column(space.read_derived_tables(table, [(case_set, fingerprint)]), fingerprint, name)
        )
    return pa.concat_tables(parts, promote_options="default")


def set_model_name_column(part: pa.Table, fingerprint: str, name: str) -> pa.Table:
    """The rows of one model under this name."""
    for column, value in (("model", name), ("fingerprint", fingerprint)):
        if column in part.column_names:
            part = part.set_column(part.column_names.index(column), column, pa.repeat(value, len(part)))
    return part
