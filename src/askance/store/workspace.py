"""A workspace: a folder of append-only Parquet shards that one engine writes and anyone may read.

Every file that a figure comes from is checked against its digest when it is read; see docs/store.md.
"""

import contextlib
import os
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Self

import pyarrow as pa
from askance.core import UserError, digest
from askance.core.atomic_files import storage_error
from askance.core.remote_address import check_not_copy, is_remote, parse_address
from askance.store.answers_table import build_answers_table, usage_table
from askance.store.case_set import (
    CaseSet,
    case_set_description_path,
    case_set_description_paths,
    case_set_shards,
    find_missing_shards,
    read_case_set_description,
    write_case_set_description,
)
from askance.store.journal import Journal, JournalEntry, read_journal
from askance.store.marker_file import read_marker
from askance.store.parquet_files import is_intact, read_with_checksum, write_shard, write_with_checksum
from askance.store.repair_workspace import repair_workspace, write_usage
from askance.store.run_records import case_set_fingerprint_pairs, read_run_records, write_run_record
from askance.store.run_status import RunStatus, remove_run_status, write_run_status
from askance.store.schema import TABLES
from askance.store.workspace_layout import (
    CASE_SET_TABLES,
    DERIVED,
    JOURNAL,
    LOCK,
    LOCK_OWNER,
    MARK,
    SHARD,
    list_files_matching,
    looks_like_workspace,
    next_free_number,
)

if TYPE_CHECKING:
    from filelock import FileLock

ROTATE_ROWS = 20_000  # answers per shard
AGAIN = "run the same `askance run` command again"
LOST = {  # what a damaged shard means
    "answers": f"its answers are left out: {AGAIN} to ask them again",
    "usage": "what its answers took is not known any more",
}


def _print_to_stderr(message: str) -> None:
    print(message, file=sys.stderr)  # noqa: T201  the default voice of a library without a console


class _PrintOnce:
    """Prints each line once: a reader finds the same damage many times."""

    def __init__(self, say: Callable[[str], None]):
        self._say = say
        self._said: set[str] = set()

    def __call__(self, line: str) -> None:
        if line not in self._said:
            self._said.add(line)
            self._say(line)


