"""The built-in world as a data set: `stickers`, with the splits train, val and test."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import islice

import numpy as np
from askance.core.dataset import Item
from askance.core.digest import digest_value
from askance.core.errors import UserError
from askance.core.image import ImageData
from askance.core.scene import Scene
from askance.stickers.build_scene import build_scene
from askance.stickers.compressed_image import CompressedImage, compress_image
from askance.stickers.generate_items import generate_items
from askance.stickers.image_passes import in_image_passes
from askance.stickers.render_scene import render_scene
from askance.stickers.visibility_map import HEIGHT, WIDTH
from askance.wording.world_nouns import GROUPS

# The version of the world, part of every image's name: other drawings, scenes or questions need another one.
# A test compares samples, so that moved or reworded code keeps it, and a change of what is drawn does not.
WORLD = "f6b1ec671114"
SPLITS = {"train": 100_000, "val": 2_000, "test": 2_000}


@lru_cache(maxsize=1_024)  # about 55 kB each: every suite of a run needs the images of the first blocks again
def _cached_drawing(split: str, index: int) -> CompressedImage:
    return compress_image(render_scene(build_scene(split, index)))


@lru_cache(maxsize=2_000)  # objects and relations only
def _cached_scene(split: str, index: int) -> Scene:
    return _cached_drawing(split, index).scene


@lru_cache(maxsize=16)
def _cached_image(split: str, index: int) -> ImageData:
    return _cached_drawing(split, index).restore()


class Stickers:
    """Drawn scenes with complete truth; `stickers` is the test split, `stickers:train` another one."""

    groups = frozenset(GROUPS)  # the class names that its questions may use

    def __init__(self, split: str = "test"):
        if split not in SPLITS:
            raise UserError(f"stickers has no split {split!r}: choose one of {', '.join(SPLITS)}")
        self.split = split

    @property
    def name(self) -> str:
        """How it is called on the command line."""
        return "stickers" if self.split == "test" else f"stickers:{self.split}"

    @property
    def fingerprint(self) -> str:
        """Changes when any image or item may change."""
        return f"{self.name}:{WORLD}"

    def items(self, limit: int | None = None, seed: int = 0) -> Iterator[Item]:
        """The items, one per image before the second of any; the seed decides the order of the images."""
        return islice(in_image_passes(self.images(seed=seed), _items_of_image), limit)

    def items_of_image(self, image: str) -> list[Item]:
        """The items of one image."""
        return _items_of_image(image)

    def images(self, limit: int | None = None, seed: int = 0) -> Iterator[str]:
        """The images' names, in an order given by the seed."""
        key = int.from_bytes(digest_value(["stickers order", self.split, seed]), "big")
        order = np.random.Generator(np.random.PCG64(key)).permutation(SPLITS[self.split])
        for index in order[:limit]:
            yield f"stickers:{self.split}:{int(index)}:{WORLD}"

    def scene(self, image: str) -> Scene | None:
        """The scene graph of an image."""
        return _cached_scene(*_parse_image_name(image))

    def image_size(self, image: str) -> tuple[int, int]:
        """Width and height: all scenes have the same."""
        return WIDTH, HEIGHT

    def load_image(self, image: str) -> ImageData:
        """The image of an image, with its scene and masks."""
        return _cached_image(*_parse_image_name(image))


def _items_of_image(image: str) -> list[Item]:
    split, index = _parse_image_name(image)
    return list(generate_items(_cached_scene(split, index), image, split, index))


def _parse_image_name(image: str) -> tuple[str, int]:
    """Split and number of an image name of this version of the world."""
    world, _, rest = image.partition(":")
    split, _, tail = rest.partition(":")
    number, _, version = tail.partition(":")
    if world != "stickers" or split not in SPLITS or not number.isdigit() or int(number) >= SPLITS[split]:
        raise UserError(f"{image!r} is no image of stickers: such names look like stickers:test:123:{WORLD}")
    if not version:
        raise UserError(f"{image!r} has no version: such names look like {image}:{WORLD}")
    if version != WORLD:
        raise UserError(f"{image!r} was made by another version of stickers: start a new run with this one")
    return split, int(number)
