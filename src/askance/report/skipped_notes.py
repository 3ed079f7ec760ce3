"""Why a model has no result of a suite that others have: the run skipped it, and no later run could ask it."""

from collections.abc import Sequence
from typing import Any

from askance.report.open_run import skipped_suites
from askance.store import Workspace

Row = dict[str, Any]


def skipped_notes(space: Workspace, rows: Sequence[Row]) -> list[str]:
    """One line for each suite, data set and reason, with its models; `rows`: all results."""
    known = {(row["model"], row["dataset"], row["suite"]) for row in rows}
    shown = {(row["dataset"], row["suite"]) for row in rows}
    found: dict[tuple[str, str, str], list[str]] = {}
    for each in skipped_suites(space.runs()):
        is_missing = (each.model, each.dataset, each.suite) not in known and (each.dataset, each.suite) in shown
        if each.model and is_missing:
            found.setdefault((each.suite, each.dataset, each.reason), []).append(each.model)
    return [
        f"{suite} on {dataset} has no result of {', '.join(dict.fromkeys(models))}: {reason}"
        for (suite, dataset, reason), models in found.items()
    ]
