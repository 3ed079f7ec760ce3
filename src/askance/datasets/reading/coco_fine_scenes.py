"""A second, finer source about COCO's images: scene graphs joined by COCO's image id, in the picture's pixels."""

import math
import re
from collections.abc import Iterable
from functools import cache, cached_property
from pathlib import Path
from typing import Protocol, runtime_checkable

import msgspec
from askance.core import Dataset, Scene, SceneObject, UserError
from askance.datasets.reading.json_records import AGAIN, JsonRecords, file_digest
from askance.wording.ontology import ontology

LINKS = "image_data.json"
SKEWED = 0.05  # a scene of other proportions is of another cut of the photograph
_NUMBER = re.compile(r"(\d+)(?:\.\w+)?$")


@runtime_checkable
class HasVisualGenomeIds(Protocol):
    """A data set whose images have Visual Genome's ids: in COCO the same numbers mean other images."""

    @property
    def root(self) -> Path: ...

    def scene_by_image_id(self, image_id: str) -> Scene | None: ...


class ImageIdPair(msgspec.Struct, frozen=True):
    """A record of Visual Genome's image_data.json."""

    image_id: int
    coco_id: int | None = None


class FineScenes:
    """Scenes of another data set, by COCO's image id; `links` is the file that joins Visual Genome's ids to it."""

    def __init__(self, name: str, data: Dataset, links: Path | None):
        self.name, self.data, self.links = name, data, links
        self._scene = data.scene_by_image_id if isinstance(data, HasVisualGenomeIds) else data.scene

    @property
    def fingerprint(self) -> tuple[str, str]:
        """What decides the scenes: the data, and the file that joins them."""
        return self.data.fingerprint, file_digest(self.links) if self.links else ""

    @cached_property
    def image_key_by_coco_id(self) -> dict[int, str]:
        """COCO's image id → Visual Genome's id, or, where there is no file that joins them, the image's name."""
        keys: dict[int, str] = {}
        if self.links is not None:
            for link in JsonRecords(self.links, ImageIdPair):
                if link.coco_id is not None:
                    keys.setdefault(link.coco_id, str(link.image_id))
            return keys
        for image in self.data.images():
            scene = self.data.scene(image)
            number = _NUMBER.search(scene.id) if scene is not None else None
            if number is not None:
                keys.setdefault(int(number[1]), image)
        return keys

    def scene(self, coco_id: int, width: int, height: int) -> Scene | None:
        """The fine scene of an image, if there is one of the same proportions."""
        key = self.image_key_by_coco_id.get(coco_id)
        found = None if key is None else self._scene(key)
        if found is None:
            return None
        if min(found.width, found.height) < 1:
            raise UserError(f"{self.name}: scene {found.id}: field width or height is not above 0: mend it, or {AGAIN}")
        return scale_scene(found, str(coco_id), width, height)


def open_fine_scenes(name: str, data: Dataset, root: Path) -> FineScenes:
    """The data set of that name as the fine source of the COCO folder `root`."""
    if not isinstance(data, HasVisualGenomeIds):
        return FineScenes(name, data, None)
    for path in (data.root / LINKS, root / LINKS):
        if path.is_file():
            return FineScenes(name, data, path)
    raise UserError(
        f"{data.root / LINKS}: is missing: it says which images of {name} are COCO's: put Visual Genome's file there"
    )


def scale_scene(scene: Scene, image_id: str, width: int, height: int) -> Scene | None:
    """A scene in a picture of another size; None if that has other proportions."""
    across, down = width / scene.width, height / scene.height
    if abs(across / down - 1) > SKEWED:
        return None
    things = scene.things
    if (width, height) != (scene.width, scene.height):
        things = tuple(_scale_object(thing, across, down, width, height) for thing in things)
    return msgspec.structs.replace(scene, id=image_id, width=width, height=height, things=things)


def _scale_object(thing: SceneObject, across: float, down: float, width: int, height: int) -> SceneObject:
    (x0, x1), (y0, y1) = _scale_span(thing.box[::2], across, width), _scale_span(thing.box[1::2], down, height)
    return msgspec.structs.replace(thing, box=(x0, y0, x1, y1))


def _scale_span(ends: tuple[int, ...], scale: float, size: int) -> tuple[int, int]:
    """Whole pixels around a scaled span, one at least; what is off by a rounding error is not another pixel."""
    first = min(math.floor(ends[0] * scale + 1e-6), size - 1)
    return first, min(max(math.ceil(ends[1] * scale - 1e-6), first + 1), size)


@cache
def may_be_same_object(name: str, other: str) -> bool:
    """Whether a thing called `other` may be the one that another source calls `name`."""
    words = ontology()
    known = words.objects.canonical_name
    return name == other or words.kin(known(name) or name, known(other) or other) is not None


def mark_names_unclear(scene: Scene, suggested: Iterable[str], doubtful: Iterable[str] = ()) -> Scene:
    """A scene made unclear about the doubtful names, and about the suggested ones that none of its things may bear."""
    names = {thing.name for thing in scene.things}
    alone = (name for name in suggested if not any(may_be_same_object(name, own) for own in names))
    return msgspec.structs.replace(scene, unclear=tuple(dict.fromkeys((*scene.unclear, *doubtful, *alone))))


def join_scenes(fine: Scene, coarse: Scene) -> tuple[Scene, Scene]:
    """The two scenes of a picture, neither of which denies what the other has seen."""
    fine_names = dict.fromkeys((*(thing.name for thing in fine.things), *fine.unclear))
    # The coarse source counts its own classes; a crowd of one makes counting doubtful in the fine source too.
    return mark_names_unclear(fine, (thing.name for thing in coarse.things), coarse.unclear), mark_names_unclear(
        coarse, fine_names
    )
