"""Stability edits: pixels, boxes and masks move together, and arguments without sense are refused."""

import numpy as np
import pytest
from askance.core import ImageData, Scene, SceneObject, SceneRelation
from askance.edits import edit_image, edit_scene, steps

BACK, RED = (90, 120, 150), (220, 30, 30)
BOX = (60, 50, 120, 90)
SCENE = Scene(
    "s", 200, 160,
    (
        SceneObject("red", "car", BOX),
        SceneObject("wheel", "wheel", (60, 70, 80, 90), part_of="red"),
        SceneObject("edge", "dog", (190, 20, 200, 60)),
        SceneObject("far", "cup", (196, 100, 200, 120)),
    ),
    (SceneRelation("red", "left of", "edge"), SceneRelation("red", "left of", "far")),
)  # fmt: skip


def picture():
    pixels = np.empty((160, 200, 3), dtype=np.uint8)
    pixels[:] = BACK
    pixels[BOX[1] : BOX[3], BOX[0] : BOX[2]] = RED
    return ImageData(pixels, SCENE, {"red": np.ones((40, 60), bool)})


def red_box(pixels):
    rows, columns = np.nonzero(pixels[..., 0].astype(int) - pixels[..., 2] > 60)
    return columns.min(), rows.min(), columns.max() + 1, rows.max() + 1


@pytest.mark.parametrize(
    ("name", "args"),
    [
        *[("shift", {"distance": 6, "direction": direction}) for direction in ("left", "right-down", "left-up", "up")],
        *[("pad", {"share": share}) for share in (0.05, 0.1, 0.4)],
        *[("rotate", {"angle": angle}) for angle in (-5.0, 3.0, 5.0)],
        ("resample", {"loss": 0.5}),
        ("jpeg", {"loss": 25}),
        ("brightness", {"change": -0.2}),
    ],
)
def test_box_and_mask_stay_on_the_thing(name, args):
    shown = edit_image(picture(), steps(name, **args))
    box = shown.scene.objects_by_id()["red"].box
    assert shown.pixels.shape == (160, 200, 3)
    assert np.abs(np.array(box) - red_box(shown.pixels)).max() <= (1 if name != "jpeg" else 3)
    mask = np.zeros((160, 200), bool)
    mask[box[1] : box[3], box[0] : box[2]] = shown.masks["red"]
    is_red = shown.pixels[..., 0].astype(int) - shown.pixels[..., 2] > 60
    assert (mask & is_red).sum() / (mask | is_red).sum() > 0.93


def test_a_shift_clips_what_leaves_and_drops_what_has_left():
    after = edit_scene(SCENE, steps("shift", distance=4, direction="right"))
    things = after.objects_by_id()
    assert set(things) == {"red", "wheel", "edge"}
    assert (things["edge"].box, things["edge"].visible) == ((194, 20, 200, 60), 0.6)
    assert after.links == (SceneRelation("red", "left of", "edge"),)
    assert (after.width, after.height, after.background) == (200, 160, 1.0)


def test_a_shift_repeats_the_edge():
    shown = edit_image(picture(), steps("shift", distance=8, direction="left-down")).pixels
    assert np.array_equal(shown[8:, :-8], picture().pixels[:-8, 8:])
    assert (shown[:8] == BACK).all()
    assert (shown[:, -8:] == BACK).all()


def test_a_turn_goes_counter_clockwise_and_clips_at_the_frame():
    pixels = np.zeros((160, 200, 3), dtype=np.uint8)
    pixels[76:84, 150:158] = 255  # right of the middle: it goes up
    shown = edit_image(ImageData(pixels), steps("rotate", angle=5.0)).pixels
    rows, _ = np.nonzero(shown[..., 0] > 128)
    assert rows.mean() == pytest.approx(79.5 - 54 * np.sin(np.radians(5)), abs=0.6)
    edge = edit_scene(SCENE, steps("rotate", angle=-5.0)).objects_by_id()["edge"]
    assert edge.box[2] == 200
    assert 0 < edge.visible < 1


def test_brightness_is_a_factor_that_saturates():
    shown = edit_image(ImageData(np.array([[[0, 100, 250]]], np.uint8)), steps("brightness", change=0.2)).pixels
    assert shown[0, 0].tolist() == [0, 120, 255]


def test_more_loss_is_more_change():
    pixels = np.random.default_rng(0).integers(0, 256, (120, 160, 3), dtype=np.uint8)
    for name, levels in [("jpeg", (10, 25, 50)), ("resample", (0.25, 0.5, 0.75))]:
        shown = [edit_image(ImageData(pixels), steps(name, loss=level)).pixels for level in levels]
        changes = [np.abs(each.astype(int) - pixels).mean() for each in shown]
        assert 0 < changes[0] < changes[1] < changes[2]


@pytest.mark.parametrize(
    ("name", "args", "reason"),
    [
        ("shift", {"distance": 3, "direction": "north"}, "direction must be one of"),
        ("shift", {"distance": -3, "direction": "left"}, "distance must be a number from 0 on"),
        ("pad", {"share": -0.1}, "share must be"),
        ("rotate", {"angle": 90.0}, "angle must be"),
        ("resample", {"loss": 1.0}, "loss must be"),
        ("jpeg", {"loss": 100.0}, "loss must be"),
        ("brightness", {"change": 3.0}, "change must be"),
    ],
)
def test_arguments_without_sense_are_refused(name, args, reason):
    with pytest.raises(ValueError, match=reason):
        edit_image(picture(), steps(name, **args))
