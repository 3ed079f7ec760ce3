"""Paste objects of a donor image, cut out by their masks."""

from collections.abc import Sequence
from functools import cache

import msgspec
import numpy as np
from askance.core import Box, ImageData, Scene, SceneObject, SceneRelation
from askance.core.image import Mask, Pixels
from askance.edits.boxes import box_area, box_intersection, slices_within
from askance.edits.cutout import Cutout, ObjectGroup
from askance.edits.edit_types import Args, DonorEdit
from askance.edits.lazy_masks import LazyMasks, Masks
from PIL import Image

LARGEST = 2  # times the donor's size: beyond it a paste is seen to be blurred
RELATIVE = frozenset({"size"})  # what holds of a thing only among its neighbours
SPATIAL = frozenset({"left of", "right of", "above", "below", "behind", "in front of", "next to", "near", "beside"})


def _target_box(args: Args, first: Box) -> Box:
    """Where the first object's box goes."""
    x0, y0, x1, y1 = (int(number) for number in str(args["box"]).split(","))
    wide, high = first[2] - first[0], first[3] - first[1]
    if not (0 < x1 - x0 <= LARGEST * wide and 0 < y1 - y0 <= LARGEST * high):
        raise ValueError(f"box must be 1 to {LARGEST} times {wide} × {high} pixels large, not {args['box']!r}")
    return x0, y0, x1, y1


def _move_and_scale_box(box: Box, first: Box, target: Box) -> Box:
    """A box moved and scaled as `first` is to `target`, rounded outwards in whole-number arithmetic."""
    wide, high = first[2] - first[0], first[3] - first[1]
    to_wide, to_high = target[2] - target[0], target[3] - target[1]
    return (
        target[0] + (box[0] - first[0]) * to_wide // wide,
        target[1] + (box[1] - first[1]) * to_high // high,
        target[0] - (first[0] - box[2]) * to_wide // wide,
        target[1] - (first[1] - box[3]) * to_high // high,
    )


def _cutout_at_target_size(args: Args, cutout: Cutout) -> tuple[Image.Image, Box]:
    """The cut-out as large as it is pasted, and its frame in the target image."""
    first = cutout.group.things[0].box
    x0, y0, x1, y1 = frame = _move_and_scale_box(cutout.box, first, _target_box(args, first))
    image = Image.fromarray(cutout.rgba)  # resized with its colors weighed by alpha, so that no background bleeds in
    return image.resize((x1 - x0, y1 - y0), Image.Resampling.BILINEAR), frame


def _edit_pixels(pixels: Pixels, args: Args, cutout: Cutout) -> Pixels:
    image, frame = _cutout_at_target_size(args, cutout)
    canvas = Image.fromarray(pixels).copy()
    canvas.paste(image.convert("RGB"), frame[:2], image.getchannel("A"))  # blends in wider whole numbers, then clips
    return np.asarray(canvas)


def _edit_scene(scene: Scene, args: Args, group: ObjectGroup) -> Scene:
    """The scene with the group above all; what the group's boxes cover of other objects is counted as hidden."""
    first = group.things[0].box
    target, frame = _target_box(args, first), (0, 0, scene.width, scene.height)
    boxes = {thing.id: _move_and_scale_box(thing.box, first, target) for thing in group.things}
    names = _make_new_ids(scene, [thing.id for thing in group.things if box_intersection(boxes[thing.id], frame)])
    top = 1 + max((thing.z for thing in scene.things), default=-1) - min(thing.z for thing in group.things)
    added = [_inserted_object(thing, boxes[thing.id], frame, names, top) for thing in group.things if thing.id in names]
    under = [_object_under_insert(thing, [new.box for new in added]) for thing in scene.things]
    links = [
        SceneRelation(names[link.subject], link.name, names[link.object])
        for link in group.links
        if link.name not in SPATIAL and link.subject in names and link.object in names
    ]
    return msgspec.structs.replace(scene, things=(*under, *added), links=(*scene.links, *links))


def _make_new_ids(scene: Scene, ids: Sequence[str]) -> dict[str, str]:
    """Old id → new id, with the first ending that makes all of them new."""
    taken, times = scene.objects_by_id(), 1
    while True:
        names = {old: f"{old}+insert{times if times > 1 else ''}" for old in ids}
        if not any(new in taken for new in names.values()):
            return names
        times += 1


def _inserted_object(thing: SceneObject, box: Box, frame: Box, names: dict[str, str], top: int) -> SceneObject:
    """An object at its new place, cut off at the image's edge; only what was visible in the donor is pasted."""
    inside = box_intersection(box, frame) or (0, 0, 0, 0)
    return msgspec.structs.replace(
        thing,
        id=names[thing.id],
        box=inside,
        attributes={name: values for name, values in thing.attributes.items() if name not in RELATIVE},
        visible=thing.visible * (box_area(inside) / box_area(box)),
        z=top + thing.z,
        part_of=names.get(thing.part_of or ""),
    )


def _object_under_insert(thing: SceneObject, boxes: Sequence[Box]) -> SceneObject:
    """An object with the share of its box that no pasted box covers."""
    hidden = [both for box in boxes if (both := box_intersection(thing.box, box))]
    if not hidden:
        return thing
    left = np.ones((thing.box[3] - thing.box[1], thing.box[2] - thing.box[0]), np.bool_)
    for box in hidden:
        left[slices_within(box, thing.box)] = False
    return msgspec.structs.replace(thing, visible=thing.visible * float(left.mean()))


def _edit_masks(picture: ImageData, args: Args, cutout: Cutout) -> Masks:
    """The masks without what was pasted over them; the objects pasted have none."""

    @cache
    def pasted() -> tuple[Mask, Box]:
        image, frame = _cutout_at_target_size(args, cutout)
        return np.asarray(image.getchannel("A")) >= 128, frame

    def left(mask: Mask, box: Box) -> Mask:
        over, frame = pasted()
        both = box_intersection(box, frame)
        if both is None:
            return mask
        seen = mask.copy()
        seen[slices_within(both, box)] &= ~over[slices_within(both, frame)]
        return seen

    return LazyMasks(picture, picture.masks, left)


def _describe_edit(args: Args, group: ObjectGroup | None) -> str:
    return f"inserted from another image: {'one object' if group is None else group.things[0].name}"


INSERT = DonorEdit(
    version=1,
    pixels=_edit_pixels,
    scene=_edit_scene,
    masks=_edit_masks,
    example={"image": "donor", "things": "in", "box": "130,60,190,120"},
    plain=_describe_edit,
)
