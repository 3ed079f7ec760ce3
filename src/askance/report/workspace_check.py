"""The check of a workspace: every file against its digest, what can be repaired is, and the rest is said."""

import shlex
from pathlib import Path
from typing import Any

from askance.annotation.annotate import read_queue_state
from askance.annotation.queue_files import QUEUE_FILE, list_queues
from askance.annotation.queue_state import measure_progress
from askance.core.plural import plural
from askance.engine.plan import shard_condition
from askance.engine.stopping_rule import recorded_stops
from askance.models.no_image import is_without_image
from askance.report.current_results import CurrentResult, current_results
from askance.report.derived_tables import rejudge_from_store
from askance.store import Workspace, connect
from askance.store.repair_annotations import queues_without_file
from askance.store.run_records import recorded_shard
from askance.store.workspace_layout import DERIVED_TABLES, MARK, looks_like_workspace

Finding = tuple[str, bool]  # a line, and whether what it says was repaired


def is_workspace(folder: Path) -> bool:
    """Whether a folder is, or was, a workspace."""
    return (folder / MARK).exists() or looks_like_workspace(folder)


def check_workspace(folder: Path) -> list[Finding]:
    """One finding per damaged file; none where all is whole. Repairs what can be made again from what is stored."""
    said: list[str] = []
    space = Workspace.for_writing(Workspace.for_reading(folder, lambda line: None).root, said.append)  # repairs
    try:
        told = [_check_result(space, standing) for standing in current_results(space)]
        lost = [_unrecorded_finding(space, path) for path in space.unrecorded_tables()]
        lost += [_lost_queue_finding(folder) for folder in queues_without_file(space.root)]
    finally:
        space.close()
    return [*((line, True) for line in said), *(finding for some in told for finding in some), *lost]


def workspace_summary(folder: Path) -> str:
    """What a whole workspace contains, in one line."""
    space = Workspace.for_reading(folder)
    tables = ("cases", "answers", "verdicts")
    counts = connect(space, tables=tables)
    numbers = [f"{counts.execute(f'select count(*) from {table}').fetchall()[0][0]:,} {table}" for table in tables]
    numbers.append(plural(len(space.runs()), "recorded run"))
    if queues := list_queues(space.root, space.say):
        states = (read_queue_state(space.root, queue.name, space.say) for queue in queues)
        count = sum(measure_progress(*each).annotations for each in states)
        numbers.append(f"{plural(count, 'annotation')} in {plural(len(queues), 'queue')}")
    return f"{', '.join(numbers)}: all whole"


def _check_result(space: Workspace, standing: CurrentResult) -> list[Finding]:
    """Findings about the figures of one model on one case set; tables that are not whole are written again."""
    who, found = f"{standing.suite} for {standing.model} on {standing.dataset}", []
    case_set, pair = space.case_set(standing.case_set), (standing.case_set, standing.fingerprint)
    if case_set is None:
        return [(f"{who}: cases missing or damaged: run `{command_to_rerun(space, standing)}`", False)]
    missing = [table for table in DERIVED_TABLES if space.read_derived_table(table, *pair) is None]
    if missing:
        again = rejudge_from_store(space, standing)
        if isinstance(again, str):
            return [(f"{who}: {' and '.join(missing)} damaged or missing ({again}): run its command again", False)]
        for table in missing:
            space.derived_table_path(table, *pair).unlink(missing_ok=True)  # said below, once for all three
            space.write_derived(table, *pair, again[table])
        found.append((f"{who}: {', '.join(missing)} made again from the stored answers", True))
    is_stopped = any(stop.is_reached for stop in recorded_stops(space.runs(), standing.case_set, standing.name))
    if is_stopped:  # what --until left unasked is not missing
        return found
    if _latest_run(space, standing)["complete"] and (lacking := _count_unanswered_calls(space, standing)):
        found.append((f"{who}: {plural(lacking, 'answer')} missing: run `{command_to_rerun(space, standing)}`", False))
    return found


def _count_unanswered_calls(space: Workspace, standing: CurrentResult) -> int:
    """How many of a model's calls have no stored answer."""
    connection = connect(space, [standing.case_set], tables=("queries", "answers"))
    shard = recorded_shard(_latest_run(space, standing))
    sql = (
        "select count(distinct query_key) from queries"
        " anti join (select query_key from answers where fingerprint = ?) using (query_key)"
        + (f" where {shard_condition(shard)}" if shard else "")
    )
    return int(connection.execute(sql, [standing.fingerprint]).fetchall()[0][0])


def _unrecorded_finding(space: Workspace, path: Path) -> Finding:
    case_set = space.case_set(path.name.partition(".")[0])
    what = f"figures of {case_set.suite} on {case_set.dataset}" if case_set else "its figures"
    return (f"{path}: no record of its run: run its `askance run` command again to show {what}", False)


def _lost_queue_finding(folder: Path) -> Finding:
    make = f"`askance annotations {folder.parent.parent} --make … --queue {folder.name}`"
    return (f"{folder / QUEUE_FILE}: the tasks of the queue are lost: make the same queue again ({make})", False)


def _latest_run(space: Workspace, standing: CurrentResult) -> dict[str, Any]:
    """The latest run of a case set."""
    return next(
        run for run in reversed(space.runs()) if any(case_set["deck"] == standing.case_set for case_set in run["decks"])
    )


def command_to_rerun(space: Workspace, standing: CurrentResult) -> str:
    """The command that makes the figures of one model on one case set again."""
    run = _latest_run(space, standing)
    blind = is_without_image(standing.fingerprint)
    words = ["askance", "run", "-m", standing.own_name, "-d", standing.dataset, "-s", standing.suite]
    words += ["--no-image"] if blind else []
    words += ["--limit", str(run["limit"])] if run["limit"] else []
    words += ["--seed", str(run["seed"])] if run["seed"] else []
    words += ["--shard", str(shard)] if (shard := recorded_shard(run)) else []
    for stop in (stops := recorded_stops(space.runs(), standing.case_set, standing.name)):
        words += ["--until", stop.rule]
    words += ["--anytime"] if any(stop.is_anytime for stop in stops) else []
    return shlex.join([*words, "--out", str(space.root)])
