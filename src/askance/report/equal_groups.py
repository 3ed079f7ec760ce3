"""Groups whose answers need not be equal: a score of equal answers leaves them out."""

from typing import Any

import numpy as np
import pyarrow as pa
from askance.core import UserError
from askance.core.plural import plural
from askance.metrics.connected_images import RELATION
from askance.report.reducer_input import Reduction, group_values, tag_values

Bools = np.ndarray[Any, np.dtype[np.bool_]]
ADVICE = "the suite groups measures them (`askance run -s groups`)"


def rows_of_equal_groups(verdicts: pa.Table, wanted: Reduction) -> Bools:
    """The questions that the reducer takes: all, or those of groups in which no question has another relation.

    The whole group is left out, because stored cases do not say which question is the first of a group.
    """
    other = _groups_with_other_relation(verdicts, wanted)
    keep = np.array([group not in other for group in group_values(verdicts, wanted)], dtype=bool)
    if other and not keep.any():
        raise UserError(
            f"{wanted.reducer.name} needs groups whose answers should be equal; every group has a question with the"
            f" relation {_names(other)}: {ADVICE}"
        )
    return keep


def equal_groups_notes(verdicts: pa.Table, wanted: Reduction) -> list[str]:
    """One line if groups are left out because of their relation."""
    other = _groups_with_other_relation(verdicts, wanted)
    if not other:
        return []
    count = plural(len(other), "group")
    return [f"{count} left out, because a question has the relation {_names(other)}: {ADVICE}"]


def _groups_with_other_relation(verdicts: pa.Table, wanted: Reduction) -> dict[str | None, str]:
    """Group → a relation other than equal; only the groups of the data have relations."""
    if "equal" not in wanted.reducer.needs or wanted.group != "group":
        return {}
    relations = zip(group_values(verdicts, wanted), tag_values(verdicts, RELATION), strict=True)
    return {group: relation for group, relation in relations if relation}


def _names(other: dict[str | None, str]) -> str:
    return " or ".join(sorted(set(other.values())))
