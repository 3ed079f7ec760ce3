"""Hide the background: everything outside the kept boxes takes one color."""

import msgspec
import numpy as np
from askance.core import Box, Scene, Thing
from askance.core.picture import Pixels
from askance.edits.base import Args, Edit


def boxes_text(boxes: list[Box]) -> str:
    """Boxes as a literal argument: "x0,y0,x1,y1;…"."""
    return ";".join(",".join(map(str, box)) for box in boxes)


def _boxes(args: Args) -> list[Box]:
    rows = [tuple(int(part) for part in row.split(",")) for row in str(args["keep"]).split(";") if row]
    return [(x0, y0, x1, y1) for x0, y0, x1, y1 in rows]


def _pixels(pixels: Pixels, args: Args) -> Pixels:
    shown = np.empty_like(pixels)
    shown[:] = [int(part) for part in str(args["color"]).split(",")]
    for x0, y0, x1, y1 in _boxes(args):
        shown[y0:y1, x0:x1] = pixels[y0:y1, x0:x1]
    return shown


def _scene(scene: Scene, args: Args) -> Scene:
    boxes = _boxes(args)
    things = tuple(_seen_through(thing, boxes) for thing in scene.things)
    return msgspec.structs.replace(scene, things=things, background=0.0)


def _seen_through(thing: Thing, boxes: list[Box]) -> Thing:
    """How much of a thing the holes leave: the best single hole counts, which is exact for disjoint boxes."""
    x0, y0, x1, y1 = thing.box
    area = max(1, (x1 - x0) * (y1 - y0))
    shares = [
        max(0, min(x1, bx1) - max(x0, bx0)) * max(0, min(y1, by1) - max(y0, by0)) / area for bx0, by0, bx1, by1 in boxes
    ]
    return msgspec.structs.replace(thing, visible=thing.visible * max(shares, default=0.0))


MASK = Edit(
    version=1, pixels=_pixels, scene=_scene, strength=None, example={"keep": "40,40,200,200", "color": "124,116,104"}
)
