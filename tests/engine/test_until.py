"""`--until`: a suite stops once its interval is narrow or excludes a value; the rest is not asked, not failed."""

import re

import askance
import numpy as np
import pytest
from askance.cli.main import main
from askance.core import UserError
from askance.engine.image_order import order_images
from askance.engine.run_until import look_ends
from askance.report import current_metrics, make_leaderboard, partial_and_sample_notes
from askance.report.workspace_check import check_workspace
from askance.store import Workspace
from toy import ToyData, ToyModel, truth

DATA = ToyData(1200)  # 400 images with 3 questions


def wrong_about(share):
    """A model that is wrong about some questions, spread over the images."""

    def answer(shown):
        question = shown.query.stimulus.question
        number = int("".join(letter for letter in question if letter.isdigit()))
        right = truth(question)
        return {"yes": "no", "no": "yes"}[right] if number * 7919 % 100 < share else right

    return answer


def model(share=30, name="m"):
    return ToyModel(name, name, answering=wrong_about(share))


def total(done, metric="accuracy", who="m"):
    rows = done.metrics.to_pylist()
    return next(row for row in rows if (row["model"], row["metric"], row["group"]) == (who, metric, ""))


@pytest.fixture(scope="module")
def narrow(tmp_path_factory):
    """A model and its run until a width: for tests that only look at it."""
    asked = model()
    out = tmp_path_factory.mktemp("narrow")
    return asked, askance.run(asked, DATA, "accuracy", until="accuracy.accuracy=5", out=out)


@pytest.fixture(scope="module")
def apart(tmp_path_factory):
    """A run of two models that stop apart."""
    models = [model(1, "easy"), model(45, "hard")]
    return askance.run(models, DATA, "accuracy", until="accuracy.accuracy=5", out=tmp_path_factory.mktemp("apart"))


def test_a_suite_stops_once_its_interval_is_narrow(narrow):
    asked, done = narrow
    [stop] = done.done.stops
    row = total(done)
    assert stop.is_reached
    assert 50 <= stop.images < 400 == stop.all_images
    assert (row["high"] - row["low"]) / 2 <= 5
    assert (row["n"], len(asked.asked)) == (3 * stop.images, 3 * stop.images)
    assert (row["partial"], row["judged"], row["wanted"]) == (False, 3 * stop.images, 1200)
    assert row["stopped"] == f"accuracy.accuracy=5 at {stop.images} of 400 images"
    assert done.done.outcome.stopped is None
    assert done.done.outcome.failed == 0
    assert f"stopped by --until accuracy.accuracy=5 at {stop.images} images" in str(stop)


def test_running_again_asks_nothing_and_changes_nothing(tmp_path):
    first = askance.run(model(), DATA, "accuracy", until="accuracy.accuracy=5", out=tmp_path).metrics
    again = model()
    assert askance.run(again, DATA, "accuracy", until="accuracy.accuracy=5", out=tmp_path).metrics.equals(first)
    assert again.asked == []
    assert current_metrics(Workspace.for_reading(tmp_path)).equals(first)


def test_the_budget_ends_first_and_the_next_run_continues(narrow, tmp_path):
    _, fresh = narrow
    done = askance.run(model(), DATA, "accuracy", until="accuracy.accuracy=5", budget=100, out=tmp_path / "w")
    assert done.done.outcome.stopped == "budget"
    assert total(done)["partial"]
    assert total(done)["stopped"] is None
    later = askance.run(model(), DATA, "accuracy", until="accuracy.accuracy=5", out=tmp_path / "w")
    assert later.metrics.equals(fresh.metrics)
    assert later.done.stops == fresh.done.stops


def test_never_before_fifty_images(tmp_path):
    done = askance.run(model(0), DATA, "accuracy", until="accuracy.accuracy=40", out=tmp_path)
    assert done.done.stops[0].images == 50
    few = askance.run(model(0), ToyData(90), "accuracy", until="accuracy.accuracy=40", out=tmp_path / "few")
    assert not few.done.stops[0].is_reached  # 30 images
    assert total(few)["stopped"] is None
    assert not total(few)["partial"]


