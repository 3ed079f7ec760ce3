"""Verdicts by row id, with their cases and texts: the numbers are in memory, the texts are read from the index."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import islice
from threading import Lock
from typing import Any

from askance.server.case_filter import OUTCOMES
from askance.server.filter_ids import IndexNames
from askance.server.query_pool import QueryPool, Ticket
from askance.server.query_results import CaseRow
from askance.server.verdict_columns import VerdictColumns, VerdictIds

_HOLDS = (False, True, None, False, True)  # by code of the outcome
_COLUMNS = {
    "c": "key, name, relation, image, file",
    "question": "texts",
    "answer": "roles, texts",
    "tagset": "tags, vals",
    "why": "reason",
}

KEPT = 5_000  # rows of each table: readers come back to a case, and go from one to the next
Fetched = dict[int, tuple[Any, ...]]  # row id → row


@dataclass(frozen=True, slots=True)
class CaseRowReader:
    """Reads verdicts of one index; the texts that were read last are kept."""

    pool: QueryPool
    names: IndexNames
    columns: VerdictColumns
    kept: dict[str, Fetched] = field(default_factory=lambda: {table: {} for table in _COLUMNS})
    lock: Lock = field(default_factory=Lock)

    def read(self, row_ids: Sequence[int], ticket: Ticket | None) -> tuple[CaseRow, ...]:
        """The verdicts with these row ids, in this order."""
        verdicts = self.columns.verdicts(row_ids)
        ids: dict[str, list[int | None]] = {
            "c": [row.case for row in verdicts], "question": [row.question for row in verdicts],
            "answer": [row.answer for row in verdicts], "tagset": [row.tagset for row in verdicts],
            "why": [row.why for row in verdicts],
        }  # fmt: skip
        found = {table: self._find(table, {each for each in some if each is not None}, ticket)
                 for table, some in ids.items()}  # fmt: skip
        texts = {table: [None if each is None else found[table][each] for each in some] for table, some in ids.items()}
        return tuple(
            _to_case_row(self.names, row, {table: some[place] for table, some in texts.items()})
            for place, row in enumerate(verdicts)
        )

    def _find(self, table: str, ids: set[int], ticket: Ticket | None) -> Fetched:
        """The rows of a table, from those that are kept or from the index."""
        kept = self.kept[table]
        with self.lock:
            found = {each: kept[each] for each in ids if each in kept}
        new = _fetch(self.pool, table, ids - found.keys(), ticket)
        if len(new) < KEPT:  # not those of an export
            with self.lock:
                kept.update(new)
                for oldest in list(islice(kept, max(0, len(kept) - KEPT))):
                    del kept[oldest]
        return found | new


def _fetch(pool: QueryPool, table: str, ids: set[int], ticket: Ticket | None) -> Fetched:
    """The rows of a table; a join, since `rowid in (…)` scans the whole table."""
    if not ids:
        return {}
    sql = (
        f"select wanted.row, {_COLUMNS[table]} from unnest(?::bigint[]) wanted(row) join {table} on {table}.rowid = row"
    )
    return {row[0]: row[1:] for row in pool.rows(sql, [sorted(ids)], ticket)}


def _to_case_row(names: IndexNames, row: VerdictIds, found: dict[str, Any]) -> CaseRow:
    key, name, relation, image, file = found["c"]
    roles, answers = found["answer"] or ((), ())
    tags, tag_values = found["tagset"] or ((), ())
    return CaseRow(
        dataset=names.dataset[row.dataset],
        suite=names.suite[row.suite],
        model=names.model[row.model],
        group=names.groups[row.group].path,
        case_key=bytes(key).hex(),
        name=name,
        relation=relation,
        image=image,
        image_file=file,
        questions=tuple(found["question"][0]) if found["question"] else (),
        answers=dict(zip(roles, answers, strict=True)),
        outcome=OUTCOMES[min(row.outcome, 3)],
        holds=_HOLDS[row.outcome],
        value=row.value,
        status=names.status[row.status] or None,
        reason=found["why"][0] if found["why"] else None,
        tags=dict(zip(tags, tag_values, strict=True)),
    )
