"""Pad and rescale: a border of one color all around, and the whole as large as before; everything looks smaller."""

import msgspec
import numpy as np
from askance.core import Box, ImageData, Scene
from askance.core.image import Mask, Pixels
from askance.edits.edit_types import Args, Edit, non_negative_argument, number_argument
from askance.edits.lazy_masks import LazyMasks, Masks
from PIL import Image

BORDER = (0, 0, 0)


def _inner_image_box(width: int, height: int, args: Args) -> Box:
    """Where the old image lies in the new one, if the border is this share of the old side on each of its sides."""
    whole = 1 + 2 * non_negative_argument(args, "share")
    inner_width, inner_height = max(1, round(width / whole)), max(1, round(height / whole))
    left, top = (width - inner_width) // 2, (height - inner_height) // 2
    return left, top, left + inner_width, top + inner_height


def _edit_pixels(pixels: Pixels, args: Args) -> Pixels:
    height, width = pixels.shape[:2]
    left, top, right, bottom = _inner_image_box(width, height, args)
    if (right - left, bottom - top) == (width, height):
        return pixels
    canvas = Image.new("RGB", (width, height), BORDER)
    canvas.paste(Image.fromarray(pixels).resize((right - left, bottom - top), Image.Resampling.BICUBIC), (left, top))
    return np.asarray(canvas)


def _box_after_padding(box: Box, scene: Scene, args: Args) -> Box:
    """A box in the new image, with at least one pixel."""
    left, top, right, bottom = _inner_image_box(scene.width, scene.height, args)
    across, along = (right - left) / scene.width, (bottom - top) / scene.height
    x0, y0 = left + round(box[0] * across), top + round(box[1] * along)
    return x0, y0, max(x0 + 1, left + round(box[2] * across)), max(y0 + 1, top + round(box[3] * along))


def _edit_scene(scene: Scene, args: Args) -> Scene:
    things = tuple(
        msgspec.structs.replace(thing, box=_box_after_padding(thing.box, scene, args)) for thing in scene.things
    )
    return msgspec.structs.replace(scene, things=things)


def _edit_masks(picture: ImageData, args: Args) -> Masks:
    scene = picture.scene
    if scene is None:
        return {}

    def resized(mask: Mask, box: Box) -> Mask:
        x0, y0, x1, y1 = _box_after_padding(box, scene, args)
        return np.asarray(Image.fromarray(mask).resize((x1 - x0, y1 - y0), Image.Resampling.NEAREST))

    return LazyMasks(picture, scene.objects_by_id(), resized)


def _describe_edit(args: Args, scene: Scene | None) -> str:
    return f"scaled down inside a black border of {100 * number_argument(args, 'share'):g} % per side"


PAD = Edit(
    version=1,
    pixels=_edit_pixels,
    scene=_edit_scene,
    strength="share",
    example={"share": 0.1},
    masks=_edit_masks,
    plain=_describe_edit,
)
