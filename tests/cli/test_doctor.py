"""askance doctor: counts are those of the files, missing parts are no fault, findings are documented rules."""

import json
import re
import tomllib
from pathlib import Path

import numpy as np
import pytest
from askance.cli.doctor_command import EXTRAS
from askance.cli.doctor_model import check_model
from askance.cli.main import main
from askance.core import Answer, Choose, TemporaryError
from askance.core.model import FEATURES
from askance.models.conformance import check_conformance
from askance.models.python_model import PythonModel
from PIL import Image
from toy import ToyModel

from question_files import clevr_object, clevr_question, clevr_scene, put

ROOT = Path(__file__).parent.parent.parent


def doctor(capfd, *arguments):
    """The exit code, and what → detail."""
    with pytest.raises(SystemExit) as ended:
        main(["doctor", *arguments, "--json"])
    return ended.value.code or 0, {line["what"]: line["detail"] for line in json.loads(capfd.readouterr().out)}


def image(path, shade):
    path.parent.mkdir(parents=True, exist_ok=True)
    Image.fromarray(np.full((40, 60, 3), shade, np.uint8)).save(path)


def graph(name="dog"):
    thing = {"name": name, "x": 1, "y": 1, "w": 30, "h": 30, "attributes": [], "relations": []}
    return {"width": 60, "height": 40, "objects": {"9": thing}}


def gqa_questions(*images):
    return {
        str(number): {"imageId": image, "question": "Is there a dog?", "answer": "yes"}
        for number, image in enumerate(images)
    }


def test_gqa_without_scene_graphs_is_fine(tmp_path, capfd):
    put(tmp_path / "questions.json", gqa_questions("1", "1", "1", "2", "3"))
    image(tmp_path / "images" / "1.jpg", 10)
    image(tmp_path / "images" / "2.jpg", 20)
    code, told = doctor(capfd, f"gqa:{tmp_path}")
    assert code == 0
    assert told["questions"] == "5"
    assert told["scene graphs"].startswith("none: suites that make questions from scene graphs")
    assert told["images"].startswith("2 of 3 images can be read, e.g. 60 × 40")


def test_a_folder_of_images_alone_is_fine(tmp_path, capfd):
    image(tmp_path / "dog.jpg", 10)
    code, told = doctor(capfd, f"folder:{tmp_path}")
    assert code == 0
    assert told["questions"].startswith("none: there are no questions: only suites that make their own")
    assert told["images"].startswith("1 of 1 image can be read")
    assert told["files of questions"] == f"no {tmp_path / 'questions.json'}: optional"
    assert list(told)[-1] == "installation"  # what was asked for comes first, without the list of optional parts
    assert not [what for what in told if what.startswith("extra ") or "picture" in what]


def test_scene_graphs_are_counted_beyond_those_examined(tmp_path, capfd):
    put(tmp_path / "sceneGraphs.json", {str(number): graph() for number in range(230)})
    code, told = doctor(capfd, f"gqa:{tmp_path}")
    assert code == 0
    assert told["scene graphs"] == "200 of the first 200 of 230 images"


def test_images_are_counted_once_each(tmp_path, capfd):
    image(tmp_path / "images" / "a.png", 10)
    image(tmp_path / "images" / "b.png", 20)
    questions = [
        {"id": str(number), "image": "ab"[number % 2] + ".png", "question": "Is it?", "answers": ["no"]}
        for number in range(1_200)
    ]
    put(tmp_path / "questions.json", questions)
    code, told = doctor(capfd, f"folder:{tmp_path}")
    assert code == 0
    assert told["questions"] == "1,200"
    assert told["images"] == "2 of 2 images can be read, e.g. 60 × 40"


