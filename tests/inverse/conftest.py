"""Scenes of the built-in world that the tests of this folder share."""

import pytest
from askance.stickers.dataset import Stickers
from askance.stickers.generate_items import generate_items


@pytest.fixture(scope="session")
def annotated_scenes():
    """(scene, items) of forty images."""
    data = Stickers()
    return [(data.scene(image), list(_items(data, image))) for image in data.images(40, seed=3)]


def _items(data, image):
    _, split, index, _ = image.split(":")
    return generate_items(data.scene(image), image, split, int(index))
