"""Verdicts by row id, with their cases and texts."""

from collections.abc import Sequence
from typing import Any

from askance.server.case_filter import OUTCOMES
from askance.server.filter_sql import IndexNames
from askance.server.query_pool import QueryPool, Ticket
from askance.server.query_results import CaseRow

# Joins on row ids: `rowid in (…)` would scan the whole table.
_SQL = """
select v.dataset, v.suite, v.model, v.grp, c.key, c.name, c.relation, c.image, question.texts, answer.roles,
  answer.texts, v.outcome, v.value, v.status, why.reason, tagset.tags, tagset.vals
from (select unnest(?::bigint[]) as row, generate_subscripts(?::bigint[], 1) as place) wanted
join v on v.rowid = wanted.row join c on c.rowid = v.id
left join question on question.rowid = v.question left join answer on answer.rowid = v.answer
left join why on why.rowid = v.why left join tagset on tagset.rowid = v.tagset
order by place
"""
_HOLDS = (False, True, None, False, True)  # by code of the outcome


def fetch_case_rows(
    pool: QueryPool, names: IndexNames, row_ids: Sequence[int], ticket: Ticket | None
) -> tuple[CaseRow, ...]:
    """The verdicts with these row ids, in this order."""
    if not row_ids:
        return ()
    ids = list(row_ids)
    return tuple(_to_case_row(names, row) for row in pool.rows(_SQL, [ids, ids], ticket))


def _to_case_row(names: IndexNames, row: tuple[Any, ...]) -> CaseRow:
    dataset, suite, model, group, key, name, relation, image, questions, roles, texts = row[:11]
    outcome, value, status, reason, tags, tag_values = row[11:]
    return CaseRow(
        dataset=names.dataset[dataset],
        suite=names.suite[suite],
        model=names.model[model],
        group=names.groups[group].path,
        case_key=bytes(key).hex(),
        name=name,
        relation=relation,
        image=image,
        questions=tuple(questions or ()),
        answers=dict(zip(roles or (), texts or (), strict=True)),
        outcome=OUTCOMES[min(outcome, 3)],
        holds=_HOLDS[outcome],
        value=value,
        status=names.status[status] or None,
        reason=reason,
        tags=dict(zip(tags or (), tag_values or (), strict=True)),
    )
