"""The crop: pixels, things and links in the new frame."""

import numpy as np
import pytest
from askance.core import Scene, SceneObject, SceneRelation
from askance.edits.crop import CROP

PIXELS = np.random.default_rng(0).integers(0, 256, (100, 200, 3), dtype=np.uint8)
SCENE = Scene(
    "s",
    200,
    100,
    (
        SceneObject("in", "dog", (60, 30, 90, 60), {"": ("brown",)}),
        SceneObject("half", "cat", (40, 20, 60, 40), visible=0.8),
        SceneObject("out", "car", (150, 0, 200, 40)),
        SceneObject("part", "tail", (140, 30, 160, 50), part_of="out"),
    ),
    (SceneRelation("in", "right of", "half"), SceneRelation("in", "left of", "out")),
)


def test_things_are_shifted_clipped_and_dropped():
    cut = CROP.scene(SCENE, {"box": "50,10,150,60"})
    assert (cut.width, cut.height) == (100, 50)
    assert cut.background == pytest.approx(0.25)
    assert [thing.id for thing in cut.things] == ["in", "half"]
    seen = cut.objects_by_id()
    assert seen["in"].box == (10, 20, 40, 50)
    assert seen["in"].attributes == {"": ("brown",)}
    assert seen["in"].visible == 1
    assert seen["half"].box == (0, 10, 10, 30)
    assert seen["half"].visible == pytest.approx(0.4)
    assert cut.links == (SceneRelation("in", "right of", "half"),)


def test_pixels_agree_with_the_scene():
    cut = CROP.pixels(PIXELS, {"box": "50,10,150,60"})
    assert np.array_equal(cut, PIXELS[10:60, 50:150])
    assert CROP.pixels(PIXELS, {"box": "150,60,900,900"}).shape == (40, 50, 3)


def test_the_whole_picture_is_the_whole_scene():
    assert CROP.scene(SCENE, {"box": "0,0,200,100"}) == SCENE


@pytest.mark.parametrize("box", ["", "300,300,400,400", "0,0,5,5;9,9,20,20"])
def test_one_box_in_the_picture_is_needed(box):
    with pytest.raises(ValueError, match="one box inside 200 × 100"):
        CROP.pixels(PIXELS, {"box": box})
