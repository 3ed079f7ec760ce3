"""A workspace: a folder of append-only Parquet shards that one engine writes and anyone may read."""

import contextlib
import fcntl
import json
import os
import sys
from collections.abc import Callable, Iterable
from itertools import accumulate, chain
from pathlib import Path
from typing import Any, Self

import msgspec
import pyarrow as pa
import pyarrow.parquet as pq
from askance.core import Answer, UserError, call_key, digest
from askance.core.files import storage_error, write_atomic
from askance.store.files import is_whole, parquet_bytes, write_shard
from askance.store.journal import Entry, Journal, read_journal
from askance.store.schema import SCHEMA_VERSION, TABLES

MARK = "askance.json"
ROTATE_ROWS = 20_000  # answers per shard


class Deck(msgspec.Struct, frozen=True):
    """One suite's cases on one data set, complete; `id` digests all that decides them."""

    id: str
    suite: str
    dataset: str
    data_name: str  # how to open the data set again
    limit: int | None
    seed: int
    cases: int = 0
    asks: int = 0
    sample: str = ""  # digest of the cases, with those left out for a model that does not support them


def _say(message: str) -> None:
    print(message, file=sys.stderr)  # noqa: T201  the default voice of a library without a console


class Workspace:
    """Where everything is kept; open it with `for_writing` in an engine, plainly in a reader."""

    def __init__(self, root: Path | str, say: Callable[[str], None] = _say):
        self.root = Path(root)
        self.say = say
        self._lock: int | None = None
        self._journal: Journal | None = None
        self._entries: list[Entry] = []  # what the journal holds
        if (self.root / MARK).exists():
            self._check_version()

    def _check_version(self) -> None:
        mark = self.root / MARK
        try:
            version = json.loads(mark.read_text())["schema"]
        except (ValueError, KeyError, TypeError) as error:
            raise UserError(f"{mark} is not a workspace mark: delete the folder or choose another") from error
        if version > SCHEMA_VERSION:
            raise UserError(
                f"{self.root} was written by a newer askance (schema {version}, this one knows {SCHEMA_VERSION}):"
                " upgrade askance, or choose another --out"
            )

    @classmethod
    def for_reading(cls, root: Path | str, say: Callable[[str], None] = _say) -> Self:
        """Open an existing workspace; nothing is locked or changed."""
        if not (Path(root) / MARK).exists():
            raise UserError(f"{root} is not a workspace: make one with `askance run … --out {root}`")
        return cls(root, say)

    @classmethod
    def for_writing(cls, root: Path | str, say: Callable[[str], None] = _say) -> Self:
        """Open or make a workspace, lock it against a second engine, and recover what a kill left."""
        space = cls(root, say)
        try:
            space.root.mkdir(parents=True, exist_ok=True)
            space._take_lock()
            if not (space.root / MARK).exists():
                write_atomic(space.root / MARK, json.dumps({"schema": SCHEMA_VERSION}).encode())
        except OSError as error:
            raise storage_error(error, space.root) from error
        space._set_damage_aside()
        space._recover_journals()
        return space

    def _take_lock(self) -> None:
        self._lock = os.open(self.root / "lock", os.O_RDWR | os.O_CREAT, 0o644)
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            owner = os.pread(self._lock, 32, 0).decode().strip() or "unknown"
            os.close(self._lock)
            self._lock = None
            raise UserError(
                f"another run (process {owner}) is writing to {self.root}: wait for it, or choose another --out"
            ) from error
        os.ftruncate(self._lock, 0)
        os.pwrite(self._lock, str(os.getpid()).encode(), 0)

    def close(self) -> None:
        """Put the journal into its shard and let the lock go, also when the disk is full."""
        try:
            self.rotate()
        finally:
            if self._lock is not None:
                os.close(self._lock)
                self._lock = None

    # --- shards ---------------------------------------------------------------------------------------------------

    def shards(self, table: str, deck: str = "") -> list[Path]:
        """The shard files of a table (below one deck, where the table has decks), in order."""
        return sorted((self.root / table / deck).glob("*.parquet"))

    def _set_damage_aside(self) -> None:
        """Name every damaged shard and move it away: what it held is asked or made again."""
        for temporary in self.root.rglob(".*.tmp"):
            temporary.unlink(missing_ok=True)
        damaged = [path for path in self.shards("answers") if not is_whole(path)]
        for deck in self.decks():
            parts = [path for table in ("cases", "asks", "queries") for path in self.shards(table, deck.id)]
            broken = [path for path in parts if not is_whole(path)]
            if broken or not parts:
                (self.root / "decks" / f"{deck.id}.json").unlink()  # an incomplete deck is made again
            damaged += broken
        for path in damaged:
            self._set_aside(path)

    def _set_aside(self, path: Path) -> None:
        target = self.root / "set-aside" / "-".join(path.relative_to(self.root).parts)
        target.parent.mkdir(exist_ok=True)
        path.replace(target)
        self.say(f"{path} is damaged: set aside as {target}; what it held is asked again")

    # --- decks ----------------------------------------------------------------------------------------------------

    def decks(self) -> list[Deck]:
        """The complete decks."""
        files = sorted((self.root / "decks").glob("*.json"))
        return [msgspec.json.decode(file.read_bytes(), type=Deck) for file in files]

    def deck(self, deck_id: str) -> Deck | None:
        """A complete deck by id, if it is there."""
        file = self.root / "decks" / f"{deck_id}.json"
        return msgspec.json.decode(file.read_bytes(), type=Deck) if file.exists() else None

    def finish_deck(self, deck: Deck) -> None:
        """Mark a deck complete, after its last shard."""
        write_atomic(self.root / "decks" / f"{deck.id}.json", msgspec.json.encode(deck))

    def clear_deck(self, deck_id: str) -> None:
        """Remove the shards of a deck that was never finished."""
        for table in ("cases", "asks", "queries"):
            for path in self.shards(table, deck_id):
                path.unlink()

    def remove_deck(self, deck_id: str) -> None:
        """Remove a deck, complete or not."""
        (self.root / "decks" / f"{deck_id}.json").unlink(missing_ok=True)
        self.clear_deck(deck_id)

    # --- answers --------------------------------------------------------------------------------------------------

    def _recover_journals(self) -> None:
        for path in sorted((self.root / "answers").glob("*.jsonl")):
            number = int(path.stem)
            if not list(path.parent.glob(f"{number:06d}-*.parquet")):
                entries, torn = read_journal(path)
                if torn:
                    self.say(f"{path} has {torn} torn record(s): left out, and asked again")
                if entries:
                    write_shard(path.parent, number, answers_table(entries))
            path.unlink()

    def record(self, entries: list[Entry]) -> None:
        """Keep a batch's answers, at once."""
        try:
            if self._journal is None:
                self._journal = Journal(self.root / "answers" / f"{self._next_number():06d}.jsonl")
        except OSError as error:
            raise storage_error(error, self.root / "answers") from error
        self._journal.append(entries)
        self._entries += entries
        if len(self._entries) >= ROTATE_ROWS:
            self.rotate()

    def _next_number(self) -> int:
        taken = [int(path.name[:6]) for path in (self.root / "answers").glob("[0-9]*")]
        return max(taken, default=0) + 1

    def rotate(self) -> None:
        """Turn the journal into a shard."""
        if self._journal is None:
            return
        path = self._journal.path
        if self._entries:
            write_shard(path.parent, int(path.stem), answers_table(self._entries))
        self._journal.close()
        self._journal, self._entries = None, []
        path.unlink()

    def answers(self) -> tuple[list[Path], pa.Table]:
        """The answer shards, and the rows that are not yet in one, also while an engine turns one into the other."""
        journals: dict[str, list[Entry]] = {}
        for path in sorted((self.root / "answers").glob("*.jsonl")):
            with contextlib.suppress(FileNotFoundError):  # it became a shard since it was listed
                journals[path.stem] = read_journal(path)[0]
        shards = self.shards("answers")
        written = {path.name[:6] for path in shards}
        return shards, answers_table([e for name, rows in journals.items() if name not in written for e in rows])

    # --- what is derived: recomputed at will, replaced whole ------------------------------------------------------

    def write_derived(self, table: str, deck_id: str, fingerprint: str, rows: pa.Table) -> None:
        """Replace a derived table (readings, verdicts, metrics) of one deck and model."""
        name = f"{deck_id}.{digest(fingerprint.encode()).hex()[:16]}.parquet"
        write_atomic(self.root / table / name, parquet_bytes(rows))

    def derived(self, table: str, pairs: Iterable[tuple[str, str]] | None = None) -> pa.Table:
        """A derived table of the given (deck, fingerprint) pairs, or of all."""
        if pairs is None:
            files = self.shards(table)
        else:
            names = [f"{deck}.{digest(print_.encode()).hex()[:16]}.parquet" for deck, print_ in pairs]
            files = [path for name in names if (path := self.root / table / name).exists()]
        parts = [pq.ParquetFile(file).read() for file in files]
        schema = TABLES[table].empty_table()  # a column that an older version did not write is null
        return pa.concat_tables([schema, *parts], promote_options="default")

    # --- runs -----------------------------------------------------------------------------------------------------

    def record_run(self, run: dict[str, Any]) -> None:
        """Note what was run, so that a report knows which decks and models are current."""
        folder = self.root / "runs"
        number = len(list(folder.glob("*.json"))) + 1
        previous = self.runs()
        if not previous or previous[-1] != run:
            write_atomic(folder / f"{number:06d}.json", json.dumps(run, indent=1).encode())

    def runs(self) -> list[dict[str, Any]]:
        """What was run here, oldest first."""
        return [json.loads(file.read_bytes()) for file in sorted((self.root / "runs").glob("*.json"))]


