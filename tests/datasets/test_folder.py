"""A user's own folder: checked on load, with file, record and field in every error."""

import json

import askance
import numpy as np
import pytest
from askance.core import UserError
from askance.datasets import open_dataset
from PIL import Image


def write(root, scenes=None, questions=None, images=("a.png", "b.png")):
    (root / "images").mkdir(parents=True, exist_ok=True)
    for number, name in enumerate(images):
        Image.fromarray(np.full((40, 60, 3), 40 * number, dtype=np.uint8)).save(root / "images" / name)
    if scenes is not None:
        (root / "scenes.json").write_text(json.dumps(scenes))
    if questions is not None:
        (root / "questions.json").write_text(json.dumps(questions))
    return root


def scene(**changes):
    things = [
        {"id": "1", "name": "dog", "box": [0, 0, 20, 20], "attributes": {"color": ["brown"]}},
        {"id": "2", "name": "cat", "box": [30, 5, 50, 30]},
    ]
    return {"image": "a.png", "width": 60, "height": 40, "things": things, "links": [["1", "left of", "2"]]} | changes


def question(**changes):
    return {"id": "q1", "image": "a.png", "question": "Is there a dog?", "answers": ["yes"]} | changes


def test_a_good_folder(tmp_path):
    data = open_dataset(f"folder:{write(tmp_path, [scene()], [question(), question(id='q2', image='b.png')])}")
    items = list(data.items())
    assert [item.id for item in items] == ["q1", "q2"]
    assert items[0].image != items[1].image
    assert data.scene(items[0].image).links[0].name == "left of"
    assert data.scene(items[1].image) is None
    assert data.load_image(items[1].image).pixels[0, 0].tolist() == [40, 40, 40]
    assert [item.id for item in data.items(limit=1, seed=3)] in (["q1"], ["q2"])


def test_the_oracle_answers_from_a_users_scenes(tmp_path):
    write(
        tmp_path / "d", [scene()], [question(), question(id="q2", question="What color is the dog?", answers=["brown"])]
    )
    done = askance.run("oracle", f"folder:{tmp_path / 'd'}", ["accuracy"], out=tmp_path / "run")
    assert next(r["value"] for r in done.metrics.to_pylist() if r["metric"] == "accuracy" and not r["group"]) == 100


BAD = [
    (
        [scene(things=[{"id": "1", "box": [0, 0, 5, 5]}])],
        None,
        "scenes.json: record 0: .*missing required field `name`.*things",
    ),
    ([scene(), scene(image="b.png", width="wide")], None, "scenes.json: record 1: .*`int`, got `str`.*width"),
    ([scene(), {"image": "b.png"}], None, "scenes.json: record 1: .*missing required field `width`"),
    ([scene(thing=[])], None, "scenes.json: record 0: .*unknown field `thing`"),
    ([scene(width=10)], None, r"record 0: field things\[0\].box: .*not inside 10 × 40"),
    ([scene(links=[["1", "on", "9"]])], None, r"record 0: field links\[0\]: there is no thing '9'"),
    ([scene(image="gone.png")], None, "record 0: field image: .*gone.png does not exist"),
    (None, [question(), question(answers=[])], "questions.json: record 1: field answers is empty"),
    (
        None,
        [question(), {"id": "q2", "image": "a.png", "answers": ["yes"]}],
        "record 1: .*missing required field `question`",
    ),
    (None, {"questions": []}, "questions.json: not a JSON list of records"),
]


@pytest.mark.parametrize(("scenes", "questions", "message"), BAD)
def test_bad_records_are_named(tmp_path, scenes, questions, message):
    write(tmp_path, scenes, questions)
    with pytest.raises(UserError, match=message) as error:
        open_dataset(f"folder:{tmp_path}")
    assert "\n" not in str(error.value)


def test_a_missing_folder_is_named(tmp_path):
    with pytest.raises(UserError, match=r"no such folder: name a folder of images \(scenes.json and "):
        open_dataset(f"folder:{tmp_path / 'nowhere'}")
    with pytest.raises(UserError, match="has no images: put some there"):
        open_dataset(f"folder:{tmp_path}")


