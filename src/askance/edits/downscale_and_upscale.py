"""Make the image smaller and as large as before: fine detail goes."""

import numpy as np
from askance.core import Scene
from askance.core.image import Pixels
from askance.edits.edit_types import Args, Edit, non_negative_argument, number_argument, unchanged_scene
from PIL import Image


def _edit_pixels(pixels: Pixels, args: Args) -> Pixels:
    """`loss` is the share of the pixels along each side that is given up."""
    loss = non_negative_argument(args, "loss")
    if loss >= 1:
        raise ValueError(f"loss must be a share below 1, not {loss}")
    image = Image.fromarray(pixels)
    small = (max(1, round(image.width * (1 - loss))), max(1, round(image.height * (1 - loss))))
    if small == image.size:
        return pixels
    return np.asarray(image.resize(small, Image.Resampling.BICUBIC).resize(image.size, Image.Resampling.BICUBIC))


def _describe_edit(args: Args, scene: Scene | None) -> str:
    return f"scaled down by {100 * number_argument(args, 'loss'):g} % and back up"


RESAMPLE = Edit(
    version=1, pixels=_edit_pixels, scene=unchanged_scene, strength="loss", example={"loss": 0.5}, plain=_describe_edit
)
