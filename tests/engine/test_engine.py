"""The local engine: batching, prefetch, retries, halving, budget."""

import json
import threading

import askance
import pytest
from askance.core import Answer, Card, Case, Query, Stimulus, TemporaryError, UserError
from askance.engine import NoProgress, batch_retry
from askance.metrics import rates
from PIL import Image
from toy import ToyData, ToyModel, truth


@pytest.fixture(autouse=True)
def _no_waiting(monkeypatch):
    monkeypatch.setattr(batch_retry, "FIRST_WAIT", 0.001)


def value(done, metric, group="", model="toy"):
    rows = [r for r in done.metrics.to_pylist() if (r["metric"], r["group"], r["model"]) == (metric, group, model)]
    return rows[0]["value"]


def test_a_right_model_scores_100(tmp_path):
    done = askance.run(ToyModel(), ToyData(), ["accuracy", "repeat"], out=tmp_path)
    assert value(done, "accuracy") == 100
    assert value(done, "agreement") == 100
    assert value(done, "coverage") == 100


def test_accuracy_and_repeat_share_their_first_call(tmp_path):
    model = ToyModel()
    done = askance.run(model, ToyData(30), ["accuracy", "repeat"], out=tmp_path)
    assert len(model.asked) == 90  # not 120: draw 0 of repeat is the call of accuracy
    assert (done.done.asks, done.done.wanted, done.done.cached) == (120, 90, 0)  # 30 are shared


def test_nothing_is_asked_twice(tmp_path):
    askance.run(ToyModel(), ToyData(), ["accuracy"], out=tmp_path)
    again = ToyModel()
    done = askance.run(again, ToyData(), ["accuracy"], out=tmp_path)
    assert again.asked == []
    assert value(done, "accuracy") == 100


def test_another_fingerprint_is_asked_anew(tmp_path):
    askance.run(ToyModel(), ToyData(), ["accuracy"], out=tmp_path)
    other = ToyModel(fingerprint="toy-2")
    askance.run(other, ToyData(), ["accuracy"], out=tmp_path)
    assert len(other.asked) == 30


def test_each_image_is_decoded_once_for_all_models_and_suites(tmp_path):
    data = ToyData(60)
    askance.run([ToyModel(), ToyModel("b", "b")], data, ["accuracy", "repeat"], out=tmp_path, batch_size=4)
    assert len(data.decoded) == len(set(data.decoded)) == 20


def test_pictures_are_not_loaded_for_models_that_do_not_look(tmp_path):
    data = ToyData()
    askance.run(ToyModel(needs=frozenset({"scene"})), data, ["accuracy"], out=tmp_path)
    assert data.decoded == []


def test_the_scene_is_shown_only_to_models_that_need_it(tmp_path):
    looking, knowing = ToyModel(), ToyModel("b", "b", needs=frozenset({"scene"}))
    askance.run([looking, knowing], ToyData(), ["accuracy"], out=tmp_path)
    assert all(each.scene is None for batch in looking.batches for each in batch)
    assert all(each.scene is not None for batch in knowing.batches for each in batch)


def test_who_needs_nothing_is_not_failed_by_pictures_that_others_cannot_be_shown(tmp_path):
    class Torn(ToyData):
        def load_image(self, image):
            raise UserError(f"{image}: is missing")

    looking, deaf = ToyModel(), ToyModel("b", "b", needs=frozenset())
    run = askance.run([looking, deaf], Torn(), ["accuracy"], out=tmp_path)
    status = {(row["model"], row["status"]) for row in run.answers.to_pylist()}
    assert status == {("toy", "failed"), ("b", "ok")}


def test_repeats_meet_other_neighbours(tmp_path):
    model = ToyModel()
    askance.run(model, ToyData(60), ["repeat"], out=tmp_path, batch_size=8)
    neighbours = {}
    for batch in model.batches:
        assert len({each.query.draw for each in batch}) == 1
        for each in batch:
            others = {other.query.stimulus.question for other in batch}
            neighbours.setdefault(each.query.stimulus.question, []).append(others)
    assert sum(first != second for first, second, *_ in neighbours.values()) > 30


