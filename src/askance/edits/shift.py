"""Move the image by a few pixels; the edge that comes free repeats the last row or column."""

import msgspec
import numpy as np
from askance.core import Box, ImageData, Scene
from askance.core.image import Mask, Pixels
from askance.edits.boxes import box_intersection, slices_within
from askance.edits.crop import objects_in_frame
from askance.edits.edit_types import Args, Edit, non_negative_argument, number_argument
from askance.edits.lazy_masks import LazyMasks, Masks

DIRECTIONS = {
    "left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1),
    "left-up": (-1, -1), "left-down": (-1, 1), "right-up": (1, -1), "right-down": (1, 1),
}  # fmt: skip


def _shift_in_pixels(args: Args) -> tuple[int, int]:
    """By how many pixels to the right and down."""
    direction = str(args["direction"])
    if direction not in DIRECTIONS:
        raise ValueError(f"direction must be one of {', '.join(DIRECTIONS)}, not {direction!r}")
    distance = round(non_negative_argument(args, "distance"))
    right, down = DIRECTIONS[direction]
    return right * distance, down * distance


def _shifted_frame(width: int, height: int, args: Args) -> Box:
    """The image's new frame, in the coordinates of the old one."""
    right, down = _shift_in_pixels(args)
    return -right, -down, width - right, height - down


def _edit_pixels(pixels: Pixels, args: Args) -> Pixels:
    height, width = pixels.shape[:2]
    right, down = _shift_in_pixels(args)
    rows, columns = np.arange(height) - down, np.arange(width) - right
    return pixels[np.clip(rows, 0, height - 1)[:, None], np.clip(columns, 0, width - 1)]


def _edit_scene(scene: Scene, args: Args) -> Scene:
    things, links = objects_in_frame(scene, _shifted_frame(scene.width, scene.height, args))
    return msgspec.structs.replace(scene, things=things, links=links)


def _edit_masks(picture: ImageData, args: Args) -> Masks:
    scene = picture.scene
    if scene is None:
        return {}
    frame = _shifted_frame(scene.width, scene.height, args)

    def moved(mask: Mask, box: Box) -> Mask:
        left = box_intersection(box, frame)
        return mask[:0, :0] if left is None else mask[slices_within(left, box)]

    return LazyMasks(picture, _edit_scene(scene, args).objects_by_id(), moved)


def _describe_edit(args: Args, scene: Scene | None) -> str:
    direction = str(args["direction"]).replace("-", " and ")
    return f"shifted by {number_argument(args, 'distance'):g} px {direction}"


SHIFT = Edit(
    version=1,
    pixels=_edit_pixels,
    scene=_edit_scene,
    strength="distance",
    example={"distance": 8.0, "direction": "right-down"},
    masks=_edit_masks,
    plain=_describe_edit,
)