def test_a_file_without_any_answers_has_questions_that_nobody_answered(tmp_path):
    (tmp_path / "images").mkdir()
    Image.new("RGB", (8, 8)).save(tmp_path / "images" / "a.png")
    asked = {"id": "1", "image": "a.png", "question": "Is there a dog?"}
    (tmp_path / "questions.json").write_text(json.dumps([asked, asked | {"id": "2"}]))
    assert [item.answers for item in open_dataset(f"folder:{tmp_path}").items()] == [(), ()]
    (tmp_path / "questions.json").write_text(json.dumps([asked, asked | {"id": "2", "answers": ["yes"]}]))
    with pytest.raises(UserError, match="record 0: field answers is empty"):
        open_dataset(f"folder:{tmp_path}")


def answers_of(done):
    return sorted(row["text"] for row in done.answers.to_pylist())


def brightness(image, question):
    return str(image.getpixel((0, 0))[0])


def test_another_picture_under_the_same_name_is_asked_again(tmp_path):
    root = write(tmp_path / "d", None, [question()])
    first = askance.run(brightness, f"folder:{root}", ["accuracy"], out=tmp_path / "run")
    assert answers_of(first) == ["0"]
    Image.fromarray(np.full((40, 60, 3), 77, dtype=np.uint8)).save(root / "images" / "a.png")
    second = askance.run(brightness, f"folder:{root}", ["accuracy"], out=tmp_path / "run")
    assert second.done.outcome.made == 1
    assert answers_of(second) == ["0", "77"]
    assert second.verdicts.num_rows == 1
    third = askance.run(brightness, f"folder:{root}", ["accuracy"], out=tmp_path / "run")
    assert third.done.outcome.made == 0


def test_a_picture_that_changes_during_the_run_is_not_shown(tmp_path):
    root = write(tmp_path / "d", None, [question()])
    data = open_dataset(f"folder:{root}")
    image = next(data.items()).image
    Image.fromarray(np.full((40, 60, 3), 99, dtype=np.uint8)).save(root / "images" / "a.png")
    with pytest.raises(UserError, match="changed during the run"):
        data.load_image(image)


def test_broken_pictures_fail_alone_with_their_file_named(tmp_path):
    root = write(
        tmp_path / "d",
        None,
        [question(id=f"q{i}", image=f"{n}.png") for i, n in enumerate("abcd")],
        [f"{n}.png" for n in "abcd"],
    )
    Image.fromarray(np.random.default_rng(0).integers(0, 255, (300, 300, 3), dtype=np.uint8)).save(
        root / "images" / "b.jpg"
    )
    data = (root / "images" / "b.jpg").read_bytes()
    (root / "images" / "b.png").write_bytes(data[: len(data) // 2])  # a truncated JPEG
    (root / "images" / "c.png").write_bytes(huge_png())
    (root / "images" / "d.png").write_bytes(b"not a picture")
    done = askance.run(brightness, f"folder:{root}", ["accuracy"], out=tmp_path / "run")
    reasons = sorted(row["reason"] for row in done.answers.to_pylist() if row["status"] == "failed")
    assert len(reasons) == 3
    assert "b.png: damaged image" in reasons[0]
    assert "c.png: its header gives 2,500,000,000 pixels, above the limit of 175,000,000: scale" in reasons[1]
    assert "d.png: not an image file that can be read: use JPEG" in reasons[2]
    assert done.done.outcome.failed == 3


def huge_png() -> bytes:
    """A PNG header that promises 50,000 × 50,000 pixels."""
    import struct
    import zlib

    def chunk(body: bytes) -> bytes:
        return struct.pack(">I", len(body) - 4) + body + struct.pack(">I", zlib.crc32(body))

    head = b"IHDR" + struct.pack(">IIBBBBB", 50_000, 50_000, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(head) + chunk(b"IDAT" + zlib.compress(b"\0" * 100)) + chunk(b"IEND")
