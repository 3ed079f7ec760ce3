"""One file of COCO instances: mapped, split and checked once; annotations are decoded image by image."""

from collections.abc import Iterable
from functools import cached_property
from pathlib import Path
from typing import Protocol, TypeVar

import msgspec
from askance.core import UserError
from askance.core.input_files import decode_json_input
from askance.datasets.reading.coco_masks import Outline
from askance.datasets.reading.json_records import AGAIN, JsonRecords
from askance.datasets.reading.record_checks import Point, Side, UniqueIds


class _Identified(Protocol):
    @property
    def id(self) -> int: ...


T = TypeVar("T", bound=_Identified)
FIX = f"fix that field, or {AGAIN}"
LISTS = ("images", "annotations", "categories")
NOTHING = (b"", b"null", b"[]")


class Image(msgspec.Struct, frozen=True):
    """A record of `images`."""

    id: int
    width: Side
    height: Side
    file_name: str = ""


class Category(msgspec.Struct, frozen=True):
    """A record of `categories`."""

    id: int
    name: str


class Annotation(msgspec.Struct, frozen=True):
    """A record of `annotations`; its outline is left as it is written."""

    id: int
    image_id: int
    category_id: int
    bbox: tuple[Point, Point, Point, Point]  # x, y, width, height
    iscrowd: int | bool = 0
    segmentation: msgspec.Raw = msgspec.Raw()

    @property
    def has_outline(self) -> bool:
        """Whether there is anything to make a mask of."""
        return b"".join(bytes(memoryview(self.segmentation)[:8]).split()) not in NOTHING


_annotation = msgspec.json.Decoder(Annotation)
_outline: msgspec.json.Decoder[Outline] = msgspec.json.Decoder(Outline)


class CocoInstances:
    """Images, categories, and where the annotations of each image lie."""

    def __init__(self, path: Path):
        self.path = path
        self._top = JsonRecords(path, list[msgspec.Raw])
        missing = [name for name in LISTS if name not in self._top.ids]
        if missing:
            raise UserError(
                f"{path}: has no list {missing[0]!r}: COCO's file is one object with {', '.join(LISTS)}: {AGAIN}"
            )
        images, self._raw, categories = (self._top[self._top.ids.index(name)] for name in LISTS)
        self.images = {one.id: one for one in self._decode_records("images", images, Image)}
        self.names = {
            one.id: self._category_name(one) for one in self._decode_records("categories", categories, Category)
        }

    def _category_name(self, category: Category) -> str:
        if not normalise_category_name(category.name):
            raise UserError(f"{self.path}: category {category.id}: field name is empty: {AGAIN}")
        return normalise_category_name(category.name)

    def _decode_records(self, name: str, raw: Iterable[msgspec.Raw], kind: type[T]) -> list[T]:
        found, decoder = [], msgspec.json.Decoder(kind)
        seen = UniqueIds("id", lambda number: f"{self.path}: record {name}[{number}]", "keep one of them")
        for number, text in enumerate(raw):
            found.append(decode_json_input(text, decoder, f"{self.path}: record {name}[{number}]", FIX))
            seen.add(str(found[-1].id), number)
        return found

    @cached_property
    def annotation_rows_by_image(self) -> dict[int, list[int]]:
        """Image id → its annotations; every one is checked on the way."""
        rows: dict[int, list[int]] = {image: [] for image in self.images}
        for number in range(len(self._raw)):
            one = self._decode_annotation(number)
            if one.image_id not in rows:
                raise UserError(self.describe_field_problem(number, "image_id", f"no image {one.image_id}"))
            if one.category_id not in self.names:
                raise UserError(self.describe_field_problem(number, "category_id", f"no category {one.category_id}"))
            rows[one.image_id].append(number)
        return rows

    def annotations_of_image(self, image: int) -> list[tuple[int, Annotation]]:
        """The annotations of an image, with their numbers in the file."""
        self._top.check_unchanged()
        found = [(number, self._decode_annotation(number)) for number in self.annotation_rows_by_image[image]]
        if len({one.id for _, one in found}) < len(found):
            numbers = ", ".join(str(one.id) for _, one in found)
            raise UserError(
                self.describe_field_problem(found[0][0], "id", f"image {image} has an id twice ({numbers})")
            )
        return found

    def outline(self, number: int) -> Outline:
        """The outline of an annotation that has one."""
        self._top.check_unchanged()
        one = self._decode_annotation(number)
        where = f"{self.path}: record annotations[{number}] (id {one.id}): field segmentation"
        return decode_json_input(one.segmentation, _outline, where, f"mend it, or {AGAIN}")

    def raw_records_of_image(self, image: int) -> bytes:
        """All that the file says about an image."""
        self._top.check_unchanged()
        own = msgspec.json.encode(self.images[image])
        return b"\n".join([own, *(bytes(self._raw[number]) for number in self.annotation_rows_by_image[image])])

    def _decode_annotation(self, number: int) -> Annotation:
        return decode_json_input(self._raw[number], _annotation, f"{self.path}: record annotations[{number}]", FIX)

    def describe_field_problem(self, number: int, field: str, what: str) -> str:
        """One line about a field of an annotation."""
        one = self._decode_annotation(number)
        return f"{self.path}: record annotations[{number}] (id {one.id}): field {field}: {what}: mend it, or {AGAIN}"


def normalise_category_name(name: str) -> str:
    """A category's name as questions write it."""
    return " ".join(name.lower().replace("_", " ").split())
