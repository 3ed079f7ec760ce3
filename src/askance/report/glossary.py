"""The glossary of a report: what each metric means, its unit, and which direction is better."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from askance.core.metric import PERCENT, POINTS, Metric
from askance.report.dot_board import anchor
from askance.report.metric_declarations import Declarations, metric_of_row

DIRECTIONS = {"up": "higher is better ↑", "down": "lower is better ↓", None: "neither direction is better"}


@dataclass(frozen=True, slots=True)
class GlossaryEntry:
    """One metric of one suite."""

    anchor: str
    suite: str
    name: str
    meaning: str
    direction: str
    unit: str


def make_glossary(rows: Sequence[dict[str, Any]], declared: Declarations) -> list[GlossaryEntry]:
    """The metrics that a workspace has results for, suite by suite."""
    found = {(row["suite"], row["metric"]): metric_of_row(declared, row) for row in rows}
    return [
        GlossaryEntry(anchor(suite, metric), suite, name, metric.meaning, DIRECTIONS[metric.better], _unit(metric))
        for (suite, name), metric in found.items()
    ]


def _unit(metric: Metric) -> str:
    if metric.unit == PERCENT:
        return "percent"
    if metric.unit == POINTS:
        return "percentage points"
    low, high = metric.bounds
    scale = f"{'' if low is None else f'{low:g}'} to {'' if high is None else f'{high:g}'}".strip()
    return metric.unit or (f"number, {scale}" if scale != "to" else "number")
