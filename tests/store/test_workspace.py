"""The workspace: locks, versions, damage, readers beside a writer."""

import json
import os
import subprocess
import sys
from pathlib import Path

import askance
import pyarrow as pa
import pytest
from askance.core import Answer, UserError
from askance.store import SCHEMA_VERSION, TABLES, JournalEntry, Workspace, connect, parquet_files
from toy import ToyData, ToyModel


def entry(number: int) -> JournalEntry:
    return JournalEntry(number.to_bytes(16, "big"), "m", "f", Answer(text=str(number)), 0.0)


def count(space):
    return connect(space).execute("select count(*) from answers").fetchall()[0][0]


def test_two_runs_at_once_are_refused(tmp_path):
    first = Workspace.for_writing(tmp_path)
    with pytest.raises(UserError, match=f"another run \\(process {os.getpid()}\\) is writing to"):
        Workspace.for_writing(tmp_path)
    first.close()
    Workspace.for_writing(tmp_path).close()


def test_a_newer_schema_is_refused(tmp_path):
    Workspace.for_writing(tmp_path).close()
    (tmp_path / "askance.json").write_text(json.dumps({"schema": SCHEMA_VERSION + 1}))
    for opening in (Workspace.for_writing, Workspace.for_reading):
        with pytest.raises(UserError, match="was written by a newer askance"):
            opening(tmp_path)


def test_a_folder_that_is_no_workspace_is_named(tmp_path):
    with pytest.raises(UserError, match="is not a workspace"):
        Workspace.for_reading(tmp_path)


def test_a_reader_sees_answers_while_the_engine_writes(tmp_path, monkeypatch):
    monkeypatch.setattr("askance.store.workspace.ROTATE_ROWS", 10)
    space, reader = Workspace.for_writing(tmp_path), None
    for number in range(25):
        space.record_answers([entry(number)])
        reader = reader or Workspace.for_reading(tmp_path)
        assert count(reader) == number + 1
    space.close()
    assert count(reader) == 25
    assert len(space.shards("answers")) == 3


def test_a_kill_between_shard_and_journal_counts_once(tmp_path):
    space = Workspace.for_writing(tmp_path)
    space.record_answers([entry(1), entry(2)])
    journal = (tmp_path / "answers" / "000001.jsonl").read_bytes()
    space.close()
    (tmp_path / "answers" / "000001.jsonl").write_bytes(journal)  # the shard is there, the journal not yet removed
    assert count(Workspace.for_reading(tmp_path)) == 2
    again = Workspace.for_writing(tmp_path)
    again.close()
    assert count(again) == 2
    assert not list((tmp_path / "answers").glob("*.jsonl"))


def test_left_over_temporary_files_are_removed(tmp_path):
    Workspace.for_writing(tmp_path).close()
    (tmp_path / "answers").mkdir(exist_ok=True)
    stray = tmp_path / "answers" / ".000001-x.parquet.1.tmp"
    stray.write_bytes(b"half")
    Workspace.for_writing(tmp_path).close()
    assert not stray.exists()


def test_shards_are_named_by_their_bytes(tmp_path):
    askance.run(ToyModel(), ToyData(), ["accuracy"], out=tmp_path)
    shards = [
        path for table in ("answers", "cases", "asks", "queries") for path in (tmp_path / table).rglob("*.parquet")
    ]
    assert len(shards) == 4
    assert all(parquet_files.is_intact(path) for path in shards)


FULL = """
import resource, signal, sys
sys.path.insert(0, sys.argv[2])
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (20000, 20000))  # no file may grow: write() fails
from toy import ToyData, ToyModel
import askance
from askance.core import UserError
try:
    askance.run(ToyModel(), ToyData(3000), ["accuracy"], out=sys.argv[1])
except UserError as error:
    print(error)
"""


def test_a_full_disk_loses_nothing_that_was_stored(tmp_path):
    run = ToyModel()
    askance.run(run, ToyData(60), ["accuracy"], out=tmp_path)
    here = str(Path(__file__).parent.parent)
    done = subprocess.run(
        [sys.executable, "-c", FULL, str(tmp_path), here], capture_output=True, text=True, check=False
    )
    assert done.stdout.startswith("no space left while writing"), done.stdout + done.stderr
    assert done.stdout.count("\n") == 1
    stored = count(Workspace.for_reading(tmp_path))
    assert stored >= 60
    again = ToyModel()
    askance.run(again, ToyData(3000), ["accuracy"], out=tmp_path)
    assert len(again.asked) == 3000 - stored


def test_verdicts_of_an_older_version_are_read_beside_new_ones(tmp_path):
    """Columns that it did not write are null."""
    space = Workspace.for_writing(tmp_path)
    row = {"case_key": bytes(16), "model": "m", "relation": "equal", "texts": [("original", "maybe")]}
    new = pa.Table.from_pylist([row], schema=TABLES["verdicts"])
    space.write_derived("verdicts", "deck", "new", new)
    space.write_derived("verdicts", "deck", "old", new.drop_columns(["relation", "texts"]))
    found = space.read_derived_tables("verdicts")
    space.close()
    assert found.schema == TABLES["verdicts"]
    assert sorted(found["relation"].to_pylist(), key=str) == [None, "equal"]
