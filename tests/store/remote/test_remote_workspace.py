"""Workspaces on an S3 server: run, kill, resume here and elsewhere, two writers, readers beside a writer."""

import os
import shutil
import sys
import threading
import time

import askance
import pytest
from askance.core import Answer, UserError
from askance.core.remote_address import parse_address
from askance.store import JournalEntry, Workspace, connect
from askance.store.answers_table import build_answers_table
from askance.store.parquet_files import write_shard
from askance.store.remote import lease, publisher, writing
from askance.store.remote.manifest import list_versions, read_latest
from askance.store.remote.objects import ObjectStore
from askance.store.remote.publisher import LeaseLostError
from askance.store.remote.reading import mirror
from askance.store.remote.writing import PublishedWorkspace
from toy import ToyData, ToyModel

from remote_runs import CALLS, COUNT, SUITES, begin_child, kill_when, logged, published_calls, say_nothing
from s3_server import BUCKET, SECRET
from workspace_tables import check_equal


def expire_leases(monkeypatch):
    """Let a lease end that is not renewed; the clock of the store counts seconds."""
    monkeypatch.setattr(lease, "LEASE", 1.0)
    time.sleep(2.1)


def test_a_run_is_the_same_as_in_a_folder(address, local):
    done = askance.run(ToyModel(), ToyData(COUNT), SUITES, out=address, batch_size=8)
    check_equal(address, local)
    assert done.space.name == address
    assert askance.open_run(address).metrics.to_pylist() == askance.open_run(local).metrics.to_pylist()
    again = ToyModel()
    askance.run(again, ToyData(COUNT), SUITES, out=address, batch_size=8)
    assert again.asked == []
    check_equal(address, local)
    objects = ObjectStore(parse_address(address))
    assert read_latest(objects).writer is None
    named = {part.key for parts in read_latest(objects).files.values() for part in parts}
    assert {key for key in objects.sizes("") if not key.startswith("manifest/")} == named


def test_what_is_stored(address, tmp_path):
    """No credential; nothing in a readers' copy that could be changed; and a damaged object is named."""
    askance.run(ToyModel(), ToyData(9), ["accuracy"], out=address)
    root = Workspace.for_reading(address).root
    with pytest.raises(UserError, match="possible in a local folder only: copy it with `askance merge"):
        Workspace.for_writing(root)
    objects = ObjectStore(parse_address(address))
    stored = [objects.get(key) for key in objects.sizes("")]
    kept = [path.read_bytes() for path in (tmp_path / "machine-a").rglob("*") if path.is_file()]
    assert len(kept) > 10
    assert not any(SECRET.encode() in data for data in (*stored, *kept))
    key = next(key for key in objects.sizes("") if key.startswith("verdicts/"))
    objects.put(key, b"something else")
    shutil.rmtree(root)
    with pytest.raises(UserError, match=rf"{key} is damaged"):
        mirror(parse_address(address))


def test_kill_and_resume_on_the_same_machine_repeats_no_finished_call(address, local, tmp_path):
    cache, log = tmp_path / "machine-a", tmp_path / "log"
    child = begin_child(address, log, cache, tmp_path / "child.py")
    kill_when(child, lambda: len(logged(log)) > 60)
    before = len(logged(log))
    again = ToyModel()
    askance.run(again, ToyData(COUNT), SUITES, out=address, batch_size=8)  # at once: nobody else has this copy
    check_equal(address, local)
    assert CALLS <= before + len(again.asked) <= CALLS + 8  # the kill may have come between a call and its journal


@pytest.mark.slow
def test_kill_and_resume_on_another_machine_repeats_no_published_call(address, local, tmp_path, monkeypatch):
    log = tmp_path / "log"
    child = begin_child(address, log, tmp_path / "machine-b", tmp_path / "child.py")
    objects = ObjectStore(parse_address(address))
    kill_when(child, lambda: (found := read_latest(objects)) is not None and "answers/000001.jsonl" in found.files)
    published = set(published_calls(address))
    assert published
    with pytest.raises(UserError, match=r"^another run \(process \d+ on .*\) is writing to s3://.*: wait or choose"):
        askance.run(ToyModel(), ToyData(COUNT), SUITES, out=address, batch_size=8)
    expire_leases(monkeypatch)
    again = ToyModel()
    askance.run(again, ToyData(COUNT), SUITES, out=address, batch_size=8)
    check_equal(address, local)
    assert len(again.asked) == CALLS - len(published)
    # the first machine comes back: its answers that were not published are no second answers
    monkeypatch.setenv("ASKANCE_CACHE", str(tmp_path / "machine-b"))
    third = ToyModel()
    askance.run(third, ToyData(COUNT), SUITES, out=address, batch_size=8)
    assert third.asked == []
    check_equal(address, local)


