"""Hide the background: everything outside the kept boxes takes one color."""

import msgspec
import numpy as np
from askance.core import Box, ImageData, Scene, SceneObject
from askance.core.image import Mask, Pixels
from askance.edits.base import Args, Edit
from askance.edits.boxes import boxes_of, intersection, share_within
from askance.edits.masks import LazyMasks, Masks


def _foreground(text: str, width: int, height: int) -> Mask:
    """Which pixels (height, width) the union of the boxes keeps."""
    kept = np.zeros((height, width), dtype=np.bool_)
    for x0, y0, x1, y1 in boxes_of(text, width, height):
        kept[y0:y1, x0:x1] = True
    return kept


def _pixels(pixels: Pixels, args: Args) -> Pixels:
    height, width = pixels.shape[:2]
    shown = np.empty_like(pixels)
    shown[:] = [int(part) for part in str(args["color"]).split(",")]
    for x0, y0, x1, y1 in boxes_of(str(args["keep"]), width, height):
        shown[y0:y1, x0:x1] = pixels[y0:y1, x0:x1]
    return shown


def _scene(scene: Scene, args: Args) -> Scene:
    kept = _foreground(str(args["keep"]), scene.width, scene.height)
    things = tuple(_seen_through(thing, kept) for thing in scene.things)
    return msgspec.structs.replace(scene, things=things, background=0.0)


def _seen_through(thing: SceneObject, kept: Mask) -> SceneObject:
    """An object with the share of its box that the holes leave; a box without a pixel in the image has none."""
    x0, y0, x1, y1 = thing.box
    area = max(1, (x1 - x0) * (y1 - y0))
    left = np.count_nonzero(kept[max(0, y0) : max(0, y1), max(0, x0) : max(0, x1)])
    return msgspec.structs.replace(thing, visible=thing.visible * left / area)


def _masks(picture: ImageData, args: Args) -> Masks:
    scene = picture.scene
    if scene is None:
        return {}
    holes = boxes_of(str(args["keep"]), scene.width, scene.height)

    def seen(mask: Mask, box: Box) -> Mask:
        left = np.zeros_like(mask)
        for where in filter(None, (intersection(box, hole) for hole in holes)):
            left[share_within(where, box)] = mask[share_within(where, box)]
        return left

    return LazyMasks(picture, picture.masks, seen)


def _plain(args: Args, scene: Scene | None) -> str:
    return "background replaced by one color"


MASK = Edit(
    version=1,
    pixels=_pixels,
    scene=_scene,
    strength=None,
    example={"keep": "40,40,200,200", "color": "124,116,104"},
    masks=_masks,
    plain=_plain,
)
