"""Models that take several batches at once: the same tables, whole pictures, and budget and stop are kept."""

import threading
import time
from dataclasses import dataclass, field

import askance
import networks
import numpy as np
import pytest
from askance.core import ImageData, ModelInput, Query, Stimulus
from askance.engine import NoProgress, RunSpec, execute_run
from askance.engine.call_pool import CallPool
from askance.store import Workspace
from askance.suites import open_suite
from toy import ToyData, ToyModel, truth


@dataclass
class Several(ToyModel):
    """Takes four batches at once, and counts how many it has."""

    at_once: int = 4
    inside: int = 0
    most: int = 0
    lock: threading.Lock = field(default_factory=threading.Lock)

    def answer(self, shown):
        with self.lock:
            self.inside += 1
            self.most = max(self.most, self.inside)
        time.sleep(0.003)
        answers = super().answer(shown)
        with self.lock:
            self.inside -= 1
        return answers


def rows(table, *without):
    return table.drop_columns(list(without)).to_pylist()


def test_the_tables_are_those_of_one_batch_at_a_time(tmp_path):
    alone, several = ToyModel(), Several()
    suites = ["accuracy", "repeat"]
    plain = askance.run(alone, ToyData(120), suites, out=tmp_path / "plain", batch_size=8)
    quick = askance.run(several, ToyData(120), suites, out=tmp_path / "quick", batch_size=8)
    assert several.most > 1
    assert rows(quick.answers, "seconds") == rows(plain.answers, "seconds")
    assert rows(quick.verdicts) == rows(plain.verdicts)
    assert rows(quick.metrics) == rows(plain.metrics)
    assert sorted(several.asked) == sorted(alone.asked)


def test_one_batch_at_a_time_stays_in_the_thread_of_the_engine(tmp_path):
    asked_in = set()
    model = ToyModel(answering=lambda shown: asked_in.add(threading.get_ident()) or "yes")
    askance.run([model, Several("b", "b")], ToyData(60), ["accuracy"], out=tmp_path, batch_size=8)
    assert asked_in == {threading.get_ident()}


def test_a_picture_is_in_one_batch_only_where_it_fits(tmp_path):
    model = Several()
    askance.run(model, ToyData(90), ["accuracy"], out=tmp_path, batch_size=8)  # three questions a picture
    images = [{each.query.stimulus.image for each in batch} for batch in model.batches]
    assert sum(map(len, images)) == len(set().union(*images)) == 30
    assert max(map(len, model.batches)) <= 8
    small = Several()
    askance.run(small, ToyData(90), ["accuracy"], out=tmp_path / "small", batch_size=2)
    assert {len(batch) for batch in small.batches} == {1, 2}
    assert len(small.asked) == 90


def test_answers_are_stored_as_they_are_finished_and_the_tables_stay_the_same(tmp_path):
    """A slow first batch must not keep the finished ones out of the journal: a kill would lose them."""
    seen, release = [], threading.Event()

    def answering(shown):
        if "number 0?" in shown.query.stimulus.question:
            assert release.wait(10)
        return truth(shown.query.stimulus.question)

    class Listener(NoProgress):
        def advance(self, calls):
            seen.append(len(list(journal_rows(tmp_path / "a"))))
            if sum(1 for _ in seen) >= 5:
                release.set()

    slow = Several(answering=answering)
    late = askance.run(slow, ToyData(60), ["accuracy"], out=tmp_path / "a", batch_size=6, progress=Listener())
    assert seen[:5] == [6, 12, 18, 24, 30]  # stored while the first batch was still under way
    plain = askance.run(ToyModel(), ToyData(60), ["accuracy"], out=tmp_path / "b", batch_size=6)
    assert rows(late.answers, "seconds") == rows(plain.answers, "seconds")
    assert rows(late.verdicts) == rows(plain.verdicts)
    assert rows(late.metrics) == rows(plain.metrics)


def journal_rows(out):
    for path in (out / "answers").glob("*.jsonl"):
        yield from path.read_bytes().splitlines()


