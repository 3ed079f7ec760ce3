"""`visual_genome:FOLDER`: Visual Genome from its official files (Krishna et al. 2017), version 1.2 or newer.

FOLDER/objects.json, attributes.json, relationships.json    lists of records, one an image; any of them may be absent
FOLDER/image_data.json                                      sizes (else from the picture, else from the boxes)
FOLDER/region_descriptions.json                             optional: an object named there is never called absent
FOLDER/{images,VG_100K,VG_100K_2}/ID.jpg                    pictures
"""

import os
from collections.abc import Iterable, Iterator
from functools import cached_property
from pathlib import Path
from typing import Generic, Protocol, TypeVar

import msgspec
from askance.core import ImageData, Item, Scene, SceneObject, SceneRelation, UserError, digest_value
from askance.core.errors import NoQuestions
from askance.datasets.reading import region_descriptions
from askance.datasets.reading.boxes_and_samples import clip_box, normalise_relation_name, sample_records
from askance.datasets.reading.decode_image import stored_size
from askance.datasets.reading.image_folder import ImageFolder
from askance.datasets.reading.json_records import JsonRecords, file_digest
from askance.datasets.reading.record_checks import Coordinate, Side, UniqueIds

FOLDERS = ("images", "VG_100K", "VG_100K_2")


class Object(msgspec.Struct, frozen=True):
    """One object, wherever it is written: `names` in objects.json, `name` for some ends of relationships."""

    object_id: int
    x: Coordinate
    y: Coordinate
    w: Coordinate
    h: Coordinate
    names: tuple[str, ...] = ()
    name: str | None = None
    merged_object_ids: tuple[int, ...] = ()
    attributes: tuple[str, ...] | None = None

    def normalised_names(self) -> list[str]:
        """Its names, plainly written."""
        return [plain for name in (*self.names, self.name or "") if (plain := _normalise_name(name))]


class Relationship(msgspec.Struct, frozen=True):
    """A relationship with its two ends written out."""

    predicate: str
    subject: Object
    object: Object


class Objects(msgspec.Struct, frozen=True):
    """A record of objects.json."""

    image_id: int
    objects: tuple[Object, ...]


class Attributes(msgspec.Struct, frozen=True):
    """A record of attributes.json."""

    image_id: int
    attributes: tuple[Object, ...]


class Relationships(msgspec.Struct, frozen=True):
    """A record of relationships.json."""

    image_id: int
    relationships: tuple[Relationship, ...]


class Size(msgspec.Struct, frozen=True):
    """A record of image_data.json."""

    image_id: int
    width: Side
    height: Side


class _HasImageId(Protocol):
    @property
    def image_id(self) -> int: ...


R = TypeVar("R", bound=_HasImageId)


class _RecordsByImage(Generic[R]):
    """A file's records by image; an absent file has none."""

    def __init__(self, path: Path, kind: type[R]):
        self.path = path
        self.records = JsonRecords(path, kind) if os.path.lexists(path) else None
        seen = UniqueIds("image_id", self._where, "keep one record for each image")
        for number, record in enumerate(self.records or ()):  # decoding checks the record
            seen.add(str(record.image_id), number)
        self.rows = seen.numbers

    def _where(self, number: int) -> str:
        return self.records.location_of(number) if self.records is not None else str(self.path)

    def get(self, image_id: str) -> R | None:
        """The record of an image."""
        row = self.rows.get(image_id)
        return None if row is None or self.records is None else self.records[row]

    def raw_bytes(self, image_id: str) -> bytes:
        """The bytes of an image's record."""
        row = self.rows.get(image_id)
        return b"" if row is None or self.records is None else self.records.raw_bytes(row)


