"""Opening the queries of a workspace: over an index in memory, or over its index file."""

from collections.abc import Callable
from functools import cache

import duckdb
from askance.report import current_metrics, table_to_rows
from askance.server.index_build import build_index
from askance.server.queries import Queries, TidyRow
from askance.server.query_pool import QueryPool
from askance.store import Workspace
from askance.store.duckdb_connection import hide_duckdb_progress_bar


def open_queries(space: Workspace) -> Queries:
    """The queries of a workspace as it is now."""
    database = duckdb.connect()
    hide_duckdb_progress_bar(database)
    build_index(database, space)
    database.execute("set enable_external_access = false")
    return Queries(QueryPool(database), _board_of(space))


def _board_of(space: Workspace) -> Callable[[], list[TidyRow]]:
    @cache
    def board() -> list[TidyRow]:
        return table_to_rows(current_metrics(space))

    return board
