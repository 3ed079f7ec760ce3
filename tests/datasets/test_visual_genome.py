"""Visual Genome: the three files joined, the real slice, and errors that name file, record, field and fix."""

import json
import subprocess
import sys
import threading
from pathlib import Path

import numpy as np
import pytest
from askance.core import SceneRelation, UnreadableImage, UserError
from askance.datasets.visual_genome import VisualGenome
from PIL import Image


def thing(number, name, box=(0, 0, 10, 10), **more):
    x, y, w, h = box
    return {"object_id": number, "x": x, "y": y, "w": w, "h": h, "names": [name], "synsets": []} | more


OBJECTS = [
    {
        "image_id": 1,
        "image_url": "https://example.org/1.jpg",
        "objects": [
            thing(11, "Dog ", (-3, 0, 23, 20), merged_object_ids=[9]),
            thing(12, "tree", (10, 5, 900, 30), merged_object_ids=[8]),
            thing(13, "speck", (5, 5, 0, 9)),
        ],
    },
    {"image_id": 2, "objects": [thing(21, "man")]},
]
ATTRIBUTES = [
    {
        "image_id": 1,
        "attributes": [
            thing(11, "dog", attributes=["Brown", "wet"]),
            thing(9, "dog", attributes=["brown", "small"]),
            thing(8, "bush", attributes=["round"]),
            thing(12, "tree"),
        ],
    }
]
END = {"object_id": 14, "name": "shade", "x": 1, "y": 1, "w": 5, "h": 5, "synsets": []}
RELATIONSHIPS = [
    {
        "image_id": 1,
        "relationships": [
            {"predicate": "ON", "subject": END, "object": thing(12, "tree"), "relationship_id": 1, "synsets": []},
            {"predicate": "to the left of", "subject": thing(9, "dog"), "object": thing(12, "tree")},
            {"predicate": "near", "subject": thing(11, "dog"), "object": thing(13, "speck")},
        ],
    },
    {"image_id": 3, "relationships": []},
]
SIZES = [{"image_id": number, "url": "", "width": 60, "height": 40, "coco_id": None} for number in (1, 2, 3)]


def write(root, **files):
    for name, content in files.items():
        (root / f"{name}.json").write_text(content if isinstance(content, str) else json.dumps(content))
    return str(root)


def whole(root, **files):
    parts = {"objects": OBJECTS, "attributes": ATTRIBUTES, "relationships": RELATIONSHIPS, "image_data": SIZES}
    return write(root, **(parts | files))


def draw(root, folder, number, size=(60, 40)):
    (root / folder).mkdir(exist_ok=True)
    Image.new("RGB", size, (number, 0, 0)).save(root / folder / f"{number}.jpg")


def test_the_files_are_joined(tmp_path):
    data = VisualGenome(whole(tmp_path))
    scene, *others = map(data.scene, data.images())
    assert [other.id for other in others] == ["2", "3"]
    assert (scene.id, scene.width, scene.height) == ("1", 60, 40)
    assert [(one.id, one.name, one.box) for one in scene.things] == [
        ("11", "dog", (0, 0, 20, 20)),
        ("12", "tree", (10, 5, 60, 35)),
        ("14", "shade", (1, 1, 6, 6)),  # only a relationship mentions it
    ]
    # Merged under the same name: its attributes count; under another name they may be another thing's.
    assert [one.attributes for one in scene.things] == [{"": ("brown", "wet", "small")}, {}, {}]
    assert scene.unclear == ("speck", "bush")  # without a pixel; another name of the tree
    assert scene.links == (SceneRelation("14", "on", "12"), SceneRelation("11", "left of", "12"))


@pytest.mark.parametrize("alone", ["objects", "attributes", "relationships"])
def test_each_file_serves_alone(tmp_path, alone):
    parts = {"objects": OBJECTS, "attributes": ATTRIBUTES, "relationships": RELATIONSHIPS}
    data = VisualGenome(write(tmp_path, **{alone: parts[alone]}))
    assert data.scene(next(data.images())).things


def test_sizes_come_from_the_picture_or_the_boxes(tmp_path):
    data = VisualGenome(write(tmp_path, objects=OBJECTS))
    first, second = data.images()
    assert (data.scene(second).width, data.scene(second).height) == (10, 10)
    draw(tmp_path, "VG_100K_2", 2, (70, 50))
    data = VisualGenome(str(tmp_path))
    assert first == next(data.images())
    scene = data.load_image(list(data.images())[1]).scene
    assert (scene.id, scene.width, scene.height) == ("2", 70, 50)


@pytest.mark.parametrize("folder", ["images", "VG_100K", "VG_100K_2"])
def test_pictures_in_every_folder(tmp_path, folder):
    root = whole(tmp_path)
    before = VisualGenome(root).fingerprint
    draw(tmp_path, folder, 1)
    data = VisualGenome(root)
    names = list(data.images())
    assert names[0].startswith("blake2b:")
    assert names[1].startswith("visual_genome:2@")
    assert data.load_image(names[0]).scene.id == "1"
    assert data.fingerprint != before
    with pytest.raises(
        UnreadableImage, match=r"images/2\.jpg: is missing: put the pictures into images/ or VG_100K/ or"
    ):
        data.load_image(names[1])


