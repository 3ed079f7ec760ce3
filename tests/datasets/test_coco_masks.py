"""Outlines become masks as COCO's own tool makes them, and bad ones say what is wrong."""

import json

import numpy as np
import pytest
from askance.datasets.reading.coco_masks import (
    LazyMasks,
    RunLengths,
    decode_coco_rle_text,
    outline_to_mask,
    polygons_to_mask,
    run_lengths_to_mask,
)

SIZE = (0, 0, 8, 6)


def drawn(text):
    return np.array([[char == "#" for char in line] for line in text.split()])


def test_a_rectangle_is_its_pixels():
    mask = polygons_to_mask([[2, 1, 5, 1, 5, 4, 2, 4]], SIZE)
    assert mask.dtype == np.bool_
    assert (mask == drawn("........ ..###... ..###... ..###... ........ ........")).all()


def test_pixels_count_by_their_centres():
    assert polygons_to_mask([[0.6, 0.6, 2.4, 0.6, 2.4, 2.4, 0.6, 2.4]], SIZE).sum() == 1
    assert polygons_to_mask([[0.4, 0.4, 2.6, 0.4, 2.6, 2.6, 0.4, 2.6]], SIZE).sum() == 9


def test_a_triangle_and_its_mirror_share_no_pixel_and_miss_none():
    below, above = [0, 0, 8, 6, 0, 6], [0, 0, 8, 0, 8, 6]
    one, other = polygons_to_mask([below], SIZE), polygons_to_mask([above], SIZE)
    assert not (one & other).any()
    assert (one | other).all()


def test_several_polygons_are_joined_and_one_that_crosses_itself_is_even_odd():
    left, right = [0, 0, 4, 0, 4, 6, 0, 6], [2, 0, 8, 0, 8, 6, 2, 6]
    assert polygons_to_mask([left, right], SIZE).all()
    twice = [*left, *left]
    assert not polygons_to_mask([twice], SIZE).any()


def test_the_mask_is_cropped_to_the_box_and_what_lies_beyond_is_cut_off():
    star = [[-3, -2, 12, 1, 5, 9, 1, 3]]
    whole = polygons_to_mask(star, (0, 0, 8, 6))
    assert (polygons_to_mask(star, (2, 1, 7, 5)) == whole[1:5, 2:7]).all()


def test_polygons_of_less_than_three_points_have_no_pixels():
    assert not polygons_to_mask([[1, 1, 5, 5], [2, 2], []], SIZE).any()


def test_plain_runs_go_down_the_columns():
    mask = run_lengths_to_mask(RunLengths((2, 3), (1, 2, 3)))
    assert (mask == drawn(".#. #..")).all()
    assert run_lengths_to_mask(RunLengths((2, 2), (0, 4))).all()


# By hand: 5 bits a character from "0" on, 32 more where others follow, 16 is the sign; the fourth adds to the second.
@pytest.mark.parametrize(
    ("text", "counts"),
    [("132", [1, 3, 2]), ("1320", [1, 3, 2, 3]), ("132N0", [1, 3, 2, 1, 2]), ("P1", [32]), ("PP1", [1024]), ("", [])],
)
def test_packed_runs_by_hand(text, counts):
    assert decode_coco_rle_text(text).tolist() == counts


BAD = [
    ([[1, 2, 3]], "polygon 0 has 3 values, an odd number"),
    ([[1, 2, 3, 4, 5, 6], [1]], "polygon 1 has 1 values"),
    (RunLengths((6, 8), (40, 7)), "counts sum to 47, not to 6 × 8 = 48"),
    (RunLengths((6, 8), (60, -12)), "negative run, -12"),
    (RunLengths((8, 6), (48,)), r"size is \[8, 6\], but the picture has height 6 and width 8"),
    (RunLengths((6, 8), "12~"), "characters outside '0' to 'o'"),
    (RunLengths((6, 8), "12é"), "not ASCII"),
    (RunLengths((6, 8), "12P"), "breaks off"),
    (RunLengths((6, 8), "P" * 20 + "1"), "more than 60 bits"),
    (RunLengths((6, 8), ""), "counts sum to 0"),
]


@pytest.mark.parametrize(("outline", "message"), BAD)
def test_bad_outlines(outline, message):
    with pytest.raises(ValueError, match=message):
        outline_to_mask(outline, SIZE, 8, 6)


def test_masks_are_made_when_looked_at_and_once():
    made = []
    masks = LazyMasks(["a", "b"], lambda thing: made.append(thing) or np.ones((1, 1), np.bool_))
    assert (len(masks), list(masks), "a" in masks, "c" in masks, made) == (2, ["a", "b"], True, False, [])
    assert masks["b"] is masks["b"]
    assert made == ["b"]
    with pytest.raises(KeyError):
        masks["c"]


@pytest.fixture
def reference():
    return pytest.importorskip("pycocotools.mask", reason="pip install pycocotools to compare with COCO's own tool")


def test_packed_runs_as_cocos_own_tool_writes_them(reference):
    random = np.random.Generator(np.random.PCG64(0))
    for share in (0.0, 0.02, 0.5, 0.98, 1.0):
        for _ in range(40):
            height, width = random.integers(1, 70, 2).tolist()
            mask = random.random((height, width)) < share
            packed = reference.encode(np.asfortranarray(mask.astype(np.uint8)))
            assert (run_lengths_to_mask(RunLengths((height, width), packed["counts"].decode())) == mask).all()
    large = np.zeros((700, 900), np.bool_)
    large[300:, 450:] = True
    packed = reference.encode(np.asfortranarray(large.astype(np.uint8)))
    assert (run_lengths_to_mask(RunLengths((700, 900), packed["counts"].decode())) == large).all()


@pytest.mark.filterwarnings("ignore:__array__ implementation:DeprecationWarning")
def test_polygons_as_cocos_own_tool_fills_them(reference, real_data):
    for record in json.loads((real_data / "coco" / "000000039769_annotations.txt").read_text()):
        theirs = reference.decode(reference.merge(reference.frPyObjects(record["segmentation"], 480, 640))) > 0
        ours = polygons_to_mask(record["segmentation"], (0, 0, 640, 480))
        assert (ours & theirs).sum() / (ours | theirs).sum() >= 0.995
        assert ours.sum() == pytest.approx(record["area"], rel=0.004)
