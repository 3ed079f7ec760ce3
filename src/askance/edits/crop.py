"""Cut the picture down to one box."""

import msgspec
from askance.core import Box, Scene, Thing
from askance.core.picture import Pixels
from askance.edits.base import Args, Edit
from askance.edits.mask import boxes_of


def _box(args: Args, width: int, height: int) -> Box:
    boxes = boxes_of(str(args["box"]), width, height)
    if len(boxes) != 1:
        raise ValueError(f"box must be one box inside {width} × {height}, not {args['box']!r}")
    return boxes[0]


def _pixels(pixels: Pixels, args: Args) -> Pixels:
    height, width = pixels.shape[:2]
    x0, y0, x1, y1 = _box(args, width, height)
    return pixels[y0:y1, x0:x1].copy()


def _scene(scene: Scene, args: Args) -> Scene:
    x0, y0, x1, y1 = box = _box(args, scene.width, scene.height)
    share = (x1 - x0) * (y1 - y0) / (scene.width * scene.height)
    kept = {thing.id: thing for one in scene.things if (thing := _inside(one, box)) is not None}
    things = tuple(thing for thing in kept.values() if thing.part_of is None or thing.part_of in kept)
    ids = {thing.id for thing in things}
    links = tuple(link for link in scene.links if link.subject in ids and link.object in ids)
    return msgspec.structs.replace(
        scene, width=x1 - x0, height=y1 - y0, things=things, links=links, background=scene.background * share
    )


def _inside(thing: Thing, frame: Box) -> Thing | None:
    """A thing as the frame shows it, with the share of its box that is left; None if nothing is."""
    x0, y0, x1, y1 = thing.box
    left, top, right, bottom = max(x0, frame[0]), max(y0, frame[1]), min(x1, frame[2]), min(y1, frame[3])
    if left >= right or top >= bottom:
        return None
    share = (right - left) * (bottom - top) / ((x1 - x0) * (y1 - y0))
    box = (left - frame[0], top - frame[1], right - frame[0], bottom - frame[1])
    return msgspec.structs.replace(thing, box=box, visible=thing.visible * share)


CROP = Edit(version=1, pixels=_pixels, scene=_scene, strength=None, example={"box": "40,40,200,200"})
