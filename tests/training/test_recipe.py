"""`askance train`: from a data set's name to a folder that is a model, cut short or not."""

import json
import sys
from pathlib import Path

import pytest
from askance.cli.main import main
from askance.cli.train_command import _print_result
from askance.core import ImageData, ModelInput, Query, Stimulus, UserError
from askance.core.install_command import install_command
from askance.datasets import open_dataset
from askance.models import open_model
from askance.training import recipe as making
from askance.training.recipe import TrainingRecipe, train_model
from askance.training.start_weights import read_weights

from colors import write_colors
from quiet import Quiet


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    return write_colors(tmp_path_factory.mktemp("data") / "colors")


def called(capsys, *arguments):
    with pytest.raises(SystemExit) as done:
        main(["train", *map(str, arguments)])
    out, err = capsys.readouterr()
    return done.value.code, out, err


def test_one_epoch_is_no_epochs(capsys):
    card = {
        "model": "blind",
        "questions": 1,
        "pictures": 1,
        "epochs": 1,
        "seconds": 2,
        "onnx_difference": 0,
        "check": {},
    }
    _print_result(card, Path("m"), "")
    assert capsys.readouterr().out.startswith("blind: 1 question about 1 image, 1 epoch in 2 s; ")


def test_the_command_writes_a_model(data, tmp_path, capsys):
    folder = tmp_path / "m"
    options = ["blind", "-d", data, "--check", data, "--epochs", "2", "--batch-size", "3", "-o", folder]
    code, out, err = called(capsys, *options, "--json")
    assert code == 0, err
    card = json.loads(out)
    assert (card["questions"], card["pictures"], card["epochs"]) == (30, 6, 2)
    assert set(card["check"]) == {"accuracy", "yes/no", "number", "other"}
    assert card["onnx_difference"] <= 1e-4
    assert sorted(path.name for path in folder.iterdir()) == [
        "model.json", "say.onnx", "see.onnx", "training", "words.onnx"
    ]  # fmt: skip
    code, out, err = called(capsys, *options)
    assert code == 0
    assert "is trained already" in err
    assert f"askance run -m builtin:{folder}" in out
    assert "yes/no" in out


@pytest.fixture(scope="module")
def seeing(data, tmp_path_factory):
    """A network that has learned the colors a little."""
    folder = tmp_path_factory.mktemp("seeing") / "m"
    card = train_model(TrainingRecipe("cnn-lstm", data, epochs=2, check=data, images=3), folder, 1, Quiet())
    return folder, card


def test_the_figures_are_those_of_the_model_that_was_written(data, seeing):
    folder, card = seeing
    model, world = open_model(f"builtin:{folder}"), open_dataset(data)
    items = list(world.items())
    shown = [
        ModelInput(
            Query(Stimulus(item.image, item.question)), picture=ImageData(image=world.load_image(item.image).image)
        )
        for item in items
    ]
    right = [answer.text == item.answers[0] for answer, item in zip(model.answer(shown), items, strict=True)]
    assert card["check"]["accuracy"] == pytest.approx(100 * sum(right) / len(right))
    assert {"noise:vision.out", "noise:text.in"} <= model.supports


def test_cut_short_and_run_again_it_ends_the_same(data, seeing, tmp_path):
    folder, card = seeing
    recipe, again = TrainingRecipe("cnn-lstm", data, epochs=2, check=data, images=3), tmp_path / "m"
    with pytest.raises(KeyboardInterrupt):
        train_model(recipe, again, 1, Quiet(stop=4))  # in the second of two epochs
    assert (again / "checkpoint.safetensors").is_file()
    got = train_model(recipe, again, 1, Quiet())
    one, other = read_weights(folder), read_weights(again)
    assert max(float((one[name] - other[name]).abs().max()) for name in one) <= 1e-6
    assert got["check"] == pytest.approx(card["check"])
    assert not (again / "corpus").exists()


