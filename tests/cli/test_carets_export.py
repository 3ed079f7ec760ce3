"""askance generate for training and annotation, and askance report --coverage, on carets."""

import json
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from askance.cli.main import main
from askance.core import Case, Query, Stimulus
from askance.datasets import open_dataset
from askance.engine import run
from askance.models.human import load_human_answers, question_of_query
from askance.report.training_export import make_training_export
from PIL import Image


def call(capfd, *arguments):
    with pytest.raises(SystemExit) as ended:
        main(list(arguments))
    out, err = capfd.readouterr()
    return ended.value.code or 0, out, err


def quietly(*arguments):
    with pytest.raises(SystemExit) as ended:
        main(list(arguments))
    assert not ended.value.code


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """120 pairs as files."""
    made = tmp_path_factory.mktemp("export")
    for name in ("cases.jsonl", "cases.parquet"):
        quietly("generate", "carets", "--limit", "120", "-o", str(made / name))
    return made


@pytest.fixture(scope="module")
def rows(folder):
    return [json.loads(line) for line in (folder / "cases.jsonl").read_text().splitlines()]


@pytest.fixture(scope="module")
def done(folder, rows):
    """A run of people who are always right, and of a model that always says yes."""
    lines = {}
    for row in rows:
        for ask in row["asks"]:
            key = (ask["image"], ask["question"], str(ask["edits"]))
            lines[key] = {
                "case": row["name"], "role": ask["role"], "annotator": "w", "answer": row["expected"][ask["role"]][0]
            }  # fmt: skip
    (folder / "people.jsonl").write_text("\n".join(map(json.dumps, lines.values())))
    human = load_human_answers(f"{folder}/people.jsonl#{folder}/cases.jsonl")
    return run([human, "defective:yes-bias"], "stickers", ["carets"], limit=120, out=folder / "w")


def test_cases_carry_slots_templates_and_scenes(folder, rows):
    assert {row["tags"]["test"] for row in rows} == {
        "rephrase",
        "order",
        "ontological",
        "visual",
        "negation",
        "antonym",
    }
    for row in rows:
        assert json.loads(row["tags"]["slots"])
        assert row["tags"]["template"]
        assert row["tags"]["other_template"]
        assert all(ask["scene"] for ask in row["asks"])
    table = pq.read_table(folder / "cases.parquet").to_pylist()
    assert [row["name"] for row in table] == [row["name"] for row in rows]
    assert table[0]["asks"][0]["scene"] == rows[0]["asks"][0]["scene"]
    assert {tag["tag"] for tag in table[0]["tags"]} >= {"template", "other_template", "slots"}


def test_annotations_by_case_reach_every_query(done):
    totals = {r["metric"]: r for r in done.metrics.to_pylist() if r["group"] == "" and r["model"] == "human"}
    assert totals["cacc"]["value"] == totals["cons"]["value"] == 100
    assert totals["cons"]["undecided"] == 0
    assert question_of_query(Query(Stimulus("i", "q"))) == ("i", "q", "")


def test_report_coverage(capfd, folder, done):
    code, out, _ = call(capfd, "report", str(folder / "w"), "--coverage", "carets", "--json")
    assert code == 0
    yes_bias, found = "defective:yes-bias", {}
    for unit in ("instance_coverage", "pair_coverage"):
        rows = [row for row in json.loads(out) if row["metric"] == unit]
        cells = {(row["group"], row["model"], row["of"]): row["value"] for row in rows}
        assert cells["", "human", yes_bias] == cells["pooled", "human", yes_bias] == 100
        assert ("negation/Q1", "human", "human") in cells
        found[unit] = cells["negation", yes_bias, "human"]
    assert found == {"instance_coverage": 50, "pair_coverage": 0}  # one half of every negation pair is yes
    shown = " ".join(call(capfd, "report", str(folder / "w"), "--coverage", "carets")[1].split())
    assert "negation: % of the column's right answers that the row gets right too" in shown
    assert "negation: % of the column's right pairs that the row gets right too" in shown
    assert "mean of the tests" in shown
    assert "–" in shown
    assert call(capfd, "report", str(folder / "w"), "--coverage", "carets", "--format", "csv")[1].startswith("dataset,")
    assert r"\toprule" in call(capfd, "report", str(folder / "w"), "--coverage", "carets", "--format", "latex")[1]
    assert "this workspace has carets" in call(capfd, "report", str(folder / "w"), "--coverage", "accuracy")[2]
    assert "no page" in call(capfd, "report", str(folder / "w"), "--coverage", "carets", "--format", "html")[2]


