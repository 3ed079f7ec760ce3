"""The shared cases of one metric that a model did not decide, counted by reason."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

import duckdb

OTHER = "not scored"  # the case has a verdict, but the metric takes nothing from it


@dataclass(frozen=True, slots=True)
class UndecidedCases:
    """How many shared cases a metric has, and which of them A, B or either of them did not decide, and why."""

    cases: int
    reasons_a: Mapping[str, int]
    reasons_b: Mapping[str, int]
    either: int

    @property
    def a(self) -> int:
        """The number of cases that A did not decide."""
        return sum(self.reasons_a.values())

    @property
    def b(self) -> int:
        """The number of cases that B did not decide."""
        return sum(self.reasons_b.values())


def count_undecided(
    connection: duckdb.DuckDBPyConnection, table: str, inside: str, unknown_a: str, unknown_b: str
) -> UndecidedCases:
    """Count the joined cases of `table`; `unknown_a` and `unknown_b` are SQL for cases without a score."""
    rows = connection.execute(
        f"select ({unknown_a}), ({unknown_b}), astatus, bstatus, count(*) from {table} where {inside} group by all"
    ).fetchall()
    a: Counter[str] = Counter()
    b: Counter[str] = Counter()
    for lost_a, lost_b, status_a, status_b, count in rows:
        if lost_a:
            a[status_a or OTHER] += count
        if lost_b:
            b[status_b or OTHER] += count
    either = sum(row[-1] for row in rows if row[0] or row[1])
    return UndecidedCases(sum(row[-1] for row in rows), dict(a), dict(b), either)


def reasons_text(reasons: Mapping[str, int]) -> str:
    """The most frequent reason first: "12 refused, 3 unreadable"."""
    ordered = sorted(reasons.items(), key=lambda each: (-each[1], each[0]))
    return ", ".join(f"{count:,} {reason}" for reason, count in ordered) or "none"
