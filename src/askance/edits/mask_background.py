"""Hide the background: everything outside the kept boxes takes one color."""

import msgspec
import numpy as np
from askance.core import Box, ImageData, Scene, SceneObject
from askance.core.image import Mask, Pixels
from askance.edits.boxes import box_intersection, parse_boxes, slices_within
from askance.edits.edit_types import Args, Edit
from askance.edits.lazy_masks import LazyMasks, Masks


def _foreground_mask(text: str, width: int, height: int) -> Mask:
    """Which pixels (height, width) the union of the boxes keeps."""
    kept = np.zeros((height, width), dtype=np.bool_)
    for x0, y0, x1, y1 in parse_boxes(text, width, height):
        kept[y0:y1, x0:x1] = True
    return kept


def _edit_pixels(pixels: Pixels, args: Args) -> Pixels:
    height, width = pixels.shape[:2]
    shown = np.empty_like(pixels)
    shown[:] = [int(part) for part in str(args["color"]).split(",")]
    for x0, y0, x1, y1 in parse_boxes(str(args["keep"]), width, height):
        shown[y0:y1, x0:x1] = pixels[y0:y1, x0:x1]
    return shown


def _edit_scene(scene: Scene, args: Args) -> Scene:
    kept = _foreground_mask(str(args["keep"]), scene.width, scene.height)
    things = tuple(_object_seen_through_boxes(thing, kept) for thing in scene.things)
    return msgspec.structs.replace(scene, things=things, background=0.0)


def _object_seen_through_boxes(thing: SceneObject, kept: Mask) -> SceneObject:
    """An object with the share of its box that the holes leave; a box without a pixel in the image has none."""
    x0, y0, x1, y1 = thing.box
    area = max(1, (x1 - x0) * (y1 - y0))
    left = np.count_nonzero(kept[max(0, y0) : max(0, y1), max(0, x0) : max(0, x1)])
    return msgspec.structs.replace(thing, visible=thing.visible * left / area)


def _edit_masks(picture: ImageData, args: Args) -> Masks:
    scene = picture.scene
    if scene is None:
        return {}
    holes = parse_boxes(str(args["keep"]), scene.width, scene.height)

    def seen(mask: Mask, box: Box) -> Mask:
        left = np.zeros_like(mask)
        for where in filter(None, (box_intersection(box, hole) for hole in holes)):
            left[slices_within(where, box)] = mask[slices_within(where, box)]
        return left

    return LazyMasks(picture, picture.masks, seen)


def _describe_edit(args: Args, scene: Scene | None) -> str:
    return "background replaced by one color"


MASK = Edit(
    version=1,
    pixels=_edit_pixels,
    scene=_edit_scene,
    strength=None,
    example={"keep": "40,40,200,200", "color": "124,116,104"},
    masks=_edit_masks,
    plain=_describe_edit,
)
