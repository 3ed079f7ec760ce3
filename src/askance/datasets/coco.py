"""`coco:FOLDER[#SPLIT][,fine=DATA]`: COCO instances from the official files (Lin et al. 2014).

FOLDER/annotations/instances_SPLIT.json        objects with boxes and outlines (also directly in FOLDER)
FOLDER/{SPLIT,images}/000000039769.jpg         pictures (also COCO_val2014_000000039769.jpg, .png)
DATA                                           another data set about the same images: the fine source
"""

import math
from collections.abc import Iterator
from functools import cached_property, lru_cache
from pathlib import Path

from askance.core import Box, ImageData, Item, Scene, SceneObject, UserError, digest_value
from askance.core.errors import NoQuestions
from askance.core.image import Mask
from askance.core.unknown_names import unknown_name_error
from askance.datasets.reading.boxes_and_samples import clip_box, sample_records
from askance.datasets.reading.coco_fine_scenes import FineScenes, join_scenes, open_fine_scenes
from askance.datasets.reading.coco_masks import LazyMasks, outline_to_mask
from askance.datasets.reading.coco_records import Annotation, CocoInstances, Image
from askance.datasets.reading.image_folder import ImageFolder
from askance.datasets.reading.json_records import file_digest

SPLITS = ("val2017", "train2017", "val2014", "train2014")
WIDER = {"dining table": ("table",), "tv": ("monitor",)}  # categories that annotators use for more than the words say
FORM = "coco:FOLDER[#SPLIT][,fine=DATA]"


class CocoDataset:
    """COCO's objects, the coarse source, and another data set where one is named, the fine source; no questions."""

    def __init__(self, name: str, root: Path, files: dict[str, Path], fine: FineScenes | None = None):
        self.name, self.root, self.fine = name, root, fine
        self._files = files
        folders = dict.fromkeys((*files, "images", *SPLITS))
        self._album = ImageFolder("coco", root, tuple(folders), lambda: self._image_id_by_stem, self._image_record)
        self._both = lru_cache(maxsize=256)(
            self._fine_and_coarse_scene
        )  # a suite asks for the fine and the coarse scene in turn

    @cached_property
    def _instances(self) -> tuple[CocoInstances, ...]:
        return tuple(CocoInstances(path) for path in self._files.values())

    @cached_property
    def _file_by_image_id(self) -> dict[int, CocoInstances]:
        """Image id → the file that describes it, the first of several."""
        places: dict[int, CocoInstances] = {}
        for file in self._instances:
            for image in file.annotation_rows_by_image:
                places.setdefault(image, file)
        if self.fine is not None and self.fine.image_key_by_coco_id.keys().isdisjoint(places):
            raise UserError(f"{self.fine.name}: describes none of the images of {self.root}: name the right folder")
        return places

    @cached_property
    def _image_id_by_stem(self) -> dict[str, int]:
        """How the picture's file is called, without its ending → image id."""
        stems: dict[str, int] = {}
        for image, file in self._file_by_image_id.items():
            other = stems.setdefault(self._file_stem(file.images[image]), image)
            if other != image:
                raise UserError(
                    f"{file.path}: images {other} and {image}: field file_name: both pictures are called"
                    f" {file.images[image].file_name!r}: give each a name of its own"
                )
        return stems

    def _file_stem(self, image: Image) -> str:
        official = f"{image.id:012d}"
        written = Path(image.file_name).stem or official
        others = (official, *(f"COCO_{split}_{official}" for split in SPLITS))
        return next((stem for stem in (written, *others) if stem in self._album.files), written)

    def _image_record(self, stem: str) -> bytes:
        image = self._image_id_by_stem[stem]
        return self._file_by_image_id[image].raw_records_of_image(image)

    @cached_property
    def fingerprint(self) -> str:
        """A digest of the files in use, of every picture that they mention and that is here, and of the fine source."""
        digests = [(split, file_digest(path)) for split, path in self._files.items()]
        fine = self.fine.fingerprint if self.fine is not None else None
        return digest_value((digests, sorted(self._album.image_names().items()), fine)).hex()

    def notes(self) -> list[str]:
        """One line about photographs that are copies of others, if there are any."""
        return self._album.notes(self.name)

    def items(self, limit: int | None = None, seed: int = 0) -> Iterator[Item]:
        """None: COCO's instances are served as scenes."""
        raise NoQuestions(f"{self.root}: coco holds objects and no questions: use a suite that makes its own")

    def images(self, limit: int | None = None, seed: int = 0) -> Iterator[str]:
        """The names of the images, a seeded sample of them if only some are wanted."""
        stems = list(self._image_id_by_stem)
        return (self._album.name(stems[i]) for i in sample_records(len(stems), limit, seed))

    def scene(self, image: str) -> Scene | None:
        """The fine scene of an image if there is one, else COCO's objects."""
        coco_id = self._coco_id(image)
        return None if coco_id is None else self._both(coco_id)[0]

    def coarse_scene(self, image: str) -> Scene | None:
        """COCO's objects; what only the fine source names is unclear in it."""
        coco_id = self._coco_id(image)
        return None if coco_id is None else self._both(coco_id)[1]

    def crowd_regions(self, image: str) -> tuple[Box, ...]:
        """Boxes of groups (`iscrowd`): they are not single objects, and edits must not cut through them."""
        coco_id = self._coco_id(image)
        if coco_id is None:
            return ()
        file = self._file_by_image_id[coco_id]
        found = (_to_scene_object(one, file) for _, one in file.annotations_of_image(coco_id) if one.iscrowd)
        return tuple(thing.box for thing in found if thing is not None)

    def image_file(self, image: str) -> str | None:
        """The file of an image, if it is here."""
        return self._album.image_file(image)

    def load_image(self, image: str) -> ImageData:
        """The picture with `scene(image)`; masks where that is COCO's own."""
        coco_id = self._coco_id(image)
        scene, coarse = (None, None) if coco_id is None else self._both(coco_id)
        return self.load_coarse_image(image) if scene is coarse else self._album.load_image(image, scene, "its record")

    def load_coarse_image(self, image: str) -> ImageData:
        """The picture with COCO's objects and their masks."""
        coarse, coco_id = self.coarse_scene(image), self._coco_id(image)
        opened = self._album.load_image(image, coarse, "its record")
        masks = None if coarse is None or coco_id is None else self._lazy_masks(coarse, coco_id)
        return ImageData(scene=coarse, masks=masks, image=opened.image, file=opened.file)

    def _coco_id(self, image: str) -> int | None:
        stem = self._album.id_of(image)
        return None if stem is None else self._image_id_by_stem.get(stem)

    def _fine_and_coarse_scene(self, coco_id: int) -> tuple[Scene, Scene]:
        """The scene and the coarse scene: one and the same where there is no fine one."""
        file = self._file_by_image_id[coco_id]
        image = file.images[coco_id]
        coarse = _to_scene(image, file)
        fine = self.fine.scene(coco_id, image.width, image.height) if self.fine is not None else None
        return (coarse, coarse) if fine is None else join_scenes(fine, coarse)

    def _lazy_masks(self, scene: Scene, coco_id: int) -> LazyMasks:
        file, boxes = self._file_by_image_id[coco_id], {thing.id: thing.box for thing in scene.things}
        rows = {
            object_id_of(one): number
            for number, one in file.annotations_of_image(coco_id)
            if object_id_of(one) in boxes and one.has_outline
        }

        def make(thing: str) -> Mask:
            try:
                return outline_to_mask(file.outline(rows[thing]), boxes[thing], scene.width, scene.height)
            except ValueError as error:
                raise UserError(file.describe_field_problem(rows[thing], "segmentation", str(error))) from error

        return LazyMasks(rows, make)