def answers_table(entries: list[Entry]) -> pa.Table:
    """Journal entries as rows of the answers table."""
    answers = [entry.answer for entry in entries]
    return pa.table(
        {
            "call_key": [call_key(entry.query, entry.fingerprint) for entry in entries],
            "query_key": [entry.query for entry in entries],
            "model": [entry.model for entry in entries],
            "fingerprint": [entry.fingerprint for entry in entries],
            "status": [answer.status for answer in answers],
            "text": [answer.text for answer in answers],
            "score": [answer.score for answer in answers],
            "top": _top_column(answers),
            "reason": [answer.reason for answer in answers],
            "temporary": [answer.temporary for answer in answers],
            "seconds": [entry.seconds for entry in entries],
        },
        schema=TABLES["answers"],
    )


def _top_column(answers: list[Answer]) -> pa.ListArray:
    """The most probable answers as a column, built flat: row by row it takes several times as long."""
    kind = TABLES["answers"].field("top").type
    ends = accumulate((len(answer.top) for answer in answers), initial=0)
    pairs = list(chain.from_iterable(answer.top for answer in answers))
    columns = [pa.array([word for word, _ in pairs], pa.string()), pa.array([odds for _, odds in pairs], pa.float64())]
    return pa.ListArray.from_arrays(
        pa.array(ends, pa.int32()), pa.StructArray.from_arrays(columns, fields=list(kind.value_type)), type=kind
    )
