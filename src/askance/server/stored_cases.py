"""Cases and answers as they are stored: what the index does not have is read from the workspace's own files."""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing
from functools import cache
from typing import Any

import duckdb
from askance.core import Answer, Case, decode_case, query_key
from askance.report.current_results import CurrentResult
from askance.server.opened_workspace import OpenedWorkspace
from askance.server.query_results import CaseRow
from askance.server.workspace_results import WorkspaceResults
from askance.store import Workspace
from askance.store.duckdb_connection import hide_duckdb_progress_bar

_CASES = "select case_key, body from read_parquet(?) where case_key in ({keys})"
_ANSWERS = (
    "select query_key, temporary, status, text, score, top, reason from {source}"
    " where query_key in ({keys}) and fingerprint = ?"
)
_THINKING = (
    "select query_key, thinking from {source} where thinking is not null and query_key in ({keys}) and fingerprint = ?"
)


@cache
def _database() -> duckdb.DuckDBPyConnection:
    """One database in memory for all requests: opening one takes longer than the queries."""
    database = duckdb.connect()
    hide_duckdb_progress_bar(database)
    return database


class StoredCases:
    """Reads cases and answers of one workspace as it is now."""

    def __init__(self, opened: OpenedWorkspace):
        self._space: Workspace = opened.space()
        results = WorkspaceResults.of(opened)
        self._results = {(each.dataset, each.suite, each.model): each for each in results.results}
        self._case_sets = results.case_sets

    def result_of(self, row: CaseRow) -> CurrentResult | None:
        """The result that a verdict is part of."""
        return self._results.get((row.dataset, row.suite, row.model))

    def data_name_of(self, row: CaseRow) -> str | None:
        """How the data set of a verdict is opened; None where its case set is missing or damaged."""
        result = self.result_of(row)
        found = None if result is None else self._case_sets.get(result.case_set)
        return None if found is None else found.data_name

    def read_cases(self, rows: Iterable[CaseRow]) -> dict[tuple[str, str], Case]:
        """(data set, case key) → the case, of those rows whose case is stored."""
        wanted: dict[str, dict[bytes, tuple[str, str]]] = {}
        for row in rows:
            result = self.result_of(row)
            if result is not None:
                wanted.setdefault(result.case_set, {})[bytes.fromhex(row.case_key)] = (row.dataset, row.case_key)
        found = {}
        for case_set, names in wanted.items():
            files = [str(file) for file in self._space.case_set_shards(case_set, ("cases",))["cases"]]
            if files:
                with closing(_database().cursor()) as cursor:
                    sql = _CASES.format(keys=_marks(names))
                    for key, body in cursor.execute(sql, [files, *names]).fetchall():
                        found[names[bytes(key)]] = decode_case(bytes(body))
        return found

    def read_answers(self, cases: Iterable[Case], fingerprint: str) -> dict[bytes, Answer]:
        """Key of the query → the model's answer: a final one if there is one."""
        keys = list({query_key(query) for case in cases for _, query in case.asks})
        try:
            thinking = {
                bytes(key): text for key, text in self._select(_THINKING, self._space.usage(), keys, fingerprint)
            }
        except duckdb.BinderException:  # an older Askance did not store it
            thinking = {}
        given = self._select(_ANSWERS, self._space.answers(), keys, fingerprint)
        given.sort(key=lambda row: not row[1])  # final answers come last, and replace temporary failures
        return {bytes(row[0]): _to_answer(row, thinking.get(bytes(row[0]))) for row in given}

    def _select(self, sql: str, stored: Any, keys: Sequence[bytes], fingerprint: str) -> list[tuple[Any, ...]]:
        """The rows of a query over the answers in files, and over those in the journal."""
        shards, journal = stored
        if not keys:
            return []
        rows: list[tuple[Any, ...]] = []
        with closing(_database().cursor()) as cursor:
            if shards:
                files = [str(file) for file in shards]
                found = sql.format(source="read_parquet(?)", keys=_marks(keys))
                rows += cursor.execute(found, [files, *keys, fingerprint]).fetchall()
            if len(journal):
                cursor.register("journal", journal)
                found = sql.format(source="journal", keys=_marks(keys))
                rows += cursor.execute(found, [*keys, fingerprint]).fetchall()
        return rows


def answers_by_role(case: Case, answers: Mapping[bytes, Answer]) -> dict[str, Answer]:
    """Role → the answer to its query, of those that are answered."""
    keys = {role: query_key(query) for role, query in case.asks}
    return {role: answers[key] for role, key in keys.items() if key in answers}


def _marks(values: Iterable[Any]) -> str:
    return ", ".join("?" for _ in values)


def _to_answer(row: tuple[Any, ...], thinking: str | None) -> Answer:
    _, _, status, text, score, top, reason = row
    listed = tuple((each["answer"], each["score"]) for each in top or ())
    return Answer(status, text, score, listed, reason, thinking=thinking)
