"""askance shrink, report --failures and the warning, on the command line."""

import json

import askance
import askance.engine  # before `world` replaces what it imports
import pytest
from askance.cli.main import main

from shelf import Seeing, Shelf, Shelved


def call(capfd, *arguments):
    with pytest.raises(SystemExit) as ended:
        main(list(arguments))
    out, err = capfd.readouterr()
    return ended.value.code or 0, out, err


@pytest.fixture
def world(monkeypatch):
    """The shelf and two models, by name."""
    models = {
        "planted": Seeing("planted", lambda count, seen: count + ("boat" in seen)),
        "zero": Seeing("zero", lambda count, seen: 0),
    }
    monkeypatch.setattr("askance.models.open_model", lambda name, args=None: models[name])
    for module in ("askance.datasets", "askance.store.detection_cache"):
        monkeypatch.setattr(f"{module}.open_dataset", lambda name: Shelf())
    return models


@pytest.fixture
def folder(tmp_path, world):
    askance.run(list(world.values()), Shelf(20), [Shelved()], out=tmp_path / "run")
    return str(tmp_path / "run")


def test_shrink_prints_what_is_left(capfd, folder):
    code, out, err = call(capfd, "shrink", folder, "-m", "planted", "--limit", "2")
    assert code == 0
    assert "10 → 1" in out
    assert "boat" in out
    assert "broken rule" in out
    assert "They do not: 1 ≠ 1 + 1" in out
    assert "2 failing cases from 20 objects to 2 with" in err


def test_a_model_that_was_named_is_opened_by_what_was_typed(capfd, folder, world):
    world["typed"] = world.pop("planted")
    code, _, err = call(capfd, "shrink", folder, "-m", "typed", "--model-args", "name=planted", "--limit", "2")
    assert code == 0
    assert "2 failing cases from 20 objects to 2 with" in err


def test_shrink_as_json_with_pictures(capfd, folder, tmp_path):
    pictures = tmp_path / "pictures"
    code, out, _ = call(capfd, "shrink", folder, "-m", "planted", "--limit", "3", "--json", "--pictures", str(pictures))
    assert code == 0
    rows = json.loads(out)
    assert len(rows) == 3
    for row in rows:
        assert (len(row["objects_before"]), row["objects_after"], row["done"]) == (10, ["boat"], True)
        assert row["calls"] <= 40
        assert {ask["answer"] for ask in row["asks"]} == {"1"}
        assert row["rule"].startswith("The counts must add up: whole = part 1 + part 2")
        assert row["finding"] == f"They do not: 1 ≠ {' + '.join('1' for _ in row['asks'][1:])}."
        assert {ask["grade"] for ask in row["asks"]} == {"no ground truth"}
        covered = [edit for ask in row["asks"] for edit in ask["plain_edits"] if edit.startswith("covered")]
        assert covered
        assert not any("boat" in edit for edit in covered)
        assert all((pictures / ask["picture"]).exists() for ask in row["asks"])


def test_nothing_fails_nothing_to_shrink(capfd, folder):
    code, out, err = call(capfd, "shrink", folder, "-m", "zero", "--json")
    assert (code, json.loads(out)) == (0, [])
    assert "0 failing cases" in err
    assert call(capfd, "shrink", folder, "-m", "zero")[:2] == (0, "")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [([], "contains several models: choose one with -m: planted, zero"),
     (["-m", "plantde"], "--model plantde: did you mean planted?"),
     (["-m", "planted", "-s", "carets"], "carets: its cases have no smaller forms: choose one of metamorphic,"),
     (["-m", "zero", "-s", "metamorphic_inpaint"], "this workspace has metamorphic"),
     (["-m", "planted", "--calls", "0"], "0 is not in the range")],
)  # fmt: skip
def test_mistakes_are_one_line(capfd, folder, arguments, message):
    code, out, err = call(capfd, "shrink", folder, *arguments)
    assert code != 0
    assert (out, err.count("\n")) == ("", 1)
    assert message in err


@pytest.mark.parametrize("form", ["table", "json", "csv", "latex", "html"])
def test_the_warning_goes_to_stderr_and_into_the_page(capfd, folder, form):
    code, out, err = call(capfd, "report", folder, "--format", form)
    assert code == 0
    assert err.startswith('warning: zero answers "0" to 100 % of the counting questions of metamorphic (partition)')
    assert err.count("\n") == 1
    assert ("warning: zero" in out) == (form == "html")
    if form == "json":
        assert {row["model"] for row in json.loads(out)} == {"planted", "zero"}


def test_failures_as_training_data(capfd, folder, tmp_path):
    file = tmp_path / "failing.jsonl"
    code, out, _ = call(capfd, "report", folder, "--failures", str(file), "-m", "planted", "--json")
    assert code == 0
    lines = file.read_text().splitlines()
    assert json.loads(out)["failing"] == len(lines) == 40
    assert {tuple(ask["true"]) for line in lines for ask in json.loads(line)["asks"]} == {()}  # its truth is unknown
    code, out, err = call(capfd, "report", folder, "--suite", "metamorphic")
    assert (code, out) == (1, "")
    assert err == "askance: --suite goes with --failures FILE: choose columns with --metric SUITE.METRIC\n"
