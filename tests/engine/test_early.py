"""Verdicts made while models still answer are those made at the end, and take their place only where all are there."""

import askance
import pytest
from askance.core import Answer, Case, Query, Stimulus
from askance.engine import early, judging
from askance.metrics import rates
from askance.store import Deck, Entry
from askance.suites import SUITES as SUITE_TABLE
from toy import ToyData, ToyModel, truth

SUITES = ["accuracy", "repeat"]


def tables(done):
    readings = done.space.derived("readings", done.pairs)
    return [table.to_pylist() for table in (done.verdicts, readings, done.metrics)]


def wrong(shown):
    return truth(shown.query.stimulus.question) if len(shown.query.stimulus.question) % 3 else "a dog, I think"


@pytest.fixture
def at_the_end(monkeypatch):
    """The decks that were judged at the end."""
    read, found = judging._judged, []
    monkeypatch.setattr(judging, "_judged", lambda *args: found.append(args[1].suite) or read(*args))
    return found


def test_the_tables_are_the_same(tmp_path, monkeypatch, at_the_end):
    models = [ToyModel(answering=wrong), ToyModel("b", "b")]
    early_on = tables(askance.run(models, ToyData(60), SUITES, out=tmp_path / "early"))
    assert at_the_end == []
    monkeypatch.setattr(early, "KEPT", 10)  # a deck of more asks is not kept
    late = tables(askance.run(models, ToyData(60), SUITES, out=tmp_path / "late"))
    assert at_the_end == ["accuracy"] * 2 + ["repeat"] * 2
    assert early_on == late


def test_what_was_stopped_and_goes_on_is_judged_at_the_end(tmp_path, at_the_end):
    whole = tables(askance.run(ToyModel(answering=wrong), ToyData(60), SUITES, out=tmp_path / "whole"))
    askance.run(ToyModel(answering=wrong), ToyData(60), SUITES, out=tmp_path / "parts", budget=50)
    assert tables(askance.run(ToyModel(answering=wrong), ToyData(60), SUITES, out=tmp_path / "parts")) == whole
    assert at_the_end == SUITES * 2


def test_a_failure_that_may_pass_is_judged_at_the_end(tmp_path, at_the_end):
    def raising(shown):
        if "number 7?" in shown.query.stimulus.question:
            raise RuntimeError("out of memory")
        return truth(shown.query.stimulus.question)

    done = askance.run(ToyModel(answering=raising), ToyData(30), ["accuracy"], out=tmp_path)
    assert at_the_end == ["accuracy"]
    undecided = [row["reason"] for row in done.verdicts.to_pylist() if row["holds"] is None]
    assert undecided == ["failed: RuntimeError: out of memory"]


def test_what_cannot_be_judged_is_said_when_all_is_stored(tmp_path, monkeypatch):
    def broken(*args):
        raise ZeroDivisionError

    monkeypatch.setattr(judging, "judge", broken)
    model = ToyModel()
    with pytest.raises(ZeroDivisionError):
        askance.run(model, ToyData(60), ["accuracy"], out=tmp_path, batch_size=8)
    assert len(model.asked) == 60


def test_the_cases_are_let_go_with_the_run(tmp_path):
    done = askance.run(ToyModel(), ToyData(30), ["accuracy"], out=tmp_path)
    assert not any(hand.waiting._cases for hand in done.done.hands)


class Twice:
    """A suite that deals a case twice, and one whose roles ask the same."""

    card = SUITE_TABLE["accuracy"].card

    def rounds(self, data, limit, seed):
        asked = Query(Stimulus("toy-1-00000", "Is it number 2?"))
        case = Case.of("accuracy", "a", {"first": asked, "second": asked}, "equal")
        yield [case, case] if limit == 1 else [case]

    def metrics(self, verdicts):
        return rates(verdicts, "accuracy")


@pytest.mark.parametrize(("limit", "judged_late"), [(None, []), (1, ["accuracy"])])
def test_equal_asks_and_equal_cases(tmp_path, at_the_end, limit, judged_late):
    done = askance.run(ToyModel(), ToyData(3), [Twice()], limit=limit, out=tmp_path)
    assert [(row["name"], row["holds"]) for row in done.verdicts.to_pylist()] == [("a", True)]
    assert at_the_end == judged_late


def test_a_case_waits_for_all_its_answers():
    waiting = early.Waiting()
    asks = {str(number): Query(Stimulus("i", f"Is it {number}?")) for number in range(3)}
    case = Case.of("s", "a", asks, "equal")
    waiting.add(b"case", case, [b"0", b"1", b"2"])
    deck = Deck("d", "s", "toy", "toy", None, 0, 1, 3)
    for number in (2, 0, 1):
        assert waiting.judged(deck, "f") is None
        waiting.hear([Entry(str(number).encode(), "m", "f", Answer(text="yes"), 0.0)])
    found = waiting.judged(deck, "f")
    assert found is not None
    assert [(row.name, row.holds) for row in found.rows] == [("a", True)]
    assert waiting.judged(deck, "another model") is None
