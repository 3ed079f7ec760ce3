"""What takes long before the first call is shown, and can be stopped."""

import contextlib
import threading

import askance
import pytest
from askance.core import Card, Case, Query, Stimulus
from askance.core.progress import WorkProgress, nested_progress, report_progress
from askance.engine import run_function
from askance.metrics import rates
from toy import ToyData, ToyModel


class Heard:
    """Who looks on and writes down."""

    def __init__(self):
        self.lines = []

    def start(self, total, saved, what="calls"):
        self.lines.append((what, total, saved))

    def advance(self, calls):
        self.lines.append(calls)

    def say(self, message):
        self.lines.append(message)

    def finish(self):
        self.lines.append("finish")


def test_work_begins_goes_on_and_ends_once():
    progress = Heard()
    dealing = WorkProgress(progress, threading.Event())
    for done in (2, 3, 2, 6, 6):
        dealing("questions", done, 6)
    assert progress.lines == [("questions", 4, 2), 1, 3, "finish"]


def test_a_stage_starts_before_its_size_is_known():
    progress = Heard()
    report = WorkProgress(progress).start_stage("steps")
    for done in (0, 2, 3):
        report(done, 3)
    assert progress.lines == [("steps", None, 0), ("steps", 3, 0), 2, 1, "finish"]


def test_who_asks_to_stop_is_heard():
    stop = threading.Event()
    dealing = WorkProgress(Heard(), stop)
    dealing("questions", 0, 2)
    stop.set()
    with pytest.raises(KeyboardInterrupt):
        dealing("questions", 1, 2)


class Slow:
    """A suite that tells what it does before it has cases."""

    card = Card("slow", 1, "", "", "", "", "")

    def rounds(self, data, limit, seed):
        yield self._cases(data, limit, seed)

    def _cases(self, data, limit, seed):
        with nested_progress("things to weigh", 1, 3):
            report_progress("parts", 0, 2)
            report_progress("parts", 2, 2)
        report_progress("things to weigh", 3, 3)
        for item in data.items(limit, seed):
            query = Query(Stimulus(item.image, item.question))
            yield Case.of("slow", item.id, {"ask": query}, "truth", expected={"ask": item.answers})

    def metrics(self, verdicts):
        return rates(verdicts, "accuracy", of="value")


def test_a_run_shows_what_its_suites_do_before_the_calls(tmp_path):
    progress = Heard()
    askance.run(ToyModel(), ToyData(3), [Slow()], out=tmp_path, progress=progress)
    assert progress.lines[:5] == [("things to weigh", 2, 1), 1, 1, "finish", ("calls", 3, 0)]


def test_a_run_that_is_stopped_while_it_deals_stops(tmp_path, monkeypatch):
    stop = threading.Event()
    stop.set()
    monkeypatch.setattr(run_function, "stop_on_ctrl_c", lambda progress: contextlib.nullcontext(stop))
    with pytest.raises(KeyboardInterrupt):
        askance.run(ToyModel(), ToyData(3), [Slow()], out=tmp_path)
