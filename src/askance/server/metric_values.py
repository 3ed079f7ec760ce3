"""The values of a metric in the chosen group and in the groups right below it, with the cases behind them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from askance.report.dot_bar import DotBar, make_dot_bar
from askance.server.case_selection import Selection
from askance.server.metric_cases import MetricCases
from askance.server.metric_state import MetricState
from askance.server.pages import Links

Row = dict[str, Any]
FEW = 10  # cases: a value of fewer is marked


@dataclass(frozen=True, slots=True)
class ValueLine:
    """The value of the metric for one model."""

    model: str
    color: int
    bar: DotBar
    undecided: int
    cases: int  # that fail; of a suite that only measures something: that it measured
    address: str  # of these cases; "" = they cannot be listed
    word: str  # failing, measured, or what the metric counts


@dataclass(frozen=True, slots=True)
class GroupLine:
    """One group with its value for each model."""

    group: str
    address: str  # of the same page for this group
    count: str  # of cases, by model where they differ
    is_small: bool  # the values of so few cases say little
    bars: list[DotBar | None]  # by model; None = it has no result


def value_lines(
    rows: Sequence[Row], state: MetricState, cases: MetricCases, colors: Mapping[str, int], links: Links
) -> list[ValueLine]:
    """The value of every chosen model in the chosen group."""
    at = {row["model"]: row for row in rows if row["group"] == state.group}
    lines = []
    for model in state.models:
        row = at.get(model)
        lost = 0 if row is None or row["undecided"] is None else row["undecided"]
        found = cases.listed(state.group, model, row)
        address = Selection(found.cases).cases_address(links) if found.cases is not None else ""
        bar = make_dot_bar(row, state.chosen.metric)
        lines.append(ValueLine(model, colors[model], bar, lost, found.count, address, found.word))
    return lines


def group_lines(rows: Sequence[Row], state: MetricState, links: Links, page: Mapping[str, Any]) -> list[GroupLine]:
    """One line per group with a result that is right below the chosen one; `page`: the parameters of this page."""
    at = {(row["group"], row["model"]): row for row in rows}
    groups = {group for group, _ in at} - {state.group}
    found = []
    for group in sorted(group for group in groups if not groups & _above(group, state.group)):
        some = [at.get((group, model)) for model in state.models]
        counts = [row["n"] for row in some if row is not None]
        count = f"{min(counts):,}" if min(counts) == max(counts) else f"{min(counts):,} to {max(counts):,}"
        bars = [None if row is None else make_dot_bar(row, state.chosen.metric) for row in some]
        address = links.to("/metric", **{**page, "group": group, "by": ""})
        found.append(GroupLine(group, address, count, max(counts) < FEW, bars))
    return found


def _above(group: str, top: str) -> set[str]:
    """The groups between a group and the one at the top."""
    parts = group.split("/")
    return {"/".join(parts[:length]) for length in range(1, len(parts))} - {top}
