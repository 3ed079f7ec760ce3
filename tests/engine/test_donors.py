"""The loader and edits that take from other images: each donor is decoded once, and a bad one spoils one variant."""

import numpy as np
from askance.core import ImageData, Query, Scene, SceneObject, Stimulus, UnreadableImage
from askance.edits import steps
from askance.engine.image_loader import ImageLoader
from askance.engine.plan import Call

BROKEN, DONOR = "i99", "i0"


class Data:
    """Grey pictures with one dog each, that count what is asked of them."""

    name = fingerprint = "grey"

    def __init__(self):
        self.pictures, self.scenes = [], []

    def scene(self, image):
        self.scenes.append(image)
        return Scene(image, 40, 30, (SceneObject("dog", "dog", (2, 2, 12, 12)),))

    def load_image(self, image):
        self.pictures.append(image)
        if image == BROKEN:
            raise UnreadableImage(f"{image}: damaged image: replace the file")
        level = int(image[1:]) + 50
        return ImageData(np.full((30, 40, 3), level, np.uint8), self.scene(image), {"dog": np.ones((10, 10), bool)})


def window(donors, images=range(1, 9)):
    """A clean call and one with each donor, about each image."""
    calls = []
    for image in images:
        edits = [(), *(steps("insert", image=donor, things="dog", box="20,10,30,20") for donor in donors)]
        calls += [
            Call(0, bytes([image, at]), f"i{image}", str(at), Query(Stimulus(f"i{image}", "?", chain)))
            for at, chain in enumerate(edits)
        ]
    return calls


def loaded(data, needs, donors):
    loader = ImageLoader(data, frozenset(needs), 4)
    try:
        return {image: future.result().sights for image, future in loader.start_loading(window(donors)).items()}
    finally:
        loader.close()


def test_a_donor_is_decoded_once_for_all_images():
    data = Data()
    sights = loaded(data, {"pixels"}, [DONOR])
    assert data.pictures.count(DONOR) == 1
    for image, variants in sights.items():
        clean, edited = variants["0"].picture, variants["1"].picture
        assert clean.pixels[15, 25, 0] == int(image[1:]) + 50
        assert edited.pixels[15, 25, 0] == 50
        assert [thing.id for thing in variants["1"].scene.things] == ["dog", "dog+insert"]


def test_models_that_see_scenes_need_no_pixels():
    data = Data()
    sights = loaded(data, {"scene"}, [DONOR])
    assert data.pictures == []
    assert data.scenes.count(DONOR) <= 4  # threads that begin together may each ask once
    assert all(len(variants["1"].scene.things) == 2 for variants in sights.values())


def test_a_donor_that_cannot_be_read_spoils_its_own_variants_only():
    for variants in loaded(Data(), {"pixels"}, [DONOR, BROKEN]).values():
        assert variants["0"].load_error is None
        assert variants["1"].load_error is None
        assert variants["2"].load_error == "i99: damaged image: replace the file"