@pytest.mark.parametrize(("present", "code"), [(0, 1), (1, 1), (12, 1), (13, 0)])
def test_missing_images_of_own_files_are_bad(tmp_path, capfd, present, code):
    rows = [{"image": f"{number}.png", "question": "Is it?", "answer": "no"} for number in range(13)]
    (tmp_path / "own.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    for number in range(present):
        image(tmp_path / f"{number}.png", number)
    found, told = doctor(capfd, f"jsonl:{tmp_path / 'own.jsonl'}")
    assert found == code
    assert told["images"].startswith(f"{present} of 13 images can be read" if present else "none: ")
    assert ("is missing" in told["images"]) == (present < 13)


def test_clevr_has_no_boxes(tmp_path, capfd):
    put(tmp_path / "questions/CLEVR_val_questions.json", {"questions": [clevr_question()]})
    scene = clevr_scene([clevr_object(), clevr_object("cube", 100.0)])
    put(tmp_path / "scenes/CLEVR_val_scenes.json", {"scenes": [scene]})
    assert doctor(capfd, f"clevr:{tmp_path}")[1]["scene graphs"] == "1 of 1 image (centres only: no boxes)"


def test_copies_are_noted(tmp_path, capfd):
    put(tmp_path / "sceneGraphs.json", {"1": graph("dog"), "2": graph("cat")})
    image(tmp_path / "images" / "1.jpg", 10)
    image(tmp_path / "images" / "2.jpg", 10)
    assert "1 image file is a copy of another" in doctor(capfd, f"gqa:{tmp_path}")[1]["note"]


def test_real_slices_are_counted_rightly(real_data, capfd):
    count = {
        name: {what: detail.partition(" ")[0] for what, detail in doctor(capfd, name.format(real_data))[1].items()}
        for name in ("gqa:{}/gqa", "vqa2:{}/vqa", "textvqa:{}/vqa", "vizwiz:{}/vqa", "pope:{}/pope")
    }
    assert [told["questions"] for told in count.values()] == ["1", "3", "5,000", "4,319", "3,000"]
    assert count["gqa:{}/gqa"]["scene graphs"] == "4"
    genome = doctor(capfd, f"visual_genome:{real_data}/visual_genome")[1]
    assert genome["scene graphs"] == "5 of 5 images"
    assert genome["images"].startswith("4 of 5 images can be read")


def test_the_optional_parts_are_those_that_exist(capfd):
    with (ROOT / "pyproject.toml").open("rb") as file:
        extras = tomllib.load(file)["project"]["optional-dependencies"]
    named = {extra: tuple(re.split("[<>=]", package)[0] for package in extras[extra]) for extra in extras}
    assert {extra: tuple(each.split("|")[0] for each in packages) for extra, (packages, _) in EXTRAS.items()} == {
        extra: packages
        for extra, packages in named.items()
        if extra not in ("dev", "docs")  # for work on Askance itself
    }
    told = doctor(capfd)[1]
    assert {what for what in told if what.startswith("extra ")} == {f"extra {extra}" for extra in EXTRAS}
    assert "ray" not in told


def test_a_model_that_cannot_be_opened_is_a_line(capfd):
    code, told = doctor(capfd, "-m", "python:os:no_such_callable")
    assert code == 1
    assert "no_such_callable" in told["python:os:no_such_callable"]


def test_one_fault_is_one_finding():
    def broken(image, question):
        raise ValueError("no weights")

    assert check_conformance(PythonModel(broken)) == [
        "text: every plain question failed: ValueError: no weights (test_doctor.py, line 152)"
    ]


def test_a_function_that_returns_no_text_does_not_conform():
    assert check_conformance(PythonModel(lambda image, question: None)) == [
        "text: every plain question failed: the model returned None, not text"
    ]


def test_an_unstable_model_is_not_accused_of_mixing_up_its_batch():
    answers = iter(range(10_000))
    findings = check_conformance(PythonModel(lambda image, question: str(next(answers))))
    assert findings == ["repeat: the same query got another answer (so order and batch could not be checked)"]


def test_what_is_temporary_is_tried_again():
    class Busy(ToyModel):
        turn = 0

        def answer(self, shown):
            self.turn += 1
            if self.turn % 2:
                raise TemporaryError("busy", wait=0)
            return PythonModel(lambda image, question: "yes").answer(shown)

    assert check_conformance(Busy()) == []


def test_an_offer_that_nothing_asks_for_is_named():
    findings = check_conformance(ToyModel(supports=frozenset({"text", "scores", "noise:vision.out"})))
    assert findings[0].startswith("identity: supports names scores, which is no feature: use choose, ")


def test_every_finding_is_a_documented_rule():
    table = [line for line in (ROOT / "docs/models/python.md").read_text().splitlines() if line.startswith("| `")]
    documented = {rule for line in table for rule in re.findall("`([^`]+)`", line.split("|")[1])}

    class Wrong(ToyModel):
        def answer(self, shown):
            return [Answer(text=str(place), score=2.0) for place, _ in enumerate(shown)]

    models = [
        Wrong(supports=frozenset({"text", "score", "choose", "scores"})),
        Wrong(supports=frozenset({"draws"})),
        PythonModel(lambda image, question: None),
    ]
    rules = {finding.partition(": ")[0] for model in models for finding in check_conformance(model)}
    assert rules <= documented
    assert {"identity", "order", "batch", "score", "choose", "text", "temperature", "turns"} <= rules
    assert set(re.findall("`([^`]+)`", "".join(table))) >= FEATURES


class Choosing(ToyModel):
    """Offers Choose, and answers such a query in one way."""

    def __init__(self, chosen):
        super().__init__(answering=lambda shown: "red")
        self.supports = self.supports | {"choose"}
        self.chosen = chosen

    def answer(self, shown):
        given = super().answer(shown)
        return [
            self.chosen if isinstance(each.query.readout, Choose) else one
            for each, one in zip(shown, given, strict=True)
        ]


def test_a_server_that_names_no_option_is_one_note_and_not_bad(monkeypatch):
    model = Choosing(Answer("failed", reason="none of the options is the answer 'black'"))
    monkeypatch.setattr("askance.models.open_model", lambda name, args: model)
    lines, _ = check_model("openai:x", {})
    about = [(what, good, detail) for what, good, detail in lines if "choose:" in detail]
    assert [(what, good) for what, good, _ in about] == [("note", True)]
    assert "'black'" in about[0][2]
    assert "no suite of Askance uses it" in about[0][2]


def test_a_text_that_is_none_of_the_options_is_one_finding():
    found = [line for line in check_conformance(Choosing(Answer(text="black"))) if line.startswith("choose")]
    assert found == ["choose: 'black' is none of the options: return an option, or a failed answer"]
