"""GQA and GQA-OOD: every official layout, the real slice, and errors that name file, record, field and fix."""

import json

import numpy as np
import pytest
from askance.core import SceneRelation, UnreadableImage, UserError
from askance.datasets.gqa import open_gqa
from askance.datasets.gqa_ood import open_gqa_ood
from PIL import Image


def graph(**changes):
    objects = {
        "11": {
            "name": "dog",
            "x": -5,
            "y": 10,
            "w": 25,
            "h": 20,
            "attributes": ["brown", "wet", "brown"],
            "relations": [{"name": "to the left of", "object": "12"}, {"name": "on", "object": "13"}],
        },
        "12": {"name": "cat", "x": 30, "y": 5, "w": 90, "h": 90, "attributes": [], "relations": []},
        "13": {"name": "speck", "x": 70, "y": 5, "w": 9, "h": 0, "attributes": [], "relations": []},
    }
    return {"width": 60, "height": 40, "location": "street", "weather": "sunny", "objects": objects} | changes


def asked(image="1", **changes):
    return {
        "imageId": image,
        "question": "Is there a dog?",
        "answer": "yes",
        "fullAnswer": "Yes, there is.",
        "types": {"structural": "verify", "semantic": "obj", "detailed": "existC"},
        "semantic": [],
        "entailed": [],
        "equivalent": ["q1"],
        "groups": {"global": None, "local": "x"},
        "isBalanced": True,
    } | changes


def write(root, pictures=(), **files):
    for name, content in files.items():
        path = root / f"{name.replace('__', '/')}.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content if isinstance(content, str) else json.dumps(content))
    (root / "images").mkdir(parents=True, exist_ok=True)
    for name in pictures:
        Image.fromarray(np.full((40, 60, 3), int(name), dtype=np.uint8)).save(root / "images" / f"{name}.jpg")
    return str(root)


def test_a_scene(tmp_path):
    data = open_gqa(write(tmp_path, val_sceneGraphs={"1": graph()}))
    scene = data.scene(next(data.images()))
    assert (scene.id, scene.width, scene.height, scene.place, scene.weather) == ("1", 60, 40, "street", "sunny")
    assert [(thing.id, thing.box) for thing in scene.things] == [("11", (0, 10, 20, 30)), ("12", (30, 5, 60, 40))]
    assert [thing.attributes for thing in scene.things] == [{"": ("brown", "wet")}, {}]
    assert scene.links == (SceneRelation("11", "left of", "12"),)
    assert scene.unclear == ("speck",)  # annotated, but without a pixel


def test_an_item(tmp_path):
    data = open_gqa(write(tmp_path, ["7"], val_balanced_questions={"07": asked("7"), "08": asked("7", answer="12")}))
    first, second = data.items()
    assert (first.id, first.question, first.answers) == ("07", "Is there a dog?", ("yes",))
    assert first.image.startswith("blake2b:")
    tags = {"type": "yes/no", "structural": "verify", "semantic": "obj", "balanced": "yes"}
    assert dict(first.tags) == tags
    assert dict(second.tags)["type"] == "number"
    assert data.scene(first.image) is None
    assert data.load_image(first.image).pixels.shape == (40, 60, 3)


LAYOUTS = [
    ({"questions": {"a": asked()}}, "", ["a"]),
    ({"questions": {"a": asked()}}, "#val", ["a"]),
    ({"val_balanced_questions": {"a": asked()}, "val_all_questions": {"a": asked(), "b": asked()}}, "#val", ["a"]),
    (
        {"val_balanced_questions": {"a": asked()}, "val_all_questions": {"a": asked(), "b": asked()}},
        "#val_all",
        ["a", "b"],
    ),
    ({"val_all_questions": {"a": asked()}, "testdev_balanced_questions": {"b": asked()}}, "", ["a", "b"]),
    ({"val_all_questions": {"a": asked()}, "testdev_balanced_questions": {"b": asked()}}, "#testdev", ["b"]),
    (
        {"train_all_questions__0": {"a": asked()}, "train_all_questions__1": {"b": asked()}},
        "#train",
        ["a", "b"],
    ),
]


@pytest.mark.parametrize(("files", "choice", "ids"), LAYOUTS)
def test_question_layouts(tmp_path, files, choice, ids):
    assert [item.id for item in open_gqa(write(tmp_path, **files) + choice).items()] == ids


def test_scene_graphs_of_splits(tmp_path):
    root = write(tmp_path, train_sceneGraphs={"1": graph(), "2": graph()}, val_sceneGraphs={"3": graph()})
    assert [open_gqa(root).scene(image).id for image in open_gqa(root).images()] == ["1", "2", "3"]
    assert len(list(open_gqa(f"{root}#val").images())) == 1


