"""Cut the image down to one box."""

import msgspec
from askance.core import Box, ImageData, Scene, SceneObject, SceneRelation
from askance.core.image import Mask, Pixels
from askance.edits.boxes import box_area, box_intersection, parse_one_box, slices_within
from askance.edits.edit_types import Args, Edit
from askance.edits.lazy_masks import LazyMasks, Masks


def _edit_pixels(pixels: Pixels, args: Args) -> Pixels:
    height, width = pixels.shape[:2]
    x0, y0, x1, y1 = parse_one_box(args["box"], width, height)
    return pixels[y0:y1, x0:x1].copy()


def _edit_scene(scene: Scene, args: Args) -> Scene:
    x0, y0, x1, y1 = box = parse_one_box(args["box"], scene.width, scene.height)
    share = (x1 - x0) * (y1 - y0) / (scene.width * scene.height)
    things, links = objects_in_frame(scene, box)
    return msgspec.structs.replace(
        scene, width=x1 - x0, height=y1 - y0, things=things, links=links, background=scene.background * share
    )


def objects_in_frame(scene: Scene, frame: Box) -> tuple[tuple[SceneObject, ...], tuple[SceneRelation, ...]]:
    """The objects that a frame shows, as it shows them, and the links among them."""
    kept = {thing.id: thing for one in scene.things if (thing := _object_in_frame(one, frame)) is not None}
    things = tuple(thing for thing in kept.values() if thing.part_of is None or thing.part_of in kept)
    ids = {thing.id for thing in things}
    return things, tuple(link for link in scene.links if link.subject in ids and link.object in ids)


def _object_in_frame(thing: SceneObject, frame: Box) -> SceneObject | None:
    """An object as the frame shows it, with the share of its box that is left; None if nothing is."""
    left = box_intersection(thing.box, frame)
    if left is None:
        return None
    box = (left[0] - frame[0], left[1] - frame[1], left[2] - frame[0], left[3] - frame[1])
    return msgspec.structs.replace(thing, box=box, visible=thing.visible * (box_area(left) / box_area(thing.box)))


def _edit_masks(picture: ImageData, args: Args) -> Masks:
    scene = picture.scene
    if scene is None:
        return {}
    frame = parse_one_box(args["box"], scene.width, scene.height)

    def cropped(mask: Mask, box: Box) -> Mask:
        left = box_intersection(box, frame)
        return mask[:0, :0] if left is None else mask[slices_within(left, box)]

    return LazyMasks(picture, _edit_scene(scene, args).objects_by_id(), cropped)


def _describe_edit(args: Args, scene: Scene | None) -> str:
    """A strip that runs from edge to edge is named by its side; any other part by its size."""
    if scene is None:
        return f"cut to the box {args['box']}"
    x0, y0, x1, y1 = parse_one_box(args["box"], scene.width, scene.height)
    if (y0, y1) == (0, scene.height):
        return f"cut: {_strip_name(x0, x1, scene.width, 'left', 'right')}"
    if (x0, x1) == (0, scene.width):
        return f"cut: {_strip_name(y0, y1, scene.height, 'top', 'bottom')}"
    share = (x1 - x0) * (y1 - y0) / (scene.width * scene.height)
    return f"cropped to {100 * share:.0f} % of the image"


def _strip_name(start: int, end: int, size: int, first: str, last: str) -> str:
    if start == 0:
        return "whole image" if end == size else f"{first} part"
    return f"{last} part" if end == size else "middle part"


CROP = Edit(
    version=1,
    pixels=_edit_pixels,
    scene=_edit_scene,
    strength=None,
    example={"box": "40,40,200,200"},
    masks=_edit_masks,
    plain=_describe_edit,
)