def entry(number):
    return JournalEntry(number.to_bytes(16, "big"), "toy", "toy-1", Answer(text=str(number)), 0.1)


def test_two_writers_at_once(address, tmp_path, monkeypatch, quick):
    first = PublishedWorkspace.open(address, say_nothing)
    with pytest.raises(UserError, match=rf"^another run \(process {os.getpid()}\) is writing to {address}: wait"):
        PublishedWorkspace.open(address, say_nothing)
    monkeypatch.setenv("ASKANCE_CACHE", str(tmp_path / "machine-b"))
    objects = ObjectStore(parse_address(address))
    version = read_latest(objects).version
    while read_latest(objects).version < version + 3:  # the lease is renewed although nothing happens
        time.sleep(0.05)
    with pytest.raises(UserError, match=rf"^another run \(process {os.getpid()} on .*\) is writing to {address}: wait"):
        PublishedWorkspace.open(address, say_nothing)
    first.record_answers([entry(1)])
    first.close()
    second = PublishedWorkspace.open(address, say_nothing)  # at once: the lease was given back
    assert second.answers()[0]
    second.close()


def test_a_writer_that_slept_too_long_stops_and_loses_nothing(address, tmp_path, monkeypatch):
    monkeypatch.setattr(writing, "FLUSH", 3600)
    first = PublishedWorkspace.open(address, say_nothing)
    first.record_answers([entry(1)])
    first._publishing._publisher.publish()
    first.record_answers([entry(2)])  # is not published
    expire_leases(monkeypatch)
    monkeypatch.setenv("ASKANCE_CACHE", str(tmp_path / "machine-b"))
    second = PublishedWorkspace.open(address, say_nothing)
    assert sum(connect(second).execute("select count(*) from answers").fetchone()) == 1
    second.record_answers([entry(3)])
    with pytest.raises(LeaseLostError, match=r"^another run has taken over s3://"):
        first._publishing._publisher.publish()
    second.close()
    with pytest.raises(LeaseLostError):
        first.close()
    assert len(published_calls(address)) == 2
    monkeypatch.setenv("ASKANCE_CACHE", str(tmp_path / "machine-a"))
    PublishedWorkspace.open(address, say_nothing).close()
    assert sorted(published_calls(address)) == [entry(number).query for number in (1, 2, 3)]


@pytest.mark.slow
def test_a_reader_beside_a_writer(address, tmp_path, quick):
    said, counts, failures, ended = [], [], [], threading.Event()

    def read():
        while not ended.is_set():
            try:
                space = Workspace.for_reading(address, said.append)
                counts.append(connect(space).execute("select count(*) from answers").fetchone()[0])
            except UserError as error:
                if "is not a workspace" not in str(error):
                    failures.append(error)

    reader = threading.Thread(target=read)
    reader.start()
    try:
        askance.run(ToyModel(pause=0.3), ToyData(COUNT), SUITES, out=address, batch_size=8)
    finally:
        ended.set()
        reader.join()
    assert failures == []
    assert said == []
    assert counts == sorted(counts)
    assert len(set(counts)) > 3, "the reader has not read beside the writer"
    assert len(published_calls(address)) == CALLS


def test_a_deleted_workspace_is_a_new_one(address, tmp_path):
    askance.run(ToyModel(), ToyData(9), ["accuracy"], out=address)
    objects = ObjectStore(parse_address(address))
    objects.delete(objects.sizes(""))
    again = ToyModel()
    askance.run(again, ToyData(9), ["accuracy"], out=address)
    assert len(again.asked) == 9
    assert list((tmp_path / "machine-a" / "workspaces" / "writing").glob("*/old/answers/*.parquet"))


def test_objects_of_others_are_left_alone(address):
    objects = ObjectStore(parse_address(address))
    objects.put("notes.txt", b"mine")
    objects.put("answers/readme.md", b"mine")
    objects.put("answers/000009-0123456789abcdef.0-7.parquet", b"left by a killed writer")
    askance.run(ToyModel(), ToyData(9), ["accuracy"], out=address)
    found = objects.sizes("")
    assert {"notes.txt", "answers/readme.md"} < set(found)
    assert "answers/000009-0123456789abcdef.0-7.parquet" not in found


@pytest.mark.slow
def test_old_versions_of_the_manifest_are_removed(address, monkeypatch):
    monkeypatch.setattr(writing, "FLUSH", 3600)  # this thread publishes
    space = PublishedWorkspace.open(address, say_nothing)
    for number in range(23):
        space.record_answers([entry(number)])
        space._publishing._publisher.publish(always=True)
    space.close()
    versions = list_versions(ObjectStore(parse_address(address)))
    assert len(versions) <= 20
    assert len(published_calls(address)) == 23


