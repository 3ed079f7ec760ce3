"""Law 6: strength 0 is the identity and the same call as the clean one; pixels and scene agree."""

import numpy as np
import pytest
from askance.core import Picture, Query, Scene, Step, Stimulus, Thing, query_key
from askance.edits import EDITS, edit_picture, edit_scene, steps

rng = np.random.default_rng(0)
PIXELS = rng.integers(0, 256, (240, 320, 3), dtype=np.uint8)
SCENE = Scene("s", 320, 240, (Thing("in", "dog", (50, 50, 120, 120)), Thing("out", "cat", (220, 60, 300, 200))))


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
    once = edit_picture(Picture(PIXELS, SCENE), chain)
    again = edit_picture(Picture(PIXELS.copy(), SCENE), chain)
    assert once.pixels.dtype == np.uint8
    assert once.pixels.shape[2] == 3
    assert not np.array_equal(once.pixels, PIXELS)
    assert np.array_equal(once.pixels, again.pixels)
    assert once.scene == edit_scene(SCENE, chain)
    assert (once.scene.height, once.scene.width) == once.pixels.shape[:2]


@pytest.mark.parametrize("name", [name for name, edit in EDITS.items() if edit.strength])
def test_whole_numbers_and_floats_are_one_call(name):
    edit = EDITS[name]
    assert steps(name, **{**edit.example, edit.strength: 3}) == steps(name, **{**edit.example, edit.strength: 3.0})


def test_what_the_mask_hides_is_hidden_in_the_scene_too():
    masked = edit_picture(Picture(PIXELS, SCENE), steps("mask", keep="40,40,200,200", color="1,2,3"))
    seen = masked.scene.by_id()
    assert seen["in"].visible == 1
    assert seen["out"].visible == 0
    assert masked.scene.background == 0
    assert masked.pixels[60, 250].tolist() == [1, 2, 3]
    assert np.array_equal(masked.pixels[40:200, 40:200], PIXELS[40:200, 40:200])


def test_noise_has_the_variance_it_names():
    grey = np.full((400, 400, 3), 128, dtype=np.uint8)
    noisy = edit_picture(Picture(grey), steps("gaussian_noise", variance=0.01, seed=1)).pixels
    assert np.var(noisy / 255.0) == pytest.approx(0.01, rel=0.02)


def test_an_unknown_edit_is_refused():
    with pytest.raises(ValueError, match="no edit melt version 1"):
        edit_picture(Picture(PIXELS), (Step("melt"),))
