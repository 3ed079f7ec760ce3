"""`askance.merge`: several workspaces become one, with the tables that one run would have written."""

import shutil
import tempfile
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from askance.annotation.queue_files import queue_folders
from askance.core import Suite, UserError
from askance.core.atomic_files import fsync_folder, storage_error
from askance.core.plural import plural
from askance.core.remote_address import is_remote
from askance.engine.judging import compute_judged_tables
from askance.engine.resolve_names import resolve_suite
from askance.engine.stopping_rule import recorded_stops
from askance.store import Workspace, connect
from askance.store.detection_cache import SCENES
from askance.store.marker_file import write_marker
from askance.store.merge_answers import merge_answers
from askance.store.merge_cases import merge_case_sets
from askance.store.merge_records import merge_records
from askance.store.run_records import Record
from askance.store.workspace_layout import LOCK, LOCK_OWNER, SHARD, list_files_matching
from askance.suites import open_stored_suite

Say = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Merged:
    """What a merge wrote."""

    out: Path
    sources: int
    cases: int
    answers: int
    overlapping: int  # calls that more than one source has, kept once


@dataclass(frozen=True, slots=True)
class _StoredModel:
    name: str
    fingerprint: str


def merge(
    sources: Sequence[str | Path],
    out: str | Path,
    *,
    suites: Sequence[str | Suite] = (),
    partial: bool = False,
    keep_first: bool = False,
    say: Say | None = None,
) -> Merged:
    """Join workspaces, such as those of `run(…, shard="2/8")`, in a new folder; the sources are not changed.

    `suites`: your own suites, which cannot be opened by their names. `partial`: shards may be missing or unfinished.
    `keep_first`: where sources have different answers to the same call, those of the first are kept.
    The folder is there when the merge is complete, not before: one that was interrupted is started again.
    """
    say = say or (lambda line: None)
    if is_remote(out):
        return _merge_and_publish(
            sources, out, {"suites": suites, "partial": partial, "keep_first": keep_first, "say": say}
        )
    target = Path(out).absolute()
    opened = _open_sources(sources, target, say)
    _check_target(target)
    given = {suite.card.name: suite for suite in map(resolve_suite, suites)}
    records = merge_records(opened, partial)
    work = target.with_name(f".{target.name}.merging")
    space = Workspace.for_writing(work, lambda line: None)  # its lock: two merges into one folder do not mix
    try:
        _remove_content(work)
        found = _write_merged(opened, space, records, given, keep_first, say)
        space.close()
    except BaseException as error:
        space.close()
        shutil.rmtree(work, ignore_errors=True)
        if isinstance(error, OSError):
            raise storage_error(error, target) from error
        raise
    try:
        if target.exists():
            target.rmdir()  # empty
        work.rename(target)
        fsync_folder(target.parent)
    except OSError as error:
        raise storage_error(error, target) from error
    return Merged(target, len(opened), *found)


def _merge_and_publish(sources: Sequence[str | Path], out: str | Path, options: dict[str, Any]) -> Merged:
    """Merge in a temporary folder and publish the result; records of runs last, so that a part is not taken for all."""
    from askance.store.remote.writing import PublishedWorkspace  # needs packages that few have

    with tempfile.TemporaryDirectory(prefix="askance-merge-") as folder:
        done = merge(sources, Path(folder) / "merged", **options)
        space = PublishedWorkspace.open(out, options["say"])
        try:
            if space.runs():
                raise UserError(f"{space.name} has other results or files: choose a new folder for -o")
            _remove_content(space.root)
            for path in sorted(done.out.iterdir(), key=lambda path: (path.name == "runs", path)):
                if path.is_dir():
                    shutil.copytree(path, space.root / path.name)
                elif path.name not in (LOCK, LOCK_OWNER):
                    shutil.copyfile(path, space.root / path.name)
        finally:
            space.close()
        return replace(done, out=Path(space.name))


def _open_sources(sources: Sequence[str | Path], target: Path, say: Say) -> dict[str, Workspace]:
    opened: dict[str, Workspace] = {}
    roots: dict[Path, str] = {}
    for source in sources:
        name = str(source)
        space = Workspace.for_reading(source, say)
        space.root = space.root.absolute()
        root = space.root.resolve()
        if root in roots:
            raise UserError(f"{name} is named twice: name each workspace once")
        if root == target.resolve():
            raise UserError(f"{name} is both a source and the result: choose another -o")
        roots[root], opened[name] = name, space
    if not opened:
        raise UserError("no workspace is given: name those to merge")
    return opened


