"""Gaussian noise of a given variance (on the 0–1 scale), as 8-bit pixels like the originals."""

from functools import lru_cache
from math import erf, sqrt

import numpy as np
from askance.core import Scene
from askance.core.image import Pixels
from askance.edits.base import Args, Edit, number, positive_number, same_scene, seed_of
from askance.edits.random_offsets import Offsets, add_offsets, offsets

FURTHEST = 255  # levels: what goes further is clipped to black or white in any case


@lru_cache(maxsize=32)
def _rounded(variance: float) -> Offsets:
    """The normal distribution in whole grey levels: pixel + noise, rounded, is pixel + rounded noise."""
    spread = 255 * sqrt(2 * variance)
    levels = range(-FURTHEST, FURTHEST + 1)
    return offsets(levels, np.array([(1 + erf((level + 0.5) / spread)) / 2 for level in levels[:-1]]))


def _pixels(pixels: Pixels, args: Args) -> Pixels:
    variance = positive_number(args, "variance")
    return add_offsets(pixels, _rounded(variance), seed_of(args)) if variance else pixels


def _plain(args: Args, scene: Scene | None) -> str:
    return f"Gaussian noise, variance {number(args, 'variance'):.2g}"


GAUSSIAN_NOISE = Edit(
    version=2,
    pixels=_pixels,
    scene=same_scene,
    strength="variance",
    example={"variance": 0.025, "seed": 0},
    plain=_plain,
)