class Workspace:
    """Where everything is kept; open it with `for_writing` in an engine, plainly in a reader."""

    def __init__(self, root: Path | str, say: Callable[[str], None] = _print_to_stderr):
        self.root = Path(root)
        self.name = str(root)  # as people write it; the address where the folder is a local copy
        self.say = _PrintOnce(say)
        self._lock: FileLock | None = None
        self._journal: Journal | None = None
        self._entries: list[JournalEntry] = []  # what the journal holds
        self._mark = read_marker(self.root)

    @property
    def is_old(self) -> bool:
        """Whether an older version wrote it, whose small files had no digests."""
        return self._mark == "old"

    @classmethod
    def for_reading(cls, root: Path | str, say: Callable[[str], None] = _print_to_stderr) -> Self:
        """Open an existing workspace, in a folder or on an object store; nothing is locked or changed."""
        if is_remote(root):
            from askance.store.remote.reading import mirror  # needs packages that few have

            space = cls(mirror(parse_address(root)), say)
            space.name = str(parse_address(root))
            return space
        space = cls(root, say)
        if space._mark == "missing" and not looks_like_workspace(space.root):
            raise UserError(f"{root} is not a workspace: make one with `askance run … --out {root}`")
        if space._mark in ("missing", "damaged"):
            space.say(f"{space.root / MARK} is {space._mark}: `askance doctor {root}` writes it again")
        return space

    @classmethod
    def for_writing(cls, root: Path | str, say: Callable[[str], None] = _print_to_stderr) -> Self:
        """Open or make a workspace, lock it against a second engine, and repair what a kill or damage left."""
        space = cls(root, say)
        check_not_copy(space.root)
        try:
            space.root.mkdir(parents=True, exist_ok=True)
            space._acquire_lock()
            space._repair()
        except OSError as error:
            space._release_lock()
            raise storage_error(error, space.root) from error
        except BaseException:
            space._release_lock()
            raise
        return space

    def _repair(self) -> None:
        repair_workspace(self.root, self._mark, self.say)
        self._mark = "whole"

    def _acquire_lock(self) -> None:
        from filelock import FileLock, Timeout  # slow to import, and no reader needs it

        lock = FileLock(self.root / LOCK, thread_local=False)
        try:
            lock.acquire(blocking=False)
        except Timeout as error:
            raise UserError(
                f"another run (process {self._lock_owner()}) is writing to {self.name}: wait or choose another --out"
            ) from error
        self._lock = lock
        (self.root / LOCK_OWNER).write_text(str(os.getpid()), encoding="ascii")

    def _lock_owner(self) -> str:
        """The process that holds the lock: beside it, because Windows lets nobody read a locked file."""
        try:
            return (self.root / LOCK_OWNER).read_text(encoding="ascii", errors="replace")[:32].strip() or "unknown"
        except OSError:
            return "unknown"

    def _release_lock(self) -> None:
        if self._lock is not None:
            remove_run_status(self.root)
            with contextlib.suppress(OSError):
                (self.root / LOCK_OWNER).unlink()
            self._lock.release()
            self._lock = None

    def close(self) -> None:
        """Write the journal to its shard and release the lock, even if the disk is full."""
        try:
            self.rotate_journal()
        finally:
            self._release_lock()

    # --- shards ---------------------------------------------------------------------------------------------------

    def shards(self, table: str, case_set: str = "") -> list[Path]:
        """The files of a table (below one case set, where the table has case sets), in order, whole or not."""
        return list_files_matching(
            self.root / table / case_set, SHARD if table in (*CASE_SET_TABLES, "answers", "usage") else DERIVED
        )

    # --- case sets ----------------------------------------------------------------------------------------------------

    def case_sets(self) -> list[CaseSet]:
        """The complete case sets."""
        found = [self.case_set(file.stem) for file in case_set_description_paths(self.root)]
        return [case_set for case_set in found if case_set is not None]

    def case_set(self, case_set_id: str) -> CaseSet | None:
        """A complete case set by id, if it is there; a damaged description is as good as none, and is said."""
        path = case_set_description_path(self.root, case_set_id)
        case_set = read_case_set_description(path, self.is_old)
        if case_set is None and path.exists():
            self.say(f"{path} is damaged: {AGAIN} to make its cases again")
        return case_set

    def case_set_shards(self, case_set_id: str, tables: tuple[str, ...] = CASE_SET_TABLES) -> dict[str, list[Path]]:
        """The shards of a case set by table, all checked; none where one is missing or damaged."""
        case_set = self.case_set(case_set_id)
        if case_set is None:  # still being made: what is there so far
            return {table: list(filter(is_intact, self.shards(table, case_set_id))) for table in tables}
        if lost := find_missing_shards(self.root, case_set, tables):
            more = f" and {len(lost) - 1} more" if len(lost) > 1 else ""
            what = f"{lost[0]}{more}: missing or damaged"
            self.say(f"{what}: {AGAIN} to make the cases of {case_set.suite} on {case_set.dataset} again")
            return {table: [] for table in tables}
        return {table: case_set_shards(self.root, case_set, table) for table in tables}

    def finish_case_set(self, case_set: CaseSet) -> None:
        """Mark a case set complete, after its last shard."""
        write_case_set_description(self.root, case_set)

    def remove_case_set(self, case_set_id: str) -> None:
        """Remove a case set, complete or not."""
        case_set_description_path(self.root, case_set_id).unlink(
            missing_ok=True
        )  # first: a description without shards would be damage
        for table in CASE_SET_TABLES:
            for path in self.shards(table, case_set_id):
                path.unlink()

    # --- answers --------------------------------------------------------------------------------------------------

    def record_answers(self, entries: list[JournalEntry]) -> None:
        """Keep a batch's answers, at once."""
        try:
            if self._journal is None:
                folder = self.root / "answers"
                self._journal = Journal(folder / f"{next_free_number(folder):06d}.jsonl")
        except OSError as error:
            raise storage_error(error, self.root / "answers") from error
        self._journal.append(entries)
        self._entries += entries
        if len(self._entries) >= ROTATE_ROWS:
            self.rotate_journal()

    def close_journal(self) -> None:
        """Let go of the journal as it is: the next run turns it into a shard."""
        if self._journal is not None:
            self._journal.close()

    def rotate_journal(self) -> None:
        """Turn the journal into a shard."""
        if self._journal is None:
            return
        path = self._journal.path
        if self._entries:
            write_usage(self.root, int(path.stem), self._entries)
            write_shard(path.parent, int(path.stem), build_answers_table(self._entries))
        self._journal.close()
        self._journal, self._entries = None, []
        path.unlink()

    def answers(self) -> tuple[list[Path], pa.Table]:
        """The answer shards, and the rows that are not yet in one, also while an engine turns one into the other.

        Damaged shards and lines are left out, and said.
        """
        whole, entries = self._answered("answers")
        return whole, build_answers_table(entries)

    def usage(self) -> tuple[list[Path], pa.Table]:
        """As `answers`: what they took."""
        whole, entries = self._answered("usage")
        return whole, usage_table(entries)

    def answer_shards(self, table: Literal["answers", "usage"] = "answers") -> list[Path]:
        """The whole shards of answers, or of what they took; damaged ones are left out, and said."""
        shards = {path.name[7:]: path for path in reversed(self.shards(table))}  # a copy counts once
        return [path for path in reversed(shards.values()) if self._check_intact_and_report(path, LOST[table])]

    def _answered(self, table: Literal["answers", "usage"]) -> tuple[list[Path], list[JournalEntry]]:
        """The whole shards of a table of answers, and the entries that are in none of them."""
        journals: dict[str, list[JournalEntry]] = {}
        for path in list_files_matching(self.root / "answers", JOURNAL):
            with contextlib.suppress(FileNotFoundError):  # it became a shard since it was listed
                journals[path.stem], damaged, _ = read_journal(path, self.is_old)
                if damaged:
                    self.say(f"{path} has {damaged} damaged records, which are left out: {AGAIN} to ask them again")
        whole = self.answer_shards(table)
        written = {path.name[:6] for path in whole}
        return whole, [entry for name, rows in journals.items() if name not in written for entry in rows]

    def _check_intact_and_report(self, path: Path, lost: str) -> bool:
        if is_intact(path):
            return True
        self.say(f"{path} is damaged, and {lost}")
        return False

    # --- what is derived: recomputed at will, replaced whole ------------------------------------------------------

    def derived_table_path(self, table: str, case_set_id: str, fingerprint: str) -> Path:
        """Where a derived table (readings, verdicts, metrics) of one case set and model is."""
        return self.root / table / f"{case_set_id}.{digest(fingerprint.encode()).hex()[:16]}.parquet"

    def write_derived(self, table: str, case_set_id: str, fingerprint: str, rows: pa.Table) -> None:
        """Replace a derived table of one case set and model."""
        path = self.derived_table_path(table, case_set_id, fingerprint)
        if path.exists() and not is_intact(path):
            self.say(f"{path} has no valid digest (damaged, or of an older version): made again from stored answers")
        write_with_checksum(path, rows)

    def read_derived_table(self, table: str, case_set_id: str, fingerprint: str) -> pa.Table | None:
        """A derived table of one case set and model; None where it is missing, damaged, or of an older version."""
        found = read_with_checksum(self.derived_table_path(table, case_set_id, fingerprint))
        if found is None:
            return None
        empty = TABLES[table].empty_table()  # a column that an older version did not write is null
        return pa.concat_tables([empty, found], promote_options="default")

    def read_derived_tables(self, table: str, pairs: Iterable[tuple[str, str]] | None = None) -> pa.Table:
        """A derived table of the given (case set, fingerprint) pairs, or of all; damaged ones are left out."""
        files = self.shards(table) if pairs is None else [self.derived_table_path(table, *pair) for pair in pairs]
        parts = [TABLES[table].empty_table()]
        for file in files:
            found = read_with_checksum(file)
            if found is None:
                self.say(f"{file} is missing or damaged: {AGAIN} to make it again")
            else:
                parts.append(found)
        return pa.concat_tables(parts, promote_options="default")

    # --- runs -----------------------------------------------------------------------------------------------------

    def record_run(self, run: dict[str, Any]) -> None:
        """Note what was run, so that a report knows which case sets and models are current."""
        write_run_record(self.root, run, self.is_old)

    def runs(self) -> list[dict[str, Any]]:
        """What was run here, oldest first; damaged records are left out, and said."""
        records = read_run_records(self.root, self.is_old)
        for path, record in records.items():
            if record is None:
                self.say(f"{path} is damaged: the figures of that run may be missing: {AGAIN}")
        return [record for record in records.values() if record is not None]

    def show_status(self, status: RunStatus) -> None:
        """Tell readers what the run that writes here is doing."""
        write_run_status(self.root, status)

    def unrecorded_tables(self) -> list[Path]:
        """The whole tables of figures that no run's record names: the record is lost, or the run was killed."""
        pairs = {pair for run in self.runs() for pair in case_set_fingerprint_pairs(run)}
        known = {self.derived_table_path("metrics", *pair) for pair in pairs}
        return [path for path in self.shards("metrics") if path not in known and is_intact(path)]
