"""askance beliefs: pictures, challenge sets and queues of belief judgements from one workspace."""

import json
import re
from xml.etree import ElementTree

import askance
import pytest
from askance.annotation.annotate import answer_task, take_task
from askance.cli.main import main
from askance.report.belief_picture import draw_belief_set
from askance.report.belief_sets import BeliefPair, ImageBeliefs, JudgedBelief, read_belief_sets
from askance.report.paper_tables.belief_tables import without_same_meaning
from askance.store import Workspace
from toy import ToyModel

from belief_world import fake_suite

SVG = "{http://www.w3.org/2000/svg}"


def call(capfd, *arguments):
    with pytest.raises(SystemExit) as ended:
        main([str(each) for each in arguments])
    out, err = capfd.readouterr()
    return ended.value.code or 0, out, err


@pytest.fixture(scope="module")
def run_folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("beliefs") / "w"
    says = {"sayer": "yes", "denier": "no"}
    models = [ToyModel(name, name, answering=lambda shown, text=text: text) for name, text in says.items()]
    with pytest.MonkeyPatch.context() as patch:
        askance.run(["oracle", *models], "stickers", [fake_suite(patch)], limit=6, out=folder)
    return folder


def test_show_prints_types_answers_and_contradictions(run_folder, capfd):
    code, out, _ = call(capfd, "beliefs", "show", run_folder, "-m", "sayer")
    assert code == 0
    assert re.search(r"adversarial\s.*Is there a zebra in the picture\?\s.*yes.*no", out)
    assert "Both cannot be true" in out


def test_show_writes_a_picture_with_an_arc_for_each_pair(run_folder, capfd, tmp_path):
    image = read_belief_sets(Workspace.for_reading(run_folder), "sayer")[0].image
    number = ":".join(image.split(":")[:3])  # the name without the version of the world
    for name in ("a.svg", "a.png", "a.html"):
        code, out, err = call(
            capfd, "beliefs", "show", run_folder, "-m", "sayer", "--image", number, "-o", tmp_path / name
        )
        assert (code, err) == (0, ""), out
    drawn = ElementTree.fromstring((tmp_path / "a.svg").read_text())
    arcs = [each for each in drawn.iter(f"{SVG}path") if each.get("class") == "arc"]
    assert len(arcs) == 1
    assert drawn.find(f"{SVG}image") is not None
    assert (tmp_path / "a.png").read_bytes().startswith(b"\x89PNG")
    assert "prefers-color-scheme" in (tmp_path / "a.html").read_text()


def test_hostile_text_is_inert_in_a_picture():
    bad = '</text><script>alert(1)</script>"\x00\u202e&'
    beliefs = ImageBeliefs(bad, bad, bad, bad, bad, [JudgedBelief(bad, bad, "adversarial", 0.5, (bad,), bad)])
    beliefs.pairs.append(BeliefPair(bad, bad, bad, bad))
    drawn = ElementTree.fromstring(draw_belief_set(beliefs, None))  # it is still XML
    assert not list(drawn.iter(f"{SVG}script"))


def test_a_challenge_set_is_balanced_unique_and_runs(run_folder, capfd, tmp_path):
    folder = tmp_path / "hard"
    code, out, _ = call(capfd, "beliefs", "challenge", run_folder, "-o", folder, "--most", 10, "--json")
    made = json.loads(out)
    assert (code, made["questions"]) == (0, 10)
    assert made["from"] == {"sayer": 5, "denier": 5}  # the oracle has no false beliefs
    records = [json.loads(line) for line in (folder / "challenge.jsonl").read_text().splitlines()]
    assert len({(each["image"], each["question"]) for each in records}) == 10
    assert all(each["tags"]["wrong_answer"] not in each["answers"] for each in records)
    done = askance.run(
        ToyModel("sayer", "sayer", answering=lambda shown: "yes"), f"jsonl:{folder}", ["accuracy"], out=tmp_path / "w"
    )
    accuracy = {row["metric"]: row["value"] for row in done.metrics.to_pylist() if row["group"] == ""}["accuracy"]
    assert accuracy <= 50  # its own five are wrong
    code, out, _ = call(capfd, "report", tmp_path / "w", "--paper", "ivqa")
    assert code == 0
    assert "5 from sayer, 5 from denier" in out
    code, _, err = call(capfd, "beliefs", "challenge", run_folder, "-o", folder)
    assert (code, err.count("\n")) == (1, 1)
    assert "has a challenge set already" in err


