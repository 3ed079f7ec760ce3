"""Verdicts of two models are joined by case, within a workspace and across two."""

import askance
from askance.report import current_results
from askance.report.shared_cases import ModelResult, data_changes, pair_results
from askance.store import Workspace
from toy import ToyData, ToyModel


def result(folder, model):
    space = Workspace.for_reading(folder)
    return ModelResult(space, next(each for each in current_results(space) if each.model == model))


def names(table):
    return table["name"].to_pylist()


def test_the_shared_cases_of_two_workspaces_in_one_order(tmp_path):
    askance.run(ToyModel("a", "a"), ToyData(30), "accuracy", limit=12, out=tmp_path / "new")
    askance.run(ToyModel("b", "b", answering=lambda shown: "yes"), ToyData(30), "accuracy", out=tmp_path / "base")
    paired = pair_results(result(tmp_path / "new", "a"), result(tmp_path / "base", "b"))
    assert len(paired) == 12
    assert names(paired.first) == names(paired.second) == [f"item-{i:05d}" for i in range(12)]
    assert (paired.only_first, paired.only_second) == (0, 18)
    assert paired.first["holds"].to_pylist() == [True] * 12
    assert paired.second["holds"].to_pylist() == [True, False] * 6


def test_no_shared_case(tmp_path):
    askance.run(ToyModel("a", "a"), ToyData(30), "accuracy", out=tmp_path / "new")
    askance.run(ToyModel("a", "a"), ToyData(30, version="2"), "accuracy", out=tmp_path / "base")
    new, base = result(tmp_path / "new", "a"), result(tmp_path / "base", "a")
    paired = pair_results(new, base)
    assert (len(paired), paired.only_first, paired.only_second) == (0, 30, 30)
    assert "toy changed between the two runs" in next(data_changes(new, base))
    assert not list(data_changes(new, new))
