"""Insertion: only the frame changes, nothing wraps around, and pixels and scene agree."""

import time
from fractions import Fraction
from itertools import pairwise
from math import ceil, floor

import numpy as np
import pytest
from askance.core import ImageData, Scene, SceneObject, SceneRelation, UnreadableImage
from askance.edits import CutoutCache, edit_image, edit_scene, steps
from askance.stickers.dataset import Stickers
from hypothesis import given
from hypothesis import strategies as st

DONOR = Scene(
    "d",
    40,
    40,
    (
        SceneObject("man", "man", (10, 5, 20, 35), {"pose": ("standing",), "size": ("large",)}, z=3),
        SceneObject("hat", "hat", (8, 2, 22, 8), {"color": ("red",)}, z=5),
        SceneObject("man.leg", "leg", (10, 20, 15, 35), part_of="man", z=3),
        SceneObject("tree", "tree", (25, 0, 40, 40)),
    ),
    (
        SceneRelation("man", "wearing", "hat"),
        SceneRelation("hat", "above", "man"),
        SceneRelation("man", "left of", "tree"),
    ),
)
MASKS = {"man": np.ones((30, 10), bool), "hat": np.ones((6, 14), bool), "tree": np.eye(40, 15, dtype=bool)}
TARGET = Scene(
    "t", 60, 50, (SceneObject("dog", "dog", (0, 30, 10, 40), z=7), SceneObject("sun", "sun", (50, 0, 60, 10)))
)
place = st.builds(
    lambda x, y, w, h: (x, y, x + w, y + h),
    st.integers(-15, 60), st.integers(-25, 50), st.integers(1, 20), st.integers(1, 60),
)  # fmt: skip


def text(box):
    return ",".join(map(str, box))


def donor(level=200, masks=MASKS):
    return lambda image: ImageData(np.full((40, 40, 3), level, np.uint8), DONOR, masks)


def inserted(pixels, box, picture_of, things="man,hat"):
    chain = steps("insert", image="d", things=things, box=text(box))
    return edit_image(ImageData(pixels, TARGET), chain, picture_of)


def frame_of(box):
    """The box around man and hat when the man goes into a box, in fractions, rounded outwards."""
    wide, high = Fraction(box[2] - box[0], 10), Fraction(box[3] - box[1], 30)
    return floor(box[0] - 2 * wide), floor(box[1] - 3 * high), ceil(box[0] + 12 * wide), box[3]


@given(place, st.integers(0, 255), st.integers(0, 255))
def test_only_the_frame_changes_and_nothing_wraps_around(box, below, above):
    clean = np.full((50, 60, 3), below, np.uint8)
    shown = inserted(clean, box, donor(above))
    low, high = min(below, above) - 2, max(below, above) + 2  # colors weighed by alpha are rounded three times
    assert shown.pixels.min() >= low
    assert shown.pixels.max() <= high  # between the two: white on white stays white, 254 on 255 never 0
    changed = (shown.pixels != clean).any(axis=2)
    x0, y0, x1, y1 = (max(0, each) for each in frame_of(box))
    changed[y0:y1, x0:x1] = False
    assert not changed.any()


@given(place)
def test_the_first_box_goes_where_it_is_said_and_the_rest_along(box):
    wide, high = (box[2] - box[0]) / 10, (box[3] - box[1]) / 30
    whole = Scene("t", 1000, 1000)
    at = (box[0] + 200, box[1] + 200, box[2] + 200, box[3] + 200)
    new = edit_scene(
        whole, steps("insert", image="d", things="man,hat", box=text(at)), lambda image: DONOR
    ).objects_by_id()
    assert new["man+insert"].box == at
    exact = (at[0] - 2 * wide, at[1] - 3 * high, at[0] + 12 * wide, at[1] + 3 * high)
    got = new["hat+insert"].box
    assert all(-1e-9 <= (e - g) * sign < 1 for e, g, sign in zip(exact, got, (1, 1, -1, -1), strict=True))  # outwards


def test_the_scene_gets_the_things_with_their_parts_and_links():
    scene = edit_scene(TARGET, steps("insert", image="d", things="man,hat", box="30,10,40,40"), lambda image: DONOR)
    man, hat, leg = scene.things[2:]
    assert scene.things[:2] == TARGET.things
    assert (man.id, hat.id, leg.id) == ("man+insert", "hat+insert", "man.leg+insert")
    assert (man.box, hat.box, leg.box) == ((30, 10, 40, 40), (28, 7, 42, 13), (30, 25, 35, 40))
    assert man.attributes == {"pose": ("standing",)}
    assert hat.attributes == {"color": ("red",)}
    assert leg.part_of == man.id
    assert man.part_of is None
    assert 7 < man.z < hat.z
    assert (man.visible, hat.visible) == (1, 1)
    assert scene.links == (SceneRelation(man.id, "wearing", hat.id),)


def test_inserted_twice_the_ids_are_new():
    chain = (
        *steps("insert", image="d", things="man", box="30,10,40,40"),
        *steps("insert", image="d", things="man", box="45,10,55,40"),
    )
    scene = edit_scene(TARGET, chain, lambda image: DONOR)
    assert [thing.id for thing in scene.things[2:]] == [
        "man+insert",
        "man.leg+insert",
        "man+insert2",
        "man.leg+insert2",
    ]
    assert scene.things[-1].part_of == "man+insert2"


