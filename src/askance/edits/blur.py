"""Gaussian blur of the whole image."""

import numpy as np
from askance.core import Scene
from askance.core.image import Pixels
from askance.edits.edit_types import Args, Edit, number_argument, unchanged_scene
from PIL import Image, ImageFilter


def _edit_pixels(pixels: Pixels, args: Args) -> Pixels:
    blurred = Image.fromarray(pixels).filter(ImageFilter.GaussianBlur(number_argument(args, "sigma")))
    return np.asarray(blurred)


def _describe_edit(args: Args, scene: Scene | None) -> str:
    return f"blurred, σ = {number_argument(args, 'sigma'):g}"


BLUR = Edit(
    version=1,
    pixels=_edit_pixels,
    scene=unchanged_scene,
    strength="sigma",
    example={"sigma": 3.0},
    plain=_describe_edit,
)