def test_going_on_with_new_words_and_cases(data, seeing, tmp_path):
    image = next(open_dataset(data).items()).image
    ask = {"role": "original", "image": image, "question": "Is it not purple?", "edits": ["blur(sigma=2.0)"]}
    cases = tmp_path / "cases.jsonl"
    cases.write_text(json.dumps({"asks": [ask], "expected": {"original": ["maybe"]}}) + "\n")
    recipe = TrainingRecipe("cnn-lstm", data, (str(cases),), str(seeing[0]), epochs=1, images=3)
    card = train_model(recipe, tmp_path / "m", 1, Quiet())
    assert (card["questions"], card["pictures"]) == (31, 7)  # the blurred picture is another one
    assert card["words"][: len(seeing[1]["words"])] == seeing[1]["words"]
    assert {"not", "purple"} <= set(card["words"])
    assert card["answers"] == [*seeing[1]["answers"], "maybe"]


def test_a_folder_is_for_one_training(data, seeing, tmp_path):
    with pytest.raises(UserError, match="holds another training"):
        train_model(TrainingRecipe("cnn-lstm", data, epochs=3), seeing[0], 1, Quiet())
    (tmp_path / "mine.txt").touch()
    with pytest.raises(UserError, match="is not empty"):
        train_model(TrainingRecipe("blind", data), tmp_path, 1, Quiet())
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]


def test_bad_calls_are_one_line(data, tmp_path, capsys, monkeypatch):
    for arguments, line in [
        (["blnd", "-d", data], "unknown model to train 'blnd': did you mean blind"),
        (["blind", "-d", data, "--cases", tmp_path / "no.jsonl"], "no.jsonl: cannot be read"),
        (["blind", "-d", data, "--from", tmp_path / "no"], "holds no model.json"),
        (["blind", "-d", data, "--from", "builtin:cnn-lstm"], "holds a cnn-lstm, not a blind"),
    ]:
        code, _, err = called(capsys, *arguments, "-o", tmp_path / "m")
        assert code == 1
        assert line in err
        assert len(err.strip().splitlines()[-1:]) == 1
    monkeypatch.setitem(sys.modules, "torch", None)
    code, _, err = called(capsys, "blind", "-d", data, "-o", tmp_path / "n")
    assert (code, err) == (1, f"askance: training needs torch: {install_command('train')}\n")
    assert not (tmp_path / "n").exists()


def test_cases_of_another_data_set_are_told_so(data, tmp_path):
    cases = tmp_path / "cases.jsonl"
    ask = {"role": "original", "image": "stickers:train:1:abc", "question": "Is it?"}
    cases.write_text(json.dumps({"asks": [ask], "expected": {"original": ["yes"]}}) + "\n")
    with pytest.raises(UserError, match=r"cases\.jsonl: not about pictures of .*: generate the cases with -d"):
        train_model(TrainingRecipe("cnn-lstm", data, (str(cases),), epochs=1), tmp_path / "m", 1, Quiet())


def test_a_model_that_never_looks_needs_no_pictures_and_learns_from_all_questions(tmp_path, monkeypatch):
    """Of large data sets a suite takes a sample; training does not."""
    monkeypatch.setattr("askance.datasets.reading.sample_by_image.MOST", 5)
    records = [{"image": f"no{n}.png", "question": "Is it day?", "answer": "no" if n % 3 else "yes"} for n in range(12)]
    (tmp_path / "a.jsonl").write_text("\n".join(map(json.dumps, records)))
    data = f"jsonl:{tmp_path}"
    assert len(list(open_dataset(data).items())) == 5
    card = train_model(TrainingRecipe("blind", data, epochs=1, check=data), tmp_path / "m", 1, Quiet())
    assert (card["questions"], card["pictures"], set(card["spread"])) == (12, 12, {"text.in"})
    assert (
        open_model(f"builtin:{tmp_path / 'm'}").answer([ModelInput(Query(Stimulus(None, "Is it day?")))])[0].text
        == "no"
    )


def test_an_export_that_differs_is_an_error(data, tmp_path, monkeypatch):
    monkeypatch.setattr("askance.training.onnx_export.onnx_difference", lambda *args: 0.5)
    with pytest.raises(UserError, match=r"ONNX Runtime and torch differ by 0\.5"):
        train_model(TrainingRecipe("blind", data, epochs=1), tmp_path / "m", 1, Quiet())
    assert not (tmp_path / "m" / "model.json").exists()


def test_names_of_given_weights():
    assert making.start_model_folder("builtin:blind") == making.WEIGHTS / "blind"
    assert making.start_model_folder("builtin:a/b") == making.start_model_folder("a/b")
    assert str(making.start_model_folder("blind")) == "blind"