def test_training_export(capfd, folder):
    target, pictures = folder / "train", folder / "pictures"
    arguments = ["generate", "carets", "-d", "stickers:train", "--limit", "60", "-o", str(target), "--format", "vqa2"]
    code, out, _ = call(capfd, *arguments, "--pictures", str(pictures), "--json")
    assert code == 0
    told = json.loads(out)
    questions = json.loads(Path(f"{target}.questions.json").read_text())["questions"]
    annotations = json.loads(Path(f"{target}.annotations.json").read_text())["annotations"]
    assert told["questions"] == len(questions) == len(annotations)
    assert told["left_out"] == 0
    ids = [question["question_id"] for question in questions]
    assert ids == [annotation["question_id"] for annotation in annotations] == list(range(1, len(ids) + 1))
    assert all(len(annotation["answers"]) == 10 for annotation in annotations)
    assert {annotation["answer_type"] for annotation in annotations} == {"yes/no", "other"}
    assert all(annotation["tags"]["slots"] for annotation in annotations)
    once = {(question["image_id"], question["question"]) for question in questions}
    assert len(once) == len(questions)
    files = {int(path.stem) for path in pictures.glob("*.png")}
    assert files == {question["image_id"] for question in questions}
    edited = next(question for question in questions if any("crop" in edit for edit in question["edits"]))
    with Image.open(pictures / f"{edited['image_id']:012d}.png") as picture:
        assert picture.size != (480, 360)
    assert "--pictures goes with" in call(capfd, "generate", "carets", "-o", "x.jsonl", "--pictures", "p")[2]


def test_training_leaves_out_what_is_disputed():
    def case(name, answer):
        return Case.of("s", name, {"ask": Query(Stimulus("i", "Is it?"))}, "truth", expected={"ask": (answer,)})

    made = make_training_export([case("a", "yes"), case("b", "Yes")])
    assert len(made.questions) == 1
    assert made.left_out == 0
    made = make_training_export([case("a", "yes"), case("b", "no")])
    assert (made.questions, made.left_out) == ([], 1)


def test_training_covers_both_halves_of_every_pair():
    from askance.suites.carets import Carets

    cases = list(next(Carets().rounds(open_dataset("stickers:train"), 60, 0)))
    asked = {query.stimulus for case in cases for _, query in case.asks}
    assert len(make_training_export(cases).questions) == len(asked)


def test_the_leaderboard_shows_the_mean_of_the_tests(capfd, folder, done):
    rows = [row for row in done.metrics.to_pylist() if row["model"] == "defective:yes-bias" and row["metric"] == "cacc"]
    cells = {row["group"]: row["value"] for row in rows}
    tests = [value for group, value in cells.items() if group and "/" not in group and group != "pooled"]
    assert len(tests) == 6
    assert cells[""] == pytest.approx(sum(tests) / 6)
    assert cells["pooled"] != pytest.approx(cells[""], abs=0.1)
    shown = call(capfd, "report", str(folder / "w"), "--wide")[1].splitlines()
    line = next(line for line in shown if "yes-bias" in line)
    assert f"{cells['']:.1f} [" in line
    assert f"{cells['pooled']:.1f} [" not in line
