"""`folder:PATH`: a user's own images with scene graphs and questions in our JSON, checked on load.

PATH/images/…          the pictures
PATH/scenes.json       a list of {"image", "things", "links", "place", "weather", …} (optional)
PATH/questions.json    a list of {"id", "image", "question", "answers", "tags"} (optional); with "group", "relation" and
                       "role" a question belongs to a group of related questions, and may have no answers

Where objects are detected neither file is needed, and every picture counts; they may also lie directly in PATH.
"""

import os
import posixpath
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from askance.core import (
    GroupMember,
    ImageData,
    Item,
    Scene,
    SceneObject,
    SceneRelation,
    UnreadableImage,
    UserError,
    canonical_bytes,
    digest_value,
)
from askance.core.dataset import VARIANT
from askance.core.input_files import check_unique_keys, decode_json_input, read_input_file
from askance.datasets.reading.boxes_and_samples import sample_records
from askance.datasets.reading.cell_values import cell_to_scores, cell_to_texts
from askance.datasets.reading.content_name_cache import cached_content_names
from askance.datasets.reading.duplicate_images import duplicates_note, make_image_names_unique, strip_duplicate_suffix
from askance.datasets.reading.folder_boundary import FolderBoundary, OutsideFolder
from askance.datasets.reading.image_files import read_image
from askance.datasets.reading.image_folder import check_image_size
from askance.datasets.reading.image_formats import SUFFIXES
from askance.datasets.reading.question_groups import sample_groups
from askance.datasets.reading.record_checks import FARTHEST, Side, UniqueIds, check_answers, check_id, check_question
from askance.datasets.reading.sample_by_image import number_images, sample_by_image
from msgspec.structs import replace

T = TypeVar("T")
LONG = 300  # characters of a path that is shown
LIST = "write a JSON list of records"
_list = msgspec.json.Decoder(list[msgspec.Raw])


