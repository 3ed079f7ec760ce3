"""Cases and answers as they are stored: what the index does not have is read from the workspace's own files."""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing
from functools import cache
from pathlib import Path
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
    "select query_key, temporary, status, text, score, top, reason from read_parquet(?)"
    " where query_key in ({keys}) and fingerprint = ?"
)
_THINKING = (
    "select query_key, thinking from read_parquet(?) where thinking is not null and query_key in ({keys})"
    " and fingerprint = ?"
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
        self._journals = opened.journals
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
        """Key of the query → the model's answer: a final one if there is one.

        The journal of a run that is going on is looked at only for what the files do not have.
        """
        keys = list({query_key(query) for case in cases for _, query in case.asks})
        given, files = self._in_files(keys, fingerprint)
        found = _final_ones_last(given)
        missing = [key for key in keys if key not in found or found[key].temporary]
        if missing:
            written = self._journals.find(missing, fingerprint, self._space.is_old)
            given += [(each.query, each.answer) for each in written]
            if self._space.answer_shards() != files:  # a journal became a file meanwhile
                given += self._in_files(missing, fingerprint)[0]
            found = _final_ones_last(given)
        return {key: _as_shown(answer) for key, answer in found.items()}

    def _in_files(self, keys: Sequence[bytes], fingerprint: str) -> tuple[list[tuple[bytes, Answer]], list[Path]]:
        """The answers that are in files, each with the key of its query; and these files."""
        files = self._space.answer_shards()
        given = self._select(_ANSWERS, files, keys, fingerprint)
        try:
            told = self._select(_THINKING, self._space.answer_shards("usage"), keys, fingerprint)
        except duckdb.BinderException:  # an older Askance did not store it
            told = []
        thinking = {bytes(key): text for key, text in told}
        return [(bytes(row[0]), _to_answer(row, thinking.get(bytes(row[0])))) for row in given], files

    def _select(self, sql: str, shards: Sequence[Path], keys: Sequence[bytes], given: str) -> list[tuple[Any, ...]]:
        if not keys or not shards:
            return []
        with closing(_database().cursor()) as cursor:
            values = [[str(file) for file in shards], *keys, given]
            return cursor.execute(sql.format(keys=_marks(keys)), values).fetchall()


def answers_by_role(case: Case, answers: Mapping[bytes, Answer]) -> dict[str, Answer]:
    """Role → the answer to its query, of those that are answered."""
    keys = {role: query_key(query) for role, query in case.asks}
    return {role: answers[key] for role, key in keys.items() if key in answers}


def _marks(values: Iterable[Any]) -> str:
    return ", ".join("?" for _ in values)


def _to_answer(row: tuple[Any, ...], thinking: str | None) -> Answer:
    _, temporary, status, text, score, top, reason = row
    listed = tuple((each["answer"], each["score"]) for each in top or ())
    return Answer(status, text, score, listed, reason, temporary=temporary, thinking=thinking)


def _final_ones_last(given: Iterable[tuple[bytes, Answer]]) -> dict[bytes, Answer]:
    """Key of the query → its answer: a final one replaces temporary failures."""
    return dict(sorted(given, key=lambda each: not each[1].temporary))


def _as_shown(answer: Answer) -> Answer:
    """What the page of a case needs of an answer, wherever it is stored."""
    return Answer(answer.status, answer.text, answer.score, answer.top, answer.reason, thinking=answer.thinking)
