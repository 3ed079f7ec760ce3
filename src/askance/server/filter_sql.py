"""A filter as SQL conditions on the verdicts of an index; every value is bound, never written into the statement."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from askance.server.case_filter import OUTCOMES, CaseFilter, Outcome, ValueRange
from askance.server.index_schema import ABOVE, BELOW, bin_on_grid, pack_sql

CODES: dict[Outcome, tuple[int, ...]] = {"fails": (0,), "holds": (1,), "undecided": (2,), "measured": (3, 4)}
RIGHT, WRONG, UNDECIDED = 1, 2, 3  # of a pack


@dataclass(frozen=True, slots=True)
class Condition:
    """A condition and the values of its parameters."""

    sql: str = "true"
    values: tuple[Any, ...] = ()

    def __and__(self, other: "Condition") -> "Condition":
        if other.sql == "true":
            return self
        return other if self.sql == "true" else Condition(f"{self.sql} and {other.sql}", self.values + other.values)


NOTHING = Condition("false")


@dataclass(frozen=True, slots=True)
class Group:
    """One group of cases of a suite on a data set."""

    id: int
    dataset: int
    suite: int
    path: str


@dataclass(frozen=True, slots=True)
class IndexNames:
    """The names of an index by id, and its groups."""

    dataset: tuple[str, ...]
    suite: tuple[str, ...]
    model: tuple[str, ...]
    status: tuple[str, ...]
    metric: tuple[str, ...]
    groups: tuple[Group, ...]
    ids: dict[tuple[str, str], int] = field(default_factory=dict)

    def id_of(self, kind: str, name: str) -> int | None:
        """The id of a name; None where the workspace does not have it."""
        return self.ids.get((kind, name))

    def named(self, kind: str, wanted: Sequence[str]) -> Condition:
        """The verdicts whose data set, suite, model or status is one of these."""
        if not wanted:
            return Condition()
        return one_of(kind, [found for each in wanted if (found := self.id_of(kind, each)) is not None])

    def in_groups(self, paths: Sequence[str]) -> Condition:
        """The verdicts in these groups or below them."""
        if not paths:
            return Condition()
        return one_of("grp", [group.id for group in self.groups if any(is_below(group.path, path) for path in paths)])


def is_below(path: str, parent: str) -> bool:
    """Whether a group is another one or part of it; "" is the group of cases that have none."""
    return path == parent or (bool(parent) and path.startswith(f"{parent}/"))


def one_of(column: str, numbers: Iterable[int]) -> Condition:
    """The rows whose column has one of these numbers: as ranges, since neighbours are often wanted together."""
    ranges: list[list[int]] = []
    for number in sorted(set(numbers)):
        if ranges and number == ranges[-1][1] + 1:
            ranges[-1][1] = number
        else:
            ranges.append([number, number])
    if not ranges:
        return NOTHING
    parts = [f"{column} = ?" if low == high else f"{column} between ? and ?" for low, high in ranges]
    values = [end for low, high in ranges for end in ((low,) if low == high else (low, high))]
    return Condition(f"({' or '.join(parts)})", tuple(values))


def dimension_condition(names: IndexNames, wanted: CaseFilter) -> Condition:
    """What the cube and the verdicts both have: model, data set, suite, group, outcome and status."""
    codes = [code for outcome in OUTCOMES if outcome in wanted.outcomes for code in CODES[outcome]]
    return (
        names.named("dataset", wanted.datasets)
        & names.named("suite", wanted.suites)
        & names.named("model", wanted.shown_models)
        & names.in_groups(wanted.groups)
        & (one_of("outcome", codes) if codes else Condition())
        & names.named("status", wanted.statuses)
    )


def cube_condition(names: IndexNames, wanted: CaseFilter) -> Condition | None:
    """The filter as a condition on the cube; None where only the verdicts themselves can answer."""
    if wanted.tags or wanted.search_terms or wanted.reasons or wanted.right:
        return None
    bins = Condition() if wanted.values is None else _bins_condition(wanted.values)
    return None if bins is None else dimension_condition(names, wanted) & bins


def verdict_condition(names: IndexNames, wanted: CaseFilter) -> Condition:
    """The filter as a condition on the verdicts."""
    found = dimension_condition(names, wanted)
    if wanted.values is not None:
        found &= _values_condition(wanted.values)
    if wanted.reasons:
        marks = ", ".join("?" * len(wanted.reasons))
        found &= Condition(f"why in (select id from why where reason in ({marks}))", wanted.reasons)
    for term in wanted.search_terms:
        found &= Condition(
            "(question in (select id from question where contains(search, lower(?)))"
            " or answer in (select id from answer where contains(search, lower(?))))",
            (term, term),
        )
    found &= tags_condition(wanted.tags)
    if wanted.right is not None:
        chosen = pair_condition(names, (wanted.right.right, RIGHT), (wanted.right.wrong, WRONG))
        found &= Condition(f"id in (select id from c where {chosen.sql})", chosen.values)
    return found


def case_condition(names: IndexNames, wanted: CaseFilter) -> Condition:
    """The part of a filter that is about cases, whatever models answer: a condition on the table of cases."""
    found = (
        names.named("dataset", wanted.datasets)
        & names.named("suite", wanted.suites)
        & names.in_groups(wanted.groups)
        & tags_condition(wanted.tags)
    )
    for term in wanted.search_terms:
        found &= Condition("question in (select id from question where contains(search, lower(?)))", (term,))
    return found


def pair_condition(names: IndexNames, *wanted: tuple[str, int]) -> Condition:
    """The cases for which models have these outcomes (codes of a pack)."""
    found = Condition()
    for model, code in wanted:
        number = names.id_of("model", model)
        found &= NOTHING if number is None else Condition(f"{pack_sql(number)} = ?", (code,))
    return found


def tags_condition(tags: Sequence[tuple[str, str]]) -> Condition:
    """The cases that have a wanted value of every wanted tag."""
    found = Condition()
    for tag in dict.fromkeys(tag for tag, _ in tags):
        values = tuple(value for name, value in tags if name == tag)
        found &= Condition(
            "tagset in (select tagset from tag_of_set where tag in"
            f" (select id from tag where tag = ? and val in ({', '.join('?' * len(values))})))",
            (tag, *values),
        )
    return found


def _values_condition(wanted: ValueRange) -> Condition:
    found = Condition("value is not null")
    if wanted.low is not None:
        found &= Condition(f"value {'>' if wanted.excludes_low else '>='} ?", (wanted.low,))
    if wanted.high is not None:
        found &= Condition(f"value {'<' if wanted.excludes_high else '<='} ?", (wanted.high,))
    return found


def _bins_condition(wanted: ValueRange) -> Condition | None:
    """The same as a condition on bins; None where an end of the range lies inside a bin."""
    low = BELOW if wanted.low is None else bin_on_grid(wanted.low)
    high = ABOVE if wanted.high is None else bin_on_grid(wanted.high)
    if low is None or high is None:
        return None
    is_above, is_below = (
        wanted.excludes_low and wanted.low is not None,
        wanted.excludes_high and wanted.high is not None,
    )
    return Condition("bin between ? and ?", (low + is_above, high - is_below))