def test_what_is_cut_off_or_covered_is_less_visible():
    scene = edit_scene(TARGET, steps("insert", image="d", things="man", box="-5,25,5,55"), lambda image: DONOR)
    man, dog = scene.objects_by_id()["man+insert"], scene.objects_by_id()["dog"]
    assert man.box == (0, 25, 5, 50)
    assert man.visible == pytest.approx(5 * 25 / 300)
    assert dog.visible == pytest.approx(0.5)
    gone = edit_scene(TARGET, steps("insert", image="d", things="man", box="70,25,80,55"), lambda image: DONOR)
    assert gone == TARGET


def test_the_edge_is_soft_inwards_only():
    clean = np.zeros((50, 60, 3), np.uint8)
    shown = inserted(clean, (30, 10, 40, 40), donor(180), "man").pixels[..., 0]
    assert shown[25, 29] == shown[25, 40] == 0
    assert shown[25, 35] == 180
    assert 100 < shown[25, 30] < 180


def test_a_hole_in_the_mask_lets_the_target_through():
    clean = np.full((50, 60, 3), 10, np.uint8)
    shown = inserted(clean, (10, 5, 25, 45), donor(200), "tree").pixels[..., 0]
    body = shown[5:45, 10:25]
    assert (body[~np.eye(40, 15, dtype=bool)] == 10).all()
    assert (np.diag(body) > 100).all()


def test_masks_lose_what_is_pasted_over_them():
    masks = {"dog": np.ones((10, 10), bool), "sun": np.ones((10, 10), bool)}
    chain = steps("insert", image="d", things="man", box="5,20,15,50")
    left = edit_image(ImageData(np.zeros((50, 60, 3), np.uint8), TARGET, masks), chain, donor()).masks
    assert set(left) == {"dog", "sun"}
    assert left["dog"].sum() == 50
    assert left["dog"][:, :5].all()
    assert left["sun"].all()


@pytest.mark.parametrize(
    ("things", "masks", "why"),
    [("man", {}, "d: has no mask of man: use data with masks"), ("cow", MASKS, "d: has no thing 'cow'")],
)
def test_what_cannot_be_taken_is_said(things, masks, why):
    with pytest.raises(UnreadableImage, match=why):
        inserted(np.zeros((50, 60, 3), np.uint8), (30, 10, 40, 40), donor(masks=masks), things)


def test_a_donor_without_a_scene_or_out_of_reach_is_said():
    chain = steps("insert", image="d", things="man", box="30,10,40,40")
    with pytest.raises(UnreadableImage, match="d: has no scene"):
        edit_scene(TARGET, chain, lambda image: None)
    with pytest.raises(ValueError, match="donor_scenes"):
        edit_scene(TARGET, chain)
    with pytest.raises(ValueError, match="donor_pictures"):
        edit_image(ImageData(np.zeros((50, 60, 3), np.uint8)), chain)


@pytest.mark.parametrize("box", ["0,0,21,30", "0,0,10,61", "5,5,5,20", "9,0,5,20"])
def test_a_box_too_large_or_empty_is_refused(box):
    with pytest.raises(ValueError, match="1 to 2 times 10 × 30"):
        edit_scene(TARGET, steps("insert", image="d", things="man", box=box), lambda image: DONOR)


@pytest.fixture(scope="module")
def stickers():
    return Stickers()


def heads(picture):
    """Things that are seen whole, away from the edge, and are no parts."""
    return [
        thing
        for thing in picture.scene.things
        if thing.part_of is None and thing.visible > 0.99 and min(thing.box[0], thing.box[1]) > 0
    ]


def test_pixels_and_scene_agree_on_stickers(stickers):
    names = list(stickers.images(8))
    tried = 0
    for target, image in pairwise(names):
        clean, donor = stickers.load_image(target), stickers.load_image(image)
        for thing in heads(donor)[:3]:
            wide, high = thing.box[2] - thing.box[0], thing.box[3] - thing.box[1]
            box = (20, 20, 20 + round(wide * 0.8), 20 + round(high * 0.8))
            chain = steps("insert", image=image, things=thing.id, box=text(box))
            shown = edit_image(clean, chain, stickers.load_image)
            assert shown.scene == edit_scene(clean.scene, chain, stickers.scene)
            new = shown.scene.objects_by_id()[f"{thing.id}+insert"]
            assert new.box == box
            x0, y0, x1, y1 = new.box
            rows = np.arange(y1 - y0) * high // (y1 - y0)
            columns = np.arange(x1 - x0) * wide // (x1 - x0)
            mask = donor.masks[thing.id][np.ix_(rows, columns)]
            changed = (shown.pixels != clean.pixels).any(axis=2)
            outside = changed.copy()
            outside[y0:y1, x0:x1] = False
            assert not outside.any()
            assert changed[y0:y1, x0:x1][mask].mean() > 0.9  # a few pixels may have had that color before
            assert changed[y0:y1, x0:x1][~mask].mean() < 0.5 if (~mask).sum() > 50 else True
            tried += 1
    assert tried >= 15


def test_an_insertion_takes_a_few_milliseconds(stickers):
    target, image = list(stickers.images(2))
    clean, donors = stickers.load_image(target), CutoutCache(stickers.load_image)
    thing = max(heads(stickers.load_image(image)), key=lambda one: one.box[2] - one.box[0])
    wide, high = thing.box[2] - thing.box[0], thing.box[3] - thing.box[1]
    chain = steps("insert", image=image, things=thing.id, box=text((5, 5, 5 + wide * 3 // 4, 5 + high * 3 // 4)))
    best = float("inf")
    for _ in range(10):
        begin = time.process_time()
        edit_image(clean, chain, donors)
        best = min(best, time.process_time() - begin)
    assert best < 0.01