@pytest.mark.slow
def test_merge_from_and_to_an_object_store(address, local, tmp_path):
    for number in (1, 2):
        out = f"{address}/shard-{number}"
        askance.run(ToyModel(), ToyData(COUNT), SUITES, out=out, batch_size=8, shard=f"{number}/2")
    askance.merge([f"{address}/shard-1", f"{address}/shard-2"], f"{address}/all")
    check_equal(f"{address}/all", local)
    askance.merge([f"{address}/all"], tmp_path / "folder")
    check_equal(tmp_path / "folder", local)
    with pytest.raises(UserError, match=r"/all has other results or files: choose a new folder for -o"):
        askance.merge([local], f"{address}/all")


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("s3://", r"^s3://: no bucket: write s3://BUCKET/FOLDER"),
        (f"s3://{BUCKET}", "no folder in the bucket"),
        (f"s3://{BUCKET}//x", "no folder in the bucket, or an empty part"),
        ("s3://a b/x", "'a b' is no name of a bucket"),
        ("ftp://host/x", r"^ftp://host/x: unknown kind of storage: write s3://BUCKET/FOLDER or gs://BUCKET/FOLDER"),
        ("s3://no-such-bucket/x", "there is no bucket no-such-bucket: create it, or name another one"),
    ],
)
def test_bad_addresses_are_one_line(address, text, line):
    with pytest.raises(UserError, match=line):
        askance.run(ToyModel(), ToyData(3), ["accuracy"], out=text)
    with pytest.raises(UserError, match=line):
        askance.open_run(text)


def test_missing_credentials_packages_and_servers_are_one_line(address, monkeypatch):
    with pytest.raises(UserError, match=r"is not a workspace: make one with `askance run … --out s3://"):
        askance.open_run(address)
    with monkeypatch.context() as patched:
        patched.setitem(sys.modules, "s3fs", None)
        patched.setenv("AWS_PROFILE", "other")  # settings of which this process has no connection yet
        with pytest.raises(UserError, match=r"s3:// needs the package s3fs: .*pip install .*\[s3\]'$"):
            askance.open_run(address)
    with monkeypatch.context() as patched:
        patched.delenv("AWS_ACCESS_KEY_ID")
        patched.delenv("AWS_SECRET_ACCESS_KEY")
        patched.setenv("AWS_SHARED_CREDENTIALS_FILE", "/none")
        with pytest.raises(UserError, match=r"no usable credentials: .*set AWS_ACCESS_KEY_ID and"):
            askance.open_run(address)
    with monkeypatch.context() as patched:
        patched.setenv("AWS_PROFILE", "nobody")
        with pytest.raises(UserError, match=r"no usable credentials: .*nobody"):
            askance.open_run(address)
    monkeypatch.setenv("AWS_ENDPOINT_URL", "http://127.0.0.1:9")
    with pytest.raises(UserError, match=r"does not answer \(.*\): try again later$"):
        ObjectStore(parse_address(address), patience=0.1).sizes("")


@pytest.mark.slow
def test_the_lease_is_renewed_while_many_files_are_published(address, monkeypatch):
    monkeypatch.setattr(writing, "FLUSH", 3600)  # this thread publishes
    monkeypatch.setattr(publisher, "RENEW", 0.0)
    space = PublishedWorkspace.open(address, say_nothing)
    before = space._publishing._publisher.manifest.version
    for number in range(60):
        write_shard(space.root / "answers", number + 1, build_answers_table([entry(number)]))
    space._publishing._publisher.publish()
    assert space._publishing._publisher.manifest.version >= before + 4
    space.close()
    assert len(published_calls(address)) == 60


@pytest.mark.slow
def test_of_two_runs_that_start_at_once_one_is_refused(address, tmp_path):
    """Both on a new address, on two machines; several times, since moments differ."""
    for number in range(3):
        outs = [f"{address}/{number}"] * 2
        script = tmp_path / "child.py"
        children = [begin_child(out, tmp_path / f"log-{number}-{at}", tmp_path / at, script, pause=0.3)
                    for out, at in zip(outs, ("machine-x", "machine-y"), strict=True)]  # fmt: skip
        codes = sorted(child.wait() for child in children)
        assert codes == [0, 1]
        made = [len(logged(tmp_path / f"log-{number}-{at}")) for at in ("machine-x", "machine-y")]
        assert sorted(made) == [0, CALLS]
        assert len(published_calls(outs[0])) == CALLS
