"""askance compare, askance power and report --all-versions on the command line: every format, files, and errors."""

import csv
import io
import json
import math

import askance
import pyarrow.parquet as pq
import pytest
from askance.report.power import FACTOR
from test_report_command import call

from compared_models import EVERY_THIRD, make_history, make_judged, run, versions, wrong_on


@pytest.fixture(scope="module")
def judged(tmp_path_factory):
    return make_judged(tmp_path_factory.mktemp("compare"))


@pytest.fixture(scope="module")
def history(tmp_path_factory):
    return make_history(tmp_path_factory.mktemp("history"))


def test_the_first_line_can_be_quoted(capfd, judged):
    code, out, err = call(capfd, "compare", str(judged), "A", "B")
    assert (code, err) == (0, "")
    assert out.splitlines()[0].startswith("B is better on accuracy.accuracy by 33.3 points [")
    assert "The null hypothesis is that the two models are exchangeable" in out
    assert "accuracy on toy: 60 shared cases" in out


@pytest.mark.parametrize("form", ["json", "csv"])
def test_rows_for_programs(capfd, judged, form):
    code, out, err = call(capfd, "compare", str(judged), "A", "B", "--by", "type", "--format", form)
    rows = json.loads(out) if form == "json" else list(csv.DictReader(io.StringIO(out)))
    assert code == 0
    assert [(row["metric"], row["group"], row["winner"]) for row in rows] == [
        ("accuracy", "", "B"), ("accuracy", "yes/no", "B"),
    ]  # fmt: skip
    assert float(rows[0]["difference"]) == pytest.approx(100 / 3)
    assert err.startswith("B is better on")  # what a person should know goes to stderr


def test_json_option(capfd, judged):
    assert (
        call(capfd, "compare", str(judged), "A", "B", "--json")[1]
        == call(capfd, "compare", str(judged), "A", "B", "--format", "json")[1]
    )


def test_markdown(capfd, judged):
    _, out, _ = call(capfd, "compare", str(judged), "A", "B", "--format", "md")
    assert "| metric | A | B | B − A | 95 % interval | p | n | images | detectable |" in out.splitlines()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("A", "B", "--pictures", "x"), "--pictures goes with --failures FILE"),
        (
            ("A", "B", "--failures", "x.txt"),
            "x.txt: failing inputs are written to a file that ends in .jsonl or .parquet",
        ),
        (("A", "X"), "has no model X: it has A, B, C"),
    ],
)
def test_errors_are_one_line(capfd, judged, arguments, said):
    code, _, err = call(capfd, "compare", str(judged), *arguments)
    assert code not in (0, 70)
    assert said in err
    assert err.count("\n") == 1


@pytest.fixture
def stickers(tmp_path, monkeypatch):
    """Two defective models on the built-in world, whose images can be drawn again."""
    askance.run(["defective:yes-bias", "defective:no-bias"], "stickers", ["accuracy"], limit=24, out=tmp_path / "run")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("kind", ["jsonl", "parquet"])
def test_discordant_cases_in_both_directions(capfd, stickers, kind):
    arguments = ("run", "defective:yes-bias", "defective:no-bias", "--failures", f"d.{kind}", "--pictures", "images")
    code, _, err = call(capfd, "compare", *arguments)
    assert code == 0
    path = stickers / f"d.{kind}"
    rows = (
        pq.read_table(path).to_pylist()
        if kind == "parquet"
        else [json.loads(line) for line in path.read_text().splitlines()]
    )
    passes = [row["passes"] for row in rows]
    yes, no = passes.count("defective:yes-bias"), passes.count("defective:no-bias")
    assert yes > 0
    assert no > 0
    assert f"wrote d.{kind}: {yes} case" in err
    for row in rows:
        (ask,) = row["asks"]
        assert {row["passes"], row["fails"]} == {"defective:yes-bias", "defective:no-bias"}
        assert ask["grade"] in ("wrong", "partly right")  # a minority of the annotators may give the failing answer
        assert ask["grade_of_passing"] == "right"
        assert {ask["answer"], ask["answer_of_passing"]} == {"yes", "no"}
        assert (stickers / "images" / ask["picture"]).exists()


# --- power --------------------------------------------------------------------------------------------------------


def test_power_of_two_models_by_hand(capfd, judged):
    code, out, _ = call(capfd, "power", str(judged), "A", "B", "--detect", "5", "--json")
    (row,) = json.loads(out)
    assert code == 0
    variance = 100**2 * 2 / 9 / 59  # of the difference: see test_difference_by_hand
    assert row["images_needed"] == math.ceil(FACTOR * 20 * variance / 25)
    assert row["cases_needed"] == 3 * row["images_needed"]
    assert (row["images"], row["n"], row["discordance"]) == (20, 60, None)


