"""A fine and a coarse source at once: joined by COCO's id, in the picture's pixels, neither denying the other."""

import json

import pytest
from askance.core import Scene, SceneObject, SceneRelation, UserError
from askance.datasets import open_dataset
from askance.datasets.reading.coco_fine_scenes import scale_scene

from coco_world import draw, write


def genome(root, links=((7, 501), (None, 502)), size=(120, 80)):
    """A Visual Genome folder about COCO's image 7, twice as large; other ids on purpose."""
    root.mkdir()
    boxes = [(21, 10, 41, 41, "puppy"), (0, 0, 119, 9, "sky"), (80, 20, 39, 20, "man")]
    things = [
        {"object_id": 40 + number, "x": x, "y": y, "w": w, "h": h, "names": [name, "object"]}
        for number, (x, y, w, h, name) in enumerate(boxes)
    ]
    on = [{"predicate": "under", "subject": things[0], "object": things[1]}]
    described = [{"image_id": 501, "attributes": [things[0] | {"attributes": ["brown"]}]}]
    files = {
        "objects": [{"image_id": 501, "objects": things}, {"image_id": 7, "objects": things[:1]}],
        "relationships": [{"image_id": 501, "relationships": on}],
        "attributes": described,
        "image_data": [
            {"image_id": image, "width": size[0], "height": size[1], "coco_id": coco, "flickr_id": None}
            for coco, image in links
        ],
    }
    for name, content in files.items():
        (root / f"{name}.json").write_text(json.dumps(content))
    return root


def opened(tmp_path, fine):
    data = open_dataset(f"coco:{write(tmp_path / 'coco')},fine={fine}")
    return data, {data.coarse_scene(image).id: image for image in data.images()}


def test_visual_genome_beside_coco(tmp_path):
    data, images = opened(tmp_path, f"visual_genome:{genome(tmp_path / 'vg')}")
    fine, coarse = data.scene(images["7"]), data.coarse_scene(images["7"])
    assert (fine.id, fine.width, fine.height) == ("7", 60, 40)
    assert [(thing.name, thing.box) for thing in fine.things] == [
        ("puppy", (10, 5, 31, 26)),
        ("sky", (0, 0, 60, 5)),
        ("man", (40, 10, 60, 20)),
    ]
    assert fine.things[0].attributes == {"": ("brown",)}
    assert fine.links == (SceneRelation("40", "under", "41"),)
    assert [thing.name for thing in coarse.things] == ["dog", "person"]


def test_what_one_source_alone_names_is_unclear_in_the_other(tmp_path):
    data, images = opened(tmp_path, f"visual_genome:{genome(tmp_path / 'vg')}")
    fine, coarse = data.scene(images["7"]), data.coarse_scene(images["7"])
    # A puppy is a dog and a man a person; of the people there is a crowd, and of the tv too little.
    assert set(fine.unclear) == {"object", "person", "tv"}
    assert {"sky", "person", "tv"} <= set(coarse.unclear)
    assert not {"puppy", "man", "dog"} & set(coarse.unclear)


def test_an_image_without_a_fine_scene_has_the_coarse_one(tmp_path):
    data, images = opened(tmp_path, f"visual_genome:{genome(tmp_path / 'vg')}")
    assert data.scene(images["1234"]) == data.coarse_scene(images["1234"])
    assert data.scene(images["1234"]).things[0].id == "coco-102"


def test_pictures_keep_scene_and_masks_together(tmp_path):
    draw(tmp_path / "coco", "val2017/000000000007.jpg", shade=10)
    draw(tmp_path / "coco", "val2017/000000001234.jpg", shade=90)
    data, images = opened(tmp_path, f"visual_genome:{genome(tmp_path / 'vg')}")
    fine, coarse = data.load_image(images["7"]), data.load_coarse_image(images["7"])
    assert (fine.scene, dict(fine.masks)) == (data.scene(images["7"]), {})
    assert coarse.scene == data.coarse_scene(images["7"])
    assert set(coarse.masks) == {thing.id for thing in coarse.scene.things}
    assert set(data.load_image(images["1234"]).masks) == {"coco-102"}  # here the coarse scene is the scene


