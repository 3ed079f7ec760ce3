"""`askance.open_run`: the results of a workspace, as `askance.run` returns them."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from askance.core import UserError
from askance.core.remote_address import is_remote
from askance.engine import Run, RunResult, SkippedSuite
from askance.report.current_results import current_results
from askance.report.derived_tables import read_or_rejudge_tables
from askance.report.model_versions import target_text
from askance.store import Workspace


def open_run(folder: str | Path | Run, say: Callable[[str], None] | None = None) -> Run:
    """Reopen a workspace: the figures that `askance report` shows, of all its runs; nothing is asked or changed.

    `say` receives one line for each damaged file; by default they go to stderr.
    """
    text = target_text(folder)
    root = text if is_remote(text) else Path(text).absolute()  # the caller may change the current folder
    space = Workspace.for_reading(root) if say is None else Workspace.for_reading(root, say)
    records, found = space.runs(), current_results(space)
    if not records:
        raise UserError(f"{folder} contains no finished run: run `askance run … --out {folder}`")
    standings = [(each.case_set, each.fingerprint, each.model) for each in found]
    done = RunResult(skipped=skipped_suites(records))
    return Run(space, standings, done, read=lambda table: read_or_rejudge_tables(space, table, found), is_reopened=True)


def skipped_suites(records: Iterable[dict[str, Any]]) -> tuple[SkippedSuite, ...]:
    """The suites that were skipped and that no later run could run."""
    found: dict[tuple[str, str, str], SkippedSuite] = {}
    for record in records:
        for each in (SkippedSuite(**row) for row in record.get("skipped", ())):
            found[each.suite, each.dataset, each.model] = each
        for case_set in record["decks"]:
            for model in ("", *case_set["models"]):
                found.pop((case_set["suite"], case_set["dataset"], model), None)
    return tuple(found.values())