@pytest.mark.parametrize("models", [("A", "B"), ("A", "C")])
def test_compare_and_power_name_the_same_detectable_difference(judged, models):
    (compared,), (planned,) = askance.compare(judged, *models).rows, askance.power(judged, *models).rows
    assert planned.detectable == pytest.approx(compared.detectable)
    assert (planned.images, planned.n) == (compared.images, compared.n)


def test_power_of_one_model_assumes_discordances(capfd, tmp_path):
    # every image has one of three cases wrong: answers about one image are not alike, the design effect is 1
    run(tmp_path, wrong_on("A", EVERY_THIRD))
    _, out, err = call(capfd, "power", str(tmp_path), "A", "--json")
    rows = json.loads(out)
    assert [row["discordance"] for row in rows] == [0.05, 0.10, 0.20]
    assert rows[1]["images_needed"] == math.ceil(FACTOR * 20 * 100**2 * 0.10 / 60 / 4)
    assert "the discordance is assumed" in err


def test_power_counts_alike_answers(tmp_path):
    # all three cases of an image are right or wrong together: as many images as with one case per image
    run(tmp_path, wrong_on("A", frozenset(range(21))))
    found = askance.power(tmp_path, "A").rows[1]
    assert found.images_needed == pytest.approx(FACTOR * 100**2 * 0.10 / 4, rel=0.06)


def test_power_in_a_notebook(judged):
    found = askance.power(judged, "A", "B")
    assert "<table>" in found._repr_html_()
    assert found.table.column_names[:3] == ["dataset", "suite", "metric"]
    assert "images needed" in found.text


@pytest.mark.parametrize("detect", ["0", "-1", "101"])
def test_power_needs_a_difference(capfd, judged, detect):
    code, _, err = call(capfd, "power", str(judged), "A", "--detect", detect)
    assert code
    assert "write a difference above 0 and at most 100 points" in err


# --- versions -----------------------------------------------------------------------------------------------------


def test_report_shows_all_versions(capfd, history):
    _, out, _ = call(capfd, "report", str(history), "--format", "json")
    assert {row["model"] for row in json.loads(out)} == {"vlm"}
    _, out, _ = call(capfd, "report", str(history), "--all-versions", "--format", "json")
    assert {row["model"] for row in json.loads(out)} == {each.model for each in versions(history).values()}
    assert len({row["fingerprint"] for row in json.loads(out)}) == 3
    _, out, _ = call(capfd, "report", str(history), "--all-versions")
    assert out.count("(earlier ") == 2


SAID = "2 earlier versions of vlm are not shown: add --all-versions to `askance report`, or compare vlm with vlm@"


@pytest.mark.parametrize("form", ["table", "json", "csv", "md", "latex", "html"])
def test_report_says_that_earlier_versions_are_not_shown(capfd, history, form):
    newest = versions(history)["second"].version
    _, out, err = call(capfd, "report", str(history), "--format", form)
    said = err if form in ("json", "csv", "html") else out
    assert " ".join(said.replace("\\", "").split()).count(f"{SAID}{newest}") == 1
    _, out, err = call(capfd, "report", str(history), "--all-versions", "--format", form)
    assert "not shown" not in out + err


def test_a_run_says_so_of_its_own_models(capfd, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for word in ("yes", "no"):
        (tmp_path / "own_vlm.py").write_text(f"def answer(image, question, word): return {word!r}\n")
        name = ["-m", "python:own_vlm:answer", "--model-args", f"word={word}"]
        _, out, _ = call(capfd, "run", *name, "--limit", "3", "--out", "w")
        assert ("1 earlier version of python:own_vlm:answer is not shown" in out) == (word == "no")
    assert "not shown" not in call(capfd, "run", "-m", "oracle", "--limit", "3", "--out", "w")[1]


def test_versions_without_a_common_suite_are_not_offered_for_comparison(capfd, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for word, suite in (("yes", "accuracy"), ("no", "accuracy"), ("maybe", "repeat")):
        (tmp_path / "own_vlm.py").write_text(f"def answer(image, question, word): return {word!r}\n")
        name = ["-m", "python:own_vlm:answer", "--model-args", f"word={word}", "-s", suite]
        call(capfd, "run", *name, "--limit", "3", "--out", "w")
    _, out, _ = call(capfd, "report", "w")
    assert "1 earlier version of python:own_vlm:answer is not shown" in " ".join(out.split())
    assert "or compare" not in out


@pytest.mark.parametrize("other", [("--usage",), ("--coverage", "accuracy"), ("--failures", "x.jsonl")])
def test_all_versions_goes_with_results_only(capfd, history, other):
    code, _, err = call(capfd, "report", str(history), "--all-versions", *other)
    assert code
    assert "--all-versions does not go with" in err


@pytest.mark.parametrize("command", [("compare", "A", "B"), ("power", "A"), ("power", "A", "B")])
def test_unknown_metrics_are_one_line(capfd, judged, command):
    name, *models = command
    code, _, err = call(capfd, name, str(judged), *models, "--metric", "carets.cacc")
    assert code
    assert "--metric carets.cacc: not a metric that these results can be compared on: accuracy" in err