class SceneRecord(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One scene as a user writes it."""

    image: str
    width: Side
    height: Side
    things: tuple[SceneObject, ...]
    links: tuple[SceneRelation, ...] = ()
    place: str | None = None
    weather: str | None = None
    complete: bool = False  # everything in the image is listed: objects, attributes and relations


class QuestionRecord(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One question as a user writes it."""

    id: str
    image: str
    question: str
    answers: tuple[str | dict[str, Any], ...] | dict[str, Any] | None = None  # None: nobody knows
    tags: dict[str, str] = {}
    group: str | int | None = None
    relation: str = ""
    role: str = ""
    variant: str | int | None = None


def _read_records(path: Path, kind: type[T]) -> list[T]:
    """The records of a JSON list; an error names the file, the record, the field and the fix."""
    if not os.path.lexists(path):
        return []
    raw = decode_json_input(read_input_file(path, LIST), _list, f"{path}: not a JSON list of records", LIST)
    decoder, records = msgspec.json.Decoder(kind), []
    for number, text in enumerate(raw):
        where = f"{path}: record {number}"
        records.append(decode_json_input(text, decoder, where, "add or fix that field"))
        check_unique_keys(text, where)
    return records


def _to_item(record: QuestionRecord, where: str, is_unlabelled: bool) -> Item:
    """A question with the file name of its picture; it may lack answers if all do, or if it is one of a group."""
    answers = cell_to_texts(record.answers, where, "answers")
    if record.group is None and not is_unlabelled:
        check_answers(where, answers)
    member = None if record.group is None else GroupMember(str(record.group), record.relation, record.role)
    variant = {} if record.variant is None else {VARIANT: str(record.variant)}
    tags, scores = tuple(sorted((record.tags | variant).items())), cell_to_scores(record.answers, where, "answers")
    asked = check_question(where, record.question)
    return Item(check_id(where, record.id), record.image, asked, answers, tags, scores=scores, member=member)


def _check_scene(record: SceneRecord, where: str) -> None:
    ids = [thing.id for thing in record.things]
    for number, thing in enumerate(record.things):
        x0, y0, x1, y1 = thing.box
        field = f"{where}: field things[{number}]"
        if ids.count(thing.id) > 1:
            raise UserError(f"{field}.id: {thing.id!r} is used twice: give each thing an id of its own")
        if not (0 <= x0 < x1 <= record.width and 0 <= y0 < y1 <= record.height):
            raise UserError(
                f"{field}.box: {thing.box} is not inside {record.width} × {record.height}:"
                " write [x0, y0, x1, y1] in pixels"
            )
        if not thing.name.strip():
            raise UserError(f"{field}.name is empty: write what the thing is called")
        if not 0 <= thing.visible <= 1 or abs(thing.z) > FARTHEST:
            raise UserError(f"{field}: visible {thing.visible}, z {thing.z}: write visible from 0 to 1, and a small z")
        if thing.part_of is not None and thing.part_of not in ids:
            raise UserError(f"{field}.part_of: there is no thing {thing.part_of!r}")
    for number, link in enumerate(record.links):
        for end in (link.subject, link.object):
            if end not in ids:
                raise UserError(f"{where}: field links[{number}]: there is no thing {end!r}")


def _list_image_files(folder: Path) -> list[str]:
    """The picture files in a folder and those below it, by their paths in it."""
    files = (path for path in sorted(folder.rglob("*")) if path.suffix.lower() in SUFFIXES and path.is_file())
    found = [path.relative_to(folder).as_posix() for path in files]
    if not found:
        raise UserError(f"{folder}: has no images: put some there ({', '.join(sorted(SUFFIXES))})")
    return found


class FolderDataset:
    """A folder of pictures, scenes and questions, or of pictures alone; `every` takes those that no record mentions."""

    def __init__(self, root: str | Path, every: bool = False):
        self.root = Path(root).absolute()  # a model may change the current folder
        self.name = f"folder:{Path(root)}"
        if not self.root.is_dir():
            raise UserError(
                f"{self.root}: no such folder: name a folder of images (scenes.json and questions.json are optional)"
            )
        scenes, questions = self.root / "scenes.json", self.root / "questions.json"
        every = every or (not os.path.lexists(scenes) and not os.path.lexists(questions))
        self._pictures = self.root / "images" if not every or (self.root / "images").is_dir() else self.root
        self._present: set[str] = set()
        self._boundary = FolderBoundary(self.root)
        self._others = _list_image_files(self._pictures) if every else []
        for file in self._others:
            self._boundary.check_inside(self._pictures / file)
        self._scene_records = _read_records(scenes, SceneRecord)
        self._questions = _read_records(questions, QuestionRecord)
        self._items: list[Item] = []
        described = UniqueIds("image", lambda number: f"{scenes}: record {number}", "keep one scene for each image")
        asked = UniqueIds("id", lambda number: f"{questions}: record {number}", "give each question an id of its own")
        for number, record in enumerate(self._scene_records):
            where = f"{scenes}: record {number}"
            described.add(posixpath.normpath(record.image), number)
            _check_scene(record, where)
            self._check_image_file(record.image, where)
        is_unlabelled = all(question.answers is None for question in self._questions)
        for number, question in enumerate(self._questions):
            where = f"{questions}: record {number}"
            self._check_image_file(question.image, where)
            self._items.append(_to_item(question, where, is_unlabelled))
            asked.add(question.id, number)

    def _check_image_file(self, file: str, where: str) -> None:
        if file not in self._present:
            try:
                self._boundary.check_inside(self._pictures / file)
            except (OutsideFolder, ValueError) as error:  # ValueError: a NUL, which no path has
                raise UserError(f"{where}: field image: {error}") from error
            if not os.path.isfile(self._pictures / file):  # noqa: PTH113  False, and no error, if the name is too long
                raise UserError(f"{where}: field image: {str(self._pictures / file)[:LONG]} does not exist")
            self._present.add(file)

    @cached_property
    def _name_by_file(self) -> dict[str, str]:
        """File name → image name."""
        recorded = {record.image for record in self._scene_records} | {record.image for record in self._questions}
        files = sorted(recorded.union(self._others))
        names = cached_content_names(self._pictures / file for file in files)
        described = {record.image: canonical_bytes(replace(record, image="")) for record in self._scene_records}
        return make_image_names_unique(
            {file: names[self._pictures / file] for file in files}, lambda file: described.get(file, b"")
        )

    def notes(self) -> list[str]:
        """One line about images that are copies of others, if there are any."""
        return duplicates_note(self.name, self._name_by_file)

    @cached_property
    def _file_by_name(self) -> dict[str, str]:
        return {name: file for file, name in reversed(self._name_by_file.items())}

    @cached_property
    def _scene_by_name(self) -> dict[str, Scene]:
        return {
            self._name_by_file[record.image]: Scene(
                record.image,
                record.width,
                record.height,
                record.things,
                record.links,
                record.place,
                record.weather,
                complete=record.complete,
                closed=record.complete,
            )
            for record in self._scene_records
        }

    @cached_property
    def fingerprint(self) -> str:
        """A digest of the records and of every picture's content."""
        return digest_value((self._scene_records, self._questions, sorted(self._name_by_file.items()))).hex()

    def items(self, limit: int | None = None, seed: int = 0) -> Iterator[Item]:
        """The questions, a seeded sample of them if only some are wanted: one per image before the second of any."""
        _, images = number_images(question.image for question in self._questions)
        return (self._item_with_image_name(i) for i in sample_by_image(images, limit, seed))

    def question_groups(self, limit: int | None = None, seed: int = 0) -> Iterator[list[Item]]:
        """The groups of related questions, whole: a seeded sample with `limit` questions at most."""
        images = [question.image for question in self._questions]
        for numbers in sample_groups([item.member for item in self._items], images, limit, seed):
            yield [self._item_with_image_name(i) for i in numbers]

    def _item_with_image_name(self, number: int) -> Item:
        """An item with the name of its picture's content, which is read when it is first wanted."""
        return msgspec.structs.replace(self._items[number], image=self._name_by_file[self._questions[number].image])

    def images(self, limit: int | None = None, seed: int = 0) -> Iterator[str]:
        """The names of the images that have scenes, or of every one."""
        names = list(dict.fromkeys(self._name_by_file.values())) if self._others else list(self._scene_by_name)
        for i in sample_records(len(names), limit, seed):
            yield names[i]

    def scene(self, image: str) -> Scene | None:
        """The scene of an image, if there is one."""
        return self._scene_by_name.get(image)

    def image_file(self, image: str) -> str | None:
        """The file of an image, as its path in the folder of images."""
        return self._file_by_name.get(image)

    def load_image(self, image: str) -> ImageData:
        """The picture with its scene; the size must be the scene's."""
        file = self._file_by_name.get(image)
        if file is None:
            raise UnreadableImage(f"{self.root}: no picture has the content {image}: it was changed or removed")
        path = self._pictures / file
        return check_image_size(
            read_image(path, strip_duplicate_suffix(image)),
            self._scene_by_name.get(image),
            path,
            "its scene",
            "mend one",
        )
