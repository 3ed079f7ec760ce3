"""CLEVR's scene graphs: things with boxes worked out from where they stand, since the files give none."""

import math

import msgspec
from askance.core import Box, Link, Scene, Thing, UserError
from askance.datasets.scene_parts import clipped
from askance.datasets.streaming import AGAIN

WIDTH, HEIGHT = 480, 320
FOCAL = 35 / 32 * WIDTH  # pixels: CLEVR's camera has a lens of 35 mm before a sensor 32 mm wide
ELEVATION = math.asin(5.34 / math.hypot(7.48, 6.51, 5.34))  # of the camera above the ground, before its small jitter
LINKS = {"left": "left of", "right": "right of", "front": "in front of", "behind": "behind"}


class Object(msgspec.Struct, frozen=True):
    """One thing: what it is, where its middle is in the picture and in space."""

    shape: str
    color: str
    size: str
    material: str
    pixel_coords: tuple[float, float, float]  # x, y, distance from the camera
    space: tuple[float, float, float] = msgspec.field(name="3d_coords")
    rotation: float = 0.0


class Record(msgspec.Struct, frozen=True):
    """One scene; `relationships[name][i]` are the things that stand so to thing i."""

    image_filename: str
    objects: tuple[Object, ...]
    relationships: dict[str, tuple[tuple[int, ...], ...]] = {}
    directions: dict[str, tuple[float, float, float]] = {}


def scene_of(record: Record, where: str) -> Scene:
    """The scene, nearer things in front; an error names the record, the field and the fix."""
    nearest_last = sorted(range(len(record.objects)), key=lambda i: -record.objects[i].pixel_coords[2])
    depth = {number: place for place, number in enumerate(nearest_last)}
    things = []
    for number, one in enumerate(record.objects):
        box = _box(one, record, f"{where}: field objects[{number}]")
        values: dict[str, tuple[str, ...]] = {"color": (one.color,), "size": (one.size,), "material": (one.material,)}
        things.append(Thing(str(number), one.shape, box, values, z=depth[number]))
    links = []
    for name, said in LINKS.items():
        for number, others in enumerate(record.relationships.get(name, ())):
            if max((number, *others)) >= len(things) or min((0, *others)) < 0:
                raise UserError(
                    f"{where}: field relationships.{name}[{number}]: names a thing that is not there: {AGAIN}"
                )
            links += [Link(str(other), said, str(number)) for other in others]
    return Scene(record.image_filename, WIDTH, HEIGHT, tuple(things), tuple(links))


def _box(one: Object, record: Record, field: str) -> Box:
    """Around the thing as the camera sees it; it stands on the ground, so that its middle is half its height up."""
    x, y, distance = one.pixel_coords
    half = one.space[2]
    if distance <= 0 or half <= 0:
        raise UserError(f"{field}: pixel_coords and 3d_coords must have a distance and a height above 0: {AGAIN}")
    wide = deep = tall = half
    if one.shape == "cube":
        right = record.directions.get("right", (1.0, 0.0, 0.0))
        turn = math.radians(one.rotation) - math.atan2(right[1], right[0])
        wide = deep = half * (abs(math.cos(turn)) + abs(math.sin(turn)))
    if one.shape != "sphere":
        tall = half * math.cos(ELEVATION) + deep * math.sin(ELEVATION)
    scale = FOCAL / distance
    around = x - wide * scale, y - tall * scale, x + wide * scale, y + tall * scale
    x0, y0, x1, y1 = (math.floor(around[0]), math.floor(around[1]), math.ceil(around[2]), math.ceil(around[3]))
    box = clipped((x0, y0, x1, y1), WIDTH, HEIGHT)
    if box is None:
        raise UserError(f"{field}.pixel_coords: ({x:g}, {y:g}) is outside the picture of {WIDTH} × {HEIGHT}: {AGAIN}")
    return box
