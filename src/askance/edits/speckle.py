"""Speckle: each value is multiplied by 1 + Gaussian noise of a given variance."""

from functools import lru_cache
from math import erf, sqrt

import numpy as np
from askance.core import Scene
from askance.core.image import Pixels
from askance.edits.base import Args, Edit, number, positive_number, same_scene, seed_of
from askance.edits.random_levels import Redraw, level_table, redraw_levels


@lru_cache(maxsize=8)
def _multiplied(variance: float) -> Redraw:
    shares = np.ones((256, 255))  # black stays black
    for level in range(1, 256):
        spread = level * sqrt(2 * variance)
        shares[level] = [(1 + erf((other + 0.5 - level) / spread)) / 2 for other in range(255)]
    return level_table(shares)


def _pixels(pixels: Pixels, args: Args) -> Pixels:
    variance = positive_number(args, "variance")
    return redraw_levels(pixels, _multiplied(variance), seed_of(args)) if variance else pixels


def _plain(args: Args, scene: Scene | None) -> str:
    return f"speckle noise, variance {number(args, 'variance'):.2g}"


SPECKLE = Edit(
    version=1,
    pixels=_pixels,
    scene=same_scene,
    strength="variance",
    example={"variance": 0.05, "seed": 0},
    plain=_plain,
)