def test_a_failing_batch_is_halved_until_the_bad_query_is_found(tmp_path):
    def answering(shown):
        if "number 17?" in shown.query.stimulus.question:
            raise RuntimeError("I dislike 17")
        return truth(shown.query.stimulus.question)

    done = askance.run(ToyModel(answering=answering), ToyData(), ["accuracy"], out=tmp_path)
    failed = [row for row in done.answers.to_pylist() if row["status"] == "failed"]
    assert [row["reason"] for row in failed] == ["RuntimeError: I dislike 17 (test_engine.py, line 99)"]
    assert failed[0]["text"] is None
    assert value(done, "accuracy") == 100
    assert done.done.outcome.failed == 1
    row = next(r for r in done.metrics.to_pylist() if r["metric"] == "accuracy" and r["group"] == "")
    assert (row["n"], row["undecided"]) == (29, 1)


def test_what_raised_is_asked_again_next_time(tmp_path):
    def broken(shown):
        raise RuntimeError("out of memory")

    askance.run(ToyModel(answering=broken), ToyData(5), ["accuracy"], out=tmp_path)
    mended = ToyModel()
    done = askance.run(mended, ToyData(5), ["accuracy"], out=tmp_path)
    assert len(mended.asked) == 5
    assert value(done, "accuracy") == 100


def test_temporary_trouble_is_waited_for(tmp_path):
    class Busy(ToyModel):
        turn = 0

        def answer(self, shown):
            self.turn += 1
            if self.turn % 3:
                raise TemporaryError("try later", wait=0.001)
            return super().answer(shown)

    done = askance.run(Busy(), ToyData(10), ["accuracy"], out=tmp_path)
    assert value(done, "accuracy") == 100


def test_temporary_trouble_that_stays_is_a_failure_and_is_asked_again(tmp_path):
    class Down(ToyModel):
        def answer(self, shown):
            raise TemporaryError("server is down")

    done = askance.run(Down(), ToyData(4), ["accuracy"], out=tmp_path)
    assert done.done.outcome.failed == 4
    assert "gave up after 5 tries: server is down" in done.done.outcome.first_failure
    done = askance.run(ToyModel(), ToyData(4), ["accuracy"], out=tmp_path)
    assert value(done, "accuracy") == 100


def test_too_few_answers_are_noticed(tmp_path):
    class Short(ToyModel):
        def answer(self, shown):
            return [Answer(text="yes")] * (len(shown) - 1)

    done = askance.run(Short(), ToyData(4), ["accuracy"], out=tmp_path)
    assert done.done.outcome.failed == 4
    assert "returned 0 answers to 1 query" in done.done.outcome.first_failure


def test_an_unreadable_picture_fails_its_queries_and_no_others(tmp_path):
    data = ToyData(30, unreadable=frozenset({"toy-1-00002"}))
    done = askance.run(ToyModel(), data, ["accuracy"], out=tmp_path)
    assert done.done.outcome.failed == 3
    assert "toy-1-00002: damaged image: replace the file" in done.done.outcome.first_failure
    assert value(done, "accuracy") == 100


def test_budget_caps_calls_and_the_next_run_goes_on(tmp_path):
    first = ToyModel()
    done = askance.run(first, ToyData(50), ["accuracy"], out=tmp_path, budget=20, batch_size=16)
    assert len(first.asked) == 20
    assert done.done.outcome.stopped == "budget"
    second = ToyModel()
    done = askance.run(second, ToyData(50), ["accuracy"], out=tmp_path)
    assert len(second.asked) == 30
    assert not set(first.asked) & set(second.asked)
    assert value(done, "accuracy") == 100


def test_dry_run_asks_nothing(tmp_path):
    model = ToyModel()
    done = askance.run(model, ToyData(30), ["accuracy", "repeat"], out=tmp_path, dry_run=True)
    assert model.asked == []
    assert (done.done.asks, done.done.wanted, done.done.left) == (120, 90, 90)


def test_a_stop_finishes_the_batch_and_flushes(tmp_path):
    from askance.engine import NoProgress, RunSpec, execute_run
    from askance.store import Workspace
    from askance.suites import open_suite

    stop = threading.Event()

    def answering(shown):
        if "number 20?" in shown.query.stimulus.question:
            stop.set()
        return truth(shown.query.stimulus.question)

    model = ToyModel(answering=answering)
    space = Workspace.for_writing(tmp_path)
    job = RunSpec(ToyData(60), [model], [open_suite("accuracy")], batch_size=8)
    done = execute_run(space, job, stop, NoProgress())
    space.close()
    assert done.outcome.stopped == "interrupted"
    assert done.outcome.made == len(model.asked) < 60
    rest = ToyModel()
    askance.run(rest, ToyData(60), ["accuracy"], out=tmp_path)
    assert not set(rest.asked) & set(model.asked)
    assert len(rest.asked) + len(model.asked) == 60


