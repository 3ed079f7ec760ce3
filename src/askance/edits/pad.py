"""Pad and rescale: a border of one color all around, and the whole as large as before; everything looks smaller."""

import msgspec
import numpy as np
from askance.core import Box, ImageData, Scene
from askance.core.image import Mask, Pixels
from askance.edits.base import Args, Edit, number, positive_number
from askance.edits.masks import LazyMasks, Masks
from PIL import Image

BORDER = (0, 0, 0)


def _inner(width: int, height: int, args: Args) -> Box:
    """Where the old image lies in the new one, if the border is this share of the old side on each of its sides."""
    whole = 1 + 2 * positive_number(args, "share")
    inner_width, inner_height = max(1, round(width / whole)), max(1, round(height / whole))
    left, top = (width - inner_width) // 2, (height - inner_height) // 2
    return left, top, left + inner_width, top + inner_height


def _pixels(pixels: Pixels, args: Args) -> Pixels:
    height, width = pixels.shape[:2]
    left, top, right, bottom = _inner(width, height, args)
    if (right - left, bottom - top) == (width, height):
        return pixels
    canvas = Image.new("RGB", (width, height), BORDER)
    canvas.paste(Image.fromarray(pixels).resize((right - left, bottom - top), Image.Resampling.BICUBIC), (left, top))
    return np.asarray(canvas)


def _placed(box: Box, scene: Scene, args: Args) -> Box:
    """A box in the new image, with at least one pixel."""
    left, top, right, bottom = _inner(scene.width, scene.height, args)
    across, along = (right - left) / scene.width, (bottom - top) / scene.height
    x0, y0 = left + round(box[0] * across), top + round(box[1] * along)
    return x0, y0, max(x0 + 1, left + round(box[2] * across)), max(y0 + 1, top + round(box[3] * along))


def _scene(scene: Scene, args: Args) -> Scene:
    things = tuple(msgspec.structs.replace(thing, box=_placed(thing.box, scene, args)) for thing in scene.things)
    return msgspec.structs.replace(scene, things=things)


def _masks(picture: ImageData, args: Args) -> Masks:
    scene = picture.scene
    if scene is None:
        return {}

    def resized(mask: Mask, box: Box) -> Mask:
        x0, y0, x1, y1 = _placed(box, scene, args)
        return np.asarray(Image.fromarray(mask).resize((x1 - x0, y1 - y0), Image.Resampling.NEAREST))

    return LazyMasks(picture, scene.by_id(), resized)


def _plain(args: Args, scene: Scene | None) -> str:
    return f"scaled down inside a black border of {100 * number(args, 'share'):g} % per side"


PAD = Edit(
    version=1, pixels=_pixels, scene=_scene, strength="share", example={"share": 0.1}, masks=_masks, plain=_plain
)
