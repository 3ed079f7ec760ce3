"""Images with the same bytes under two names: each keeps its own scene graph, and the run says so."""

import json

import askance
import numpy as np
import pytest
from askance.core import UserError
from askance.datasets import open_dataset
from askance.engine import NoProgress
from PIL import Image


class Lines(NoProgress):
    """Keeps what is said."""

    def __init__(self):
        self.said = []

    def say(self, message):
        self.said.append(message)


def copied(folder, *names):
    """The same image under several names."""
    folder.mkdir(parents=True)
    for name in names:
        Image.fromarray(np.full((40, 60, 3), 90, np.uint8)).save(folder / name)


def thing(name):
    return {"id": "1", "name": name, "box": [1, 1, 30, 30]}


def folder(root, *scenes):
    """Copies a.png, b.png, …, each with the scene of one object, and the question whether there is a dog."""
    files = [f"{letter}.png" for letter, _ in zip("abcdef", scenes, strict=False)]
    copied(root / "images", *files)
    records = [
        {"image": file, "width": 60, "height": 40, "things": [thing(name)], "complete": True}
        for file, name in zip(files, scenes, strict=True)
    ]
    questions = [
        {"id": file, "image": file, "question": "Is there a dog?", "answers": ["yes" if name == "dog" else "no"]}
        for file, name in zip(files, scenes, strict=True)
    ]
    (root / "scenes.json").write_text(json.dumps(records))
    (root / "questions.json").write_text(json.dumps(questions))
    return open_dataset(f"folder:{root}")


def names_of(data):
    return [[thing.name for thing in data.scene(image).things] for image in data.images()]


def test_a_folder_keeps_both_scenes(tmp_path):
    data = folder(tmp_path / "f", "dog", "cat")
    assert names_of(data) == [["dog"], ["cat"]]
    lines = Lines()
    done = askance.run("oracle", data, ["accuracy"], out=tmp_path / "w", progress=lines)
    row = next(row for row in done.metrics.to_pylist() if (row["metric"], row["group"]) == ("accuracy", ""))
    assert (row["value"], row["n"]) == (100, 2)  # one scene for both would make one of the answers wrong
    assert lines.said[0] == (
        f"{data.name}: 1 image file is a copy of another with a different scene graph (b.png = a.png):"
        " each keeps its own scene graph"
    )
    assert all(data.load_image(image).pixels.shape == (40, 60, 3) for image in data.images())


def test_copies_with_the_same_scene_are_one_image(tmp_path):
    data = folder(tmp_path / "f", "dog", "dog", "cat")
    assert names_of(data) == [["dog"], ["cat"]]
    images = [item.image for item in data.items()]
    assert images[0] == images[1] != images[2]
    assert "1 image file is a copy" in data.notes()[0]
    assert folder(tmp_path / "g", "dog", "dog").notes() == []


def test_one_image_with_two_records_is_refused(tmp_path):
    data = folder(tmp_path / "f", "dog")
    file = tmp_path / "f" / "scenes.json"
    file.write_text(json.dumps(json.loads(file.read_text()) * 2))
    with pytest.raises(UserError, match=r"scenes.json: record 1: field image: 'a.png' is also that of .*record 0"):
        open_dataset(data.name)


def test_gqa_keeps_both_scenes(tmp_path):
    copied(tmp_path / "images", "1.jpg", "2.jpg", "3.jpg")
    graphs = {
        key: {"width": 60, "height": 40, "objects": {"9": {"name": name, "x": 1, "y": 1, "w": 30, "h": 30}}}
        for key, name in (("1", "dog"), ("2", "cat"), ("3", "bird"))
    }
    for graph in graphs.values():
        graph["objects"]["9"] |= {"attributes": [], "relations": []}
    (tmp_path / "sceneGraphs.json").write_text(json.dumps(graphs))
    data = open_dataset(f"gqa:{tmp_path}")
    assert names_of(data) == [["dog"], ["cat"], ["bird"]]
    assert "2 image files are copies of another with a different scene graph (2 = 1, 3 = 1)" in data.notes()[0]
    assert [data.load_image(image).scene.things[0].name for image in data.images()] == ["dog", "cat", "bird"]


def test_visual_genome_keeps_both_scenes(tmp_path):
    copied(tmp_path / "images", "1.jpg", "2.jpg")
    records = [
        {"image_id": key, "objects": [{"object_id": key, "names": [name], "x": 1, "y": 1, "w": 30, "h": 30}]}
        for key, name in ((1, "dog"), (2, "cat"))
    ]
    (tmp_path / "objects.json").write_text(json.dumps(records))
    data = open_dataset(f"visual_genome:{tmp_path}")
    assert names_of(data) == [["dog"], ["cat"]]
    assert "(2 = 1)" in data.notes()[0]
