"""Objects cut out of a donor image, and the cut-outs kept, so that a donor need not be decoded again."""

from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from threading import Lock

import numpy as np
from askance.core import Box, Dataset, ImageData, Scene, SceneObject, SceneRelation, UnreadableImage
from askance.core.dataset import HasCoarseImages, HasCoarseScenes
from askance.core.image import Pixels
from askance.edits.boxes import slices_within
from askance.edits.object_parts import ids_with_parts
from PIL import Image, ImageFilter

ImageOf = Callable[[str], ImageData]
SceneOf = Callable[[str], Scene | None]
KEPT = 512 * 2**20  # bytes of cut-outs: some thousand of a hand's breadth
EDGE = ImageFilter.Kernel((3, 3), [1, 1, 1, 1, 10, 1, 1, 1, 1], 18)  # a straight edge keeps 5/6, a thin line 2/3


@dataclass(frozen=True, slots=True)
class ObjectGroup:
    """Objects that move together, the one that gives the measure first, with their parts and the links among them."""

    things: tuple[SceneObject, ...]
    links: tuple[SceneRelation, ...]


@dataclass(frozen=True, slots=True)
class Cutout:
    """A group with its pixels: RGB and alpha, in the frame `box` of the donor image."""

    group: ObjectGroup
    box: Box
    rgba: Pixels  # (height, width, 4)


def object_group_with_parts(scene: Scene | None, image: str, things: str) -> ObjectGroup:
    """The objects of a comma-separated list of ids, in its order, then the parts of all of them."""
    if scene is None:
        raise UnreadableImage(f"{image}: has no scene to take {things} from: name a donor image of this data set")
    by_id = scene.objects_by_id()
    wanted = list(dict.fromkeys(things.split(",")))
    missing = [each for each in wanted if each not in by_id]
    if missing:
        raise UnreadableImage(f"{image}: has no thing {missing[0]!r}: name things of that image's scene")
    ids = ids_with_parts(scene.things, wanted)
    links = tuple(link for link in scene.links if link.subject in ids and link.object in ids)
    return ObjectGroup(tuple(by_id[each] for each in ids), links)


def cut_out_objects(picture: ImageData, image: str, things: str) -> Cutout:
    """The pixels under the union of the objects' masks; an object without a mask is within the mask of another."""
    group = object_group_with_parts(picture.scene, image, things)
    if group.things[0].id not in picture.masks:
        raise UnreadableImage(
            f"{image}: has no mask of {group.things[0].id}: use data with masks, such as stickers or coco"
        )
    shown = [thing for thing in group.things if thing.id in picture.masks]
    boxes = [thing.box for thing in shown]
    x0, y0 = min(box[0] for box in boxes), min(box[1] for box in boxes)
    x1, y1 = max(box[2] for box in boxes), max(box[3] for box in boxes)
    alpha = np.zeros((y1 - y0, x1 - x0), np.uint8)
    for thing in shown:
        alpha[slices_within(thing.box, (x0, y0, x1, y1))][picture.masks[thing.id]] = 255
    rgba = np.dstack([picture.pixels[y0:y1, x0:x1], _fade_mask_edge(alpha)])
    return Cutout(group, (x0, y0, x1, y1), rgba)


def _fade_mask_edge(alpha: Pixels) -> Pixels:
    """A mask whose edge fades inwards: what lies outside it is the donor's background."""
    around = Image.fromarray(np.pad(alpha, 1))  # the filter copies the border as it is
    faded: Pixels = np.minimum(alpha, np.asarray(around.filter(EDGE))[1:-1, 1:-1])
    return faded


def donor_scene_lookup(data: Dataset) -> SceneOf:
    """Where objects to take are described: the coarse annotation, which has the masks, where a data set has two."""
    return data.coarse_scene if isinstance(data, HasCoarseScenes) else data.scene


def donor_image_lookup(data: Dataset) -> ImageOf:
    """Images with the scene that their masks belong to."""
    return data.load_coarse_image if isinstance(data, HasCoarseImages) else data.load_image


class CutoutCache:
    """Cut-outs by image and objects, each made once for all threads; beyond `kept` bytes the longest unused go."""

    def __init__(self, picture_of: ImageOf, kept: int = KEPT):
        self._picture_of, self._kept, self._bytes = picture_of, kept, 0
        self._made: OrderedDict[tuple[str, str], Future[Cutout]] = OrderedDict()
        self._lock = Lock()

    @property
    def nbytes(self) -> int:
        """The bytes of the cut-outs that are kept."""
        with self._lock:
            return sum(each.result().rgba.nbytes for each in self._made.values() if each.done())

    def __call__(self, image: str, things: str) -> Cutout:
        """The cut-out of these objects of this image."""
        key = (image, things)
        promise: Future[Cutout] = Future()
        with self._lock:
            known = self._made.setdefault(key, promise)
            self._made.move_to_end(key)
        return self._make_cutout(key, promise) if known is promise else known.result()

    def _make_cutout(self, key: tuple[str, str], promise: Future[Cutout]) -> Cutout:
        try:
            made = cut_out_objects(self._picture_of(key[0]), *key)
        except BaseException as error:
            with self._lock:
                del self._made[key]
            promise.set_exception(error)
            raise
        with self._lock:
            promise.set_result(made)
            self._bytes += made.rgba.nbytes
            self._drop_longest_unused()
        return made

    def _drop_longest_unused(self) -> None:
        """Drop finished cut-outs, the longest unused first, until the rest fits."""
        for key in list(self._made):
            if self._bytes <= self._kept:
                return
            if self._made[key].done():
                self._bytes -= self._made.pop(key).result().rgba.nbytes
