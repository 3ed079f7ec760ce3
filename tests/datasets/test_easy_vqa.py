"""easy-vqa: the package's own files, and folders in their layout."""

import json

import numpy as np
import pytest
from askance.core import UserError
from askance.datasets import open_dataset
from PIL import Image

RECORDS = [["what color is the shape?", "red", 0], ["is there a circle?", "no", 0], ["what shape is it?", "circle", 1]]


def write(root, records, pictures=(0, 1)):
    (root / "test" / "images").mkdir(parents=True)
    (root / "test" / "questions.json").write_text(json.dumps(records))
    for number in pictures:
        Image.fromarray(np.full((64, 64, 3), number, np.uint8)).save(root / "test" / "images" / f"{number}.png")
    return f"easy_vqa:{root}#test"


@pytest.mark.parametrize(("split", "questions", "pictures"), [("train", 38_575, 4000), ("test", 9673, 1000)])
def test_the_package(split, questions, pictures):
    data = open_dataset(f"easy_vqa:{split}")
    items = list(data.items())
    assert (len(items), len(set(data.images()))) == (questions, pictures)
    assert len({item.id for item in items}) == questions
    answers = {item.answers[0] for item in items}
    assert len(answers) == 13
    picture = data.load_image(items[-1].image)
    assert picture.pixels.shape == (64, 64, 3)
    assert picture.scene is None


def test_an_item_and_its_picture():
    data = open_dataset("easy_vqa")
    item = next(data.items())
    assert (item.id, item.question, item.answers) == ("test-0", "what is the red shape?", ("triangle",))
    assert dict(item.tags) == {"skill": "shape", "type": "other", "negated": "no"}
    pixels = data.load_image(item.image).pixels.reshape(-1, 3).astype(int)
    assert ((pixels[:, 0] > 180) & (pixels[:, 1:] < 90).all(1)).any()  # the red that is asked about
    assert data.name == "easy_vqa"
    assert open_dataset("easy_vqa:test").fingerprint == data.fingerprint


def test_a_folder_in_the_same_layout(tmp_path):
    data = open_dataset(write(tmp_path, RECORDS))
    assert [dict(item.tags)["skill"] for item in data.items()] == ["color", "presence", "shape"]
    assert [dict(item.tags)["type"] for item in data.items()] == ["other", "yes/no", "other"]
    assert len(list(data.items(limit=2, seed=1))) == 2
    assert data.load_image(list(data.images())[1]).pixels[0, 0].tolist() == [1, 1, 1]


def test_another_picture_is_another_data_set(tmp_path):
    one = open_dataset(write(tmp_path / "a", RECORDS))
    other = open_dataset(write(tmp_path / "b", RECORDS))
    assert one.fingerprint == other.fingerprint
    Image.fromarray(np.full((64, 64, 3), 9, np.uint8)).save(tmp_path / "b" / "test" / "images" / "1.png")
    assert open_dataset(f"easy_vqa:{tmp_path / 'b'}#test").fingerprint != one.fingerprint


BAD = [
    ([["what?", "red"]], r"questions\.json: record 0: .*write \[question, answer, image id\]"),
    ([*RECORDS, ["what?", 3, 0]], r"record 3: Expected `str`, got `int` - at `\$\[1\]`.*in quotes"),
    ([["what?", "red", 7]], r"record 0: field 2: .*7\.png does not exist"),
    ({"a": 1}, "not a JSON list"),
]


@pytest.mark.parametrize(("records", "line"), BAD)
def test_a_bad_record_is_named(tmp_path, records, line):
    data = open_dataset(write(tmp_path, records))
    with pytest.raises(UserError, match=line):
        list(data.items())


def test_what_is_not_there(tmp_path, monkeypatch):
    with pytest.raises(UserError, match=r"questions\.json: does not exist"):
        open_dataset(f"easy_vqa:{tmp_path}")
    with pytest.raises(UserError, match="unknown split of easy_vqa 'val'"):
        open_dataset(f"easy_vqa:{tmp_path}#val")
    monkeypatch.setattr("askance.datasets.easy_vqa.find_spec", lambda name: None)
    with pytest.raises(UserError, match=r"pip install .*\[easy-vqa\]'"):
        open_dataset("easy_vqa")
