"""The sliders of the Live view: each stands for an edit of the code base, and 0 is the clean image."""

import math

import numpy as np
import pytest
from askance.core import ImageData, UserError
from askance.edits import edit_image, steps
from askance.server.live.sliders import SLIDERS, check_positions, positions_of, slider_edits

IMAGE = ImageData(np.random.default_rng(0).integers(0, 255, (60, 80, 3), np.uint8))


def test_sliders_at_0_leave_the_query_as_it_is():
    assert slider_edits({slider.name: 0.0 for slider in SLIDERS}, (80, 60)) == ()


@pytest.mark.parametrize("slider", SLIDERS, ids=lambda slider: slider.name)
def test_both_ends_of_each_slider_change_the_image(slider):
    for position in {slider.low, slider.high} - {0.0}:
        edits = slider_edits({slider.name: position}, IMAGE.size)
        assert len(edits) == 1
        after = edit_image(IMAGE, edits)
        assert after.size != IMAGE.size or not np.array_equal(after.pixels, IMAGE.pixels)


def test_crop_keeps_the_middle_and_comes_first():
    edits = slider_edits({"noise": 0.1, "crop": 0.5, "rotate": 10}, IMAGE.size)
    assert [step.name for step in edits] == ["crop", "rotate", "gaussian_noise"]
    assert dict(edits[0].args)["box"] == "20,15,60,45"
    assert edit_image(IMAGE, edits).size == (40, 30)


@pytest.mark.parametrize("positions", [{"blur": 13}, {"blur": -1}, {"noise": math.nan}, {"rotate": math.inf}])
def test_a_position_out_of_range_is_a_user_error(positions):
    with pytest.raises(UserError, match=rf"slider {next(iter(positions))}: .* is not from"):
        check_positions(positions)


def test_an_unknown_slider_is_named():
    with pytest.raises(UserError, match="slider 'zoom': the sliders are crop, rotate"):
        check_positions({"zoom": 1.0})


@pytest.mark.parametrize("name", ["rotate", "brightness", "blur", "noise"])
def test_the_edit_of_a_case_is_shown_by_the_slider_that_makes_it(name):
    assert positions_of(slider_edits({name: 0.25}, IMAGE.size)) == {name: 0.25}


def test_an_edit_without_a_slider_has_no_position():
    assert positions_of(steps("pad", left=3)) is None
    assert positions_of(steps("blur", sigma=99.0)) is None
