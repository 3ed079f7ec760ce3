"""COCO instances: layouts, crowds, masks, the real image, and errors that name file, record, field and fix."""

import json

import numpy as np
import pytest
from askance.core import UnreadableImage, UserError
from askance.datasets import open_dataset
from askance.datasets.coco import open_coco
from askance.suites.carets.scene_facts import SceneFacts
from askance.wording.ontology import ontology
from askance.wording.ontology.related_names import RelatedNames

from coco_world import CATEGORIES, annotation, draw, instances, write


def named(data):
    return {data.scene(image).id: image for image in data.images()}


def test_a_scene(tmp_path):
    data = open_coco(write(tmp_path))
    images = named(data)
    assert list(images) == ["7", "1234"]
    scene = data.scene(images["7"])
    assert (scene.width, scene.height, scene.links) == (60, 40, ())
    assert [(thing.id, thing.name, thing.box) for thing in scene.things] == [
        ("coco-101", "dog", (10, 5, 30, 25)),
        ("coco-103", "person", (40, 10, 60, 21)),  # clipped to the picture, to whole pixels around it
    ]
    assert scene.unclear == ("person", "tv")  # a crowd, whose number nobody knows, and a thing without a pixel
    assert [thing.box for thing in data.scene(images["1234"]).things] == [(0, 0, 11, 11)]
    assert data.coarse_scene(images["7"]) == scene


def test_crowds_are_no_objects_but_can_be_asked_for(tmp_path):
    data = open_coco(write(tmp_path))
    images = named(data)
    assert data.crowd_regions(images["7"]) == ((30, 0, 60, 40),)
    assert data.crowd_regions(images["1234"]) == ()
    assert data.crowd_regions("nothing") == ()


def test_masks_are_cropped_to_their_boxes(tmp_path):
    draw(tmp_path, "val2017/000000000007.png", shade=9)
    data = open_coco(write(tmp_path))
    picture = data.load_image(named(data)["7"])
    assert picture.pixels.shape == (40, 60, 3)
    assert list(picture.masks) == ["coco-101", "coco-103"]
    assert picture.masks["coco-101"].shape == (20, 20)
    assert picture.masks["coco-101"].all()
    dots = picture.masks["coco-103"]
    assert np.argwhere(dots).tolist() == [[2, 5], [3, 5], [4, 5]]
    assert dots.shape == (11, 20)


@pytest.mark.parametrize("place", ["annotations", ""])
@pytest.mark.parametrize("folder", ["val2014", "val2017", "train2014", "train2017", "images"])
@pytest.mark.parametrize("stem", ["000000000007", "COCO_val2014_000000000007"])
def test_layouts(tmp_path, place, folder, stem):
    draw(tmp_path, f"{folder}/{stem}.jpg")
    data = open_coco(write(tmp_path, split="val2014", place=place))
    images = named(data)
    assert images["7"].startswith("blake2b:")
    assert images["1234"].startswith("coco:000000001234@")
    assert data.load_image(images["7"]).scene.id == "7"


def test_splits(tmp_path):
    other = instances(images=[{"id": 3, "width": 9, "height": 9}], annotations=[])
    write(tmp_path, split="train2014", content=other)
    root = write(tmp_path)
    assert list(named(open_coco(root))) == ["7", "1234", "3"]
    assert list(named(open_coco(f"{root}#train2014"))) == ["3"]
    assert open_dataset(f"coco:{root}#train2014").name == f"coco:{root}#train2014"
    with pytest.raises(UserError, match="unknown COCO split 'val2107': did you mean val2017"):
        open_coco(f"{root}#val2107")


def test_an_image_in_two_files_counts_once(tmp_path):
    write(tmp_path, split="val2014")
    data = open_coco(write(tmp_path, split="val2017"))
    assert list(named(data)) == ["7", "1234"]
    assert len(data.scene(named(data)["7"]).things) == 2


def test_other_file_names(tmp_path):
    images = [{"id": 7, "width": 60, "height": 40, "file_name": "val/street corner.png"}]
    draw(tmp_path, "images/street corner.png")
    data = open_coco(write(tmp_path, instances(images=images, annotations=[])))
    assert data.load_image(next(data.images())).scene.id == "7"


def test_names_and_fingerprint_follow_content(tmp_path):
    root = write(tmp_path)
    data = open_coco(root)
    first = named(data)
    assert open_coco(root).fingerprint == data.fingerprint
    draw(tmp_path, "val2017/000000000007.jpg")
    shown = open_coco(root)
    assert shown.fingerprint != data.fingerprint
    assert named(shown)["1234"] == first["1234"]
    assert shown.scene(first["7"]) is None  # that name meant: without its picture
    changed = instances(annotations=instances()["annotations"][:1])
    write(tmp_path, changed)
    assert open_coco(root).fingerprint != shown.fingerprint
    with pytest.raises(UserError, match="changed during the run"):
        shown.crowd_regions(named(open_coco(root))["7"])