def test_names_without_pictures_follow_the_record(tmp_path):
    root = write(tmp_path, val_sceneGraphs={"1": graph()})
    data = open_gqa(root)
    name = next(data.images())
    assert name.startswith("gqa:1@")
    with pytest.raises(UnreadableImage, match=r"images/1\.jpg: is missing: put the pictures into images/"):
        data.load_image(name)
    again = open_gqa(write(tmp_path, val_sceneGraphs={"1": graph(width=61)}))
    assert next(again.images()) != name
    assert again.scene(name) is None
    assert again.fingerprint != data.fingerprint


def test_pictures_name_their_images_and_count_in_the_fingerprint(tmp_path):
    root = write(tmp_path, ["1"], val_sceneGraphs={"1": graph(), "2": graph()})
    data = open_gqa(root)
    names = list(data.images())
    assert names[0].startswith("blake2b:")
    assert names[1].startswith("gqa:2@")
    assert data.load_image(names[0]).scene == data.scene(names[0])
    write(tmp_path, ["2"])
    more = open_gqa(root)
    assert more.fingerprint != data.fingerprint
    assert next(more.images()) == names[0]
    assert more.scene(names[1]) is None  # that name meant: without its picture
    write(tmp_path, ["9"])
    assert open_gqa(root).fingerprint == more.fingerprint  # no annotation mentions it


def test_a_fresh_process_knows_the_names(tmp_path):
    root = write(tmp_path, ["1", "2"], val_sceneGraphs={"1": graph(), "2": graph()})
    names = list(open_gqa(root).images())
    fresh = open_gqa(root)
    assert [fresh.scene(name).id for name in names] == ["1", "2"]
    assert open_gqa(root).fingerprint == fresh.fingerprint


def test_samples_are_seeded(tmp_path):
    root = write(tmp_path, val_sceneGraphs={str(i): graph() for i in range(50)})
    some = list(open_gqa(root).images(10, 3))
    assert some == list(open_gqa(root).images(10, 3))
    assert len(set(some)) == 10
    assert some != list(open_gqa(root).images(10, 4))
    assert set(some) < set(open_gqa(root).images(20, 3))


def test_odd_strings_do_not_break_the_splitting(tmp_path):
    odd = 'a "{quoted}" \\ [thing], {"x": 1}\\'
    root = write(tmp_path, questions={'k"{': asked(question=odd), "b": asked(question="é\u2028 \\u0041")})
    assert [(item.id, item.question) for item in open_gqa(root).items()] == [('k"{', odd), ("b", "é\u2028 \\u0041")]


def without(record, field):
    return {key: value for key, value in record.items() if key != field}


LOOSE = {"name": "a", "x": 0, "y": 0, "w": 9, "h": 9, "relations": [{"name": "on", "object": "77"}]}
BAD = [
    ({"val_sceneGraphs": {"1": graph(width="wide")}}, r"val_sceneGraphs.json: record 1: .*`int`, got `str`.*width"),
    ({"val_sceneGraphs": {"1": without(graph(), "objects")}}, "record 1: .*missing required field `objects`"),
    (
        {"val_sceneGraphs": {"1": graph(objects={"5": {"name": "dog", "x": 1, "y": 1, "w": 1}})}},
        "record 1: .*missing required field `h`.*objects.*fix",
    ),
    ({"val_sceneGraphs": '{"1": {"width": 6'}, "val_sceneGraphs.json: not a JSON list or object of records.*again"),
    ({"val_sceneGraphs": ""}, "val_sceneGraphs.json: is empty.*again"),
    ({"val_sceneGraphs": [graph()]}, "val_sceneGraphs.json: a JSON list, not an object of id → record"),
    (
        {"val_sceneGraphs": {"1": graph(objects={"5": LOOSE})}},
        r"record 1: field objects\.5\.relations: no object '77'",
    ),
]


@pytest.mark.parametrize(("files", "message"), BAD)
def test_bad_scene_graphs_are_named(tmp_path, files, message):
    data = open_gqa(write(tmp_path, **files))
    with pytest.raises(UserError, match=message) as error:
        data.scene(next(data.images()))
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("questions", "message"),
    [
        ({"q7": without(asked(), "answer")}, "questions.json: record q7: .*missing required field `answer`.*fix"),
        ({"q7": asked(imageId=7)}, "record q7: .*`str`, got `int`.*imageId"),
        ({"q7": asked(types=["a"])}, "record q7: .*types"),
    ],
)
def test_bad_questions_are_named(tmp_path, questions, message):
    with pytest.raises(UserError, match=message):
        list(open_gqa(write(tmp_path, questions=questions)).items())


