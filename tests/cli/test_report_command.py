"""askance report: data sets apart, directions, partial figures, samples, and files, in every format."""

import csv
import io
import json
import re
from pathlib import Path

import askance
import pytest
from askance import report
from askance.cli.main import main
from askance.core import Card, Case, Metric, Query, Stimulus
from askance.metrics import rates
from askance.report import Board
from toy import ToyData, ToyModel

FORMATS = ("table", "json", "csv", "latex", "html")


def call(capfd, *arguments):
    """Run in this process; returns code, stdout, stderr."""
    with pytest.raises(SystemExit) as ended:
        main(list(arguments))
    out, err = capfd.readouterr()
    return ended.value.code or 0, out, err


def parsed(form, text):
    return json.loads(text) if form == "json" else list(csv.DictReader(io.StringIO(text)))


@pytest.fixture(scope="module")
def judged(tmp_path_factory):
    """A workspace with two data sets: a model that is always right, and one that is right about one of them."""
    out = tmp_path_factory.mktemp("judged")
    wrong = ToyModel("wrong", "wrong", answering=lambda shown: "maybe")
    askance.run([wrong, ToyModel("right", "right")], ToyData(12, "first"), out=out)
    askance.run([ToyModel("wrong", "wrong")], ToyData(9, "second", version="2"), out=out)
    return str(out)


@pytest.fixture
def space(judged, tmp_path, monkeypatch):
    """That workspace, and a working folder for the files of one test."""
    monkeypatch.chdir(tmp_path)
    return judged


@pytest.fixture(scope="module")
def unfinished(tmp_path_factory):
    out = tmp_path_factory.mktemp("unfinished")
    askance.run(ToyModel(), ToyData(40), out=out, budget=16)
    return str(out)


@pytest.fixture(scope="module")
def two_samples(tmp_path_factory):
    out = tmp_path_factory.mktemp("samples")
    askance.run(ToyModel("many", "many"), ToyData(40), limit=30, out=out)
    askance.run(ToyModel("few", "few"), ToyData(40), limit=6, out=out)
    return str(out)


@pytest.mark.parametrize("form", FORMATS)
def test_every_format_goes_to_a_file(capfd, space, form):
    code, out, err = call(capfd, "report", space, "--format", form, "-o", f"new/report.{form}")
    assert (code, out) == (0, "")
    assert err.endswith(f"wrote new/report.{form}\n")
    written = Path(f"new/report.{form}").read_text()
    assert "right" in written
    assert written == call(capfd, "report", space, "--format", form)[1]
    assert [path.name for path in Path("new").iterdir()] == [f"report.{form}"]


def test_a_file_that_cannot_be_written_is_one_line(capfd, space):
    Path("file").write_text("")
    for form in FORMATS:
        code, out, err = call(capfd, "report", space, "--format", form, "-o", "file/report")
        assert (code, out) == (1, "")
        (line,) = (line for line in err.splitlines() if "not available in the report" not in line)  # of test images
        assert line.startswith("askance: cannot write file/report: ")


@pytest.mark.parametrize("form", FORMATS)
def test_every_format_breaks_one_metric_down(capfd, space, form):
    code, out, _ = call(capfd, "report", space, "--format", form, "--by", "accuracy.accuracy")
    assert code == 0
    assert "type/yes-no" in out
    assert "coverage" not in out
    if form in ("json", "csv"):
        assert {row["metric"] for row in parsed(form, out)} == {"accuracy"}


@pytest.mark.parametrize("form", ["table", "latex", "html"])
def test_data_sets_are_kept_apart(capfd, space, form):
    out = call(capfd, "report", space, "--format", form, "--by", "accuracy.accuracy")[1]
    first, second = out.split("accuracy.accuracy on second", 1)
    assert "accuracy.accuracy on first" in first
    assert "0.0 n=12" in first
    assert "100.0 n=12" in first
    assert "100.0 n=9" in second
    assert "n=12" not in second.replace("accuracy.accuracy on first", "")


def test_the_leaderboard_ranks_within_a_data_set(capfd, space):
    lines = [line for line in call(capfd, "report", space, "--wide")[1].splitlines() if " n=" in line and "│" in line]
    assert [[cell.strip() for cell in line.split("│")[1:3]] for line in lines] == [
        ["wrong", "mean of 2 data sets"], ["wrong", "first"], ["wrong", "second"], ["right", "first"]
    ]  # fmt: skip


@pytest.mark.parametrize("form", FORMATS)
def test_partial_figures_are_marked(capfd, unfinished, form):
    _, out, err = call(capfd, "report", unfinished, "--format", form)
    if form in ("json", "csv"):
        assert {(str(row["partial"]), str(row["judged"]), str(row["wanted"])) for row in parsed(form, out)} == {
            ("True", "16", "40")
        }
    else:
        assert "partial 16/40" in out
    line = "partial: accuracy on toy (no limit, seed 0): cases judged: toy 16 of 40; repeat that run to finish it"
    assert line in (err if form in ("json", "csv") else out)


@pytest.mark.parametrize("form", FORMATS)
def test_different_samples_are_marked(capfd, two_samples, form):
    _, out, err = call(capfd, "report", two_samples, "--format", form)
    if form in ("json", "csv"):
        samples = {(row["model"], row["sample"], str(row["limit"])) for row in parsed(form, out)}
        assert {(model, limit) for model, _, limit in samples} == {("many", "30"), ("few", "6")}
        assert len({sample for _, sample, _ in samples}) == 2
    else:
        assert re.search(r"100\.0 \(a\)[^)]* n=30" if form == "table" else r"n=30(/\d+)? \(a\)", out)
        assert re.search(r"100\.0 \(b\)[^)]* n=6" if form == "table" else r"n=6(/\d+)? \(b\)", out)
    line = "different samples: accuracy on toy: (a) limit 30, seed 0: many; (b) limit 6, seed 0: few."
    assert line in (err if form in ("json", "csv") else out)


