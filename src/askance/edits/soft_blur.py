"""Blur the background: the kept boxes stay sharp, and their edge fades with the same σ as the blur."""

import msgspec
import numpy as np
from askance.core import Scene
from askance.core.image import Pixels
from askance.edits.base import Args, Edit, number
from askance.edits.boxes import boxes_of
from PIL import Image, ImageFilter

GONE = 15.0  # at this σ nothing of the background is left to tell


def _pixels(pixels: Pixels, args: Args) -> Pixels:
    sigma = number(args, "sigma")
    if sigma == 0:
        return pixels
    sharp = Image.fromarray(pixels)
    mask = Image.new("L", sharp.size)
    for box in boxes_of(str(args["keep"]), *sharp.size):
        mask.paste(255, box)
    both = sharp.copy()
    both.putalpha(mask)  # as a fourth channel the mask is blurred in the same pass, for the price of the picture alone
    blurred = both.filter(ImageFilter.GaussianBlur(sigma))
    return np.asarray(Image.composite(sharp, blurred.convert("RGB"), blurred.getchannel("A")))


def _scene(scene: Scene, args: Args) -> Scene:
    left = max(0.0, 1 - number(args, "sigma") / GONE)
    return msgspec.structs.replace(scene, background=round(scene.background * left, 6))


def _plain(args: Args, scene: Scene | None) -> str:
    return f"background blurred, σ = {number(args, 'sigma'):g}"


SOFT_BLUR = Edit(
    version=1,
    pixels=_pixels,
    scene=_scene,
    strength="sigma",
    example={"sigma": 6.0, "keep": "40,40,200,200"},
    plain=_plain,
)
