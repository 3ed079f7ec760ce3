"""Blur the background: the kept boxes stay sharp, and their edge fades with the same σ as the blur."""

import msgspec
import numpy as np
from askance.core import Scene
from askance.core.image import Pixels
from askance.edits.boxes import parse_boxes
from askance.edits.edit_types import Args, Edit, number_argument
from PIL import Image, ImageFilter

GONE = 15.0  # at this σ nothing of the background is left to tell


def _edit_pixels(pixels: Pixels, args: Args) -> Pixels:
    sigma = number_argument(args, "sigma")
    if sigma == 0:
        return pixels
    sharp = Image.fromarray(pixels)
    mask = Image.new("L", sharp.size)
    for box in parse_boxes(str(args["keep"]), *sharp.size):
        mask.paste(255, box)
    both = sharp.copy()
    both.putalpha(mask)  # as a fourth channel the mask is blurred in the same pass, for the price of the picture alone
    blurred = both.filter(ImageFilter.GaussianBlur(sigma))
    return np.asarray(Image.composite(sharp, blurred.convert("RGB"), blurred.getchannel("A")))


def _edit_scene(scene: Scene, args: Args) -> Scene:
    left = max(0.0, 1 - number_argument(args, "sigma") / GONE)
    return msgspec.structs.replace(scene, background=round(scene.background * left, 6))


def _describe_edit(args: Args, scene: Scene | None) -> str:
    return f"background blurred, σ = {number_argument(args, 'sigma'):g}"


SOFT_BLUR = Edit(
    version=1,
    pixels=_edit_pixels,
    scene=_edit_scene,
    strength="sigma",
    example={"sigma": 6.0, "keep": "40,40,200,200"},
    plain=_describe_edit,
)
