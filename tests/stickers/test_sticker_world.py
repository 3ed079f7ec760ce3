"""The built-in world as a data set."""

from itertools import islice

import pytest
from askance.core import Dataset, UserError
from askance.stickers.dataset import SPLITS, WORLD, Stickers


def test_it_is_a_data_set() -> None:
    data: Dataset = Stickers()
    assert data.name == "stickers"
    assert Stickers("train").name == "stickers:train"
    assert WORLD in data.fingerprint


def test_images_cover_the_split_once() -> None:
    images = list(Stickers("val").images(seed=1))
    assert len(images) == len(set(images)) == SPLITS["val"]


def test_an_image_has_a_scene_and_a_picture() -> None:
    data = Stickers()
    image = next(data.images())
    picture = data.load_image(image)
    assert data.scene(image) == picture.scene
    assert picture.image.size == (480, 360)


def test_limit_zero_gives_nothing() -> None:
    assert list(Stickers().items(limit=0)) == []
    assert len(list(islice(Stickers("train").images(), 5))) == 5


@pytest.mark.parametrize("image", ["stickers:test:1:0123456789ab", "stickers:test:9999:x", "coco:", "stickers:test:x:"])
def test_a_wrong_image_name_is_a_clear_error(image: str) -> None:
    with pytest.raises(UserError, match="stickers"):
        Stickers().scene(image)


def test_another_version_is_named_as_the_cause() -> None:
    with pytest.raises(UserError, match="another version"):
        Stickers().load_image("stickers:test:1:0123456789ab")


def test_an_unknown_split_is_a_clear_error() -> None:
    with pytest.raises(UserError, match="train, val, test"):
        Stickers("dev")
