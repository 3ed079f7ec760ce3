"""`askance.run` from Python: what it takes, what it shows, and what it leaves behind."""

import gc
import io
import subprocess
import sys
import types
from pathlib import Path

import askance
import duckdb
import pytest
from askance.core import UserError
from askance.core.progress import NoProgress, WorkProgress
from askance.core.progress_bar import TerminalProgress
from askance.store.duckdb_connection import hide_duckdb_progress_bar
from askance.suites import SUITES
from toy import ToyData, ToyModel


@pytest.mark.parametrize("suites", ["accuracy", SUITES["accuracy"], ["accuracy"], ("accuracy",), iter(["accuracy"])])
def test_one_suite_or_several(tmp_path, suites):
    done = askance.run(ToyModel(), ToyData(6), suites, out=tmp_path)
    assert {row["suite"] for row in done.metrics.to_pylist()} == {"accuracy"}


@pytest.mark.parametrize(("arguments", "line"), [
    (([], ToyData(6)), "no model is given"),
    ((ToyModel(), ToyData(6), []), "no suite is given"),
    ((ToyModel(), ["stickers", "stickers"]), "data: give one data set"),
])  # fmt: skip
def test_too_few_or_too_many_are_refused_in_one_line(tmp_path, arguments, line):
    with pytest.raises(UserError, match=line):
        askance.run(*arguments, out=tmp_path / "a")
    assert not (tmp_path / "a").exists()


class Terminal(io.StringIO):
    """Text in memory that passes for a terminal."""

    def isatty(self):
        return True


def test_progress_is_shown_in_a_terminal(tmp_path, monkeypatch, recwarn):
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(sys, "stderr", Terminal())
    askance.run(ToyModel(), ToyData(30), "accuracy", out=tmp_path)
    assert "calls to make" in sys.stderr.getvalue()
    assert "30/30" in sys.stderr.getvalue()
    assert not recwarn.list


def test_a_line_in_a_terminal_is_no_warning(tmp_path, monkeypatch, recwarn):
    monkeypatch.setattr(sys, "stderr", Terminal())
    askance.run(ToyModel(), ToyData(6), ["noise", "accuracy"], out=tmp_path)
    assert "skipped" in sys.stderr.getvalue()
    assert not recwarn.list


@pytest.mark.parametrize("stream", [io.StringIO(), None])
def test_elsewhere_nothing_is_shown(tmp_path, monkeypatch, capfd, stream):
    monkeypatch.setattr(sys, "stderr", stream)
    askance.run(ToyModel(), ToyData(30), "accuracy", out=tmp_path)
    assert capfd.readouterr() == ("", "")
    assert stream is None or stream.getvalue() == ""


def test_a_listener_receives_everything_and_the_terminal_nothing(tmp_path, monkeypatch):
    class Listener(NoProgress):
        done = 0

        def advance(self, calls):
            self.done += calls

    listener = Listener()
    monkeypatch.setattr(sys, "stderr", Terminal())
    askance.run(ToyModel(), ToyData(30), "accuracy", out=tmp_path, progress=listener)
    assert listener.done == 30
    assert sys.stderr.getvalue() == ""


@pytest.fixture
def notebook(monkeypatch):
    """What a notebook without ipywidgets was shown: [id, text] of each output, replaced in place."""
    shown = []

    class Handle:
        def __init__(self, place):
            self.place = place

        def update(self, bundle, raw):
            shown[self.place] = bundle["text/plain"]

    def display(bundle, raw, display_id=False):
        shown.append(bundle["text/plain"])
        return Handle(len(shown) - 1) if display_id else None

    ipython, module = types.ModuleType("IPython"), types.ModuleType("IPython.display")
    ipython.get_ipython = lambda: types.SimpleNamespace(kernel=object())
    module.display = display
    monkeypatch.setitem(sys.modules, "IPython", ipython)
    monkeypatch.setitem(sys.modules, "IPython.display", module)
    monkeypatch.setitem(sys.modules, "ipywidgets", None)  # not installed
    return shown


def test_a_notebook_shows_one_line_that_is_replaced(tmp_path, notebook, capfd, recwarn):
    askance.run(ToyModel(), ToyData(30), "accuracy", out=tmp_path)
    assert [line.partition(" · ")[0] for line in notebook] == ["calls to make: 30/30"]
    assert capfd.readouterr() == ("", "")
    assert not recwarn.list


@pytest.mark.parametrize("is_terminal", [True, False])
def test_one_bar_shows_counted_work_and_work_of_unknown_size(monkeypatch, is_terminal):
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(sys, "stderr", Terminal() if is_terminal else io.StringIO())
    bar = TerminalProgress(is_logged=False)
    stage = WorkProgress(bar).start_stage("pictures")
    stage(0, 4)
    stage(4, 4)
    shown = sys.stderr.getvalue()
    assert ("4/4" in shown and "pictures" in shown) if is_terminal else shown == ""


def test_without_out_the_folder_goes_with_the_run():
    done = askance.run(ToyModel(), ToyData(6))
    out = done.out
    assert done.metrics.num_rows
    assert out.is_dir()
    del done
    gc.collect()
    assert not out.exists()


def test_a_workspace_in_use_is_kept():
    space = askance.run(ToyModel(), ToyData(6)).space
    gc.collect()
    assert space.runs()


def test_a_closed_run_has_no_folder_and_says_so():
    with askance.run(ToyModel(), ToyData(6)) as done:
        table = done.metrics
    assert not done.out.exists()
    assert table.num_rows  # what was read stays
    with pytest.raises(UserError, match="was removed"):
        _ = done.metrics
    assert repr(done) == f"Run in {done.out}: removed"


def test_a_folder_that_was_named_stays(tmp_path):
    with askance.run(ToyModel(), ToyData(6), out=tmp_path) as done:
        pass
    assert done.metrics.num_rows


PROGRAM = """
import os, sys, askance
done = askance.run(lambda image, question: "yes", "stickers", limit=4)
print(done.out)
if os.fork() == 0:
    sys.exit()  # a child that ends leaves the folder alone
os.wait()
assert done.metrics.num_rows
"""


def test_the_folder_is_removed_at_exit():
    done = subprocess.run([sys.executable, "-W", "ignore", "-c", PROGRAM], capture_output=True, text=True, check=True)
    assert done.stderr == ""
    assert not Path(done.stdout.strip()).exists()


class Failing:
    """A suite that cannot make cases."""

    card = SUITES["accuracy"].card

    def rounds(self, data, limit, seed):
        raise UserError("no questions: add some")
        yield

    def metrics(self, verdicts):
        return SUITES["accuracy"].metrics(verdicts)


def test_the_folder_is_removed_after_an_error(tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    with pytest.raises(UserError, match="no questions: add some"):
        askance.run(ToyModel(), ToyData(6), Failing())
    gc.collect()
    assert list(tmp_path.iterdir()) == []


class RefusingDuckDB:
    """DuckDB in a notebook without ipywidgets: its progress bar is off, and the setting cannot be changed."""

    def execute(self, sql):
        if sql.startswith("set"):
            raise RuntimeError("required package 'ipywidgets' is missing")
        self.is_on = False
        return self

    def fetchall(self):
        return [(self.is_on,)]


def test_duckdb_works_in_a_notebook_without_ipywidgets():
    hide_duckdb_progress_bar(RefusingDuckDB())
    connection = duckdb.connect()
    connection.execute("set enable_progress_bar = true")
    hide_duckdb_progress_bar(connection)
    assert connection.execute("select current_setting('enable_progress_bar')").fetchall() == [(False,)]
