"""Turn the image by a few degrees about its middle, counter-clockwise; the corners that come free are black."""

from math import cos, isfinite, radians, sin

import msgspec
import numpy as np
from askance.core import Box, ImageData, Scene, SceneObject
from askance.core.image import Mask, Pixels
from askance.edits.boxes import box_area, box_intersection, slices_within
from askance.edits.edit_types import Args, Edit, number_argument
from askance.edits.lazy_masks import LazyMasks, Masks
from PIL import Image


def _angle_argument(args: Args) -> float:
    angle = number_argument(args, "angle")
    if not isfinite(angle) or abs(angle) > 45:
        raise ValueError(f"angle must be from -45 to 45 degrees, not {angle}")
    return angle


def _edit_pixels(pixels: Pixels, args: Args) -> Pixels:
    angle = _angle_argument(args)
    return np.asarray(Image.fromarray(pixels).rotate(angle, Image.Resampling.BICUBIC)) if angle else pixels


def _box_after_rotation(box: Box, width: int, height: int, angle: float) -> Box:
    """The box around a turned box; it may reach out of the image."""
    across, along = cos(radians(angle)), sin(radians(angle))
    x, y = (box[0] + box[2] - width) / 2, (box[1] + box[3] - height) / 2  # its middle, from the picture's
    middle_x, middle_y = width / 2 + x * across + y * along, height / 2 - x * along + y * across
    wide, high = box[2] - box[0], box[3] - box[1]
    half_width, half_height = (wide * across + high * abs(along)) / 2, (wide * abs(along) + high * across) / 2
    x0, y0 = round(middle_x - half_width), round(middle_y - half_height)
    return x0, y0, max(x0 + 1, round(middle_x + half_width)), max(y0 + 1, round(middle_y + half_height))


def _object_after_rotation(thing: SceneObject, scene: Scene, angle: float) -> SceneObject | None:
    """An object with the share of its box that is left in the image; None if nothing is."""
    box = _box_after_rotation(thing.box, scene.width, scene.height, angle)
    left = box_intersection(box, (0, 0, scene.width, scene.height))
    if left is None:
        return None
    return msgspec.structs.replace(thing, box=left, visible=thing.visible * (box_area(left) / box_area(box)))


def _edit_scene(scene: Scene, args: Args) -> Scene:
    angle = _angle_argument(args)
    if not angle:
        return scene
    kept = {
        thing.id: seen for thing in scene.things if (seen := _object_after_rotation(thing, scene, angle)) is not None
    }
    things = tuple(thing for thing in kept.values() if thing.part_of is None or thing.part_of in kept)
    ids = {thing.id for thing in things}
    links = tuple(link for link in scene.links if link.subject in ids and link.object in ids)
    return msgspec.structs.replace(scene, things=things, links=links)


def _edit_masks(picture: ImageData, args: Args) -> Masks:
    scene = picture.scene
    if scene is None:
        return {}
    angle, width, height = _angle_argument(args), scene.width, scene.height

    def turned(mask: Mask, box: Box) -> Mask:
        whole = np.zeros((height, width), dtype=np.bool_)
        inside = box_intersection(box, (0, 0, width, height))
        if inside is not None:
            whole[inside[1] : inside[3], inside[0] : inside[2]] = mask[slices_within(inside, box)]
        after = box_intersection(_box_after_rotation(box, width, height, angle), (0, 0, width, height))
        rotated = np.asarray(Image.fromarray(whole).rotate(angle, Image.Resampling.NEAREST))
        return rotated[:0, :0] if after is None else rotated[after[1] : after[3], after[0] : after[2]]

    return LazyMasks(picture, _edit_scene(scene, args).objects_by_id(), turned)


def _describe_edit(args: Args, scene: Scene | None) -> str:
    angle = number_argument(args, "angle")
    return f"rotated by {abs(angle):g}° {'counter-clockwise' if angle > 0 else 'clockwise'}"


ROTATE = Edit(
    version=1,
    pixels=_edit_pixels,
    scene=_edit_scene,
    strength="angle",
    example={"angle": 5.0},
    masks=_edit_masks,
    plain=_describe_edit,
)
