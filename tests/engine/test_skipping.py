"""A suite that the data set or a model does not support is skipped in one line; the others run."""

import json
import re

import askance
import numpy as np
import pytest
from askance.cli.main import main
from askance.core import Card, Case, Query, Scene, SceneObject, Stimulus, UserError
from askance.engine import NoProgress, SkippedSuite
from askance.metrics import rates
from askance.store import Workspace
from PIL import Image
from toy import ToyData, ToyModel


class Plain(ToyData):
    """Questions without scene graphs."""

    def scene(self, image):
        return None


class Broken:
    """A suite that fails after some cases, as one that finds a damaged record does."""

    def __init__(self, adaptive=False):
        self.card = Card("broken", 1, "", "", "", "", "", adaptive=adaptive)

    def rounds(self, data, limit, seed):
        yield self._cases()

    def _cases(self):
        yield Case.of("broken", "one", {"ask": Query(Stimulus("toy-1-00000", "Is it number 0?"))}, "truth")
        raise UserError("scenes.json: record 7: no name: add one")

    def metrics(self, verdicts):
        return rates(verdicts, "broken")


class Lines(NoProgress):
    """Keeps what is said."""

    def __init__(self):
        self.said = []

    def say(self, message):
        self.said.append(message)


NO_SCENES = "toy has no scene graphs: name a data set that has them"


def test_the_others_run_and_the_run_says_what_was_skipped(tmp_path):
    lines = Lines()
    done = askance.run(ToyModel(), Plain(), ["carets", "accuracy", "metamorphic"], out=tmp_path, progress=lines)
    assert done.skipped == (SkippedSuite("carets", "toy", NO_SCENES), SkippedSuite("metamorphic", "toy", NO_SCENES))
    assert lines.said[:2] == [f"carets: skipped on toy ({NO_SCENES})", f"metamorphic: skipped on toy ({NO_SCENES})"]
    rows = done.metrics.to_pylist()
    assert {row["suite"] for row in rows} == {"accuracy"}
    assert next(row["value"] for row in rows if row["metric"] == "accuracy") == 100
    assert f"carets: skipped on toy ({NO_SCENES})" in repr(done)
    assert f"carets: skipped on toy ({NO_SCENES})" in done._repr_html_()
    assert [each["suite"] for each in Workspace(tmp_path).runs()[-1]["skipped"]] == ["carets", "metamorphic"]


def test_a_second_run_says_it_again(tmp_path):
    for _ in range(2):
        with pytest.warns(UserWarning, match="carets: skipped on toy"):
            done = askance.run(ToyModel(), Plain(), ["carets", "accuracy"], out=tmp_path)
        assert [each.suite for each in done.skipped] == ["carets"]


def test_where_all_are_skipped_it_is_an_error(tmp_path):
    with pytest.raises(UserError, match=f"^carets and metamorphic cannot run: {NO_SCENES}$"):
        askance.run(ToyModel(), Plain(), ["carets", "metamorphic"], out=tmp_path)


def test_a_model_that_reads_scenes_is_not_asked_where_there_are_none(tmp_path):
    reason = "the model answers from scene graphs, and the data set has none"
    with pytest.raises(UserError, match=f"^accuracy and noise cannot run with oracle: {reason}$"):
        askance.run("oracle", Plain(), ["accuracy", "noise"], out=tmp_path, dry_run=True)
    lines = Lines()
    done = askance.run(["oracle", ToyModel()], Plain(6), ["accuracy"], out=tmp_path, progress=lines)
    assert lines.said[0] == f"accuracy: skipped for oracle ({reason})"
    assert done.done.outcome.made == 6


class Unasked(Plain):
    """Images without questions."""

    def items(self, limit=None, seed=0):
        return iter(())


def test_a_suite_without_a_case_says_that_there_are_no_questions(tmp_path):
    reason = "toy has no questions: write some in a file for jsonl:, or use a suite that makes its own: -s implications"
    with pytest.raises(UserError, match=f"^accuracy, bias, sears and noise cannot run: {reason}$"):
        askance.run(ToyModel(), Unasked(), ["accuracy", "bias", "sears", "noise"], out=tmp_path)


class UnaskedList(Plain):
    """Images without questions, as a list."""

    def items(self, limit=None, seed=0):
        return []


def test_an_empty_list_of_questions_is_none(tmp_path):
    with pytest.raises(UserError, match="noise cannot run: toy has no questions"):
        askance.run(ToyModel(), UnaskedList(), "noise", out=tmp_path)


def test_a_run_without_any_image_ends_before_the_first_call(tmp_path):
    row = {"image": "a.png", "question": "Is it?", "answer": "yes"}
    (tmp_path / "own.jsonl").write_text(json.dumps(row))
    model = ToyModel(answering=lambda shown: "yes")
    fix = "put the images there, or correct the paths in the data set"
    with pytest.raises(
        UserError, match=rf"^the only image of .* is missing: {re.escape(str(tmp_path / 'a.png'))}: {fix}$"
    ):
        askance.run(model, f"jsonl:{tmp_path / 'own.jsonl'}", ["accuracy"], out=tmp_path / "w")
    (tmp_path / "own.jsonl").write_text(f"{json.dumps(row)}\n{json.dumps(row | {'image': 'b.png'})}")
    with pytest.raises(
        UserError, match=rf"^all 2 images of .* are missing, such as {re.escape(str(tmp_path / 'a.png'))}: {fix}$"
    ):
        askance.run(model, f"jsonl:{tmp_path / 'own.jsonl'}", ["accuracy"], out=tmp_path / "w")
    assert model.batches == []


