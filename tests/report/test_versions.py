"""Two models of one name are never mixed: the newest is the current one, figures of another are named apart."""

from dataclasses import dataclass

import askance
import pytest
from askance.core.checksum import add_checksum_to_json, strip_checksum_from_json
from askance.report import (
    current_metrics,
    current_results,
    find_changed_inputs,
    make_failure_cards,
    make_leaderboard,
    suite_warnings,
    table_to_rows,
)
from askance.report.failure_rows import FailureFilter, find_matching_results
from askance.store import Workspace
from toy import ToyData, ToyModel


def vlm(version, answer=None, needs=frozenset({"pixels"})):
    """A version of one model; it is right unless told what to answer."""
    model = ToyModel("vlm", f"vlm-{version}", needs=needs)
    if answer is not None:
        model.answering = lambda shown: answer
    return model


def shown(space):
    """(model, data set, suite) → accuracy or agreement, as a report says it."""
    return {
        (row["model"], row["dataset"], row["suite"]): row["value"]
        for row in table_to_rows(current_metrics(space))
        if row["group"] == "" and row["metric"] != "coverage"
    }


@pytest.fixture
def mixed(tmp_path):
    """The first version ran accuracy, the second repeat."""
    askance.run(vlm(1, "maybe"), ToyData(), ["accuracy"], out=tmp_path)
    return askance.run(vlm(2), ToyData(), ["repeat"], out=tmp_path).space


def earlier(space):
    (name,) = {each.model for each in current_results(space)} - {"vlm"}
    return name


def test_suites_of_an_earlier_version_have_a_row_of_their_own(mixed):
    old = earlier(mixed)
    assert old.startswith("vlm (earlier ")
    assert shown(mixed) == {(old, "toy", "accuracy"): 0.0, ("vlm", "toy", "repeat"): 100.0}
    board = make_leaderboard(table_to_rows(current_metrics(mixed)))
    assert board.columns == ["model", "accuracy.accuracy ↑", "repeat.agreement ↑", "coverage"]
    assert sorted([line[0], line[1][:3], line[2][:3]] for line in board.rows) == [
        ["vlm", "–", "100"],
        [old, "0.0", "–"],
    ]


def test_rows_have_the_fingerprint_of_their_model(mixed, tmp_path):
    prints = {row["model"]: row["fingerprint"] for row in table_to_rows(current_metrics(mixed))}
    assert prints == {earlier(mixed): "vlm-1", "vlm": "vlm-2"}
    done = askance.run(vlm(3), ToyData(), out=tmp_path)
    assert set(done.metrics["fingerprint"].to_pylist()) == {"vlm-3"}


def test_one_line_says_so(mixed):
    (line,) = find_changed_inputs(mixed)
    assert line == (
        f"different models: vlm changed between runs: {earlier(mixed)} is an earlier one: accuracy on toy;"
        " run that again to have it of the current vlm"
    )


def test_figures_that_are_run_again_replace_those_of_an_earlier_version(mixed, tmp_path):
    space = askance.run(vlm(2), ToyData(), ["accuracy"], out=tmp_path).space
    assert shown(space) == {("vlm", "toy", "accuracy"): 100.0, ("vlm", "toy", "repeat"): 100.0}
    assert find_changed_inputs(space) == []


def test_a_version_that_is_current_again_keeps_its_figures(tmp_path):
    askance.run(vlm(1), ToyData(), ["accuracy"], out=tmp_path)
    askance.run(vlm(2, "maybe"), ToyData(), ["accuracy", "groups"], out=tmp_path)
    space = askance.run(vlm(1), ToyData(), ["repeat"], out=tmp_path).space
    assert shown(space)["vlm", "toy", "accuracy"] == 100.0
    assert {each.suite for each in current_results(space) if each.model != "vlm"} == {"groups"}


def test_versions_are_named_apart_on_other_data_too(tmp_path):
    askance.run(vlm(1, "maybe"), ToyData(6, "first"), out=tmp_path)
    space = askance.run(vlm(2), ToyData(9, "second"), out=tmp_path).space
    assert shown(space) == {(earlier(space), "first", "accuracy"): 0.0, ("vlm", "second", "accuracy"): 100.0}