class VisualGenome:
    """Scene graphs joined from the three files, with pictures where they are here; it has no questions."""

    def __init__(self, folder: str):
        self.root = Path(folder).absolute()
        self.name = f"visual_genome:{folder}"
        if not folder or not self.root.is_dir():
            raise UserError(f"{folder or self.name}: no such folder: name one as visual_genome:FOLDER")
        names = ("objects.json", "attributes.json", "relationships.json", "image_data.json", region_descriptions.FILE)
        self._files = [self.root / name for name in names if (self.root / name).is_file()]
        if not any((self.root / name).is_file() for name in names[:3]):
            raise UserError(f"{self.root}: holds none of {', '.join(names[:3])}: unpack Visual Genome's files there")
        self._album = ImageFolder("visual_genome", self.root, FOLDERS, lambda: self._image_ids, self._image_record)

    @cached_property
    def _objects(self) -> _RecordsByImage[Objects]:
        return _RecordsByImage(self.root / "objects.json", Objects)

    @cached_property
    def _attributes(self) -> _RecordsByImage[Attributes]:
        return _RecordsByImage(self.root / "attributes.json", Attributes)

    @cached_property
    def _relationships(self) -> _RecordsByImage[Relationships]:
        return _RecordsByImage(self.root / "relationships.json", Relationships)

    @cached_property
    def _sizes(self) -> _RecordsByImage[Size]:
        return _RecordsByImage(self.root / "image_data.json", Size)

    @cached_property
    def _regions(self) -> region_descriptions.RegionNames:
        return region_descriptions.RegionNames(self.root)

    @cached_property
    def _image_ids(self) -> list[str]:
        """The images that any of the three files describes, in file order."""
        return list(self._objects.rows | self._attributes.rows | self._relationships.rows)

    def _image_record(self, image_id: str) -> bytes:
        return b"\n".join(file.raw_bytes(image_id) for file in (self._objects, self._attributes, self._relationships))

    @cached_property
    def fingerprint(self) -> str:
        """A digest of the annotation files and of every picture that they mention and that is here."""
        digests = [(path.name, file_digest(path)) for path in self._files]
        return digest_value((digests, sorted(self._album.image_names().items()))).hex()

    def notes(self) -> list[str]:
        """One line about photographs that are copies of others, if there are any."""
        return self._album.notes(self.name)

    def items(self, limit: int | None = None, seed: int = 0) -> Iterator[Item]:
        """None: Visual Genome is served as scene graphs."""
        raise NoQuestions(
            f"{self.root}: visual_genome holds scene graphs and no questions: use a suite that makes its own"
        )

    def images(self, limit: int | None = None, seed: int = 0) -> Iterator[str]:
        """The names of the images, a seeded sample of them if only some are wanted."""
        return (self._album.name(self._image_ids[i]) for i in sample_records(len(self._image_ids), limit, seed))

    def scene(self, image: str) -> Scene | None:
        """The scene of an image, if there is one."""
        image_id = self._album.id_of(image)
        return None if image_id is None else self.scene_by_image_id(image_id)

    def image_file(self, image: str) -> str | None:
        """The file of an image, if it is here."""
        return self._album.image_file(image)

    def load_image(self, image: str) -> ImageData:
        """The picture with its scene; the size must be the scene's."""
        return self._album.load_image(image, self.scene(image), "image_data.json")

    def scene_by_image_id(self, image_id: str) -> Scene | None:
        """The scene of an image by its id, if any file describes it."""
        objects, related = self._objects.get(image_id), self._relationships.get(image_id)
        described = self._attributes.get(image_id)
        if objects is None and related is None and described is None:
            return None
        relationships = related.relationships if related else ()
        entries = described.attributes if described else ()
        own = objects.objects if objects else ()
        merged = {old: one.object_id for one in own for old in one.merged_object_ids}
        ends = [end for each in relationships for end in (each.subject, each.object)]
        known = _all_objects_by_id(own, [*entries, *ends], merged)
        width, height = self._image_size(image_id, known.values())
        things = _to_scene_objects(known, [*entries, *ends], merged, width, height)
        kept = {thing.id for thing in things}
        links = (_to_scene_relation(each, known, merged) for each in relationships)
        unique = dict.fromkeys(link for link in links if link.name and {link.subject, link.object} <= kept)
        named = {thing.name for thing in things}
        # Other names of a thing, also of one merged into it, and names of dropped things.
        others = dict.fromkeys(name for one in [*known.values(), *entries, *ends] for name in one.normalised_names())
        others |= dict.fromkeys(self._regions.object_names(image_id))
        unclear = tuple(name for name in others if name not in named)
        return Scene(image_id, width, height, things, tuple(unique), unclear=unclear)

    def _image_size(self, image_id: str, objects: Iterable[Object]) -> tuple[int, int]:
        size = self._sizes.get(image_id)
        if size is not None:
            return size.width, size.height
        path = self._album.path(image_id)
        if path is not None:
            found = stored_size(path)  # unturned: boxes may be those of such pixels, and picture() refuses to guess
            if found is not None:
                return found
        boxes = [(one.x + one.w, one.y + one.h) for one in objects]
        return max((x for x, _ in boxes), default=1), max((y for _, y in boxes), default=1)


def _normalise_name(text: str) -> str:
    return " ".join(text.lower().split())


def _all_objects_by_id(own: Iterable[Object], others: Iterable[Object], merged: dict[int, int]) -> dict[int, Object]:
    """Every object of an image: those listed, and those that only attributes or relationships mention."""
    known = {one.object_id: one for one in own}
    for one in others:
        if one.object_id not in merged:
            known.setdefault(one.object_id, one)
    return known


def _to_scene_objects(
    known: dict[int, Object], entries: Iterable[Object], merged: dict[int, int], width: int, height: int
) -> tuple[SceneObject, ...]:
    values: dict[int, list[str]] = {}
    names: dict[int, dict[str, None]] = {}
    for entry in [*known.values(), *entries]:
        target = entry.object_id if entry.object_id in known else merged[entry.object_id]
        names.setdefault(target, {}).update(dict.fromkeys(entry.normalised_names()))
        # An object that was merged into one of another name may have been something else: its attributes are left out.
        if target == entry.object_id or set(entry.normalised_names()) & set(known[target].normalised_names()):
            values.setdefault(target, []).extend(filter(None, map(_normalise_name, entry.attributes or ())))
    things = []
    for object_id, one in known.items():
        box = clip_box((one.x, one.y, one.x + one.w, one.y + one.h), width, height)
        if box is not None and one.normalised_names():
            unique, (name, *_) = tuple(dict.fromkeys(values.get(object_id, ()))), one.normalised_names()
            also = tuple(other for other in names[object_id] if other != name)
            things.append(SceneObject(str(object_id), name, box, {"": unique} if unique else {}, also=also))
    return tuple(things)


def _to_scene_relation(relationship: Relationship, known: dict[int, Object], merged: dict[int, int]) -> SceneRelation:
    ends = [end.object_id for end in (relationship.subject, relationship.object)]
    subject, target = (str(one if one in known else merged[one]) for one in ends)
    return SceneRelation(subject, normalise_relation_name(_normalise_name(relationship.predicate)), target)