@pytest.mark.parametrize("budget", [1, 20, 59])
def test_the_budget_is_kept_to_the_call(tmp_path, budget):
    model = Several()
    done = askance.run(model, ToyData(60), ["accuracy"], out=tmp_path, budget=budget, batch_size=6)
    assert (len(model.asked), done.done.outcome.made, done.done.outcome.stopped) == (budget, budget, "budget")
    rest = Several()
    askance.run(rest, ToyData(60), ["accuracy"], out=tmp_path)
    assert sorted(model.asked + rest.asked) == sorted(set(model.asked + rest.asked))
    assert len(model.asked) + len(rest.asked) == 60


def test_a_stop_stores_all_that_was_begun(tmp_path):
    stop = threading.Event()

    def answering(shown):
        stop.set()
        return truth(shown.query.stimulus.question)

    model = Several(answering=answering)
    space = Workspace.for_writing(tmp_path)
    done = execute_run(space, RunSpec(ToyData(90), [model], [open_suite("accuracy")], batch_size=3), stop, NoProgress())
    space.close()
    assert done.outcome.stopped == "interrupted"
    assert done.outcome.made == len(model.asked) < 90
    rest = Several()
    askance.run(rest, ToyData(90), ["accuracy"], out=tmp_path)
    assert len(set(rest.asked) | set(model.asked)) == len(rest.asked) + len(model.asked) == 90


def test_a_failing_batch_fails_its_bad_query_alone(tmp_path):
    def answering(shown):
        if "number 17?" in shown.query.stimulus.question:
            raise RuntimeError("I dislike 17")
        return truth(shown.query.stimulus.question)

    done = askance.run(Several(answering=answering), ToyData(60), ["accuracy"], out=tmp_path, batch_size=8)
    assert [row["reason"] for row in done.answers.to_pylist() if row["reason"]] == [
        "RuntimeError: I dislike 17 (test_at_once.py, line 135)"
    ]
    assert done.done.outcome.failed == 1


def test_work_comes_back_as_it_is_finished_and_its_errors_too():
    flight, release = CallPool(), threading.Event()
    assert list(flight.submit(lambda: release.wait(10) and "slow", 3)) == []
    back = [each for n in range(7) for each in flight.submit(lambda n=n: n, 3)]
    assert "slow" not in back
    assert len(back) >= 3
    release.set()
    assert sorted(map(str, [*back, *flight.drain()])) == [*map(str, range(7)), "slow"]
    list(flight.submit(lambda: 1 / 0, 3))
    with pytest.raises(ZeroDivisionError):
        list(flight.drain())
    flight.close()


def test_work_that_hangs_is_left_behind_when_it_is_abandoned():
    flight, release = CallPool(), threading.Event()
    list(flight.submit(release.wait, 2))
    flight.abandon()
    flight.close()  # would wait for ever
    release.set()


def test_threads_that_want_one_picture_look_at_it_once(monkeypatch):
    model = networks.model("cnn-lstm")
    looked, run = [], model.sessions.run

    def slowly(part, **inputs):
        if part == "see":
            looked.append(part)
            time.sleep(0.02)
        return run(part, **inputs)

    monkeypatch.setattr(model.sessions, "run", slowly)
    picture = ImageData(np.zeros((48, 64, 3), np.uint8))
    shown = [ModelInput(Query(Stimulus("a", "Is it red?")), picture=picture)]
    threads = [threading.Thread(target=model.answer, args=(shown,)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(looked) == 1


def test_a_picture_that_could_not_be_seen_is_looked_at_again(monkeypatch):
    model = networks.model("cnn-lstm")
    shown = [ModelInput(Query(Stimulus("a", "Is it red?")), np.zeros((48, 64, 3), np.uint8))]
    run = model.sessions.run

    def failing(part, **inputs):
        raise MemoryError("no room")

    monkeypatch.setattr(model.sessions, "run", failing)
    with pytest.raises(MemoryError):
        model.answer(shown)
    monkeypatch.setattr(model.sessions, "run", run)
    assert model.answer(shown)[0].status == "ok"
