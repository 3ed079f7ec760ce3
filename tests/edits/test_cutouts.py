"""The store of cut-outs: a donor is decoded once for all threads, memory is bounded, a failure is not kept."""

import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from askance.core import ImageData, Scene, SceneObject, UnreadableImage
from askance.edits import CutoutCache, donor_image_lookup, donor_scene_lookup
from askance.edits.cutout import cut_out_objects

THINGS = (
    SceneObject("a", "dog", (0, 0, 10, 10)),
    SceneObject("b", "cat", (5, 5, 15, 20)),
    SceneObject("c", "cow", (0, 0, 3, 3)),
)
MASKS = {"a": np.ones((10, 10), bool), "b": np.ones((15, 10), bool)}


class Source:
    """Pictures that count how often they are decoded."""

    def __init__(self, broken=()):
        self.decoded, self.broken = [], set(broken)

    def __call__(self, image):
        self.decoded.append(image)
        time.sleep(0.005)
        if image in self.broken:
            raise UnreadableImage(f"{image}: damaged")
        return ImageData(np.full((20, 20, 3), 50, np.uint8), Scene(image, 20, 20, THINGS), MASKS)


def test_a_cutout_is_the_union_of_the_masks():
    cut = cut_out_objects(Source()("i"), "i", "a,b,c")  # c has no mask: it lies within a
    assert cut.box == (0, 0, 15, 20)
    assert [thing.id for thing in cut.group.things] == ["a", "b", "c"]
    alpha = cut.rgba[..., 3]
    assert alpha[2, 12] == alpha[15, 2] == 0
    assert alpha[5, 5] == alpha[12, 10] == alpha[7, 7] == 255
    assert 200 < alpha[0, 5] < 255


def test_threads_share_one_decoding():
    source = Source()
    cutouts = CutoutCache(source)
    with ThreadPoolExecutor(8) as pool:
        made = list(pool.map(lambda n: cutouts(f"i{n % 3}", "a"), range(48)))
    assert sorted(source.decoded) == ["i0", "i1", "i2"]
    assert len({id(each) for each in made}) == 3


def test_memory_is_bounded_and_the_longest_unused_go_first():
    source = Source()
    cutouts = CutoutCache(source, kept=3 * 10 * 10 * 4)
    for image in ("1", "2", "3", "1", "4", "1", "3", "2"):
        cutouts(image, "a")
    assert source.decoded == ["1", "2", "3", "4", "2"]


def test_memory_stays_bounded_with_many_threads():
    source = Source()
    cutouts = CutoutCache(source, kept=1000)
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda n: cutouts(f"i{n % 11}", "a"), range(200)))
    assert 0 < cutouts.nbytes <= 1000


def test_a_failure_is_raised_and_not_kept():
    source = Source(broken={"i"})
    cutouts = CutoutCache(source)
    for _ in range(2):
        with pytest.raises(UnreadableImage, match="damaged"):
            cutouts("i", "a")
    source.broken.clear()
    assert cutouts("i", "a").box == (0, 0, 10, 10)


def test_of_two_annotations_the_coarse_one_has_the_masks():
    coarse = Scene("i", 20, 20, THINGS)

    class Fine:
        def scene(self, image):
            return Scene(image, 20, 20)

        def load_image(self, image):
            return ImageData(np.zeros((20, 20, 3), np.uint8), self.scene(image))

    class Both(Fine):
        def coarse_scene(self, image):
            return coarse

        def load_coarse_image(self, image):
            return ImageData(np.zeros((20, 20, 3), np.uint8), coarse, MASKS)

    assert donor_scene_lookup(Fine())("i").things == ()
    assert donor_image_lookup(Fine())("i").masks == {}
    assert donor_scene_lookup(Both())("i") is coarse
    assert cut_out_objects(donor_image_lookup(Both())("i"), "i", "a").box == (0, 0, 10, 10)
