"""Gaussian noise of a given variance (on the 0–1 scale), as 8-bit pixels like the originals."""

import numpy as np
from askance.core.picture import Pixels
from askance.edits.base import Args, Edit, number, same_scene


def _pixels(pixels: Pixels, args: Args) -> Pixels:
    generator = np.random.Generator(np.random.PCG64(int(number(args, "seed"))))
    noise = generator.standard_normal(pixels.shape, dtype=np.float32) * (255 * number(args, "variance") ** 0.5)
    noisy: Pixels = np.clip(np.rint(pixels + noise), 0, 255).astype(np.uint8)
    return noisy


GAUSSIAN_NOISE = Edit(
    version=1, pixels=_pixels, scene=same_scene, strength="variance", example={"variance": 0.025, "seed": 0}
)
