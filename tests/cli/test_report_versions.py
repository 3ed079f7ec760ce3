"""askance report where a name has meant two models, or where models have different samples: every format says so."""

import csv
import io
import json
import re
from pathlib import Path

import askance
import pytest
from test_report_command import FORMATS, call, parsed
from toy import ToyData, ToyModel

SAID = "different models: vlm changed between runs: vlm (earlier "


def says(version, answer):
    """A version of vlm that always answers the same."""
    return ToyModel("vlm", version, answering=lambda shown: answer)


@pytest.fixture(scope="module")
def mixed(tmp_path_factory):
    """Two models named vlm: one ran accuracy, the other repeat."""
    out = tmp_path_factory.mktemp("mixed")
    askance.run(says("first", "maybe"), ToyData(), out=out)
    askance.run(ToyModel("vlm", "second"), ToyData(), ["repeat"], out=out)
    return str(out)


@pytest.mark.parametrize("form", FORMATS)
def test_two_models_of_one_name_are_named_apart(capfd, mixed, form):
    code, out, err = call(capfd, "report", mixed, "--format", form, *(["--wide"] if form == "table" else []))
    assert code == 0
    if form in ("json", "csv"):
        prints = {
            (row["suite"], row["fingerprint"], row["model"].startswith("vlm (earlier ")) for row in parsed(form, out)
        }
        assert prints == {("accuracy", "first", True), ("repeat", "second", False)}
    else:
        lines = re.split(r"\n|<tr>", out)
        wrong, right = (
            {n for n, line in enumerate(lines) if re.search(rf"\b{value} \[", line)} for value in (0.0, 100.0)
        )
        assert wrong
        assert right
        assert not wrong & right
    assert (err if form in ("json", "csv") else out).count(SAID) == 1


@pytest.mark.parametrize("form", FORMATS)
def test_a_breakdown_names_them_apart(capfd, mixed, form):
    _, out, err = call(capfd, "report", mixed, "--by", "accuracy.accuracy", "--format", form)
    assert "vlm (earlier " in out
    assert SAID in (err if form in ("json", "csv") else out)
    _, out, err = call(capfd, "report", mixed, "--by", "repeat.agreement", "--format", form)
    assert "earlier" not in out + err


def test_failing_inputs_name_them_apart(capfd, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    askance.run(says("1", "xyz"), limit=6, out="w")
    askance.run(says("2", "yes"), suites=["repeat"], limit=6, out="w")
    _, out, err = call(capfd, "report", "w", "--failures", "f.jsonl", "-m", "vlm", "-s", "accuracy")
    assert out == "6 failing cases in f.jsonl\n"
    assert err.startswith(SAID)
    assert all(
        json.loads(line)["model"].startswith("vlm (earlier ") for line in Path("f.jsonl").read_text().splitlines()
    )


@pytest.fixture(scope="module")
def uneven(tmp_path_factory):
    """Three models by carets: a whole sample, a part of it, and another sample."""
    out = tmp_path_factory.mktemp("uneven")
    askance.run("oracle", suites=["carets"], limit=24, out=out)
    askance.run("defective:yes-bias", suites=["carets"], limit=24, out=out, budget=9)
    askance.run("defective:no-bias", suites=["carets"], limit=6, out=out)
    return str(out)


@pytest.mark.parametrize("form", ["table", "json", "csv", "latex"])
def test_the_coverage_matrix_has_marks(capfd, uneven, form):
    _, out, err = call(capfd, "report", uneven, "--coverage", "carets", "--format", form)
    said = err if form in ("json", "csv") else out
    assert "partial: carets on stickers (limit 24, seed 0): cases judged: defective:yes-bias " in said
    assert "different samples: carets on stickers: (a) limit 24, seed 0: " in said
    if form in ("json", "csv"):
        found = json.loads(out) if form == "json" else list(csv.DictReader(io.StringIO(out)))
        for row in found:
            assert str(row["partial"]) == str(row["model"] == "defective:yes-bias")
            assert str(row["of_partial"]) == str(row["of"] == "defective:yes-bias")
            assert (row["sample"] == row["of_sample"]) == (
                (row["model"] == "defective:no-bias") == (row["of"] == "defective:no-bias")
            )
            assert str(row["limit"]) == ("6" if row["model"] == "defective:no-bias" else "24")
        assert any(int(row["tests"]) < int(row["all_tests"]) for row in found if row["tests"] not in (None, ""))
    else:
        assert "defective:no-bias (b)" in out
        assert "defective:yes-bias (a) partial " in out
        assert " of 6 tests)" in out
        assert "A cell shows: " in out


def test_the_coverage_matrix_names_versions_apart(capfd, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for version, suite in (("1", "carets"), ("2", "accuracy")):
        askance.run(says(version, "yes"), "stickers", [suite], limit=6, out="w")
    _, out, _ = call(capfd, "report", "w", "--coverage", "carets")
    assert out.count(SAID) == 1
    assert "│ vlm (earlier " in out
