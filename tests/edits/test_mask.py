"""The mask's scene face is exact for any union of boxes, and agrees with its pixels."""

import numpy as np
import pytest
from askance.core import Scene, SceneObject
from askance.edits.boxes import format_boxes, parse_boxes
from askance.edits.mask_background import MASK
from hypothesis import given
from hypothesis import strategies as st

PIXELS = np.full((60, 80, 3), 200, dtype=np.uint8)
corner = st.tuples(st.integers(-10, 85), st.integers(-10, 65), st.integers(1, 60), st.integers(1, 60))
boxes = st.builds(lambda c: (c[0], c[1], c[0] + c[2], c[1] + c[3]), corner)


def seen(thing_box, keep):
    scene = MASK.scene(Scene("s", 80, 60, (SceneObject("1", "dog", thing_box),)), {"keep": keep, "color": "0,0,0"})
    return scene.things[0].visible


def test_text_and_boxes_are_each_other():
    some = [(1, 2, 30, 40), (5, 6, 70, 50)]
    assert parse_boxes(format_boxes(some), 80, 60) == some
    assert parse_boxes("-5,-5,10,90;90,0,95,10;", 80, 60) == [(0, 0, 10, 60)]


@pytest.mark.parametrize(
    ("keep", "share"),
    [
        ("0,0,20,20", 1.0),
        ("", 0.0),
        ("0,0,10,20;10,0,20,20", 1.0),  # two halves that touch
        ("0,0,15,20;5,0,20,20", 1.0),  # two that overlap
        ("0,0,10,10;0,0,10,10", 0.25),  # one box twice
        ("0,0,10,20;0,0,20,10", 0.75),  # an L
    ],
)
def test_the_union_counts(keep, share):
    assert seen((0, 0, 20, 20), keep) == share


@given(st.lists(boxes, max_size=4), boxes)
def test_pixels_and_scene_agree(keep, thing):
    shown = MASK.pixels(PIXELS, {"keep": format_boxes(keep), "color": "0,0,0"})
    inside = shown[max(0, thing[1]) : max(0, thing[3]), max(0, thing[0]) : max(0, thing[2]), 0]
    area = (thing[2] - thing[0]) * (thing[3] - thing[1])
    assert seen(thing, format_boxes(keep)) == pytest.approx(np.count_nonzero(inside) / area)
