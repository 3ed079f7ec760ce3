"""Law 6: strength 0 is the identity and the same call as the clean one; pixels and scene agree."""

import numpy as np
import pytest
from askance.core import ImageData, Query, Scene, SceneObject, Step, Stimulus, query_key
from askance.edits import EDITS, edit_image, edit_scene, steps

rng = np.random.default_rng(0)
PIXELS = rng.integers(0, 256, (240, 320, 3), dtype=np.uint8)
OTHER = rng.integers(0, 256, (240, 320, 3), dtype=np.uint8)
SCENE = Scene(
    "s", 320, 240, (SceneObject("in", "dog", (50, 50, 120, 120)), SceneObject("out", "cat", (220, 60, 300, 200)))
)
MASKS = {"in": rng.random((70, 70)) < 0.8, "out": np.ones((140, 80), bool)}


def donor(image):
    """The other picture that an edit may take from."""
    return ImageData(OTHER, SCENE, MASKS)


def mask_boxes(scene):
    """The shape that the mask of each thing must have."""
    return {thing.id: (thing.box[3] - thing.box[1], thing.box[2] - thing.box[0]) for thing in scene.things}


@pytest.mark.parametrize("name", [name for name, edit in EDITS.items() if edit.strength])
def test_strength_zero_is_the_clean_call(name):
    edit = EDITS[name]
    none = steps(name, **{**edit.example, edit.strength: 0})
    assert none == ()
    assert query_key(Query(Stimulus("i", "q", none))) == query_key(Query(Stimulus("i", "q")))
    raw = edit.pixels(PIXELS, {**edit.example, edit.strength: 0})
    assert np.array_equal(raw, PIXELS)


@pytest.mark.parametrize("name", EDITS)
def test_an_edit_keeps_type_and_range_and_is_repeatable(name):
    chain = steps(name, **EDITS[name].example)
    once = edit_image(ImageData(PIXELS, SCENE, MASKS), chain, donor)
    again = edit_image(ImageData(PIXELS.copy(), SCENE), chain, donor)
    assert once.pixels.dtype == np.uint8
    assert once.pixels.shape[2] == 3
    assert not np.array_equal(once.pixels, PIXELS)
    assert np.array_equal(once.pixels, again.pixels)
    assert once.scene == edit_scene(SCENE, chain, lambda image: SCENE)
    assert (once.scene.height, once.scene.width) == once.pixels.shape[:2]
    assert {thing: mask.shape for thing, mask in once.masks.items()}.items() <= mask_boxes(once.scene).items()


@pytest.mark.parametrize("name", EDITS)
def test_an_edit_leaves_what_it_was_given(name):
    pixels, masks = PIXELS.copy(), {thing: mask.copy() for thing, mask in MASKS.items()}
    shown = edit_image(ImageData(pixels, SCENE, masks), steps(name, **EDITS[name].example), donor)
    assert all(mask is not None for mask in shown.masks.values())
    assert np.array_equal(pixels, PIXELS)
    assert all(np.array_equal(masks[thing], MASKS[thing]) for thing in MASKS)


@pytest.mark.parametrize("name", EDITS)
def test_an_edit_needs_no_scene(name):
    chain = steps(name, **EDITS[name].example)
    bare = edit_image(ImageData(PIXELS), chain, donor)
    assert bare.scene is None
    assert np.array_equal(bare.pixels, edit_image(ImageData(PIXELS, SCENE), chain, donor).pixels)


def test_masks_follow_a_chain_of_edits():
    chain = (*steps("crop", box="60,40,300,230"), *steps("remove", box="0,0,30,40"), *steps("blur", sigma=2.0))
    shown = edit_image(ImageData(PIXELS, SCENE, MASKS), chain)
    assert shown.scene.objects_by_id()["in"].box == (0, 10, 60, 80)
    whole = np.zeros((240, 320), bool)
    whole[50:120, 50:120] = MASKS["in"]
    whole[40:80, 60:90] = False  # the patch, seen from the whole picture
    assert np.array_equal(shown.masks["in"], whole[50:120, 60:120])
    assert np.array_equal(shown.masks["out"], MASKS["out"])
    masked = edit_image(ImageData(PIXELS, SCENE, MASKS), steps("mask", keep="0,0,100,90;90,80,110,100", color="0,0,0"))
    kept = np.zeros((240, 320), bool)
    kept[0:90, 0:100] = kept[80:100, 90:110] = True
    assert np.array_equal(masked.masks["in"], MASKS["in"] & kept[50:120, 50:120])
    assert not masked.masks["out"].any()


@pytest.mark.parametrize("name", [name for name, edit in EDITS.items() if edit.strength])
def test_whole_numbers_and_floats_are_one_call(name):
    edit = EDITS[name]
    assert steps(name, **{**edit.example, edit.strength: 3}) == steps(name, **{**edit.example, edit.strength: 3.0})


def test_what_the_mask_hides_is_hidden_in_the_scene_too():
    masked = edit_image(ImageData(PIXELS, SCENE), steps("mask", keep="40,40,200,200", color="1,2,3"))
    seen = masked.scene.objects_by_id()
    assert seen["in"].visible == 1
    assert seen["out"].visible == 0
    assert masked.scene.background == 0
    assert masked.pixels[60, 250].tolist() == [1, 2, 3]
    assert np.array_equal(masked.pixels[40:200, 40:200], PIXELS[40:200, 40:200])


def test_noise_has_the_variance_it_names():
    grey = np.full((400, 400, 3), 128, dtype=np.uint8)
    noisy = edit_image(ImageData(grey), steps("gaussian_noise", variance=0.01, seed=1)).pixels
    assert np.var(noisy / 255.0) == pytest.approx(0.01, rel=0.02)


def test_an_unknown_edit_is_refused():
    with pytest.raises(ValueError, match="no edit melt version 1"):
        edit_image(ImageData(PIXELS), (Step("melt"),))
