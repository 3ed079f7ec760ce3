"""CLEVR: questions, scene graphs with boxes worked out from the camera, pictures."""

import math

import pytest
from askance.core import Link, UserError
from askance.datasets import open_data
from askance.datasets.clevr_scenes import ELEVATION, FOCAL

from question_files import clevr_object, clevr_question, clevr_scene, put


def clevr(root, questions=None, scenes=None):
    put(root / "questions/CLEVR_val_questions.json", {"info": {}, "questions": questions or [clevr_question()]})
    if scenes is not None:
        put(root / "scenes/CLEVR_val_scenes.json", {"info": {}, "scenes": scenes})
    return open_data(f"clevr:{root}")


def test_questions(tmp_path):
    asked = [clevr_question(0), clevr_question(1, True, "exist"), clevr_question(2, "cyan", "query_color")]
    items = list(clevr(tmp_path, asked).items())
    assert [item.answers for item in items] == [("2",), ("yes",), ("cyan",)]
    kinds = [("count", "number"), ("exist", "yes/no"), ("query_color", "other")]
    assert [dict(item.tags) for item in items] == [{"question_type": one, "type": kind} for one, kind in kinds]
    assert items[0].image == "clevr:CLEVR_val_000000"


def test_without_scene_graphs_there_are_pictures_only(tmp_path):
    data = clevr(tmp_path)
    assert data.scene(next(data.images())) is None


def test_a_scene(tmp_path):
    far = clevr_object("cube", 100.0, 100.0, 14.0, 0.35, color="blue", size="small", material="rubber")
    data = clevr(tmp_path, scenes=[clevr_scene([clevr_object(), far])])
    scene = data.scene(next(data.images()))
    near, small = scene.things
    assert (scene.width, scene.height) == (480, 320)
    assert (near.name, near.attributes) == ("sphere", {"color": ("red",), "size": ("large",), "material": ("metal",)})
    assert near.z > small.z
    assert set(scene.links) == {
        Link("0", "left of", "1"),
        Link("1", "right of", "0"),
        Link("0", "in front of", "1"),
        Link("1", "behind", "0"),
    }


def corners(half, turn):
    """The picture of a cube's corners, by rotating and projecting each: what its box must hold."""
    flat = [(a * half, b * half) for a in (-1, 1) for b in (-1, 1)]
    turned = [(x * math.cos(turn) - y * math.sin(turn), x * math.sin(turn) + y * math.cos(turn)) for x, y in flat]
    return [(x, z * math.cos(ELEVATION) + y * math.sin(ELEVATION)) for x, y in turned for z in (-half, half)]


@pytest.mark.parametrize("degrees", [0.0, 20.0, 45.0, 130.0])
def test_boxes_hold_the_things(tmp_path, degrees):
    pair = [clevr_object(), clevr_object("cube", 200.0, 150.0, 9.0, 0.5, rotation=degrees)]
    data = clevr(tmp_path, scenes=[clevr_scene(pair)])
    sphere, cube = data.scene(next(data.images())).things
    radius = FOCAL * 0.7 / 10.0
    assert sphere.box == (
        math.floor(240 - radius),
        math.floor(160 - radius),
        math.ceil(240 + radius),
        math.ceil(160 + radius),
    )
    seen = corners(0.5, math.radians(degrees))
    wide, high = (max(abs(one[axis]) for one in seen) * FOCAL / 9.0 for axis in (0, 1))
    x0, y0, x1, y1 = cube.box
    assert (x1 - x0) / 2 == pytest.approx(wide, abs=1)
    assert (y1 - y0) / 2 == pytest.approx(high, abs=1)


def test_a_scene_that_names_what_is_not_there(tmp_path):
    data = clevr(tmp_path, scenes=[clevr_scene([clevr_object()])])
    image = next(data.images())
    with pytest.raises(UserError, match=r"record scenes\[0\]: field relationships.left\[1\]: names a thing"):
        data.scene(image)


def test_a_missing_picture_is_called_by_its_official_name(tmp_path):
    put(tmp_path / "questions/CLEVR_val_questions.json", {"questions": [clevr_question()]})
    data = open_data(f"clevr:{tmp_path}")
    with pytest.raises(UserError, match=r"images/val/CLEVR_val_000000\.png .*: is missing"):
        data.picture(next(data.images()))
