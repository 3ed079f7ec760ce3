"""`askance reduce` on data sets with groups and variants, from the file to the score."""

import json
import os
from pathlib import Path

import askance as tool
import pytest
from askance.cli.main import main
from askance.core import UserError
from PIL import Image

SHARED = Path(os.environ.get("ASKANCE_TEST_DATA", Path(__file__).parents[3] / "shared" / "data"))


def askance(capsys, *arguments):
    with pytest.raises(SystemExit) as ended:
        main([str(one) for one in arguments])
    out = capsys.readouterr()
    return ended.value.code, out.out, out.err


@pytest.fixture
def workspace(tmp_path, capsys, monkeypatch):
    """One group of two questions × two images; the model says yes if the question is about a dog."""
    lines = []
    for number in range(2):
        Image.new("RGB", (16, 16), (90 * number, 0, 0)).save(tmp_path / f"{number}.png")
        for name, question in (("cat", "Is there a cat?"), ("dog", "Is there a dog?")):
            answer = "yes" if (name == "dog") == bool(number) else "no"
            lines.append({"image": f"{number}.png", "question": question, "answer": answer, "group": "g",
                          "variant": f"{name}/{number}"})  # fmt: skip
    (tmp_path / "q.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    (tmp_path / "asked_model.py").write_text(
        "def says(image, question):\n    return 'yes' if 'dog' in question else 'no'\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    where = tmp_path / "w"
    code, _, err = askance(
        capsys, "run", "-m", "python:asked_model:says", "-d", f"jsonl:{tmp_path / 'q.jsonl'}", "-s", "accuracy",
        "--out", where,
    )  # fmt: skip
    assert code == 0, err
    return where


def scores(capsys, *arguments):
    code, out, err = askance(capsys, "reduce", *arguments, "--json")
    assert code == 0, err
    return {(row["metric"], row["group"]): row["value"] for row in json.loads(out)}


def test_scores_of_a_group(workspace, capsys):
    # Image 0: cat no (true), dog yes (wrong). Image 1: cat no (wrong), dog yes (true).
    assert scores(capsys, "all-correct", workspace) == {("all_correct", ""): 0.0}
    assert scores(capsys, "question-accuracy", workspace) == {("question_accuracy", ""): 0.0}
    assert scores(capsys, "spread", workspace)["spread", ""] == 100.0
    assert scores(capsys, "pope", workspace)["accuracy", ""] == 50.0
    by_tag = scores(capsys, "pope", workspace, "--by", "variant")
    assert by_tag["accuracy", "variant/dog-1"] == 100.0
    assert by_tag["accuracy", "variant/dog-0"] == 0.0


def test_the_table_names_the_unit(workspace, capsys):
    code, out, _ = askance(capsys, "reduce", "image-accuracy", workspace)
    assert code == 0
    assert "NaturalBench I-Acc" in out
    assert "n = number of images" in out


def test_the_function_returns_an_object_that_shows_itself(workspace, capsys):
    found = tool.reduce("pope", workspace, by="variant")
    rows = found.table.to_pylist()
    printed = json.loads(askance(capsys, "reduce", "pope", workspace, "--by", "variant", "--json")[1])
    assert rows == printed
    assert {row["value"] for row in rows if (row["metric"], row["group"]) == ("accuracy", "")} == {50.0}
    assert repr(found) == found.text
    lines = found.text.splitlines()
    assert lines[0].startswith("pope (")
    assert lines[1].split()[:2] == ["model", "group"]
    assert any(line.split()[-1] == "n=4" for line in lines if " all " in line)
    assert "<caption>pope (" in found._repr_html_()
    assert "n = number of" in found._repr_html_()
    assert tool.reduce("pope", tool.open_run(workspace)).table.num_rows == 5  # a run means its folder
    only = tool.reduce("pope", workspace, models="python:asked_model:says")
    assert only.table == tool.reduce("pope", str(workspace)).table


def test_the_function_raises_what_the_command_prints(workspace):
    with pytest.raises(UserError, match=r"did you mean pope\?"):
        tool.reduce("popee", workspace)
    with pytest.raises(UserError, match="name one with --baseline MODEL"):
        tool.reduce("mce", workspace)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("popee",), "did you mean pope?"),
        (("mce",), "name one with --baseline MODEL"),
        (("all-correct", "--baseline", "python:asked_model:says"), "takes no --baseline"),
        (("all-correct", "-m", "oracle"), "unknown model 'oracle'"),
        (("all-correct", "--group", "nope"), "4 of 4 have none"),
        (("pope", "--by", "nope"), "no question has this tag"),
        (("pope", "-s", "carets"), "no results of suite carets"),
    ],
)
def test_misuse_is_one_line(workspace, capsys, arguments, words):
    name, *rest = arguments
    code, _, err = askance(capsys, "reduce", name, workspace, *rest)
    assert code not in (0, 70)
    assert words in err
    assert err.count("\n") == 1


def test_a_limit_is_said_to_cut_groups(tmp_path, workspace, capsys):
    data = f"jsonl:{workspace.parent / 'q.jsonl'}"
    assert askance(capsys, "run", "-m", "python:asked_model:says", "-d", data, "-s", "accuracy", "--limit", 3,
                   "--out", tmp_path / "cut")[0] == 0  # fmt: skip
    _, _, err = askance(capsys, "reduce", "all-correct", tmp_path / "cut")
    assert "--limit 3 was used: groups may be incomplete" in err


def test_stickers_have_no_groups_but_a_tag_of_that_name(tmp_path, capsys):
    assert askance(capsys, "run", "-m", "oracle", "-s", "accuracy", "--limit", 60, "--out", tmp_path)[0] == 0
    code, _, err = askance(capsys, "reduce", "all-correct", tmp_path)
    assert code not in (0, 70)
    assert "60 of 60 have none (the tag `group` of this data set is something else" in err
    assert "write --group image to group the questions about one image, or write --group TAG with one of" in err
    listed = err.split("one of the tags ")[1].split(", or ")[0].split(", ")
    assert "type" in listed
    assert "group" not in listed
    assert scores(capsys, "all-correct", tmp_path, "--group", "image") == {("all_correct", ""): 100.0}


@pytest.mark.skipif(not (SHARED / "pope").exists(), reason="needs ../shared/data/pope")
def test_pope_of_a_model_that_says_yes_on_the_real_questions(tmp_path, capsys, monkeypatch):
    """3,000 questions about 500 images, half of them with the answer yes: the published formulas give these values."""
    (tmp_path / "val2014").mkdir()
    lines = (SHARED / "pope" / "coco_pope_random.json").read_text().splitlines()
    names = sorted({json.loads(line)["image"] for line in lines})
    for number, name in enumerate(names):
        Image.new("RGB", (4, 4), (number % 256, number // 256, 7)).save(tmp_path / "val2014" / name)
    (tmp_path / "coco_pope_random.json").write_text("\n".join(lines))
    (tmp_path / "constant_model.py").write_text("def says(image, question):\n    return 'Yes.'\n")
    monkeypatch.syspath_prepend(tmp_path)
    done = askance(capsys, "run", "-m", "python:constant_model:says", "-d", f"pope:{tmp_path}", "-s", "accuracy",
                   "--out", tmp_path / "w")  # fmt: skip
    assert done[0] == 0, done[2]
    found = scores(capsys, "pope", tmp_path / "w")
    expected = {"accuracy": 50.0, "precision": 50.0, "recall": 100.0, "f1": 200 / 3, "yes_ratio": 100.0}
    assert found == pytest.approx({(name, ""): value for name, value in expected.items()})