def test_what_is_missing_is_said_when_it_is_needed(tmp_path):
    with pytest.raises(UserError, match="no such folder"):
        open_gqa(str(tmp_path / "nowhere"))
    with pytest.raises(UserError, match=r"holds neither val_sceneGraphs.json nor val_balanced_questions.json"):
        open_gqa(str(tmp_path))
    with pytest.raises(UserError, match="unknown GQA split 'vall': did you mean val"):
        open_gqa(f"{tmp_path}#vall")
    graphs = open_gqa(write(tmp_path / "a", val_sceneGraphs={"1": graph()}) + "#val")
    with pytest.raises(UserError, match=r"holds no questions: put val_balanced_questions.json there"):
        list(graphs.items())


def test_questions_alone_are_a_data_set(tmp_path):
    data = open_gqa(write(tmp_path, questions={"a": asked(), "b": asked()}))
    images = list(data.images())
    assert images == list(dict.fromkeys(item.image for item in data.items()))
    assert [data.scene(image) for image in images] == [None]


def test_a_file_that_changes_during_the_run_is_not_read(tmp_path):
    root = write(tmp_path, val_sceneGraphs={"1": graph()})
    data = open_gqa(root)
    name = next(data.images())
    write(tmp_path, val_sceneGraphs={"1": graph(), "2": graph()})
    with pytest.raises(UserError, match=r"val_sceneGraphs.json: the file changed during the run: run again"):
        data.scene(name)


def test_a_picture_of_another_size_is_refused(tmp_path):
    data = open_gqa(write(tmp_path, ["1"], val_sceneGraphs={"1": graph(height=50)}))
    with pytest.raises(UnreadableImage, match=r"images/1\.jpg: is 60 × 40, but its scene graph says 60 × 50"):
        data.load_image(next(data.images()))


OOD = {"testdev_all": {"a": asked(), "b": asked()}, "testdev_head": {"a": asked()}, "testdev_tail": {"b": asked()}}


@pytest.mark.parametrize(
    ("files", "choice", "found"),
    [
        (OOD, "", [("a", "head"), ("b", "tail")]),
        (OOD, "#head", [("a", "head")]),
        (OOD, "#all", [("a", "all"), ("b", "all")]),
        (OOD | {"val_tail": {"c": asked()}}, "#tail", [("b", "tail"), ("c", "tail")]),
        (OOD | {"val_tail": {"c": asked()}}, "#val_tail", [("c", "tail")]),
        (OOD | {"val_all": {"c": asked()}}, "#val", [("c", "all")]),
        ({"ood_val_all": {"c": asked()}}, "", [("c", "all")]),
    ],
)
def test_ood_parts(tmp_path, files, choice, found):
    data = open_gqa_ood(write(tmp_path, ["1"], val_sceneGraphs={"1": graph()}, **files) + choice)
    items = list(data.items())
    assert [(item.id, dict(item.tags)["ood"]) for item in items] == found
    assert data.scene(items[0].image).id == "1"


def test_ood_says_what_is_missing(tmp_path):
    root = write(tmp_path, testdev_head={"a": asked()})
    with pytest.raises(UserError, match=r"holds no testdev_tail.json"):
        open_gqa_ood(f"{root}#tail")
    with pytest.raises(UserError, match="unknown GQA-OOD part 'tails': did you mean tail"):
        open_gqa_ood(f"{root}#tails")


def test_the_real_slice(real_data):
    data = open_gqa(str(real_data / "gqa"))
    scenes = {scene.id: scene for scene in map(data.scene, data.images())}
    assert {key: len(scene.things) for key, scene in scenes.items()} == {
        "2375429": 21,
        "2354786": 12,
        "2336498": 20,
        "2315892": 6,
    }
    assert scenes["2354786"].place == "outdoors"
    names = {link.name for scene in scenes.values() for link in scene.links}
    assert {"left of", "right of"} <= names
    assert "to the left of" not in names
    shown = [name for name in data.images() if name.startswith("blake2b:")]
    assert [data.load_image(name).pixels.shape[:2] for name in shown] == [(333, 500), (270, 500)]
    (item,) = data.items()
    assert item.answers == ("picture",)
    with pytest.raises(UnreadableImage, match=r"n578564.jpg: is missing"):
        data.load_image(item.image)
