"""What a run says: once, with the right name, and only when it starts."""

from types import SimpleNamespace

import askance
import pytest
from askance.cli.run_command import _exit_code
from askance.core import Card, Case, Metric, Query, Stimulus, UserError
from askance.core.metric import AddedMetric
from askance.core.progress import NoProgress
from askance.core.progress_bar import TerminalProgress
from askance.engine.run_spec import RunResult
from askance.engine.tally import Outcome
from askance.metrics import rates
from askance.metrics.plugin_metrics import ADDED_METRICS
from toy import ToyData, ToyModel


class Lines(NoProgress):
    def __init__(self):
        self.said = []

    def say(self, message):
        self.said.append(message)


class Mine:
    card = Card("mine", 1, "", "", "", "", "", metrics=(Metric("same", "", better="up"),), headline=("same",))

    def rounds(self, data, limit, seed):
        yield [
            Case.of("mine", item.id, {role: Query(Stimulus(item.image, item.question)) for role in "ab"}, "equal")
            for item in data.items(limit, seed)
        ]

    def metrics(self, verdicts):
        return rates(verdicts, "same")


class Empty(Mine):
    def rounds(self, data, limit, seed):
        yield []


def run(tmp_path, model=None, data=None, suite="accuracy", **options):
    lines = Lines()
    done = askance.run(model or ToyModel(), data or ToyData(6), suite, out=tmp_path / "w", progress=lines, **options)
    return done, lines.said


def test_a_suite_of_ones_own_has_coverage(tmp_path):
    done, _ = run(tmp_path, suite=Mine())
    rows = [row for row in done.metrics.to_pylist() if (row["metric"], row["group"]) == ("coverage", "")]
    assert [(row["value"], row["n"]) for row in rows] == [(100.0, 6)]


def test_what_is_skipped_is_said_once(tmp_path):
    lines = Lines()
    with pytest.raises(UserError, match=r"^mine cannot run: the data set gives no case for it$"):
        askance.run(ToyModel(), ToyData(6), Empty(), out=tmp_path / "w", progress=lines)
    assert lines.said == []
    _, said = run(tmp_path, suite=["accuracy", Empty()])
    assert said == ["mine: skipped on toy (the data set gives no case for it)"]


def test_reuse_of_answers_is_said_only_when_a_run_starts(tmp_path, monkeypatch):
    (tmp_path / "yes_model.py").write_text("def answer(image, question):\n    return 'yes'\n")
    monkeypatch.chdir(tmp_path)
    model, lines = "python:yes_model:answer", Lines()
    with pytest.raises(UserError):
        askance.run(model, ToyData(6), Empty(), out=tmp_path / "w", progress=lines)
    with pytest.raises(UserError):
        askance.run(model, ToyData(6), "accuracy", limit=-1, out=tmp_path / "w", progress=lines)
    assert lines.said == []
    _, said = run(tmp_path, model=model)
    assert sum("answers are reused by later runs" in line for line in said) == 1


@pytest.mark.parametrize(("given", "count"), [(1, "1 answer"), (5, "more than 4 answers")])
def test_a_batch_with_the_wrong_number_of_answers_is_one_line(tmp_path, given, count):
    class Miscounts(ToyModel):
        batch_size = 4

        def answer(self, shown):
            answers = super().answer(shown)
            return answers if len(shown) == 1 else (answers * 5)[:given]

    done, said = run(tmp_path, model=Miscounts(), data=ToyData(8))
    assert (done.done.outcome.failed, done.answers.num_rows) == (0, 8)
    assert said == [f"toy: answer() returned {count} to 4 queries: return one per query; smaller batches were tried"]


def test_a_fault_of_the_data_set_is_not_blamed_on_the_model(tmp_path):
    class Broken(ToyData):
        def load_image(self, image):
            raise ZeroDivisionError("no pixels")

    done, _ = run(tmp_path, data=Broken(6))
    assert done.done.outcome.first_failure.startswith("data set toy: load_image('toy-1-00000'): ZeroDivisionError")
    done, _ = run(tmp_path / "b", data=ToyData(6, unreadable=frozenset({"toy-1-00000"})))
    assert done.done.outcome.first_failure == "data set toy: toy-1-00000: damaged image: replace the file"


@pytest.mark.parametrize(
    ("name", "suites", "line"),
    [
        ("extra", {"acuracy"}, "metric extra of package mine: it is for suite 'acuracy', which is unknown: rename it"),
        ("same", set(), "metric same of package mine: suite mine has a metric of that name: rename it"),
        ("same", {"mine"}, "metric same of package mine: suite mine has a metric of that name: rename it"),
        ("coverage", set(), "metric coverage of package mine: suite mine has a metric of that name: rename it"),
    ],
)
def test_an_added_metric_that_cannot_be_used_is_one_line(tmp_path, monkeypatch, name, suites, line):
    metric = AddedMetric(Metric(name, "about"), lambda verdicts: rates(verdicts, name), frozenset(suites))
    monkeypatch.setattr(ADDED_METRICS, "load_plugins", lambda: {name: metric})
    monkeypatch.setattr(ADDED_METRICS, "origin", lambda name: "mine")
    done, said = run(tmp_path, suite=Mine())
    assert said == [line]
    groups = [(row["metric"], row["group"]) for row in done.metrics.to_pylist()]
    assert groups.count((name, "")) == (name in ("same", "coverage"))


@pytest.mark.parametrize(("total", "line"), [(1, "1 call to make, 0 cached"), (2, "2 calls to make, 0 cached")])
def test_one_call_is_no_plural(capsys, total, line):
    TerminalProgress().start(total, 0)
    assert capsys.readouterr().err.strip() == line


def test_that_all_answers_are_cached_is_only_said_of_a_run_that_was_not_stopped():
    """Interrupted in its first batch, a run has made no call either, but has sent one."""

    def lines(outcome, cached):
        said: list[str] = []
        done = SimpleNamespace(
            done=RunResult(outcome=outcome, cached=cached), pairs=[("set", "openai:toy:1")], skipped=()
        )
        _exit_code(done, "w", SimpleNamespace(say=said.append), None)
        return said

    assert "all answers are cached; if a server has another model now" in lines(Outcome(), 4)[1]
    assert lines(Outcome(stopped="interrupted"), 0) == [
        "0 calls made, 0 cached. Results: w",
        "interrupted: answers so far are stored; run the same command again to resume",
    ]
