"""While a run writes, new results are read at a pace; when it has ended, at once."""

import os
import time

import pytest
from askance.server import index_open, opened_workspace, refresh_pace
from askance.server.case_filter import CaseFilter
from askance.server.index_open import QuerySource
from askance.server.opened_workspace import OpenedWorkspace
from askance.server.refresh_pace import LEAST, MOST, RefreshPace, run_that_writes
from askance.store.workspace_layout import LOCK_OWNER
from made_workspace import MadeWorkspace
from test_index import judge_again, record_run

from dashboard_pages import make_client


@pytest.fixture
def clock(monkeypatch):
    """Seconds that have passed and that the process has worked, as a test sets them."""
    now, began = {"passed": 0.0, "worked": 0.0}, time.monotonic()
    monkeypatch.setattr(refresh_pace.time, "monotonic", lambda: began + now["passed"])
    monkeypatch.setattr(refresh_pace.time, "process_time", lambda: now["worked"])
    return now


def begin_run(folder):
    (folder / LOCK_OWNER).write_text(str(os.getpid()))


def end_run(folder):
    (folder / LOCK_OWNER).unlink()


def test_the_run_that_writes_is_known(tmp_path):
    assert run_that_writes(tmp_path) is None
    begin_run(tmp_path)
    assert run_that_writes(tmp_path) == os.getpid()
    (tmp_path / LOCK_OWNER).write_text("not a number")
    assert run_that_writes(tmp_path) is None


def test_a_server_that_works_much_reads_later(tmp_path, clock):
    pace = RefreshPace(tmp_path)
    begin_run(tmp_path)
    assert pace.is_time()  # the first time
    pace.begin()
    assert not pace.is_time()
    clock.update(passed=LEAST + 1)
    assert pace.is_time()  # it did nothing
    clock.update(worked=1.0)
    assert not pace.is_time()  # a fourth of a core
    clock.update(passed=25.0)
    assert pace.is_time()  # less than a twentieth
    clock.update(passed=MOST - 1, worked=50.0)
    assert not pace.is_time()
    clock.update(passed=MOST)
    assert pace.is_time()


def test_without_a_run_there_is_no_pause(tmp_path, clock):
    pace = RefreshPace(tmp_path)
    begin_run(tmp_path)
    pace.begin()
    assert not pace.is_time()
    end_run(tmp_path)
    assert pace.is_time()


def test_results_wait_while_a_run_writes_and_the_page_says_so(tmp_path, monkeypatch):
    made = MadeWorkspace(cases=6)
    made.write(tmp_path)
    monkeypatch.setattr(opened_workspace, "RECHECK", 0.0)
    monkeypatch.setattr(index_open, "PAUSE", 0.0)
    client = make_client(tmp_path)
    assert "Results as of" not in client.get("/cases").text
    record_run(made, tmp_path, ["aardvark"])
    begin_run(tmp_path)
    opened = OpenedWorkspace("w", tmp_path)
    first = opened.generation_number()
    (tmp_path / "runs" / "000077.json").write_text("{}")
    assert opened.generation_number() == first
    assert "Results as of" in client.get("/cases").text
    assert "Results as of" in client.get("/overview").text
    end_run(tmp_path)
    assert opened.generation_number() == first + 1
    assert "Results as of" not in client.get("/cases").text


def test_the_index_of_a_small_workspace_follows_a_run(tmp_path, monkeypatch):
    made = MadeWorkspace(cases=12)
    made.write(tmp_path)
    source = QuerySource(tmp_path)
    first = source.current()
    judge_again(made, tmp_path, ["aardvark"])
    record_run(made, tmp_path, ["aardvark"])
    begin_run(tmp_path)
    source._looked = 0.0
    assert source.current() is first
    assert not source.status.is_current
    monkeypatch.setattr(refresh_pace, "MOST", 0.0)
    newer = source.wait(60)  # built in a thread: the run goes on
    assert newer.count(CaseFilter(models=("aardvark",))) == 24
    judge_again_while_locked(tmp_path)
    end_run(tmp_path)
    source._looked = 0.0
    assert source.current() is not newer  # at once
    assert source.status.is_current
    source.close()


def judge_again_while_locked(folder):
    """Change the time of a file of verdicts."""
    os.utime(next((folder / "verdicts").iterdir()), (1, 1))