def test_the_coverage_matrix_goes_to_a_file_and_says_n(capfd, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    askance.run(["oracle", "defective:yes-bias"], suites=["carets"], limit=12, out="w")
    for form in ("table", "json", "csv", "latex"):
        code, out, err = call(capfd, "report", "w", "--coverage", "carets", "--format", form, "-o", f"matrix.{form}")
        assert (code, out, err) == (0, "", f"wrote matrix.{form}\n")
        assert "defective:yes-bias" in Path(f"matrix.{form}").read_text()
    rows = json.loads(Path("matrix.json").read_text())
    found = [row for row in rows if (row["model"], row["of"]) == ("oracle", "defective:yes-bias") and not row["group"]]
    assert f"100.0 n={found[0]['n']}" in Path("matrix.table").read_text()


class Slips:
    """A suite of a user's own, of which less is better."""

    card = Card(
        "slips", 1, "", "", "", "", "",
        metrics=(Metric("slips", "share of wrong answers", better="down"), ("asked", "share of answers")),
        headline=("slips",),
    )  # fmt: skip

    def rounds(self, data, limit, seed):
        yield [
            Case.of("slips", item.id, {"ask": Query(Stimulus(item.image, item.question))}, "truth",
                    expected={"ask": item.answers})
            for item in data.items(limit, seed)
        ]  # fmt: skip

    def metrics(self, verdicts):
        import pyarrow as pa

        return pa.concat_tables([rates(verdicts, "slips", of="fails"), rates(verdicts, "asked")])


def test_a_suite_of_ones_own_keeps_its_direction_in_the_workspace(capfd, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    models = [ToyModel("bad", "bad", answering=lambda shown: "no"), ToyModel("good", "good")]
    askance.run(models, ToyData(8), [Slips()], out="w")
    out = call(capfd, "report", "w")[1]
    assert re.search(r"slips *\n *slips ↓", out)
    assert "slips.asked" not in out
    assert out.index("good") < out.index("bad")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--coverage", "carets", "--by", "accuracy.accuracy"], "--by does not go with --coverage"),
        (["--failures", "f.jsonl", "--by", "accuracy.accuracy"], "--by does not go with --failures"),
        (["--failures", "f.jsonl", "-o", "x"], "--output does not go with --failures"),
        (
            ["--by", "mirror.same"],
            "has no finished results of mirror: run this suite, or choose one of accuracy.accuracy",
        ),
        (["--by", "accuracy.acc"], "--by accuracy.acc: this workspace has accuracy.accuracy, accuracy.coverage"),
    ],
)
def test_options_that_would_be_ignored_are_refused(capfd, space, options, message):
    code, out, err = call(capfd, "report", space, *options)
    assert (code, out) == (1, "")
    assert message in err
    assert err.count("\n") == 1


@pytest.mark.parametrize("form", ["table", "md", "latex", "csv", "json"])
def test_columns_can_be_chosen(capfd, space, form):
    chosen = ["--metric", "accuracy.coverage", "--metric", "accuracy.accuracy"]
    code, out, _ = call(capfd, "report", space, "--format", form, *chosen)
    assert code == 0
    if form in ("csv", "json"):
        assert {row["metric"] for row in parsed(form, out)} == {"coverage", "accuracy"}
        only = parsed(form, call(capfd, "report", space, "--format", form, *chosen[:2])[1])
        assert {row["metric"] for row in only} == {"coverage"}
    elif form != "table":
        head = next(line for line in out.splitlines() if "accuracy.accuracy" in line)
        assert head.index("accuracy.coverage") < head.index("accuracy.accuracy")
        assert "coverage |" not in head.replace("accuracy.coverage", "")
    assert "accuracy.accuracy" not in call(capfd, "report", space, "--format", "md", *chosen[:2])[1]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--metric", "accuracy.acc"], "--metric accuracy.acc: this workspace has accuracy.accuracy, accuracy.cov"),
        (
            ["--metric", "accuracy.accuracy", "--by", "accuracy.accuracy"],
            "already names the metric, and shows it for each",
        ),
        (["-m", "wrong", "--coverage", "carets"], "--model does not go with --coverage or --paper"),
        (["--metric", "accuracy.accuracy", "--usage"], "leave out --usage"),
        (["--metric", "accuracy.accuracy", "--format", "html"], "--metric has no page"),
    ],
)
def test_columns_that_cannot_be_chosen_are_refused(capfd, space, options, message):
    code, out, err = call(capfd, "report", space, *options)
    assert (code, out) == (1, "")
    assert message in err


def test_latex_has_minus_signs_before_numbers_alone():
    board = Board(["model", "a.difference"], [["m-1", "-2.5 [-14 – -3] n=2"], ["−x", "61 [3–100] n=18/6"]])
    lines = report.to_latex(board).splitlines()
    assert lines[4] == r"m-1 & $-$2.5 [$-$14 -- $-$3] n=2 \\"
    assert lines[5] == r"$-$x & 61 [3--100] n=18/6 \\"


@pytest.mark.parametrize("form", ["table", "html"])
def test_the_legend_names_an_interval_only_where_tables_have_one(judged, capfd, form):
    wide = call(capfd, "report", judged, "--format", form, *(["--wide"] if form == "table" else []))[1]
    by_group = call(capfd, "report", judged, "--format", form, "--by", "accuracy.accuracy")[1]
    assert "interval" in wide
    assert "A cell shows: value n = number of cases that the metric counts." in " ".join(by_group.split())
    assert "interval]" not in by_group
