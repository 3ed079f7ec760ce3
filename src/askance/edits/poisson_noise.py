"""Poisson noise: each value as so many photons would give it; `variance` is that of white (on the 0–1 scale)."""

from functools import lru_cache
from math import ceil, log, sqrt

import numpy as np
from askance.core import Scene
from askance.core.image import Pixels
from askance.edits.edit_types import Args, Edit, non_negative_argument, number_argument, seed_argument, unchanged_scene
from askance.edits.pixel_dependent_noise import LevelDistributions, make_level_distributions, redraw_levels

LEAST = 1e-5  # below it white is over 100,000 photons, and no 8-bit value changes by more than one level


@lru_cache(maxsize=8)
def _photon_count_distributions(variance: float) -> LevelDistributions:
    """White is 1 / variance photons on average; a count is turned back into the nearest level."""
    white = 1 / variance
    most = ceil(white + 12 * sqrt(white)) + 20
    counts = np.arange(most + 1)
    factorial = np.concatenate([[0.0], np.cumsum(np.log(counts[1:]))])
    last = np.minimum(np.floor((np.arange(255) + 0.5) * white / 255).astype(np.int64), most)  # the last of a level
    shares = np.ones((256, 255))  # black has no photons
    for level in range(1, 256):
        mean = level / 255 * white
        shares[level] = np.minimum(np.cumsum(np.exp(counts * log(mean) - mean - factorial))[last], 1.0)
    return make_level_distributions(shares)


def _edit_pixels(pixels: Pixels, args: Args) -> Pixels:
    variance = non_negative_argument(args, "variance")
    if 0 < variance < LEAST:
        raise ValueError(f"variance must be 0 or at least {LEAST}, not {variance}")
    return redraw_levels(pixels, _photon_count_distributions(variance), seed_argument(args)) if variance else pixels


def _describe_edit(args: Args, scene: Scene | None) -> str:
    return f"Poisson noise, variance {number_argument(args, 'variance'):.2g}"


POISSON_NOISE = Edit(
    version=1,
    pixels=_edit_pixels,
    scene=unchanged_scene,
    strength="variance",
    example={"variance": 1 / 255, "seed": 0},
    plain=_describe_edit,
)
