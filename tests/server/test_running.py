"""A real run in its own process, followed through the dashboard."""

import re
import time
from collections import Counter
from itertools import pairwise
from threading import Event

import pytest
from askance.core import Answer
from askance.server.running.answer_tail import MOST_REASONS, OTHER, AnswerTail, count_reasons
from askance.server.running.call_rate import WINDOW, CallRate
from askance.server.running.provisional import OLD, Figures, ProvisionalFigures
from askance.server.views.running import rough_duration
from askance.store import Workspace
from askance.store.journal import JournalEntry
from askance.store.run_status import RunStatus, read_run_status

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


@pytest.mark.parametrize("slow_run", [0.1], indirect=True)
def test_a_run_is_followed_to_its_end(slow_run, processes):
    client = make_client(slow_run)

    def now():
        return client.get("/api/running").json()

    wait_for(lambda: now()["per_second"] is not None)
    seen = now()
    assert seen["stage"] == "calls"
    assert seen["calls"] == CALLS
    assert seen["failed"] == seen["models"][0]["failed"] > 0
    assert seen["per_second"] > 0
    assert seen["seconds_left"] == pytest.approx((CALLS - seen["made"]) / seen["per_second"], rel=0.01)
    assert seen["latest"][0]["question"]
    assert {each["status"] for each in seen["failures"]} == {"failed"}
    assert "a planted failure" in seen["failures"][0]["reason"]
    (reason,) = seen["reasons"]
    assert re.fullmatch(r"ValueError: a planted failure \(slow_run\.py, line \d+\)", reason["reason"])
    assert reason["calls"] == seen["failed"]
    (suite,) = seen["suites"]
    assert (suite["suite"], suite["dataset"], suite["limit"]) == ("accuracy", "stickers", CALLS)
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
        wait_for(lambda: "until about" in page.text_content(".progress"))
        assert f"on stickers, limit {CALLS}" in page.text_content(".progress")
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
    assert sum(tail.reasons().values()) == 10
    assert 0 < len(tail.failures) <= 10  # those of a journal that became a shard between two looks are only counted


def test_reasons_that_differ_in_an_id_are_counted_together_in_the_end():
    counts = Counter()
    count_reasons(counts, [f"request {number} failed" for number in range(MOST_REASONS + 50)])
    count_reasons(counts, [None, "request 7  failed", "x" * 5000])
    assert len(counts) == MOST_REASONS + 1
    assert counts["request 7 failed"] == 2
    assert counts[OTHER] == 52
    assert max(map(len, counts)) <= 300


def test_the_time_left_is_steady_though_answers_come_in_batches():
    rate, calls, began, made = CallRate(0.0), 7200, 0.0, 0
    ends = []
    for second in range(1, 1500):
        if second % 20 == 0:  # 60 answers at once; a stretch in which the model is three times as slow
            made += 20 if 800 < second < 860 else 60
        found = rate.note(began + second, made)
        if second > 120:
            ends.append(second + (calls - made) / found)
    assert max(abs(after - before) for before, after in pairwise(ends)) < 90  # in one second, of 40 minutes
    assert min(ends) > 2200
    assert max(ends) < 2900


def test_a_run_without_an_answer_has_no_rate():
    rate = CallRate(0.0)
    assert rate.note(0.5, 100) is None  # too young
    assert rate.note(10.0, 100) == 10
    assert rate.note(WINDOW, 100) is not None
    assert rate.note(2 * WINDOW, 100) is None
    assert rate.note(2 * WINDOW + 2, 130) > 0


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(None, ""), (3, "10 s"), (94, "90 s"), (95, "2 min"), (1262, "21 min"), (3700, "1 h"), (9000, "2 h 30 min")],
)
def test_estimated_times_have_no_needless_digits(seconds, words):
    assert rough_duration(seconds) == words


def test_old_results_are_not_shown_to_somebody_who_opens_the_page(tmp_path, monkeypatch):
    may_end, status = Event(), RunStatus("calls", time.time())

    def compute(space, status):
        assert may_end.wait(30)
        return Figures(({"n": 2},), time.time())

    monkeypatch.setattr("askance.server.running.provisional.compute_figures", compute)
    figures = ProvisionalFigures(Workspace.for_writing(tmp_path))
    figures.now = Figures(({"n": 1},), time.time() - OLD - 1)
    figures.refresh(status)
    assert figures.now.rows == ()
    assert figures.now.is_computing
    may_end.set()
    wait_for(lambda: figures.now.rows, 30)
    assert not figures.now.is_computing
    figures.now = Figures(({"n": 3},), time.time() - OLD - 1)
    figures.refresh(status)
    assert figures.now.rows  # whoever follows the page keeps the results until newer ones are there
