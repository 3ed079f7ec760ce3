"""Gaussian noise of a given variance (on the 0–1 scale), as 8-bit pixels like the originals."""

from functools import lru_cache
from math import erf, sqrt

import numpy as np
from askance.core import Scene
from askance.core.image import Pixels
from askance.edits.additive_noise import OffsetDistribution, add_random_offsets, make_offset_distribution
from askance.edits.edit_types import Args, Edit, non_negative_argument, number_argument, seed_argument, unchanged_scene

FURTHEST = 255  # levels: what goes further is clipped to black or white in any case


@lru_cache(maxsize=32)
def _rounded_normal_distribution(variance: float) -> OffsetDistribution:
    """The normal distribution in whole grey levels: pixel + noise, rounded, is pixel + rounded noise."""
    spread = 255 * sqrt(2 * variance)
    levels = range(-FURTHEST, FURTHEST + 1)
    return make_offset_distribution(levels, np.array([(1 + erf((level + 0.5) / spread)) / 2 for level in levels[:-1]]))


def _edit_pixels(pixels: Pixels, args: Args) -> Pixels:
    variance = non_negative_argument(args, "variance")
    return (
        add_random_offsets(pixels, _rounded_normal_distribution(variance), seed_argument(args)) if variance else pixels
    )


def _describe_edit(args: Args, scene: Scene | None) -> str:
    return f"Gaussian noise, variance {number_argument(args, 'variance'):.2g}"


GAUSSIAN_NOISE = Edit(
    version=2,
    pixels=_edit_pixels,
    scene=unchanged_scene,
    strength="variance",
    example={"variance": 0.025, "seed": 0},
    plain=_describe_edit,
)
