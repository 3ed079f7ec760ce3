"""Salt and pepper: a share of all values (each color of a pixel by itself) becomes white or black."""

from functools import lru_cache

import numpy as np
from askance.core import Scene
from askance.core.image import Pixels
from askance.edits.additive_noise import OffsetDistribution, add_random_offsets, make_offset_distribution
from askance.edits.edit_types import Args, Edit, non_negative_argument, number_argument, seed_argument, unchanged_scene


@lru_cache(maxsize=32)
def _salt_pepper_distribution(amount: float) -> OffsetDistribution:
    """Black, as it is, or white: 255 less or more, clipped, is either end of the range."""
    return make_offset_distribution([-255, 0, 255], np.array([amount / 2, 1 - amount / 2]))


def _edit_pixels(pixels: Pixels, args: Args) -> Pixels:
    amount = non_negative_argument(args, "amount")
    if amount > 1:
        raise ValueError(f"amount must be a share from 0 to 1, not {amount}")
    return add_random_offsets(pixels, _salt_pepper_distribution(amount), seed_argument(args)) if amount else pixels


def _describe_edit(args: Args, scene: Scene | None) -> str:
    return f"salt-and-pepper noise on {100 * number_argument(args, 'amount'):g} % of the values"


SALT_PEPPER = Edit(
    version=1,
    pixels=_edit_pixels,
    scene=unchanged_scene,
    strength="amount",
    example={"amount": 0.1, "seed": 0},
    plain=_describe_edit,
)