def test_another_cut_of_the_photograph_is_not_used(tmp_path):
    data, images = opened(tmp_path, f"visual_genome:{genome(tmp_path / 'vg', size=(120, 120))}")
    assert data.scene(images["7"]) == data.coarse_scene(images["7"])


def test_gqa_is_joined_by_visual_genomes_ids(tmp_path):
    folder = tmp_path / "gqa"
    folder.mkdir()
    cat = {"1": {"name": "cat", "x": 0, "y": 0, "w": 30, "h": 20}}
    graph = {"width": 60, "height": 40, "objects": cat}
    (folder / "val_sceneGraphs.json").write_text(json.dumps({"7": graph | {"objects": {}}, "501": graph}))
    with pytest.raises(UserError, match=r"gqa/image_data\.json: is missing: .*put Visual Genome's file there"):
        opened(tmp_path, f"gqa:{folder}")
    (tmp_path / "coco" / "image_data.json").write_text(json.dumps([{"image_id": 501, "coco_id": 7}]))
    data, images = opened(tmp_path, f"gqa:{folder}")
    assert [thing.name for thing in data.scene(images["7"]).things] == ["cat"]  # not those of GQA's own image 7


def own_folder(root, image="COCO_val2014_000000000007.jpg"):
    draw(root, f"images/{image}", (120, 80))
    thing = {"id": "t", "name": "puppy", "box": [20, 10, 60, 50]}
    scenes = [{"image": image, "width": 120, "height": 80, "things": [thing]}]
    (root / "scenes.json").write_text(json.dumps(scenes))
    return root


def test_a_folder_is_joined_by_the_number_in_its_names(tmp_path):
    data, images = opened(tmp_path, f"folder:{own_folder(tmp_path / 'own')}")
    assert [(thing.id, thing.box) for thing in data.scene(images["7"]).things] == [("t", (10, 5, 30, 25))]


def test_the_fine_source_counts_in_the_fingerprint(tmp_path):
    alone = open_dataset(f"coco:{write(tmp_path / 'coco')}").fingerprint
    both, _ = opened(tmp_path, f"visual_genome:{genome(tmp_path / 'vg')}")
    other, _ = opened(tmp_path, f"folder:{own_folder(tmp_path / 'own')}")
    assert len({alone, both.fingerprint, other.fingerprint}) == 3


def test_bad_fine_sources_are_named(tmp_path):
    data = open_dataset(f"coco:{write(tmp_path / 'coco')},fine=folder:{own_folder(tmp_path / 'own', '99.jpg')}")
    with pytest.raises(UserError, match=r"own: describes none of the images of .*coco: name the right folder"):
        next(data.images())
    with pytest.raises(UserError, match="unknown data set 'visualgenome': did you mean visual_genome"):
        open_dataset(f"coco:{tmp_path / 'coco'},fine=visualgenome:x")
    with pytest.raises(UserError, match="unknown data set ''"):
        open_dataset(f"coco:{tmp_path / 'coco'},fine=")


@pytest.mark.parametrize("size", [(3, 2), (59, 39), (60, 40), (61, 41), (640, 427)])
def test_scaled_boxes_stay_in_the_picture_and_keep_a_pixel(size):
    boxes = [(x, y, x + 1, y + 1) for x in range(60) for y in range(40)] + [(0, 0, 60, 40)]
    scene = Scene("1", 60, 40, tuple(SceneObject(str(number), "dog", box) for number, box in enumerate(boxes)))
    moved = scale_scene(scene, "2", *size).things
    assert all(0 <= x0 < x1 <= size[0] and 0 <= y0 < y1 <= size[1] for x0, y0, x1, y1 in (one.box for one in moved))
    assert moved[-1].box == (0, 0, *size)
    assert size != (60, 40) or moved == scene.things
