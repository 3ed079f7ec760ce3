"""Removal: exactly the box is painted, and what lay wholly under it is gone from the scene."""

import sys

import numpy as np
import pytest
from askance.core import ImageData, Scene, SceneObject, SceneRelation, UserError
from askance.edits import edit_image, edit_scene, steps
from askance.edits.cover_with_patch import REMOVE
from askance.edits.remove_inpaint import REMOVE_INPAINT
from hypothesis import given
from hypothesis import strategies as st

PIXELS = np.random.default_rng(0).integers(0, 255, (60, 80, 3), dtype=np.uint8)  # nothing is white
SCENE = Scene(
    "s",
    80,
    60,
    (
        SceneObject("man", "man", (10, 10, 30, 50)),
        SceneObject("hat", "hat", (12, 10, 20, 16)),
        SceneObject("leg", "leg", (10, 45, 20, 55), part_of="man"),
        SceneObject("dog", "dog", (28, 30, 48, 50), visible=0.8),
        SceneObject("car", "car", (60, 0, 80, 20)),
    ),
    (
        SceneRelation("man", "wearing", "hat"),
        SceneRelation("dog", "left of", "car"),
        SceneRelation("man", "left of", "dog"),
    ),
    background=0.7,
)
box = st.builds(
    lambda x, y, w, h: (x, y, x + w, y + h),
    st.integers(-9, 75), st.integers(-9, 55), st.integers(10, 60), st.integers(10, 50),
)  # fmt: skip


def text(box):
    return ",".join(map(str, box))


def inside(box):
    there = np.zeros((60, 80), bool)
    there[max(0, box[1]) : max(0, box[3]), max(0, box[0]) : max(0, box[2])] = True
    return there


@given(box)
def test_exactly_the_box_is_white(box):
    shown = REMOVE.pixels(PIXELS, {"box": text(box)})
    assert (shown[inside(box)] == 255).all()
    assert np.array_equal(shown[~inside(box)], PIXELS[~inside(box)])


@given(box)
def test_filling_changes_only_the_box_and_does_not_look_into_it(box):
    if inside(box).all():
        return
    shown = REMOVE_INPAINT.pixels(PIXELS, {"box": text(box)})
    assert np.array_equal(shown[~inside(box)], PIXELS[~inside(box)])
    other = PIXELS.copy()
    other[inside(box)] = 255 - other[inside(box)]
    assert np.array_equal(REMOVE_INPAINT.pixels(other, {"box": text(box)}), shown)


@pytest.mark.parametrize("side", [20, 60])
def test_filling_goes_on_with_what_is_around(side):
    ramp = np.repeat(np.linspace(40, 200, 160).astype(np.uint8)[None, :, None], 120, axis=0).repeat(3, axis=2)
    ramp_with_hole = ramp.copy()
    ramp_with_hole[30 : 30 + side, 50 : 50 + side] = 255
    shown = REMOVE_INPAINT.pixels(ramp_with_hole, {"box": f"50,30,{50 + side},{30 + side}"})
    assert np.abs(shown.astype(int) - ramp).max() < 30
    plain = np.full_like(ramp, 77)
    assert np.array_equal(REMOVE_INPAINT.pixels(plain, {"box": f"50,30,{50 + side},{30 + side}"}), plain)


def test_a_filling_needs_something_to_fill_from():
    with pytest.raises(ValueError, match="something to fill from"):
        REMOVE_INPAINT.pixels(PIXELS, {"box": "0,0,80,60"})
    one_left = REMOVE_INPAINT.pixels(np.full_like(PIXELS, 9), {"box": "0,0,79,60"})
    assert (one_left == 9).all()


def test_without_opencv_the_extra_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "cv2", None)
    with pytest.raises(UserError, match=r"pip install .*\[opencv\]'"):
        REMOVE_INPAINT.pixels(PIXELS, {"box": "0,0,9,9"})


@pytest.mark.parametrize("name", ["remove", "remove_inpaint"])
def test_what_lies_under_the_patch_is_gone(name):
    left = edit_scene(SCENE, steps(name, box="9,9,31,51"))
    assert [thing.id for thing in left.things] == ["dog", "car"]  # the leg sticks out, but its man is gone
    assert left.objects_by_id()["dog"].visible == pytest.approx(0.8 * (1 - 3 * 20 / 400))
    assert left.objects_by_id()["car"] == SCENE.objects_by_id()["car"]
    assert left.links == (SceneRelation("dog", "left of", "car"),)
    assert left.background == 0.7


def test_a_tight_patch_is_enough_and_a_part_of_it_is_not():
    assert "man" not in edit_scene(SCENE, steps("remove", box="10,10,30,50")).objects_by_id()
    left = edit_scene(SCENE, steps("remove", box="11,10,30,50")).objects_by_id()
    assert left["man"].visible == pytest.approx(1 / 20)
    assert "hat" not in left


def test_masks_lose_what_the_patch_covers():
    masks = {"man": np.ones((40, 20), bool), "dog": np.ones((20, 20), bool), "car": np.eye(20, dtype=bool)}
    left = edit_image(ImageData(PIXELS, SCENE, masks), steps("remove", box="9,9,31,51"))
    assert set(left.masks) == {"dog", "car"}
    assert left.masks["dog"].sum() == 20 * 17
    assert not left.masks["dog"][:, :3].any()
    assert np.array_equal(left.masks["car"], masks["car"])
    assert masks["dog"].all()  # those before are as they were


@pytest.mark.parametrize("value", ["", "90,0,99,9", "0,0,5,5;9,9,20,20"])
def test_one_box_in_the_picture_is_needed(value):
    with pytest.raises(ValueError, match="one box inside 80 × 60"):
        REMOVE.pixels(PIXELS, {"box": value})
