"""`askance.open_run` gives back what `askance.run` returned, from the workspace alone."""

import os

import askance
import pytest
from askance.core import Card, UserError
from askance.metrics import rates
from askance.report import current_metrics
from askance.suites import SUITES
from msgspec import structs
from toy import ToyData, ToyModel

TABLES = ("metrics", "cases", "answers", "verdicts")


def wrong(shown):
    return "yes" if len(shown.query.stimulus.question) % 3 else "no"


@pytest.fixture
def two_models():
    return [ToyModel(answering=wrong), ToyModel("b", "b")]


def test_the_same_tables_and_the_same_display(tmp_path, two_models):
    done = askance.run(two_models, ToyData(30), ["accuracy", "repeat"], out=tmp_path)
    again = askance.open_run(tmp_path)
    assert isinstance(again, askance.Run)
    assert done.metrics.num_rows
    for table in TABLES:
        assert getattr(again, table).equals(getattr(done, table)), table
    assert again._repr_html_() == done._repr_html_()
    assert repr(again).splitlines()[1:] == repr(done).splitlines()[1:]
    assert (again.out, again.pairs, again.done.outcome.made) == (tmp_path, done.pairs, 0)


def test_several_runs_give_what_a_report_shows(tmp_path, two_models):
    askance.run(two_models[0], ToyData(30), "accuracy", out=tmp_path)
    askance.run(two_models[1], ToyData(12), "repeat", out=tmp_path)
    again = askance.open_run(str(tmp_path))
    assert {(row["model"], row["suite"]) for row in again.metrics.to_pylist()} == {("toy", "accuracy"), ("b", "repeat")}
    assert again.metrics.equals(current_metrics(again.space))


def test_a_damaged_table_is_made_again_from_the_answers(tmp_path, two_models):
    before = askance.run(two_models, ToyData(30), out=tmp_path).metrics
    for path in (tmp_path / "metrics").rglob("*.parquet"):
        path.write_bytes(b"damaged")
    lines = []
    assert askance.open_run(tmp_path, lines.append).metrics.equals(before)
    assert len(lines) == 2


class Undone:
    """A suite that cannot make cases until it can."""

    card = Card("undone", 1, "", "", "", "", "")
    reason = "nothing to ask: add questions"

    def rounds(self, data, limit, seed):
        if self.reason:
            raise UserError(self.reason)
        yield [structs.replace(case, suite="undone") for case in next(SUITES["accuracy"].rounds(data, limit, seed))]

    def metrics(self, verdicts):
        return rates(verdicts, "accuracy", of="value")


def test_skipped_suites_are_reported_until_they_ran(tmp_path):
    suite = Undone()
    with pytest.warns(UserWarning, match="undone: skipped"):
        done = askance.run(ToyModel(), ToyData(6), ["accuracy", suite], out=tmp_path)
    assert askance.open_run(tmp_path).skipped == done.skipped
    assert "undone: skipped on toy (nothing to ask: add questions)" in repr(askance.open_run(tmp_path))
    suite.reason = ""
    askance.run(ToyModel(), ToyData(6), [suite], out=tmp_path)
    assert askance.open_run(tmp_path).skipped == ()


def test_it_stays_open_in_another_folder(tmp_path, monkeypatch, two_models):
    monkeypatch.chdir(tmp_path)
    askance.run(two_models, ToyData(6), out="runs")
    again = askance.open_run("runs")
    os.chdir("/")
    assert again.cases.num_rows == 6


@pytest.mark.parametrize(("make", "line"), [
    (lambda path: None, "is not a workspace: make one with `askance run"),
    (lambda path: path.mkdir(), "is not a workspace: make one with `askance run"),
    (lambda path: path.write_text("text"), "is not a workspace: make one with `askance run"),
    (lambda path: askance.run(ToyModel(), ToyData(6), out=path, dry_run=True), "contains no finished run: run `"),
])  # fmt: skip
def test_an_error_is_one_line(tmp_path, make, line):
    make(tmp_path / "a")
    with pytest.raises(UserError, match=line) as error:
        askance.open_run(tmp_path / "a")
    assert "\n" not in str(error.value)
    assert str(tmp_path / "a") in str(error.value)
