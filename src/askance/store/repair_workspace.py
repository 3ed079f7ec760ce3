"""Repair: damage is named, set aside and left to be made or asked again; each finding is one line."""

from pathlib import Path

import pyarrow.parquet as pq
from askance.annotation.queue_files import FOLDER
from askance.core import call_key
from askance.store.answers_table import build_answers_table, usage_table
from askance.store.case_set import (
    case_set_description_paths,
    find_missing_shards,
    read_case_set_description,
    write_case_set_description,
)
from askance.store.journal import JournalEntry, read_journal
from askance.store.marker_file import MarkerState, write_marker
from askance.store.parquet_files import is_intact, write_shard
from askance.store.repair_annotations import repair_annotations
from askance.store.run_records import read_run_records, write_record_with_digest
from askance.store.schema import SCHEMA_VERSION
from askance.store.set_aside import Say, move_file_aside
from askance.store.workspace_layout import (
    JOURNAL,
    MARK,
    SHARD,
    TEMPORARY,
    foreign_entries,
    list_files_matching,
    misplaced_entries,
    next_free_number,
)

NAMED = 5  # foreign files in one line


def repair_workspace(root: Path, mark: MarkerState, say: Say) -> None:
    """Bring a workspace into order, and to this version; only the one who holds the lock may do so."""
    for path in list(misplaced_entries(root)):
        move_file_aside(root, path, "is in the way", say)
    annotations = root / FOLDER
    for temporary in root.rglob(".*.tmp"):
        is_ours = TEMPORARY.fullmatch(temporary.name) and annotations not in temporary.parents  # they have another lock
        if is_ours and temporary.is_file():
            temporary.unlink(missing_ok=True)
    is_old = mark == "old"
    _repair_run_records(root, is_old, say)
    _repair_case_sets(root, is_old, say)
    for path in list_files_matching(root / "answers", SHARD):
        if not is_intact(path):
            move_file_aside(root, path, "is damaged", say, "what it held is asked again")
    for path in list_files_matching(root / "usage", SHARD):
        if not is_intact(path):
            move_file_aside(root, path, "is damaged", say, "what its answers took is not known any more")
    _remove_duplicate_shards(root)
    for folder in sorted((root / "scenes").glob("*/")):
        for path in list_files_matching(folder, SHARD):
            if not is_intact(path):
                move_file_aside(root, path, "is damaged", say, "its images are examined again")
    _repair_journals(root, is_old, say)
    repair_annotations(root, say)
    if others := foreign_entries(root):
        names = ", ".join(ascii(str(path.relative_to(root)))[1:-1] for path in others[:NAMED])
        more = f" and {len(others) - NAMED} more" if len(others) > NAMED else ""
        say(f"{root} contains files that are not part of a workspace, which are ignored: {names}{more}")
    if is_old:
        say(f"{root} was written by an older askance: brought to schema {SCHEMA_VERSION}")
    if mark == "damaged":
        say(f"{root / MARK} is damaged: written again")
    if mark != "whole":
        write_marker(root)


def _repair_run_records(root: Path, is_old: bool, say: Say) -> None:
    for path, record in read_run_records(root, is_old).items():
        if record is None:
            then = "run its `askance run` command again to show its figures (answers are kept)"
            move_file_aside(root, path, "is damaged", say, then)
        elif is_old:
            write_record_with_digest(path, record)


def _repair_case_sets(root: Path, is_old: bool, say: Say) -> None:
    for path in case_set_description_paths(root):
        case_set = read_case_set_description(path, is_old)
        if case_set is None:
            move_file_aside(root, path, "is damaged", say, "its cases are made again")
            continue
        lost = find_missing_shards(root, case_set)
        gone = [each for each in lost if not each.is_file()]
        for each in lost:
            if each not in gone:
                move_file_aside(root, each, "is damaged", say, "its cases are made again")
        if gone:
            say(f"{gone[0]} is missing: the cases of {case_set.suite} on {case_set.dataset} are made again")
        if lost:
            path.unlink()
        elif is_old:
            write_case_set_description(root, case_set)


def _remove_duplicate_shards(root: Path) -> None:
    """Remove answer shards that are a copy of another: the bytes are the same."""
    known = set()
    for path in list_files_matching(root / "answers", SHARD):
        digest = path.name[7:]
        if digest in known:
            path.unlink()
        known.add(digest)


def _repair_journals(root: Path, is_old: bool, say: Say) -> None:
    """Turn what a kill left into shards; what is in a shard already is left out."""
    folder, known = root / "answers", None
    for path in list_files_matching(folder, JOURNAL):
        entries, damaged, is_torn = read_journal(path, is_old)
        write_usage(root, int(path.stem), entries)
        if known is None:
            known = _read_stored_calls(list_files_matching(folder, SHARD))
        new = [entry for entry in entries if _call_identity(entry) not in known]
        known |= {_call_identity(entry) for entry in new}
        if new:
            taken = any(shard.name.startswith(path.stem) for shard in list_files_matching(folder, SHARD))
            write_shard(folder, next_free_number(folder) if taken else int(path.stem), build_answers_table(new))
        if damaged:
            records = f"{damaged} damaged record{'s' if damaged > 1 else ''}"
            move_file_aside(root, path, f"has {records}", say, "what was in them is asked again")
            continue
        path.unlink()
        if is_torn:
            say(f"{path} ends in a torn record: left out, and asked again")


def write_usage(root: Path, number: int, entries: list[JournalEntry]) -> None:
    """Write what answers took, before the answers themselves; a kill between both leaves it to be found here."""
    folder, table = root / "usage", usage_table(entries)
    if table.num_rows and not any(int(path.name[:6]) == number for path in list_files_matching(folder, SHARD)):
        write_shard(folder, number, table)


def _call_identity(entry: JournalEntry) -> tuple[bytes, bool]:
    return call_key(entry.query, entry.fingerprint), entry.answer.temporary


def _read_stored_calls(shards: list[Path]) -> set[tuple[bytes, bool]]:
    """The calls in shards, and whether they failed for the moment."""
    found: set[tuple[bytes, bool]] = set()
    for path in shards:
        table = pq.read_table(path, columns=["call_key", "temporary"])
        found |= set(zip(table["call_key"].to_pylist(), table["temporary"].to_pylist(), strict=True))
    return found
