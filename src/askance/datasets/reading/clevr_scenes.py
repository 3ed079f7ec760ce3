"""CLEVR's scene graphs: objects, attributes and relations; the files give each object's centre, but no box."""

import msgspec
from askance.core import Box, Scene, SceneObject, SceneRelation, UserError
from askance.datasets.reading.json_records import AGAIN
from askance.datasets.reading.record_checks import Point

WIDTH, HEIGHT = 480, 320  # of the published images
LINKS = {"left": "left of", "right": "right of", "front": "in front of", "behind": "behind"}


class ClevrObject(msgspec.Struct, frozen=True):
    """One object: what it is, and where its centre is."""

    shape: str
    color: str
    size: str
    material: str
    pixel_coords: tuple[Point, Point, Point]  # x, y, distance from the camera


class ClevrSceneRecord(msgspec.Struct, frozen=True):
    """One scene; `relationships[name][i]` are the things that stand so to thing i."""

    image_filename: str
    objects: tuple[ClevrObject, ...]
    relationships: dict[str, tuple[tuple[int, ...], ...]] = {}


def clevr_record_to_scene(record: ClevrSceneRecord, where: str) -> Scene:
    """The scene, nearer things in front; an error names the record, the field and the fix."""
    nearest_last = sorted(range(len(record.objects)), key=lambda i: -record.objects[i].pixel_coords[2])
    depth = {number: place for place, number in enumerate(nearest_last)}
    things = []
    for number, one in enumerate(record.objects):
        box = _centre_pixel_box(one, f"{where}: field objects[{number}]")
        values: dict[str, tuple[str, ...]] = {"color": (one.color,), "size": (one.size,), "material": (one.material,)}
        things.append(SceneObject(str(number), one.shape, box, values, z=depth[number]))
    links = []
    for name, said in LINKS.items():
        for number, others in enumerate(record.relationships.get(name, ())):
            if max((number, *others)) >= len(things) or min((0, *others)) < 0:
                raise UserError(
                    f"{where}: field relationships.{name}[{number}]: names a thing that is not there: {AGAIN}"
                )
            links += [SceneRelation(str(other), said, str(number)) for other in others]
    return Scene(record.image_filename, WIDTH, HEIGHT, tuple(things), tuple(links), boxed=False)


def _centre_pixel_box(one: ClevrObject, field: str) -> Box:
    """The one pixel at an object's centre."""
    x, y = round(one.pixel_coords[0]), round(one.pixel_coords[1])
    if not (0 <= x < WIDTH and 0 <= y < HEIGHT):
        raise UserError(f"{field}.pixel_coords: ({x}, {y}) is outside the image of {WIDTH} × {HEIGHT}: {AGAIN}")
    return x, y, x + 1, y + 1
