"""Move the image by a few pixels; the edge that comes free repeats the last row or column."""

import msgspec
import numpy as np
from askance.core import Box, ImageData, Scene
from askance.core.image import Mask, Pixels
from askance.edits.base import Args, Edit, number, positive_number
from askance.edits.boxes import intersection, share_within
from askance.edits.crop import objects_within
from askance.edits.masks import LazyMasks, Masks

DIRECTIONS = {
    "left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1),
    "left-up": (-1, -1), "left-down": (-1, 1), "right-up": (1, -1), "right-down": (1, 1),
}  # fmt: skip


def _moved(args: Args) -> tuple[int, int]:
    """By how many pixels to the right and down."""
    direction = str(args["direction"])
    if direction not in DIRECTIONS:
        raise ValueError(f"direction must be one of {', '.join(DIRECTIONS)}, not {direction!r}")
    distance = round(positive_number(args, "distance"))
    right, down = DIRECTIONS[direction]
    return right * distance, down * distance


def _frame(width: int, height: int, args: Args) -> Box:
    """The image's new frame, in the coordinates of the old one."""
    right, down = _moved(args)
    return -right, -down, width - right, height - down


def _pixels(pixels: Pixels, args: Args) -> Pixels:
    height, width = pixels.shape[:2]
    right, down = _moved(args)
    rows, columns = np.arange(height) - down, np.arange(width) - right
    return pixels[np.clip(rows, 0, height - 1)[:, None], np.clip(columns, 0, width - 1)]


def _scene(scene: Scene, args: Args) -> Scene:
    things, links = objects_within(scene, _frame(scene.width, scene.height, args))
    return msgspec.structs.replace(scene, things=things, links=links)


def _masks(picture: ImageData, args: Args) -> Masks:
    scene = picture.scene
    if scene is None:
        return {}
    frame = _frame(scene.width, scene.height, args)

    def moved(mask: Mask, box: Box) -> Mask:
        left = intersection(box, frame)
        return mask[:0, :0] if left is None else mask[share_within(left, box)]

    return LazyMasks(picture, _scene(scene, args).by_id(), moved)


def _plain(args: Args, scene: Scene | None) -> str:
    direction = str(args["direction"]).replace("-", " and ")
    return f"shifted by {number(args, 'distance'):g} px {direction}"


SHIFT = Edit(
    version=1,
    pixels=_pixels,
    scene=_scene,
    strength="distance",
    example={"distance": 8.0, "direction": "right-down"},
    masks=_masks,
    plain=_plain,
)
