"""Figures of metamorphic tests: broken relations, unreadable answers, and the answer that a model gives most."""

from collections.abc import Iterator, Mapping

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from askance.metrics.coverage import coverage_rows
from askance.metrics.dominant_answer import dominant_answer_rows
from askance.metrics.rate import TIDY, Bools, rates

Tags = Mapping[str, pa.ChunkedArray]  # tag → its value in each row

CASES = {"none": "case-1", "one": "case-2", "both": "case-3"}  # the paper's names of how many of a pair are present
CLASSES, PROPERTIES = ("class", "other"), ("property", "other_property")
UNANSWERED = ["failed", "refused"]  # an Arrow array at import time would import pandas, where it is installed
_NOT_READ = r"^(not a number|neither yes nor no)"  # how a relation says that a reading is of another kind


def metamorphic_metrics(verdicts: pa.Table) -> pa.Table:
    """Tidy rows: error, invalid, dominant_answer, coverage; by relation, kind, presence, class and property."""
    is_invalid = has_invalid_answer(verdicts)
    broken = _replace_holds_column(verdicts, pc.if_else(is_invalid, pa.scalar(None, pa.bool_()), verdicts["holds"]))
    is_answered = pc.invert(pc.is_in(verdicts["status"], pa.array(UNANSWERED)))
    unread = _replace_holds_column(
        verdicts, pc.if_else(is_answered, pc.invert(is_invalid), pa.scalar(None, pa.bool_()))
    )
    tags = {tag: pc.map_lookup(verdicts["tags"], tag, "first") for tag in ("case", *CLASSES, *PROPERTIES)}
    tables = [*_rows_by_all_groups(broken, "error", tags), *_rows_by_all_groups(unread, "invalid", tags)]
    return pa.concat_tables([*tables, dominant_answer_rows(verdicts), coverage_rows(verdicts)])


def has_invalid_answer(verdicts: pa.Table) -> pa.ChunkedArray:
    """Whether a test has an answer that is no number, or neither yes nor no: neither kept nor broken by it."""
    is_unread = pc.fill_null(pc.equal(verdicts["status"], "unreadable"), False)
    is_other = pc.fill_null(pc.match_substring_regex(verdicts["reason"], _NOT_READ), False)
    return pc.or_(is_unread, is_other)


def _replace_holds_column(verdicts: pa.Table, holds: pa.ChunkedArray) -> pa.Table:
    return verdicts.set_column(verdicts.column_names.index("holds"), "holds", holds)


def _rows_by_all_groups(verdicts: pa.Table, metric: str, tags: Tags) -> Iterator[pa.Table]:
    yield rates(verdicts, metric, of="fails", groups=dict(_partition_groups(verdicts, tags["case"])))
    yield _rows_by_name(verdicts, metric, {tag: tags[tag] for tag in CLASSES})
    yield _rows_by_name(verdicts, metric, {tag: tags[tag] for tag in PROPERTIES})


def _partition_groups(verdicts: pa.Table, present: pa.ChunkedArray) -> Iterator[tuple[str, Bools]]:
    """The groups partition/object/case-1 … of tests that ask of two things, none, one or both of which are there."""
    for kind in ("object", "property"):
        group = f"partition/{kind}"
        is_kind = pc.equal(verdicts["group"], group)
        for value, name in CASES.items():
            mask = pc.fill_null(pc.and_(is_kind, pc.equal(present, value)), False)
            inside: Bools = np.asarray(mask, dtype=np.bool_)
            if inside.any():
                yield f"{group}/{name}", inside


def _rows_by_name(verdicts: pa.Table, metric: str, tags: Tags) -> pa.Table:
    """One row a name, of the tests that name it in any of these tags; a test that names two counts for both."""
    head = next(iter(tags))
    parts: list[pa.Table] = []
    before: list[pa.ChunkedArray] = []
    for name in tags.values():
        is_new = pc.is_valid(name)
        for other in before:
            is_new = pc.and_(is_new, pc.fill_null(pc.not_equal(name, other), True))
        before.append(name)
        group = pc.binary_join_element_wise(head, pc.replace_substring(name, "/", "-"), "/")
        columns = {"image": verdicts["image"], "holds": verdicts["holds"], "group": group}
        parts.append(pa.table(columns).filter(is_new))
    rows = rates(pa.concat_tables(parts), metric, of="fails")
    return rows.filter(pc.starts_with(rows["group"], f"{head}/")).cast(TIDY)