def test_a_suite_without_a_rule_is_asked_whole(tmp_path):
    done = askance.run(model(), DATA, ["accuracy", "repeat"], until="accuracy.accuracy=8", out=tmp_path)
    assert done.done.stops[0].is_reached
    assert total(done)["n"] < 1200
    assert total(done, "agreement")["n"] == 1200


def test_every_rule_of_a_suite_must_be_reached(tmp_path):
    loose = askance.run(model(), DATA, "accuracy", until=["accuracy.accuracy=8"], out=tmp_path / "a")
    both = askance.run(
        model(), DATA, "accuracy", until=["accuracy.accuracy=8", "accuracy.accuracy=5"], out=tmp_path / "b"
    )
    assert total(loose)["n"] < total(both)["n"]
    assert [stop.is_reached for stop in both.done.stops] == [True, True]


def test_a_limit_ends_the_run_as_well(tmp_path):
    done = askance.run(model(), DATA, "accuracy", limit=300, until="accuracy.accuracy=1", out=tmp_path)
    assert not done.done.stops[0].is_reached
    assert (total(done)["n"], total(done)["stopped"]) == (300, None)


def test_answers_of_another_run_do_not_count(narrow, tmp_path):
    _, fresh = narrow
    askance.run(model(), DATA, "accuracy", out=tmp_path / "w")
    again = askance.run(model(), DATA, "accuracy", until="accuracy.accuracy=5", out=tmp_path / "w")
    assert again.metrics.equals(fresh.metrics)
    whole = askance.run(model(), DATA, "accuracy", out=tmp_path / "w")
    assert (total(whole)["n"], total(whole)["stopped"]) == (1200, None)


def test_models_that_stop_apart_have_different_samples(apart):
    easy, hard = (total(apart, who=who) for who in ("easy", "hard"))
    assert easy["n"] < hard["n"]
    assert easy["sample"] != hard["sample"]


def test_reports_say_what_stopped(apart):
    easy, hard = (stop.images for stop in apart.done.stops)
    lines = partial_and_sample_notes(apart.metrics.to_pylist())
    assert lines[0].startswith(f"stopped: accuracy on toy for easy: by --until accuracy.accuracy=5 at {easy} of 400")
    assert lines[2].startswith("different samples: accuracy on toy: (a) no limit, seed 0, stopped by --until")
    assert not any("changed between the runs" in line for line in lines)
    assert f"stopped by --until accuracy.accuracy=5 at {hard} of 400 images" in repr(apart)
    board = "\n".join(" ".join(row) for row in make_leaderboard(apart.metrics.to_pylist()).rows)
    assert f"until {3 * easy:,}/1,200" in board


def test_the_command_says_what_was_not_asked(tmp_path, capsys):
    words = ["-m", "defective:yes-bias", "-s", "metamorphic", "--limit", "240", "--out", str(tmp_path)]
    with pytest.raises(SystemExit) as end:
        main(["run", *words, "--until", "metamorphic.error=14"])
    printed = capsys.readouterr()
    assert end.value.code == 0
    assert re.search(r"stopped by --until metamorphic\.error=14 at \d+ images", printed.err)
    assert "not made because --until was reached" in printed.err
    assert "stopped: metamorphic on stickers for defective:yes-bias: by --until" in printed.out


def test_a_group_without_cases_is_reported_at_the_first_look(tmp_path, capsys):
    words = ["-m", "oracle", "-s", "accuracy", "--limit", "60", "--out", str(tmp_path)]
    with pytest.raises(SystemExit):
        main(["run", *words, "--until", "accuracy.accuracy/type/yesno=3", "--until", "accuracy.accuracy/type/yes-no=3"])
    lines = [line for line in capsys.readouterr().err.splitlines() if "is in this group" in line]
    assert len(lines) == 1
    assert "type/yesno" in lines[0]
    assert "did you mean type/yes-no" in lines[0]


