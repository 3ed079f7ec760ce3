"""Verdicts are made in one way, from stored cases and answers: by a run, a resumed run, a report of a damaged table."""

import dataclasses
import inspect
from pathlib import Path

import askance
import pytest
from askance.core import Case, Query, Stimulus
from askance.engine import RunResult, RunSpec, judging
from askance.engine.local_engine import Outcome
from askance.engine.run_spec import SuitePart, SuiteResult
from askance.metrics import rates
from askance.suites import SUITES as SUITE_TABLE
from toy import ToyData, ToyModel, truth

SUITES = ["accuracy", "repeat"]
DERIVED = ("verdicts", "readings", "metrics")


def tables(done):
    readings = done.space.read_derived_tables("readings", done.pairs)
    return [table.to_pylist() for table in (done.verdicts, readings, done.metrics)]


def wrong(shown):
    return truth(shown.query.stimulus.question) if len(shown.query.stimulus.question) % 3 else "a dog, I think"


@pytest.fixture
def judged(monkeypatch):
    """The names of all cases that were judged, one for each verdict that was made."""
    make, found = judging.judge_to_row, []
    monkeypatch.setattr(
        judging, "judge_to_row", lambda key, case, answers: found.append(case.name) or make(key, case, answers)
    )
    return found


def test_every_verdict_is_made_once_and_after_the_last_answer(tmp_path, judged):
    model = ToyModel(answering=lambda shown: "no" if judged else truth(shown.query.stimulus.question))
    done = askance.run(model, ToyData(60), SUITES, out=tmp_path, batch_size=8)
    assert sorted(judged) == sorted(row["name"] for row in done.verdicts.to_pylist())
    assert next(row["value"] for row in done.metrics.to_pylist() if row["metric"] == "accuracy") == 100


def test_a_report_makes_the_same_tables(tmp_path, judged):
    models = [ToyModel(answering=wrong), ToyModel("b", "b")]
    done = askance.run(models, ToyData(60), SUITES, out=tmp_path)
    before, made = tables(done), list(judged)
    for name in DERIVED:
        for path in (tmp_path / name).rglob("*.parquet"):
            path.write_bytes(b"damaged")
    judged.clear()
    again = askance.open_run(tmp_path, lambda line: None)
    assert [again.verdicts.to_pylist(), again.metrics.to_pylist()] == [before[0], before[2]]
    assert judged == made


def test_what_was_stopped_and_goes_on_gives_the_same_tables(tmp_path):
    whole = tables(askance.run(ToyModel(answering=wrong), ToyData(60), SUITES, out=tmp_path / "whole"))
    askance.run(ToyModel(answering=wrong), ToyData(60), SUITES, out=tmp_path / "parts", budget=50)
    assert tables(askance.run(ToyModel(answering=wrong), ToyData(60), SUITES, out=tmp_path / "parts")) == whole


def test_a_failure_that_may_pass_is_undecided(tmp_path):
    def raising(shown):
        if "number 7?" in shown.query.stimulus.question:
            raise RuntimeError("out of memory")
        return truth(shown.query.stimulus.question)

    done = askance.run(ToyModel(answering=raising), ToyData(30), ["accuracy"], out=tmp_path)
    undecided = [row["reason"] for row in done.verdicts.to_pylist() if row["holds"] is None]
    assert undecided == ["failed: RuntimeError: out of memory (test_one_judging_path.py, line 69)"]


def test_what_cannot_be_judged_is_said_when_all_is_stored(tmp_path, monkeypatch):
    def broken(*args):
        raise ZeroDivisionError

    monkeypatch.setattr(judging, "judge_to_row", broken)
    model = ToyModel()
    with pytest.raises(ZeroDivisionError):
        askance.run(model, ToyData(60), ["accuracy"], out=tmp_path, batch_size=8)
    assert len(model.asked) == 60


class Twice:
    """A suite that deals a case twice, and one whose roles ask the same."""

    card = SUITE_TABLE["accuracy"].card

    def rounds(self, data, limit, seed):
        asked = Query(Stimulus("toy-1-00000", "Is it number 2?"))
        case = Case.of("accuracy", "a", {"first": asked, "second": asked}, "equal")
        yield [case, case] if limit == 1 else [case]

    def metrics(self, verdicts):
        return rates(verdicts, "accuracy")


@pytest.mark.parametrize("limit", [None, 1])
def test_equal_asks_and_equal_cases(tmp_path, limit):
    done = askance.run(ToyModel(), ToyData(3), [Twice()], limit=limit, out=tmp_path)
    assert [(row["name"], row["holds"]) for row in done.verdicts.to_pylist()] == [("a", True)]


def test_assignments_and_results_are_frozen_and_apart():
    todo, result = (RunSpec, SuitePart), (RunResult, SuiteResult, Outcome)
    for kind in (*todo, *result):
        assert kind.__dataclass_params__.frozen, kind
    for kinds, others in ((todo, result), (result, todo)):
        names = {other.__name__ for other in others}
        for kind in kinds:
            used = {str(each.type) for each in dataclasses.fields(kind)}
            assert not any(name in text for text in used for name in names), kind


class Closing:
    """A suite whose cases need something that lasts as long as its rounds."""

    card = SUITE_TABLE["accuracy"].card

    def rounds(self, data, limit, seed):
        is_open = [True]
        try:
            yield (case for case in self._cases(data, is_open))
        finally:
            is_open[0] = False

    def _cases(self, data, is_open):
        for item in data.items():
            assert is_open[0]
            query = Query(Stimulus(item.image, item.question))
            yield Case.of("accuracy", item.id, {"ask": query}, "truth", expected={"ask": item.answers})

    def metrics(self, verdicts):
        return SUITE_TABLE["accuracy"].metrics(verdicts)


def test_a_suite_stays_open_while_its_cases_are_written(tmp_path):
    assert askance.run(ToyModel(), ToyData(6), Closing(), out=tmp_path).cases.num_rows == 6


def test_the_engine_swallows_no_exception():
    for file in Path(inspect.getfile(judging)).parent.glob("*.py"):
        assert "except Exception:" not in file.read_text(), file
