"""Salt and pepper: a share of all values (each color of a pixel by itself) becomes white or black."""

from functools import lru_cache

import numpy as np
from askance.core import Scene
from askance.core.image import Pixels
from askance.edits.base import Args, Edit, number, positive_number, same_scene, seed_of
from askance.edits.random_offsets import Offsets, add_offsets, offsets


@lru_cache(maxsize=32)
def _flips(amount: float) -> Offsets:
    """Black, as it is, or white: 255 less or more, clipped, is either end of the range."""
    return offsets([-255, 0, 255], np.array([amount / 2, 1 - amount / 2]))


def _pixels(pixels: Pixels, args: Args) -> Pixels:
    amount = positive_number(args, "amount")
    if amount > 1:
        raise ValueError(f"amount must be a share from 0 to 1, not {amount}")
    return add_offsets(pixels, _flips(amount), seed_of(args)) if amount else pixels


def _plain(args: Args, scene: Scene | None) -> str:
    return f"salt-and-pepper noise on {100 * number(args, 'amount'):g} % of the values"


SALT_PEPPER = Edit(
    version=1, pixels=_pixels, scene=same_scene, strength="amount", example={"amount": 0.1, "seed": 0}, plain=_plain
)
