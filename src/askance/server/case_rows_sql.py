"""Verdicts by row id, with their cases and texts: the numbers are in memory, the texts are read from the index."""

from collections.abc import Iterable, Sequence
from typing import Any

from askance.server.case_filter import OUTCOMES
from askance.server.filter_ids import IndexNames
from askance.server.query_pool import QueryPool, Ticket
from askance.server.query_results import CaseRow
from askance.server.verdict_columns import VerdictColumns, VerdictIds

_HOLDS = (False, True, None, False, True)  # by code of the outcome
_COLUMNS = {
    "c": "key, name, relation, image",
    "question": "texts",
    "answer": "roles, texts",
    "tagset": "tags, vals",
    "why": "reason",
}


def fetch_case_rows(
    pool: QueryPool, names: IndexNames, columns: VerdictColumns, row_ids: Sequence[int], ticket: Ticket | None
) -> tuple[CaseRow, ...]:
    """The verdicts with these row ids, in this order."""
    verdicts = columns.verdicts(row_ids)
    ids: dict[str, list[int | None]] = {
        "c": [row.case for row in verdicts], "question": [row.question for row in verdicts],
        "answer": [row.answer for row in verdicts], "tagset": [row.tagset for row in verdicts],
        "why": [row.why for row in verdicts],
    }  # fmt: skip
    found = {table: _fetch(pool, table, some, ticket) for table, some in ids.items()}
    texts = {table: [None if each is None else found[table][each] for each in some] for table, some in ids.items()}
    return tuple(
        _to_case_row(names, row, {table: some[place] for table, some in texts.items()})
        for place, row in enumerate(verdicts)
    )


def _fetch(pool: QueryPool, table: str, ids: Iterable[int | None], ticket: Ticket | None) -> dict[int, tuple[Any, ...]]:
    """Row id → row; a join, since `rowid in (…)` scans the whole table."""
    wanted = sorted({each for each in ids if each is not None})
    if not wanted:
        return {}
    sql = (
        f"select wanted.row, {_COLUMNS[table]} from unnest(?::bigint[]) wanted(row) join {table} on {table}.rowid = row"
    )
    return {row[0]: row[1:] for row in pool.rows(sql, [wanted], ticket)}


def _to_case_row(names: IndexNames, row: VerdictIds, found: dict[str, Any]) -> CaseRow:
    key, name, relation, image = found["c"]
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
        questions=tuple(found["question"][0]) if found["question"] else (),
        answers=dict(zip(roles, answers, strict=True)),
        outcome=OUTCOMES[min(row.outcome, 3)],
        holds=_HOLDS[row.outcome],
        value=row.value,
        status=names.status[row.status] or None,
        reason=found["why"][0] if found["why"] else None,
        tags=dict(zip(tags, tag_values, strict=True)),
    )
