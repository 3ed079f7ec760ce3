"""A workspace of somebody else may bring Python files: opening it does not run them."""

import copy
from dataclasses import replace

import askance
import pytest
from askance.cli.main import main
from askance.core import UserError
from askance.store.detection_cache import open_dataset_with_stored_detections
from askance.suites import SUITES, open_stored_suite
from toy import ToyData, ToyModel

TRAP = "from pathlib import Path\nPath('ran').touch()\nclass Suite: ...\nclass Data: ...\n"


@pytest.fixture
def workspace(tmp_path, monkeypatch):
    """A workspace whose suite is named like a Python object, with the module that the name is about."""
    suite = copy.copy(SUITES["accuracy"])
    suite.card = replace(suite.card, name="python:trap_in_workspace:Suite")
    askance.run(ToyModel("a", "a"), ToyData(6), suite, out=tmp_path)
    (tmp_path / "trap_in_workspace.py").write_text(TRAP)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("more", [[], ["--format", "html", "-o", "report.html"]], ids=["text", "html"])
def test_a_report_does_not_run_what_a_stored_suite_is_named_after(workspace, more):
    with pytest.raises(SystemExit) as done:
        main(["report", ".", *more])
    assert done.value.code == 0
    assert not (workspace / "ran").exists()
    with pytest.raises(UserError, match="cannot be that of a Python object"):
        open_stored_suite("python:trap_in_workspace:Suite")


def test_a_data_set_in_a_workspace_is_not_imported(workspace):
    with pytest.raises(UserError, match="whose code is not run: move it out"):
        open_dataset_with_stored_detections("python:trap_in_workspace:Data", workspace)
    assert not (workspace / "ran").exists()


def test_a_data_set_beside_a_workspace_is(workspace, tmp_path_factory, monkeypatch):
    beside = tmp_path_factory.mktemp("own")
    (beside / "own_beside_workspace.py").write_text("from toy import ToyData\n")
    monkeypatch.chdir(beside)
    assert open_dataset_with_stored_detections("python:own_beside_workspace:ToyData", workspace).name
