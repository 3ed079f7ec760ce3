"""Cases and answers as they are stored: what the index does not have is read from the workspace's own files."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from askance.core import Answer, Case, decode_case, query_key
from askance.report.current_results import CurrentResult
from askance.server.opened_workspace import OpenedWorkspace
from askance.server.query_results import CaseRow
from askance.server.workspace_results import WorkspaceResults
from askance.store import connect

_ANSWERS = (
    "select fingerprint, query_key, status, text, score, top, reason, temporary from answers"
    " where list_contains(?::blob[], query_key) and list_contains(?, fingerprint) order by temporary desc"
)
_THINKING = (
    "select fingerprint, query_key, thinking from usage"
    " where thinking is not null and list_contains(?::blob[], query_key) and list_contains(?, fingerprint)"
)


@dataclass(frozen=True, slots=True)
class StoredAnswer:
    """An answer, and the reasoning before it where the model reports it."""

    answer: Answer
    thinking: str | None = None


AnswersByRole = dict[str, StoredAnswer]


class StoredCases:
    """Reads cases and answers of one workspace as it is now."""

    def __init__(self, opened: OpenedWorkspace):
        self._space = opened.space()
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
            connection = connect(self._space, [case_set], tables=("cases",))
            try:
                sql = "select case_key, body from cases where list_contains(?::blob[], case_key)"
                for key, body in connection.execute(sql, [list(names)]).fetchall():
                    found[names[bytes(key)]] = decode_case(bytes(body))
            finally:
                connection.close()
        return found

    def read_answers(self, cases: Iterable[Case], fingerprints: Sequence[str]) -> dict[str, dict[bytes, StoredAnswer]]:
        """Fingerprint → key of the query → the answer: a final one if there is one."""
        keys = list({query_key(query) for case in cases for _, query in case.asks})
        connection = connect(self._space, [], tables=("answers", "usage"))
        found: dict[str, dict[bytes, StoredAnswer]] = {each: {} for each in fingerprints}
        try:
            given = connection.execute(_ANSWERS, [keys, list(fingerprints)]).fetchall()
            thought = connection.execute(_THINKING, [keys, list(fingerprints)]).fetchall()
        finally:
            connection.close()
        thinking = {(fingerprint, bytes(key)): text for fingerprint, key, text in thought}
        for fingerprint, key, *rest in given:  # final answers come last, and replace temporary failures
            answer = _to_answer(*rest[:5])
            found[fingerprint][bytes(key)] = StoredAnswer(answer, thinking.get((fingerprint, bytes(key))))
        return found


def answers_by_role(case: Case, answers: Mapping[bytes, StoredAnswer]) -> AnswersByRole:
    """Role → the answer to its query, of those that are answered."""
    keys = {role: query_key(query) for role, query in case.asks}
    return {role: answers[key] for role, key in keys.items() if key in answers}


def _to_answer(status: Any, text: str | None, score: float | None, top: Any, reason: str | None) -> Answer:
    return Answer(status, text, score, tuple((each["answer"], each["score"]) for each in top or ()), reason)