def test_a_damaged_table_is_made_again(tmp_path):
    before = askance.run(model(), DATA, "accuracy", until="accuracy.accuracy>60", anytime=True, out=tmp_path).metrics
    for path in (tmp_path / "metrics").rglob("*.parquet"):
        path.write_bytes(b"damaged")
    assert current_metrics(Workspace.for_reading(tmp_path, lambda line: None)).equals(before)
    found = check_workspace(tmp_path)
    assert all(repaired for _, repaired in found)  # what was not asked is not missing


def test_a_value_needs_an_interval_for_any_time(tmp_path):
    with pytest.raises(UserError, match="needs --anytime, because"):
        askance.run(model(), DATA, "accuracy", until="accuracy.accuracy>60", out=tmp_path)
    done = askance.run(model(), DATA, "accuracy", until="accuracy.accuracy>60", anytime=True, out=tmp_path)
    [stop] = done.done.stops
    assert stop.is_reached
    assert stop.low > 60
    assert (total(done)["low"], total(done)["high"]) == (stop.low, stop.high)
    below = askance.run(model(), DATA, "accuracy", until="accuracy.accuracy > 85", anytime=True, out=tmp_path / "b")
    assert below.done.stops[0].high < 85  # decided, on the other side


def test_anytime_takes_more_images_than_a_width(narrow, tmp_path):
    anytime = askance.run(model(), DATA, "accuracy", until="accuracy.accuracy=5", anytime=True, out=tmp_path)
    assert anytime.done.stops[0].images > narrow[1].done.stops[0].images


def test_a_mean_over_tests_has_an_interval_for_any_time(tmp_path):
    options = {"limit": 300, "until": "carets.cons>90", "anytime": True}
    done = askance.run("oracle", "stickers", "carets", out=tmp_path, **options)
    [stop] = done.done.stops
    assert stop.low is not None
    assert 0 < stop.low < stop.high == 100


def test_a_metric_that_is_not_a_mean_is_refused_for_any_time(tmp_path):
    with pytest.raises(UserError, match="dominant_answer is not a mean over cases"):
        askance.run(
            "oracle", "stickers", "metamorphic", limit=120, until="metamorphic.dominant_answer>90", anytime=True
        )


@pytest.mark.parametrize(
    ("until", "message"),
    [
        ("accuracy.acuracy=2", "unknown metric of this run 'accuracy.acuracy': did you mean accuracy.accuracy"),
        ("carets.cons=2", "unknown metric of this run"),
        ("accuracy.accuracy", "write SUITE.METRIC=HALF_WIDTH"),
        ("accuracy.accuracy=0", "must be above 0"),
        ("accuracy.accuracy=1.2.3", "write SUITE.METRIC=HALF_WIDTH"),
    ],
)
def test_misuse_is_one_line(until, message):
    with pytest.raises(UserError, match=message):
        askance.run(model(), DATA, "accuracy", until=until)


def test_a_wrong_rule_is_refused_before_the_model_is_loaded():
    class Loading(ToyModel):
        def prepare(self, say):
            raise AssertionError("loaded")

    with pytest.raises(UserError, match="needs --anytime"):
        askance.run(Loading("m", "m"), DATA, "accuracy", until="accuracy.accuracy>60")


def test_anytime_alone_is_refused():
    with pytest.raises(UserError, match="--anytime goes with --until"):
        askance.run(model(), DATA, "accuracy", anytime=True)


def test_the_order_of_images_is_random_and_the_same_everywhere():
    images = [f"image-{number}" for number in range(200)]
    first = order_images(images, 0)
    assert first == order_images(reversed(images), 0)
    assert first != order_images(images, 1)
    assert order_images(images[:100], 0) == [image for image in first if image in set(images[:100])]
    assert abs(np.corrcoef(range(200), [images.index(image) for image in first])[0, 1]) < 0.2
    assert order_images("abcdef", 0) == ["f", "a", "e", "d", "b", "c"]


def test_looks_become_rarer():
    assert list(look_ends(30)) == [30]
    ends = list(look_ends(1000))
    assert ends[:3] == [50, 60, 70]
    assert ends[-1] == 1000
    assert len(ends) < 40
