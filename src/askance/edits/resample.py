"""Make the image smaller and as large as before: fine detail goes."""

import numpy as np
from askance.core import Scene
from askance.core.image import Pixels
from askance.edits.base import Args, Edit, number, positive_number, same_scene
from PIL import Image


def _pixels(pixels: Pixels, args: Args) -> Pixels:
    """`loss` is the share of the pixels along each side that is given up."""
    loss = positive_number(args, "loss")
    if loss >= 1:
        raise ValueError(f"loss must be a share below 1, not {loss}")
    image = Image.fromarray(pixels)
    small = (max(1, round(image.width * (1 - loss))), max(1, round(image.height * (1 - loss))))
    if small == image.size:
        return pixels
    return np.asarray(image.resize(small, Image.Resampling.BICUBIC).resize(image.size, Image.Resampling.BICUBIC))


def _plain(args: Args, scene: Scene | None) -> str:
    return f"scaled down by {100 * number(args, 'loss'):g} % and back up"


RESAMPLE = Edit(version=1, pixels=_pixels, scene=same_scene, strength="loss", example={"loss": 0.5}, plain=_plain)