def object_id_of(annotation: Annotation) -> str:
    """The id of an annotation's thing, which no thing of a fine source has."""
    return f"coco-{annotation.id}"


def _to_scene_object(one: Annotation, file: CocoInstances) -> SceneObject | None:
    """An annotation as a thing, its box in whole pixels; None if it has none in the picture."""
    x, y, wide, high = one.bbox
    around = math.floor(x), math.floor(y), math.ceil(x + wide - 1e-6), math.ceil(y + high - 1e-6)
    image = file.images[one.image_id]
    box = clip_box(around, image.width, image.height)
    name = file.names[one.category_id]
    return (
        None
        if box is None or min(wide, high) <= 0
        else SceneObject(object_id_of(one), name, box, also=WIDER.get(name, ()))
    )


def _to_scene(image: Image, file: CocoInstances) -> Scene:
    things: list[SceneObject] = []
    unclear: dict[str, None] = {}
    for _, one in file.annotations_of_image(image.id):
        thing = None if one.iscrowd else _to_scene_object(one, file)
        if thing is None:
            unclear.setdefault(file.names[one.category_id])
        else:
            things.append(thing)
    return Scene(str(image.id), image.width, image.height, tuple(things), unclear=tuple(unclear), complete=True)


def open_coco(rest: str) -> CocoDataset:
    """`FOLDER` is all that is there, `FOLDER#val2017` one split; `,fine=DATA` adds another data set's scenes."""
    place, _, fine = rest.partition(",fine=")
    folder, _, split = place.partition("#")
    root = Path(folder).absolute()
    if not folder or not root.is_dir():
        raise UserError(f"{folder or FORM}: no such folder: name one as {FORM}")
    found = {
        path.stem.removeprefix("instances_"): path
        for where in (root, root / "annotations")
        for path in sorted(where.glob("instances_*.json"))
    }
    if not found:
        raise UserError(f"{root}: holds no annotations/instances_val2017.json or the like: unpack COCO's files there")
    if split and split not in found:
        raise unknown_name_error("COCO split", split, found)
    files = {split: found[split]} if split else dict(sorted(found.items(), key=_split_order))
    return CocoDataset(f"coco:{rest}", root, files, _open_fine_scenes(fine, root) if fine or ",fine=" in rest else None)


def _split_order(found: tuple[str, Path]) -> tuple[int, str]:
    split = found[0]
    return SPLITS.index(split) if split in SPLITS else len(SPLITS), split


def _open_fine_scenes(name: str, root: Path) -> FineScenes:
    from askance.datasets import open_dataset  # the family's table names this file too

    return open_fine_scenes(name, open_dataset(name), root)
