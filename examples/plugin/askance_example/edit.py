"""An edit that mirrors an image with its boxes and masks, and swaps "left of" and "right of" in the scene."""

from askance.core import SceneRelation
from askance.edits import Edit
from msgspec.structs import replace

SIDES = {"left of": "right of", "right of": "left of"}


def scene(scene, args):
    def box(x0, y0, x1, y1):
        return scene.width - x1, y0, scene.width - x0, y1

    things = tuple(replace(thing, box=box(*thing.box)) for thing in scene.things)
    links = tuple(SceneRelation(link.subject, SIDES.get(link.name, link.name), link.object) for link in scene.links)
    return replace(scene, things=things, links=links)


def masks(picture, args):
    return {thing: mask[:, ::-1] for thing, mask in picture.masks.items()}


MIRROR = Edit(1, lambda pixels, args: pixels[:, ::-1].copy(), scene, None, {}, lambda args, scene: "mirrored", masks)
