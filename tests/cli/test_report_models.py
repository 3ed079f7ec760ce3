"""askance report -m MODEL: the rows of the leaderboard are chosen in every format."""

import json

import askance
import pytest
from test_report_command import FORMATS, call, parsed
from toy import ToyData, ToyModel


@pytest.fixture(scope="module")
def space(tmp_path_factory):
    """Three models; `third` was tested on another sample, and `my_vlm` has an earlier version."""
    out = tmp_path_factory.mktemp("models")
    for name, word in (("python:m:yes_man", "yes"), ("python:m:one_two", "maybe")):
        askance.run(ToyModel(name, name, answering=lambda shown, word=word: word), ToyData(12), out=out)
    askance.run(ToyModel("third", "third"), ToyData(12), limit=6, out=out)
    for version, suites in (("first", ["accuracy", "repeat"]), ("second", ["accuracy"])):
        askance.run(ToyModel("my_vlm", version), ToyData(12), suites, out=out)
    return str(out)


@pytest.mark.parametrize("form", [*FORMATS, "md"])
@pytest.mark.parametrize("more", [(), ("--by", "accuracy.accuracy"), ("--metric", "accuracy.accuracy")])
def test_every_format_has_the_chosen_models_alone(capfd, space, form, more):
    if form == "html" and "--metric" in more:
        pytest.skip("--metric has no page")
    chosen = ("-m", "python:m:yes_man", "-m", "python:m:one_two")
    code, out, err = call(capfd, "report", space, "--format", form, *chosen, *more)
    assert code == 0
    if form in ("json", "csv"):
        assert {row["model"] for row in parsed(form, out)} == {"python:m:yes_man", "python:m:one_two"}
    assert "third" not in out + err
    assert "my_vlm" not in out + err
    assert "different samples" not in out + err  # those that are shown have the same
    assert "different samples" in "".join(call(capfd, "report", space, "--format", form, *more)[1:])


def test_a_page_has_findings_and_cases_of_the_model_alone(capfd, space):
    page = call(capfd, "report", space, "--format", "html", "-m", "python:m:one_two")[1]
    assert "python:m:one_two" in page
    assert "yes_man" not in page
    assert "yes_man" in call(capfd, "report", space, "--format", "html")[1]


def test_an_earlier_version_is_chosen_with_its_name_or_its_fingerprint(capfd, space):
    def models(*arguments):
        out = call(capfd, "report", space, "--format", "json", *arguments)[1]
        return {(row["model"].partition(" ")[0], row["fingerprint"], row["suite"]) for row in json.loads(out)}

    current, older = ("my_vlm", "second", "accuracy"), ("my_vlm", "first", "repeat")
    assert models("-m", "my_vlm") == {current, older}  # the current version has no result of repeat
    assert models("-m", "my_vlm", "--all-versions") == {current, older, ("my_vlm", "first", "accuracy")}
    assert models("-m", "my_vlm@first") == {older, ("my_vlm", "first", "accuracy")}


def test_an_unknown_model_is_one_line(capfd, space):
    code, out, err = call(capfd, "report", space, "-m", "yes_man")
    assert (code, out) == (1, "")
    assert err.endswith("has no model yes_man: did you mean python:m:yes_man?\n")


def test_failing_cases_of_several_models_go_to_one_file(capfd, tmp_path):
    models = [ToyModel(name, name, answering=lambda shown: "perhaps") for name in ("one", "two", "three")]
    askance.run(models, "stickers", limit=3, out=tmp_path / "w")
    file = tmp_path / "failing.jsonl"
    code, _, _ = call(capfd, "report", str(tmp_path / "w"), "--failures", str(file), "-m", "one", "-m", "three")
    assert code == 0
    assert [json.loads(line)["model"] for line in file.read_text().splitlines()] == ["one"] * 3 + ["three"] * 3