def test_a_model_that_needs_scenes_is_the_same_on_other_data(tmp_path):
    scenes = frozenset({"scene"})
    askance.run(vlm(1, needs=scenes), ToyData(6, "first"), out=tmp_path)
    space = askance.run(vlm(1, needs=scenes), ToyData(9, "second"), out=tmp_path).space
    assert {each.model for each in current_results(space)} == {"vlm"}
    askance.run(vlm(2, needs=scenes), ToyData(9, "second"), out=tmp_path)
    assert {each.dataset: each.model == "vlm" for each in current_results(space)} == {"first": False, "second": True}


def test_runs_noted_by_an_older_version_are_compared_within_their_data_set(tmp_path):
    scenes = frozenset({"scene"})
    askance.run(vlm(1, needs=scenes), ToyData(6, "first"), out=tmp_path)
    askance.run(vlm(1, needs=scenes), ToyData(9, "second"), out=tmp_path)
    for path in (tmp_path / "runs").glob("*.json"):
        note = strip_checksum_from_json(path.name, path.read_bytes())
        for model in note["models"]:
            del model["own_fingerprint"], model["own_name"]  # as notes were
        del note["data"]
        path.write_bytes(add_checksum_to_json(path.name, note))
    space = Workspace.for_reading(tmp_path)
    assert {each.model for each in current_results(space)} == {"vlm"}
    askance.run(vlm(2, needs=scenes), ToyData(9, "second"), ["repeat"], out=tmp_path)
    assert {(each.dataset, each.suite): each.model == "vlm" for each in current_results(space)} == {
        ("first", "accuracy"): True, ("second", "accuracy"): False, ("second", "repeat"): True,
    }  # fmt: skip


def test_failing_cases_say_whose_they_are(mixed):
    old = earlier(mixed)
    assert {each.model for each in make_failure_cards(mixed)} == {old}
    mine = find_matching_results(mixed, FailureFilter("vlm", "accuracy"))
    assert [(each.model, each.name) for each in mine] == [(old, "vlm")]
    assert find_matching_results(mixed, FailureFilter(old)) == mine
    assert [(each.model, each.suite) for each in find_matching_results(mixed, FailureFilter("vlm"))] == [
        ("vlm", "repeat")
    ]


def test_a_blind_run_is_of_the_same_model(tmp_path):
    askance.run(vlm(1, "yes"), ToyData(), out=tmp_path, no_image=True)
    space = askance.run(vlm(1, "yes"), ToyData(), out=tmp_path).space
    assert {each.model for each in current_results(space)} == {"vlm", "vlm (no image)"}
    askance.run(vlm(2, "yes"), ToyData(), out=tmp_path)
    assert "vlm" in {each.model for each in current_results(space)}
    assert earlier(space).startswith("vlm (no image) (earlier ")


def test_warnings_find_their_figures(mixed):
    assert suite_warnings(mixed) == []


def test_two_names_of_one_model_both_have_figures(tmp_path):
    both = [ToyModel("a", "same"), ToyModel("b", "same")]
    done = askance.run(both, ToyData(), out=tmp_path)
    for table in (done.metrics, done.verdicts, current_metrics(done.space)):
        assert set(table["model"].to_pylist()) == {"a", "b"}
    askance.run(ToyModel("c", "same"), ToyData(), out=tmp_path)
    assert sorted(shown(done.space)) == [(name, "toy", "accuracy") for name in "abc"]


def test_the_figures_of_a_run_are_of_its_own_models(mixed, tmp_path):
    done = askance.run(vlm(3), ToyData(), out=tmp_path)
    assert repr(done).count("vlm accuracy.accuracy") == 1
    assert "earlier" not in repr(done) + done._repr_html_()


@dataclass
class Dated(ToyData):
    """Data whose content changes while its name does not."""


def test_data_that_changed_between_runs_is_said(tmp_path):
    askance.run(vlm(1), Dated(version="1"), ["accuracy"], out=tmp_path)
    space = askance.run(vlm(1), Dated(version="2"), ["repeat"], out=tmp_path).space
    assert find_changed_inputs(space) == [
        "different data: toy changed between runs: of an earlier state: accuracy of vlm;"
        " run that again to have it of the current data"
    ]
    askance.run(vlm(1), Dated(version="2"), ["accuracy"], out=tmp_path)
    assert find_changed_inputs(space) == []
