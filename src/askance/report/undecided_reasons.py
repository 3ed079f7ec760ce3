"""Why the metric of a gate leaves out cases, counted by reason."""

from collections.abc import Mapping

import duckdb
from askance.report.board import COVERAGE
from askance.report.checked_workspace import CheckedWorkspace
from askance.report.gates import Gate
from askance.report.metric_scores import scores_of_metrics
from askance.report.undecided_cases import OTHER, UndecidedCases, reasons_text
from askance.report.verdict_sources import verdicts_source


def undecided_reasons(side: CheckedWorkspace, gate: Gate, undecided: int) -> str:
    """The reasons with their counts, such as "58 unreadable"; of the whole suite if those of the metric are unknown."""
    found = _reasons_of_metric(side, gate)
    if sum(found.values()) == undecided:
        return reasons_text(found)
    whole = {
        row["group"]: row["undecided"]
        for row in side.rows
        if (row["model"], row["dataset"], row["suite"]) == (gate.model, gate.dataset, gate.name.suite)
        and row["metric"] == COVERAGE
        and row["group"]
        and row["undecided"]
    }
    return f"in the whole suite: {reasons_text(whole)}" if whole else ""


def _reasons_of_metric(side: CheckedWorkspace, gate: Gate) -> Mapping[str, int]:
    """Reason → number of cases without a score; {} where the metric is not computed from single cases."""
    result = side.result(gate.model, gate.dataset, gate.name.suite)
    scored = scores_of_metrics([(gate.metric, gate.name.group)], [(side.version(gate.model), result)])
    if not scored:
        return {}
    ((score),) = (each.score for each in scored.values())
    connection = duckdb.connect()
    lost = " or ".join(f"({each}) is null" for each in score.scores)
    source = verdicts_source(connection, side.space, result)
    rows = connection.execute(
        f"select coalesce(nullif(status, ''), '{OTHER}'), count(*) from {source}"
        f" where coalesce(({score.where}), false) and ({lost}) group by 1"
    ).fetchall()
    return dict(rows)


def reasons_of_two(lost: UndecidedCases, model: str, base: str) -> str:
    """The reasons of a model (B) and of its base (A), with their counts."""
    sides = ((model, lost.reasons_b), (base, lost.reasons_a))
    return "; ".join(f"{name}: {reasons_text(reasons)}" for name, reasons in sides if reasons)
