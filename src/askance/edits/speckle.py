"""Speckle: each value is multiplied by 1 + Gaussian noise of a given variance."""

from functools import lru_cache
from math import erf, sqrt

import numpy as np
from askance.core import Scene
from askance.core.image import Pixels
from askance.edits.edit_types import Args, Edit, non_negative_argument, number_argument, seed_argument, unchanged_scene
from askance.edits.pixel_dependent_noise import LevelDistributions, make_level_distributions, redraw_levels


@lru_cache(maxsize=8)
def _speckle_distributions(variance: float) -> LevelDistributions:
    shares = np.ones((256, 255))  # black stays black
    for level in range(1, 256):
        spread = level * sqrt(2 * variance)
        shares[level] = [(1 + erf((other + 0.5 - level) / spread)) / 2 for other in range(255)]
    return make_level_distributions(shares)


def _edit_pixels(pixels: Pixels, args: Args) -> Pixels:
    variance = non_negative_argument(args, "variance")
    return redraw_levels(pixels, _speckle_distributions(variance), seed_argument(args)) if variance else pixels


def _describe_edit(args: Args, scene: Scene | None) -> str:
    return f"speckle noise, variance {number_argument(args, 'variance'):.2g}"


SPECKLE = Edit(
    version=1,
    pixels=_edit_pixels,
    scene=unchanged_scene,
    strength="variance",
    example={"variance": 0.05, "seed": 0},
    plain=_describe_edit,
)
