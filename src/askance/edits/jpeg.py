"""Store the image as JPEG and read it again."""

import io

import numpy as np
from askance.core import Scene
from askance.core.image import Pixels
from askance.edits.edit_types import Args, Edit, non_negative_argument, number_argument, unchanged_scene
from PIL import Image


def _edit_pixels(pixels: Pixels, args: Args) -> Pixels:
    """`loss` is 100 less the quality: 0 is the image itself, 25 the usual quality of 75."""
    loss = non_negative_argument(args, "loss")
    if loss >= 100:
        raise ValueError(f"loss must be below 100, not {loss}")
    if not loss:
        return pixels
    file = io.BytesIO()
    Image.fromarray(pixels).save(file, "JPEG", quality=max(1, round(100 - loss)))
    return np.asarray(Image.open(file))


def _describe_edit(args: Args, scene: Scene | None) -> str:
    return f"stored as JPEG, quality {100 - number_argument(args, 'loss'):g}"


JPEG = Edit(
    version=1, pixels=_edit_pixels, scene=unchanged_scene, strength="loss", example={"loss": 50.0}, plain=_describe_edit
)