def test_a_plain_callable_is_a_model(tmp_path):
    done = askance.run(lambda image, question: truth(question), ToyData(), ["accuracy"], out=tmp_path)
    assert [row["value"] for row in done.metrics.to_pylist() if row["metric"] == "accuracy" and not row["group"]] == [
        100
    ]


def test_a_function_that_draws_on_its_image_spoils_no_other_query(tmp_path):
    def vandal(image, question):
        before = image.size, image.getpixel((0, 0))
        image.paste((0, 0, 0), (0, 0, 9, 9))
        image.thumbnail((4, 4))
        return truth(question) if before == ((32, 24), (128, 128, 128)) else "spoiled"

    done = askance.run(vandal, ToyData(), ["accuracy"], out=tmp_path)
    assert {row["text"] for row in done.answers.to_pylist()} == {"yes", "no"}


def test_the_same_model_twice_is_refused(tmp_path):
    with pytest.raises(UserError, match="named twice"):
        askance.run([ToyModel(), ToyModel()], ToyData(), ["accuracy"], out=tmp_path)


class Shaky:
    """A suite for models with dropout only."""

    card = Card("shaky", 1, "", "", "", "", "", needs=frozenset({"dropout"}))

    def rounds(self, data, limit, seed):
        yield [Case.of("shaky", "one", {"ask": Query(Stimulus("toy-1-00000", "Is it number 0?"))}, "truth")]

    def metrics(self, verdicts):
        return rates(verdicts, "shaky")


def test_a_suite_that_no_model_can_serve_is_refused_in_one_line(tmp_path):
    with pytest.raises(UserError, match=r"^shaky cannot run with toy: the model does not support dropout$"):
        askance.run(ToyModel(), ToyData(), [Shaky()], out=tmp_path)


def test_a_suite_that_one_model_cannot_serve_is_said_and_the_rest_runs(tmp_path):
    said = []

    class Listening(NoProgress):
        def say(self, message):
            said.append(message)

    able = ToyModel("able", "able", supports=frozenset({"text", "draws", "dropout"}))
    done = askance.run([ToyModel(), able], ToyData(6), ["accuracy", Shaky()], out=tmp_path, progress=Listening())
    assert said == ["shaky: skipped for toy (the model does not support dropout)"]
    assert value(done, "accuracy") == value(done, "accuracy", model="able") == 100
    assert not [row for row in done.metrics.to_pylist() if row["suite"] == "shaky" and row["model"] == "toy"]


def test_a_run_shows_itself(tmp_path):
    done = askance.run(ToyModel(), ToyData(), ["accuracy"], out=tmp_path)
    assert "accuracy.accuracy ↑ 100.00 (n = 30, no limit, seed 0)" in repr(done)
    assert "<table>" in done._repr_html_()
    assert done.cases.num_rows == done.answers.num_rows == done.verdicts.num_rows == 30


def test_who_answers_from_scenes_is_asked_again_when_they_change(tmp_path):
    folder = tmp_path / "data"
    (folder / "images").mkdir(parents=True)
    Image.new("RGB", (64, 48)).save(folder / "images" / "a.png")

    def answered(color):
        car = {"id": "x", "name": "car", "box": [1, 1, 20, 20], "attributes": {"color": [color]}}
        asked = {"id": "q", "image": "a.png", "question": "What color is the car?", "answers": [color]}
        (folder / "scenes.json").write_text(
            json.dumps([{"image": "a.png", "width": 64, "height": 48, "things": [car]}])
        )
        (folder / "questions.json").write_text(json.dumps([asked]))
        return askance.run("oracle", f"folder:{folder}", out=tmp_path / "w").answers["text"].to_pylist()

    assert answered("red") == ["red"]
    assert answered("blue") == ["blue"]  # the same picture under the same name
    assert answered("red") == ["red"]
