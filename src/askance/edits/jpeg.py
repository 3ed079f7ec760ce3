"""Store the image as JPEG and read it again."""

import io

import numpy as np
from askance.core import Scene
from askance.core.image import Pixels
from askance.edits.base import Args, Edit, number, positive_number, same_scene
from PIL import Image


def _pixels(pixels: Pixels, args: Args) -> Pixels:
    """`loss` is 100 less the quality: 0 is the image itself, 25 the usual quality of 75."""
    loss = positive_number(args, "loss")
    if loss >= 100:
        raise ValueError(f"loss must be below 100, not {loss}")
    if not loss:
        return pixels
    file = io.BytesIO()
    Image.fromarray(pixels).save(file, "JPEG", quality=max(1, round(100 - loss)))
    return np.asarray(Image.open(file))


def _plain(args: Args, scene: Scene | None) -> str:
    return f"stored as JPEG, quality {100 - number(args, 'loss'):g}"


JPEG = Edit(version=1, pixels=_pixels, scene=same_scene, strength="loss", example={"loss": 50.0}, plain=_plain)