def test_samples_are_seeded(tmp_path):
    images = [{"id": number, "width": 9, "height": 9} for number in range(50)]
    root = write(tmp_path, instances(images=images, annotations=[]))
    some = list(open_coco(root).images(10, 3))
    assert some == list(open_coco(root).images(10, 3))
    assert some != list(open_coco(root).images(10, 4))
    assert len(set(some)) == 10


def one(**changes):
    return instances(annotations=[annotation(5, 7, 18, [1, 1, 9, 9]) | changes])


BAD = [
    (instances(annotations=[{"id": 5, "image_id": 7, "category_id": 18}]), r"annotations\[0\]: .*field `bbox`.*fix"),
    (one(bbox=[1, 2, 3]), r"annotations\[0\]: .*`array` of length 4 - at `\$.bbox`: fix"),
    (one(image_id="7"), r"annotations\[0\]: .*`int`, got `str` - at `\$.image_id`"),
    (one(category_id=99), r"annotations\[0\] \(id 5\): field category_id: no category 99: mend it, or unpack"),
    (one(image_id=99), r"annotations\[0\] \(id 5\): field image_id: no image 99: mend it, or unpack"),
    (instances(images=[{"id": 7, "width": 60}]), r"record images\[0\]: .*missing required field `height`: fix"),
    (instances(images=[{"id": 7, "width": 0, "height": 5}]), r"record images\[0\]: .*>= 1 - at `\$.width`: fix"),
    (instances(categories=[{"id": 1}]), r"record categories\[0\]: .*missing required field `name`: fix"),
    (instances(annotations=[*instances()["annotations"], annotation(103, 7, 1, [0, 0, 9, 9])]), "field id: .*twice"),
    ({"images": [], "annotations": []}, "has no list 'categories': COCO's file is one object with images, annotations"),
    ([{"id": 1}], "has no list 'images'"),
    (instances(annotations={}), "record annotations: .*`array`, got `object`"),
    ('{"images": [', "not a JSON list or object of records.*again"),
]


@pytest.mark.parametrize(("content", "message"), BAD)
def test_bad_records_are_named(tmp_path, content, message):
    data = open_coco(write(tmp_path, json.dumps(content) if isinstance(content, list) else content))
    with pytest.raises(
        UserError, match=rf"instances_val2017\.json: .*{message}|instances_val2017\.json: {message}"
    ) as error:
        data.scene(next(data.images()))
    assert "\n" not in str(error.value)


BAD_OUTLINES = [
    ([[1, 2, 3, 4, 5]], "polygon 0 has 5 values, an odd number"),
    ({"size": [40, 60], "counts": [2, 3]}, "counts sum to 5, not to 40 × 60 = 2400"),
    ({"size": [60, 40], "counts": [2400]}, r"size is \[60, 40\], but the picture has height 40 and width 60"),
    ({"size": [40, 60], "counts": "12P"}, "counts breaks off"),
    ({"size": [40, 60]}, "missing required field `counts`"),
    ([["a"]], "`float`, got `str`"),
]


@pytest.mark.parametrize(("segmentation", "message"), BAD_OUTLINES)
def test_bad_outlines_are_named_when_they_are_wanted(tmp_path, segmentation, message):
    draw(tmp_path, "val2017/000000000007.jpg")
    data = open_coco(write(tmp_path, one(segmentation=segmentation)))
    masks = data.load_image(next(data.images())).masks
    where = r"instances_val2017.json: record annotations\[0\] \(id 5\): field segmentation: "
    with pytest.raises(UserError, match=f"{where}.*{message}.*: mend it, or unpack the official file again") as error:
        masks["coco-5"]
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("segmentation", ["null", "[]", "[ ]"])
def test_things_without_outlines_have_no_masks(tmp_path, segmentation):
    draw(tmp_path, "val2017/000000000007.jpg")
    data = open_coco(write(tmp_path, json.dumps(one(segmentation="?")).replace('"?"', segmentation)))
    picture = data.load_image(next(data.images()))
    assert len(picture.scene.things) == 1
    assert not picture.masks


def test_pictures_that_are_missing_or_of_another_size(tmp_path):
    draw(tmp_path, "val2017/000000000007.jpg", (61, 40))
    data = open_coco(write(tmp_path))
    images = named(data)
    with pytest.raises(UnreadableImage, match=r"val2017/000000000007.jpg: is 61 × 40, but its record says 60 × 40"):
        data.load_image(images["7"])
    with pytest.raises(
        UnreadableImage, match=r"val2017/000000001234\.jpg: is missing: put the pictures into val2017/ or"
    ):
        data.load_image(images["1234"])


