"""Gaussian blur of the whole image."""

import numpy as np
from askance.core import Scene
from askance.core.image import Pixels
from askance.edits.base import Args, Edit, number, same_scene
from PIL import Image, ImageFilter


def _pixels(pixels: Pixels, args: Args) -> Pixels:
    blurred = Image.fromarray(pixels).filter(ImageFilter.GaussianBlur(number(args, "sigma")))
    return np.asarray(blurred)


def _plain(args: Args, scene: Scene | None) -> str:
    return f"blurred, σ = {number(args, 'sigma'):g}"


BLUR = Edit(version=1, pixels=_pixels, scene=same_scene, strength="sigma", example={"sigma": 3.0}, plain=_plain)
