"""Verdicts by row id, with their cases and texts."""

from collections.abc import Iterable, Sequence
from typing import Any

from askance.server.case_filter import OUTCOMES
from askance.server.filter_ids import IndexNames
from askance.server.query_pool import QueryPool, Ticket
from askance.server.query_results import CaseRow

_HOLDS = (False, True, None, False, True)  # by code of the outcome
_COLUMNS = {
    "v": "dataset, suite, model, grp, id, outcome, status, value, why, answer, question, tagset",
    "c": "key, name, relation, image",
    "question": "texts",
    "answer": "roles, texts",
    "tagset": "tags, vals",
    "why": "reason",
}


def fetch_case_rows(
    pool: QueryPool, names: IndexNames, row_ids: Sequence[int], ticket: Ticket | None
) -> tuple[CaseRow, ...]:
    """The verdicts with these row ids, in this order."""
    verdicts = _fetch(pool, "v", row_ids, ticket)
    at = {table: place for place, table in ((4, "c"), (8, "why"), (9, "answer"), (10, "question"), (11, "tagset"))}
    texts = {
        table: _fetch(pool, table, (row[place] for row in verdicts.values()), ticket) for table, place in at.items()
    }

    def to_case_row(row: tuple[Any, ...]) -> CaseRow:
        found = {table: texts[table].get(row[place]) for table, place in at.items()}
        return _to_case_row(names, row, found)

    return tuple(to_case_row(verdicts[row_id]) for row_id in row_ids)


def _fetch(pool: QueryPool, table: str, ids: Iterable[int | None], ticket: Ticket | None) -> dict[int, tuple[Any, ...]]:
    """Row id → row; a join, since `rowid in (…)` scans the whole table."""
    wanted = sorted({each for each in ids if each is not None})
    if not wanted:
        return {}
    sql = (
        f"select wanted.row, {_COLUMNS[table]} from unnest(?::bigint[]) wanted(row) join {table} on {table}.rowid = row"
    )
    return {row[0]: row[1:] for row in pool.rows(sql, [wanted], ticket)}


def _to_case_row(names: IndexNames, row: tuple[Any, ...], found: dict[str, Any]) -> CaseRow:
    dataset, suite, model, group, _, outcome, status, value = row[:8]
    key, name, relation, image = found["c"]
    roles, answers = found["answer"] or ((), ())
    tags, tag_values = found["tagset"] or ((), ())
    return CaseRow(
        dataset=names.dataset[dataset],
        suite=names.suite[suite],
        model=names.model[model],
        group=names.groups[group].path,
        case_key=bytes(key).hex(),
        name=name,
        relation=relation,
        image=image,
        questions=tuple(found["question"][0]) if found["question"] else (),
        answers=dict(zip(roles, answers, strict=True)),
        outcome=OUTCOMES[min(outcome, 3)],
        holds=_HOLDS[outcome],
        value=value,
        status=names.status[status] or None,
        reason=found["why"][0] if found["why"] else None,
        tags=dict(zip(tags, tag_values, strict=True)),
    )
