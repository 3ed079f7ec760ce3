"""The order of suites and models in reports does not depend on which command ran last."""

import askance
import pytest
from askance.report import current_metrics, current_results, hidden_version_notes, make_leaderboard, table_to_rows
from askance.report.suite_order import suite_place
from askance.suites import SUITES
from toy import ToyData, ToyModel

ALL = ["repeat", "groups", "accuracy"]


def answering(name, text, fingerprint=""):
    return ToyModel(name, fingerprint or name, answering=lambda shown: text)


@pytest.fixture
def twice(tmp_path):
    """Two models on three suites; accuracy and repeat rank them differently."""
    for model in (answering("yes", "yes"), ToyModel("right", "right")):
        askance.run(model, ToyData(), ALL, out=tmp_path)
    return tmp_path


def state(space):
    rows = table_to_rows(current_metrics(space))
    board = make_leaderboard(rows)
    return board.columns, board.rows, [(row["suite"], row["metric"], row["group"], row["model"]) for row in rows]


def test_a_repeated_run_changes_no_order(twice):
    before = state(askance.open_run(twice).space)
    assert before[0][1] == "accuracy.accuracy ↑"
    assert [line[0] for line in before[1]] == ["right", "yes"]
    for again in (["accuracy", "repeat"], ["groups"]):
        space = askance.run(answering("yes", "yes"), ToyData(), again, out=twice).space
        assert state(space) == before


def test_the_table_of_a_run_has_the_order_of_the_report(twice):
    done = askance.run(answering("yes", "yes"), ToyData(), ALL, out=twice)
    columns = make_leaderboard(table_to_rows(done.metrics)).columns
    assert columns == state(done.space)[0]


def test_built_in_suites_come_first_in_the_order_of_their_list():
    names = [*SUITES]
    assert sorted([*reversed(names), "mine", "his"], key=suite_place) == [*names, "his", "mine"]
    assert sorted(["mine", "noise", "carets:tests=order", "accuracy"], key=suite_place) == [
        "accuracy", "carets:tests=order", "noise", "mine"
    ]  # fmt: skip


def test_the_version_to_compare_with_is_the_one_that_ran_last(tmp_path):
    for version in ("1", "2", "1", "3"):
        space = askance.run(answering("vlm", "yes", version), ToyData(), out=tmp_path).space
    (line,) = hidden_version_notes(space)
    (first,) = {each.version for each in current_results(space, all_versions=True) if each.fingerprint == "1"}
    assert line.endswith(f"or compare vlm with vlm@{first}")