def test_a_changed_or_wrong_picture_is_refused(tmp_path):
    draw(tmp_path, "images", 1)
    data = VisualGenome(whole(tmp_path))
    name = next(data.images())
    draw(tmp_path, "images", 1, (61, 40))
    with pytest.raises(UnreadableImage, match="changed during the run"):
        data.load_image(name)
    data = VisualGenome(str(tmp_path))
    with pytest.raises(UnreadableImage, match=r"images/1\.jpg: is 61 × 40, but image_data.json says 60 × 40"):
        data.load_image(next(data.images()))


def test_samples_are_seeded_and_any_order_is_served_from_threads(tmp_path):
    many = [{"image_id": number, "objects": [thing(number * 10, "dog")]} for number in range(200)]
    data = VisualGenome(write(tmp_path, objects=many))
    some = list(data.images(50, 1))
    assert some == list(VisualGenome(str(tmp_path)).images(50, 1))
    assert some != list(data.images(50, 2))
    found = {}
    ask = [threading.Thread(target=lambda name=name: found.update({name: data.scene(name)})) for name in reversed(some)]
    for thread in ask:
        thread.start()
    for thread in ask:
        thread.join()
    assert {f"visual_genome:{scene.id}" for scene in found.values()} == {name.partition("@")[0] for name in some}


BAD = [
    ({"objects": [*OBJECTS, {"objects": []}]}, "objects.json: record 2: .*missing required field `image_id`.*fix"),
    ({"objects": [{"image_id": 1, "objects": [{"object_id": 4}]}]}, r"record 0: .*missing required field `x`.*objects"),
    (
        {"attributes": [{"image_id": 1, "attributes": [thing(1, "a", attributes="red")]}]},
        "attributes.json: record 0: .*",
    ),
    ({"relationships": [{"image_id": 1, "relationships": [{"predicate": "on"}]}]}, "record 0: .* field `subject`"),
    ({"objects": '[{"image_id": 1, "obj'}, "objects.json: not a JSON list or object of records.*again"),
]


@pytest.mark.parametrize(("files", "message"), BAD)
def test_bad_records_are_named(tmp_path, files, message):
    data = VisualGenome(write(tmp_path, **files))
    with pytest.raises(UserError, match=message) as error:
        list(data.images())
    assert "\n" not in str(error.value)


def test_what_is_missing_is_said(tmp_path):
    with pytest.raises(UserError, match="no such folder"):
        VisualGenome(str(tmp_path / "nowhere"))
    with pytest.raises(UserError, match=r"holds none of objects.json, attributes.json, relationships.json"):
        VisualGenome(str(tmp_path))
    with pytest.raises(UserError, match="no questions"):
        VisualGenome(whole(tmp_path)).items()


MEASURE = """
import sys
from askance.datasets.visual_genome import VisualGenome
def anonymous():
    return next(int(line.split()[1]) for line in open("/proc/self/status") if line.startswith("RssAnon"))
before = anonymous()
data = VisualGenome(sys.argv[1])
assert data.scene(list(data.images(10))[5]).things
print(anonymous() - before)
"""


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="memory is read from /proc")
def test_memory_is_a_small_part_of_the_file(tmp_path):
    record = {"image_id": 0, "objects": [thing(number, "dog", attributes=[]) for number in range(100)]}
    with (tmp_path / "objects.json").open("w") as file:
        file.write("[" + ",".join(json.dumps(record | {"image_id": number}) for number in range(4000)) + "]")
    size = (tmp_path / "objects.json").stat().st_size / 1024
    done = subprocess.run([sys.executable, "-c", MEASURE, str(tmp_path)], capture_output=True, text=True, check=True)
    assert size > 30_000
    assert int(done.stdout) < size / 3


def test_the_real_slice(real_data):
    data = VisualGenome(str(real_data / "visual_genome"))
    scenes = {scene.id: scene for scene in map(data.scene, data.images())}
    assert {key: len(scene.things) for key, scene in scenes.items()} == {"1": 35, "2": 26, "3": 40, "4": 23, "5": 31}
    trees = scenes["1"].objects_by_id()["1058549"]
    assert (trees.name, trees.box, trees.attributes) == ("trees", (0, 0, 799, 557), {"": ("sparse",)})
    assert SceneRelation("5045", "on", "1058534") in scenes["1"].links
    for name in data.images():
        if name.startswith("blake2b:"):
            picture = data.load_image(name)
            assert picture.pixels.shape[:2] == (picture.scene.height, picture.scene.width)
        else:
            with pytest.raises(UnreadableImage, match=r"images/3\.jpg: is missing"):
                data.load_image(name)
    assert all(np.all(np.array(one.box) >= 0) for scene in scenes.values() for one in scene.things)