def test_two_pictures_of_one_name(tmp_path):
    images = [{"id": number, "width": 9, "height": 9, "file_name": f"{number}/a.jpg"} for number in (1, 2)]
    with pytest.raises(UserError, match=r"images 1 and 2: field file_name: both pictures are called '2/a.jpg': give"):
        next(open_coco(write(tmp_path, instances(images=images, annotations=[]))).images())


def test_what_is_missing_is_said(tmp_path):
    with pytest.raises(UserError, match=r"no such folder: name one as coco:FOLDER\[#SPLIT\]\[,fine=DATA\]"):
        open_coco(str(tmp_path / "nowhere"))
    with pytest.raises(UserError, match=r"holds no annotations/instances_val2017\.json"):
        open_coco(str(tmp_path))
    with pytest.raises(UserError, match="no questions"):
        open_coco(write(tmp_path)).items()


COCO_80 = """
    person, bicycle, car, motorcycle, airplane, bus, train, truck, boat, traffic light, fire hydrant, stop sign,
    parking meter, bench, bird, cat, dog, horse, sheep, cow, elephant, bear, zebra, giraffe, backpack, umbrella,
    handbag, tie, suitcase, frisbee, skis, snowboard, sports ball, kite, baseball bat, baseball glove, skateboard,
    surfboard, tennis racket, bottle, wine glass, cup, fork, knife, spoon, bowl, banana, apple, sandwich, orange,
    broccoli, carrot, hot dog, pizza, donut, cake, chair, couch, potted plant, bed, dining table, toilet, tv, laptop,
    mouse, remote, keyboard, cell phone, microwave, oven, toaster, sink, refrigerator, book, clock, vase, scissors,
    teddy bear, hair drier, toothbrush
"""
NAMES = [name.strip() for name in COCO_80.split(",")]
IRREGULAR = {
    "person": "people",
    "sheep": "sheep",
    "knife": "knives",
    "mouse": "mice",
    "skis": "skis",
    "scissors": "scissors",
    "broccoli": "broccoli",
    "tv": "televisions",
    "hair drier": "hair dryers",
    **{name: f"{name}es" for name in ("bus", "bench", "wine glass", "sandwich", "couch", "toothbrush")},
}


def test_the_ontology_knows_all_80_categories_with_their_plurals():
    known = {name: ontology().noun(name) for name in NAMES}
    assert len(known) == 80
    assert {name: noun.plural for name, noun in known.items()} == {name: f"{name}s" for name in NAMES} | IRREGULAR
    assert {name for name, noun in known.items() if noun.count != "c"} == {"skis", "scissors", "broccoli"}
    assert not ontology().excludes("potted plant", "flower").excludes
    assert not ontology().excludes("sports ball", "tennis ball").excludes


def test_the_real_image(real_data, tmp_path):
    folder = real_data / "coco"
    names = {75: "remote", 63: "couch", 65: "bed", 17: "cat"}
    content = {
        "images": [{"id": 39769, "width": 640, "height": 480, "file_name": "000000039769.jpg"}],
        "annotations": json.loads((folder / "000000039769_annotations.txt").read_text()),
        "categories": [*CATEGORIES, *({"id": number, "name": name} for number, name in names.items())],
    }
    root = write(tmp_path, content)
    (tmp_path / "images").symlink_to(folder / "images")
    data = open_dataset(f"coco:{root}", allow_outside=True)
    picture = data.load_image(next(data.images()))
    assert [thing.name for thing in picture.scene.things] == ["remote", "remote", "couch", "bed", "cat", "cat"]
    for record, thing in zip(content["annotations"], picture.scene.things, strict=True):
        x0, y0, x1, y1 = thing.box
        mask = picture.masks[thing.id]
        assert mask.shape == (y1 - y0, x1 - x0)
        assert mask.sum() == pytest.approx(record["area"], rel=0.004)
    tabby, pink = picture.masks["coco-2190842"], picture.pixels[25:370, 347:640]
    red = pink[..., 0].astype(int) - pink[..., 1]
    assert np.median(red[tabby]) < 60 < 100 < np.median(red[~tabby])  # the cat is gray, what is around it is pink


def test_names_that_coco_uses_more_widely_are_not_taken_at_their_word(tmp_path):
    """COCO calls a computer monitor a tv, and a desk or coffee table a dining table."""
    boxes = [annotation(number, 7, number, [2, 2, 40, 36]) for number in range(3)]
    categories = [{"id": number, "name": name} for number, name in enumerate(("tv", "dining table", "dog"))]
    data = open_coco(write(tmp_path, content=instances(annotations=boxes, categories=categories)))
    scene = data.scene(named(data)["7"])
    assert scene.complete
    assert not scene.closed
    assert [thing.also for thing in scene.things] == [("monitor",), ("table",), ()]
    words = ontology()
    facts = SceneFacts("7", scene, words, RelatedNames(words.objects))
    assert {fact.name for fact in facts.usable} == {"dog"}
    assert facts.is_term_suggested("monitor")
    assert facts.is_term_suggested("furniture")