def test_missing_images_are_counted_before_the_first_call(tmp_path):
    rows = [{"image": f"{number}.png", "question": f"Is it {number}?", "answer": "yes"} for number in range(6)]
    (tmp_path / "own.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    for number in range(4):
        Image.new("RGB", (9, 9), (number, 0, 0)).save(tmp_path / f"{number}.png")
    lines, model = Lines(), ToyModel(answering=lambda shown: "yes")
    done = askance.run(model, f"jsonl:{tmp_path / 'own.jsonl'}", ["accuracy"], out=tmp_path / "w", progress=lines)
    line = f"2 of 6 images are missing, such as {tmp_path / '4.png'}: calls about missing images will fail"
    assert lines.said[0] == line
    assert (done.done.outcome.made, done.done.outcome.failed) == (6, 2)
    lines.said.clear()
    askance.run(ToyModel(needs=frozenset()), f"jsonl:{tmp_path / 'own.jsonl'}", ["accuracy"], progress=lines)
    assert line not in lines.said  # the model does not read images


@pytest.mark.parametrize("adaptive", [False, True])
def test_a_suite_that_fails_half_way_leaves_nothing_behind(tmp_path, adaptive):
    lines = Lines()
    done = askance.run(ToyModel(), ToyData(6), [Broken(adaptive), "accuracy"], out=tmp_path, progress=lines)
    assert lines.said[0] == "broken: skipped on toy (scenes.json: record 7: no name: add one)"
    assert {row["suite"] for row in done.metrics.to_pylist()} == {"accuracy"}
    assert done.done.outcome.made == 6


def test_an_empty_suite_is_skipped(tmp_path):
    class Empty(Broken):
        def _cases(self):
            return iter(())

    with pytest.warns(UserWarning, match=r"broken: skipped on toy \(the data set gives no case for it\)"):
        done = askance.run(ToyModel(), ToyData(6), [Empty(), "accuracy"], out=tmp_path)
    assert [each.suite for each in done.skipped] == ["broken"]


def test_a_workspace_that_cannot_be_written_is_no_fault_of_a_suite(tmp_path, monkeypatch):
    from askance.engine import case_generation

    def full(*arguments):
        raise UserError("no space left")

    monkeypatch.setattr(case_generation, "write_case_set", full)
    with pytest.raises(UserError, match=r"^no space left$"):
        askance.run(ToyModel(), ToyData(6), ["accuracy", "repeat"], out=tmp_path)


class Shapes(ToyData):
    """Scenes of objects that no class of the ontology has."""

    def scene(self, image):
        things = (SceneObject("a", "circle", (0, 0, 30, 20)), SceneObject("b", "rhomboid", (2, 2, 30, 22)))
        return Scene(image, 32, 24, things)


@pytest.mark.parametrize("suite", ["carets", "metamorphic"])
def test_names_without_a_class_are_named(tmp_path, suite):
    with pytest.warns(UserWarning, match="skipped on"):
        done = askance.run(ToyModel(), Shapes(), [suite, "accuracy"], out=tmp_path)
    assert [each.suite for each in done.skipped] == [suite]
    reason = "the ontology has no class for the object names of toy (circle, rhomboid): rename them"
    assert done.skipped[0].reason.startswith(reason)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A user's own questions about an image without a scene graph."""
    (tmp_path / "images").mkdir()
    Image.fromarray(np.zeros((40, 40, 3), np.uint8)).save(tmp_path / "images" / "a.png")
    question = {"id": "1", "image": "a.png", "question": "Is there a dog?", "answers": ["no"]}
    (tmp_path / "questions.json").write_text(json.dumps([question]))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "skipped_model.py").write_text("def answer(image, question):\n    return 'no'\n")
    monkeypatch.syspath_prepend(tmp_path)
    return tmp_path


def call(capfd, *arguments):
    with pytest.raises(SystemExit) as ended:
        main(list(arguments))
    out, err = capfd.readouterr()
    return ended.value.code or 0, out, err


RUN = ("run", "-m", "python:skipped_model:answer", "-d", "folder:.", "-s", "carets", "--out", "w")


def test_the_exit_code_and_json_tell(capfd, folder):
    code, out, err = call(capfd, *RUN, "-s", "accuracy", "--json")
    assert code == 4
    assert "carets: skipped on folder:. (folder:. has no scene graphs: name a data set that has them)\n" in err
    rows = [row for row in json.loads(out) if row["metric"] == "skipped"]
    assert [(row["suite"], row["model"], row["dataset"], row["value"], row["n"]) for row in rows] == [
        ("carets", "", "folder:.", None, 0)
    ]
    assert "has no scene graphs" in rows[0]["reason"]
    assert any(row["suite"] == "accuracy" and row["value"] == 100 for row in json.loads(out))
    code, out, _ = call(capfd, *RUN, "-s", "accuracy", "--dry-run", "--json")
    assert code == 4
    assert [each["suite"] for each in json.loads(out)["skipped"]] == ["carets"]
    code, _, err = call(capfd, *RUN)
    assert code == 1
    assert err.splitlines()[-1].startswith("askance: carets cannot run: folder:. has no scene graphs")


def test_a_dry_run_says_the_cost_for_each_model(capfd, tmp_path):
    noise = ("run", "-s", "noise", "--limit", "2", "--out", str(tmp_path), "--dry-run")
    assert "  noise: 31 calls per item: 1 original, 12 noisy, 18 edited\n" in call(capfd, *noise, "-m", "oracle")[1]
    out = call(capfd, *noise, "-m", "oracle", "-m", "builtin:blind")[1]
    assert "  noise for oracle: 31 calls per item" in out
    assert "  noise for builtin:blind: " in out