def _check_target(target: Path) -> None:
    if target.is_dir() and any(target.iterdir()):
        raise UserError(f"{target} has other results or files: choose a new folder for -o")
    if target.exists() and not target.is_dir():
        raise UserError(f"{target} is a file: choose a new folder for -o")


def _remove_content(work: Path) -> None:
    """Remove what an interrupted merge left."""
    for path in work.iterdir():
        if path.is_dir():
            shutil.rmtree(path)
        elif path.name not in (LOCK, LOCK_OWNER):
            path.unlink()


def _write_merged(
    sources: dict[str, Workspace],
    target: Workspace,
    records: Sequence[Record],
    suites: dict[str, Suite],
    keep_first: bool,
    say: Say,
) -> tuple[int, int, int]:
    """Write all tables; returns the number of cases, of answers, and of calls in several sources."""
    answers, overlap = merge_answers(sources, target, keep_first)
    if overlap.calls:
        kept = f", {overlap.conflicts:,} of them different: the first workspace counts" if overlap.conflicts else ""
        doubled = plural(overlap.calls, "answer is", "answers are")
        say(f"{doubled} in more than one workspace{kept}; each is kept once")
    cases = merge_case_sets(sources, target)
    for space in sources.values():
        _copy_scenes(space, target)
        _copy_queues(space, target, say)
    for record in records:
        target.record_run(record)
    _judge_records(target, list(sources.values()), records, suites, say)
    write_marker(target.root)
    return cases, answers, overlap.calls


def _copy_scenes(space: Workspace, target: Workspace) -> None:
    """What detectors found: shards of one detector are numbered on."""
    for folder in sorted((space.root / SCENES).glob("*/")):
        into = target.root / SCENES / folder.name
        into.mkdir(parents=True, exist_ok=True)
        there = list_files_matching(into, SHARD)
        known, number = {path.name[7:] for path in there}, len(there)
        for path in list_files_matching(folder, SHARD):
            if path.name[7:] not in known:
                number += 1
                shutil.copyfile(path, into / f"{number:06d}-{path.name[7:]}")


def _copy_queues(space: Workspace, target: Workspace, say: Say) -> None:
    for folder in queue_folders(space.root):
        into = target.root / folder.relative_to(space.root)
        if into.exists():
            say(f"{folder}: another workspace has an annotation queue {folder.name}, which is kept; this one is not")
        else:
            shutil.copytree(folder, into)


def _judge_records(
    target: Workspace, sources: Sequence[Workspace], records: Iterable[Record], suites: dict[str, Suite], say: Say
) -> None:
    """Readings, verdicts and metrics of every case set and model that the records name."""
    for case_set_id, models in _judged_models(records).items():
        case_set = target.case_set(case_set_id)
        if case_set is None:
            say(f"a case set of {', '.join(model.name for model in models)} is not complete: it has no results yet")
            continue
        connection = connect(target, [case_set_id], tables=("cases", "asks", "queries", "answers"))
        for model in models:
            suite = suites.get(case_set.suite) or _installed_suite(case_set.suite)
            if suite is None:
                _copy_derived(target, sources, case_set_id, case_set.suite, model)
                continue
            stops = recorded_stops(target.runs(), case_set_id, model.name)
            tables = compute_judged_tables(connection, case_set, suite, model, stops=stops)
            for name, table in tables.items():
                target.write_derived(name, case_set_id, model.fingerprint, table)


def _judged_models(records: Iterable[Record]) -> dict[str, list[_StoredModel]]:
    """The models of each case set; one per fingerprint, by its latest name."""
    found: dict[str, dict[str, _StoredModel]] = {}
    for record in records:
        prints = {model["name"]: model["fingerprint"] for model in record["models"]}
        for deck in record["decks"]:
            for name in deck["models"]:
                found.setdefault(deck["deck"], {})[prints[name]] = _StoredModel(name, prints[name])
    return {case_set: list(models.values()) for case_set, models in found.items()}


def _installed_suite(name: str) -> Suite | None:
    try:
        return open_stored_suite(name)
    except UserError:
        return None


def _copy_derived(
    target: Workspace, sources: Sequence[Workspace], case_set: str, suite: str, model: _StoredModel
) -> None:
    """The tables of a suite that is not installed: as they are, if one source alone has them."""
    for table in ("readings", "verdicts", "metrics"):
        found = [
            rows
            for rows in (space.read_derived_table(table, case_set, model.fingerprint) for space in sources)
            if rows is not None
        ]
        if len(found) != 1:
            raise UserError(
                f"suite {suite} cannot be opened by its name: give it with `-s python:MODULE:OBJECT`, so that its"
                " results can be computed from all answers"
            )
        target.write_derived(table, case_set, model.fingerprint, found[0])
