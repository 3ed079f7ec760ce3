"""Cover one box with a white patch."""

import msgspec
from askance.core import Box, ImageData, Scene, SceneObject
from askance.core.image import Pixels
from askance.edits.boxes import box_area, box_intersection, parse_one_box
from askance.edits.edit_types import Args, Edit
from askance.edits.lazy_masks import LazyMasks, Masks, mask_without_patch
from askance.edits.object_parts import ids_with_parts

WHITE = 255


def _edit_pixels(pixels: Pixels, args: Args) -> Pixels:
    height, width = pixels.shape[:2]
    x0, y0, x1, y1 = parse_one_box(args["box"], width, height)
    patched = pixels.copy()
    patched[y0:y1, x0:x1] = WHITE
    return patched


def scene_with_patch(scene: Scene, args: Args) -> Scene:
    """Objects fully under the patch are removed with their parts and relations; others lose the covered share."""
    patch = parse_one_box(args["box"], scene.width, scene.height)
    gone = ids_with_parts(scene.things, [thing.id for thing in scene.things if is_box_covered(thing.box, patch)])
    things = tuple(object_under_patch(thing, patch) for thing in scene.things if thing.id not in gone)
    links = tuple(link for link in scene.links if link.subject not in gone and link.object not in gone)
    return msgspec.structs.replace(scene, things=things, links=links)


def masks_with_patch(picture: ImageData, args: Args) -> Masks:
    """The masks without what the patch covers."""
    scene = picture.scene
    if scene is None:
        return {}
    patch = parse_one_box(args["box"], scene.width, scene.height)
    left = scene_with_patch(scene, args).objects_by_id()
    return LazyMasks(picture, left, lambda mask, box: mask_without_patch(mask, box, patch))


def is_box_covered(box: Box, patch: Box) -> bool:
    """Whether a box has pixels and all of them lie under the patch."""
    return 0 < box_area(box) == box_area(box_intersection(box, patch) or (0, 0, 0, 0))


def object_under_patch(thing: SceneObject, patch: Box) -> SceneObject:
    """An object with the share of its box that a patch leaves."""
    hidden = box_intersection(thing.box, patch)
    if hidden is None:
        return thing
    return msgspec.structs.replace(thing, visible=thing.visible * (1 - box_area(hidden) / box_area(thing.box)))


def names_under_patch(args: Args, scene: Scene | None) -> str:
    """The names of the objects that the box of a step covers, as a list; "one object" where they are unknown."""
    if scene is None:
        return "one object"
    patch = parse_one_box(args["box"], scene.width, scene.height)
    names = [thing.name for thing in scene.things if thing.part_of is None and is_box_covered(thing.box, patch)]
    return ", ".join(dict.fromkeys(names)) or "one object"


def _describe_edit(args: Args, scene: Scene | None) -> str:
    return f"covered by a white patch: {names_under_patch(args, scene)}"


REMOVE = Edit(
    version=1,
    pixels=_edit_pixels,
    scene=scene_with_patch,
    strength=None,
    example={"box": "40,40,130,130"},
    masks=masks_with_patch,
    plain=_describe_edit,
)