def test_the_tables_of_the_paper(run_folder, capfd):
    code, out, _ = call(capfd, "report", run_folder, "--paper", "ivqa")
    assert code == 0
    for row in ("Rephrase", "Complementary", "Adversarial", "Irrelevant", "Correct", "Incorrect", "VQA accuracy"):
        assert re.search(rf"^{row} \(.*\) &", out, re.MULTILINE)
    assert "in the form of Table 4" in out
    assert "Random 15 beliefs" in out


def test_beliefs_with_the_same_meaning_are_listed_once():
    texts = ("Is there a dog?", "Can you see a dog?", "Is there a cat?")
    beliefs = [JudgedBelief(text, "yes", "rephrase", share) for text, share in zip(texts, (0.5, 0.9, 0.7), strict=True)]
    assert [each.question for each in without_same_meaning(beliefs)] == ["Can you see a dog?", "Is there a cat?"]


def test_people_judge_a_queue_and_kappa_says_how_far_they_agree(run_folder, capfd, monkeypatch):
    code, out, _ = call(capfd, "beliefs", "annotate", run_folder, "--sample", 30, "--per-task", 1)
    assert (code, out.partition(":")[0]) == (0, "queue belief")
    judged = {
        (about.image, each.question, each.answer): each.type
        for about in read_belief_sets(Workspace.for_reading(run_folder))
        for each in about.beliefs
    }
    while (task := take_task(run_folder, "belief", "ann", print)) is not None:
        kind = judged[task.image, task.question, task.answer]
        values = {"relevant": "no" if kind == "irrelevant" else "yes"}
        values["correct"] = "yes" if kind in ("rephrase", "complementary") else "no"
        values |= {"same_fact": "yes" if kind == "rephrase" else "no"} if task.reference else {}
        answer_task(run_folder, "belief", "ann", task.id, values, "", print)
    code, out, _ = call(capfd, "beliefs", "annotate", run_folder, "--queue", "belief", "--agreement", "--json")
    found = json.loads(out)
    assert {row["field"]: row["kappa"] for row in found["agreement"]}["type"] == 1
    assert found["agreement"][0]["beliefs"] == 30
    assert found["disagreements"] == []
    judge = f"human:{run_folder}#belief"
    suite = fake_suite(monkeypatch, "beliefs:judge=people", judge_name=judge)
    done = askance.run("oracle", "stickers", [suite], limit=6, out=run_folder.parent / "human")
    assert next(row["n"] for row in done.metrics.to_pylist() if row["metric"] == "correct") > 0


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (("show", "{run}", "-m", "nobody"), "nobody"),
        (("show", "{run}", "--image", "nowhere"), "no model has beliefs about an image of that name"),
        (("show", "{run}", "-o", "a.gif"), "write a file that ends in .html, .svg, .png"),
        (("show", "{other}"), "has no belief sets: run"),
        (("challenge", "{run}", "-o", "hard", "-m", "nobody"), "nobody"),
        (("annotate", "{run}", "--agreement", "--queue", "none"), "none"),
    ],
)
def test_bad_input_is_one_line(run_folder, capfd, tmp_path, arguments, line):
    other = tmp_path / "other"
    if "{other}" in arguments:
        askance.run("oracle", "stickers", ["accuracy"], limit=2, out=other)
        capfd.readouterr()
    code, _, err = call(capfd, "beliefs", *(each.format(run=run_folder, other=other) for each in arguments))
    assert code == 1
    assert line in err
    assert err.count("\n") == 1
