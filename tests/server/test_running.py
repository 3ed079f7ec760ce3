"""A real run in its own process, followed through the dashboard."""

import time
from collections import Counter

import pytest
from askance.core import Answer
from askance.server.running.answer_tail import AnswerTail
from askance.store import Workspace
from askance.store.journal import JournalEntry
from askance.store.run_status import read_run_status

from dashboard_pages import make_client, serve

HOSTILE = "<script>document.title='broken'</script>"
CALLS = 120
RUN = f"""
import sys, time
import askance

class Slow:
    name = "slow"
    version = "1"
    count = 0

    def __call__(self, image, question):
        self.count += 1
        time.sleep(float(sys.argv[2]))
        if self.count % 5 == 0:
            raise ValueError("a planted failure")
        return {HOSTILE!r} if self.count % 5 == 1 else "yes"

askance.run(Slow(), "stickers", ["accuracy"], limit={CALLS}, batch_size=1, out=sys.argv[1])
"""


@pytest.fixture
def slow_run(processes, tmp_path, request):
    """A workspace that a process is writing; the parameter is the seconds of a call."""
    (tmp_path / "slow_run.py").write_text(RUN)
    processes.begin("live", str(request.param), cwd=tmp_path, script="slow_run.py")
    wait_for(lambda: read_run_status(tmp_path / "live") is not None)
    yield tmp_path / "live"
    if processes.running is not None:
        processes.kill()


def wait_for(condition, seconds=120.0):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it did not happen in time"
        time.sleep(0.25)


@pytest.mark.parametrize("slow_run", [0.04], indirect=True)
def test_a_run_is_followed_to_its_end(slow_run, processes):
    client = make_client(slow_run)

    def now():
        return client.get("/api/running").json()

    wait_for(lambda: now()["made"] > 10)
    seen = now()
    assert seen["stage"] == "calls"
    assert seen["calls"] == CALLS
    assert seen["failed"] == seen["models"][0]["failed"] > 0
    assert seen["per_second"] > 0
    assert seen["seconds_left"] == pytest.approx((CALLS - seen["made"]) / seen["per_second"], rel=0.01)
    assert seen["latest"][0]["question"]
    assert {each["status"] for each in seen["failures"]} == {"failed"}
    assert "a planted failure" in seen["failures"][0]["reason"]
    wait_for(lambda: now()["provisional"])
    assert now()["provisional"][0]["metric"] == "accuracy"
    assert processes.has_ended(120)
    assert processes.end() == 0
    wait_for(lambda: now()["stage"] == "")
    page = client.get("/running").text
    assert "No run is writing this workspace" in page
    assert "accuracy" in page  # the list of runs


@pytest.mark.parametrize("slow_run", [0.2], indirect=True)
def test_a_killed_run_is_not_shown_as_running(slow_run, processes):
    assert make_client(slow_run).get("/api/running").json()["stage"]
    processes.kill()
    assert (slow_run / "running.json").exists()
    assert make_client(slow_run).get("/api/running").json()["stage"] == ""


@pytest.mark.parametrize("slow_run", [0.2], indirect=True)
def test_the_page_follows_the_run_in_a_browser(page, slow_run, processes):
    page.set_default_timeout(120_000)
    with serve(slow_run) as server:
        page.goto(f"{server.url}/running")
        page.wait_for_selector(".answers li")
        page.locator(".answers li", has_text="<script>").first.wait_for()
        first = page.text_content(".progress .big b")
        wait_for(lambda: page.text_content(".progress .big b") != first)
        assert page.title() == "Running · Askance"
        processes.kill()
        page.wait_for_selector("text=No run is writing this workspace")
        page.close()  # before the server, which it would ask again


def test_answers_are_counted_once_while_journals_become_shards(tmp_path, monkeypatch):
    monkeypatch.setattr("askance.store.workspace.ROTATE_ROWS", 7)
    space = Workspace.for_writing(tmp_path)
    tail = AnswerTail(tmp_path, 1)
    for count in range(1, 31):
        status = "failed" if count % 3 == 0 else "ok"
        space.record_answers([JournalEntry(bytes([count]) * 16, "m", "f", Answer(status, "yes"), 0.0)])
        if count % 2:
            tail.look()
            assert tail.counts() == Counter({("f", "ok"): count - count // 3, ("f", "failed"): count // 3})
    space.close()
    tail.look()
    assert sum(tail.counts().values()) == 30
    assert 0 < len(tail.failures) <= 10  # those of a journal that became a shard between two looks are only counted
