"""`gqa:FOLDER[#SPLIT]`: GQA from its official files (Hudson and Manning 2019).

FOLDER/{train,val}_sceneGraphs.json, sceneGraphs.json                    scene graphs
FOLDER/{SPLIT}_balanced_questions.json, {SPLIT}_all_questions.json       questions (also a folder of that name, without
FOLDER/questions.json                                                    .json, that holds several files)
FOLDER/region_descriptions.json                                          Visual Genome's, optional: an object named
                                                                         there is never called absent
FOLDER/images/ID.jpg                                                     pictures
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from pathlib import Path

import msgspec
from askance.core import ImageData, Item, Scene, SceneObject, SceneRelation, UserError, digest_value
from askance.core.case import Pairs
from askance.core.errors import NoQuestions
from askance.core.unknown_names import unknown_name_error
from askance.datasets.reading import region_descriptions
from askance.datasets.reading.boxes_and_samples import (
    clip_box,
    normalise_relation_name,
    sample_records,
)
from askance.datasets.reading.image_folder import ImageFolder
from askance.datasets.reading.json_records import AGAIN, JsonRecords, file_digest
from askance.datasets.reading.record_checks import (
    Coordinate,
    Side,
    UniqueIds,
    check_answers,
    check_id,
    check_question,
    duplicate_error,
)
from askance.datasets.reading.sample_by_image import ImageNumbers, number_images, sample_questions

SPLITS = ("train", "val", "testdev", "test", "challenge", "submission")


class Relation(msgspec.Struct, frozen=True):
    """A relation as it stands at its subject."""

    name: str
    object: str


class Object(msgspec.Struct, frozen=True):
    """One object of a scene graph."""

    name: str
    x: Coordinate
    y: Coordinate
    w: Coordinate
    h: Coordinate
    attributes: tuple[str, ...] = ()
    relations: tuple[Relation, ...] = ()


class Graph(msgspec.Struct, frozen=True):
    """One scene graph."""

    width: Side
    height: Side
    objects: dict[str, Object]
    location: str | None = None
    weather: str | None = None


class Question(msgspec.Struct, frozen=True, rename="camel"):
    """One question; what we do not use is skipped."""

    image_id: str
    question: str
    answer: str
    is_balanced: bool | None = None
    types: dict[str, str | None] = {}


Place = tuple[int, int]  # file number, record number
Sources = tuple[tuple[Path, Pairs], ...]  # question files, each with the tags of its questions


class GqaDataset:
    """Scene graphs, questions and pictures in GQA's layout; each part is read and checked when it is first wanted."""

    def __init__(self, name: str, root: Path, graphs: tuple[Path, ...], questions: Sources, wanted: str = ""):
        self.name, self.root = name, root
        self._graph_files, self._question_files, self._wanted = graphs, questions, wanted
        self._album = ImageFolder("gqa", root, ("images",), self._image_ids, self._scene_graph_bytes)

    @cached_property
    def _graphs(self) -> tuple[JsonRecords[Graph], ...]:
        return tuple(JsonRecords(path, Graph) for path in self._graph_files)

    @cached_property
    def _graph_positions(self) -> dict[str, Place]:
        """Image id → where its scene graph lies; every record is checked on the way."""
        places: dict[str, Place] = {}
        for file, records in enumerate(self._graphs):
            _require_ids(records.ids, records.path, len(records))
            for number, graph in enumerate(records):
                _check_names(graph, records.location_of(number))
                other = places.setdefault(check_id(records.location_of(number), records.ids[number]), (file, number))
                # The same scene graph may be in two files, as sceneGraphs.json may be a copy of one split.
                if other != (file, number) and self._graphs[other[0]].raw_bytes(other[1]) != records.raw_bytes(number):
                    first = self._graphs[other[0]].location_of(other[1])
                    fix = "keep one scene graph for each image, or name one split as gqa:FOLDER#SPLIT"
                    raise duplicate_error(records.location_of(number), "id", records.ids[number], first, fix)
        return places

    @cached_property
    def _regions(self) -> region_descriptions.RegionNames:
        return region_descriptions.RegionNames(self.root)

    @cached_property
    def _questions(self) -> tuple[tuple[JsonRecords[Question], Pairs], ...]:
        return tuple((JsonRecords(path, Question), tags) for path, tags in self._question_files)

    @cached_property
    def _question_positions(self) -> tuple[list[Place], list[str], ImageNumbers]:
        """Where the questions are, the ids of their images, and which of these each question is about."""
        places: list[Place] = []
        ids, numbers = number_images(self._checked_image_ids(places))
        return places, ids, numbers

    def _checked_image_ids(self, places: list[Place]) -> Iterator[str]:
        """The image id of each question, whose position is added to `places`; every record is checked on the way."""
        seen = UniqueIds(
            "id", lambda i: self._describe_position(places[i]), "keep one of the two files, or name one split"
        )
        for file, (records, _) in enumerate(self._questions):
            _require_ids(records.ids, records.path, len(records))
            for number, question in enumerate(records):
                places.append((file, number))
                if not (question.question.strip() and question.answer.strip() and records.ids[number].strip()):
                    _check_question(question, records.ids[number], records.location_of(number))
                seen.add(records.ids[number], len(places) - 1)
                yield question.image_id

    def _describe_position(self, place: Place) -> str:
        return self._questions[place[0]][0].location_of(place[1])

    def _image_ids(self) -> Iterator[str]:
        yield from self._graph_positions
        yield from self._question_positions[1]

    def _scene_graph_bytes(self, image_id: str) -> bytes:
        place = self._graph_positions.get(image_id)
        return b"no scene graph" if place is None else self._graphs[place[0]].raw_bytes(place[1])

    @cached_property
    def fingerprint(self) -> str:
        """A digest of the annotation files and of every picture that they mention and that is here."""
        files = [*self._graph_files, *(path for path, _ in self._question_files)]
        files += [self._regions.path] if self._regions.path.is_file() else []
        digests = [(path.relative_to(self.root).as_posix(), file_digest(path)) for path in files]
        return digest_value((digests, sorted(self._album.image_names().items()))).hex()

    def notes(self) -> list[str]:
        """One line about photographs that are copies of others, if there are any."""
        return self._album.notes(self.name)

    def items(self, limit: int | None = None, seed: int = 0) -> Iterator[Item]:
        """The questions, a seeded sample of them if only some are wanted: one per image before the second of any."""
        if not self._question_files:
            raise NoQuestions(f"{self.root}: holds no questions: put {self._wanted or 'questions.json'} there")
        places, _, images = self._question_positions
        for i in sample_questions(images, limit, seed):
            file, number = places[i]
            records, tags = self._questions[file]
            question = records[number]
            image = self._album.name(question.image_id)
            yield Item(
                records.ids[number], image, question.question, (question.answer,), _tags_of_question(question, tags)
            )

    def images(self, limit: int | None = None, seed: int = 0) -> Iterator[str]:
        """The names of the images that have scene graphs, or of those asked about where no file has any."""
        ids = list(self._graph_positions) if self._graph_files else self._question_positions[1]
        return (self._album.name(ids[i]) for i in sample_records(len(ids), limit, seed))

    def scene(self, image: str) -> Scene | None:
        """The scene of an image, if it has a scene graph."""
        image_id = self._album.id_of(image)
        return None if image_id is None else self.scene_by_image_id(image_id)

    def scene_by_image_id(self, image_id: str) -> Scene | None:
        """The scene of an image by Visual Genome's id."""
        place = self._graph_positions.get(image_id)
        if place is None:
            return None
        records = self._graphs[place[0]]
        return _to_scene(
            image_id, records[place[1]], records.location_of(place[1]), self._regions.object_names(image_id)
        )

    def image_file(self, image: str) -> str | None:
        """The file of an image, if it is here."""
        return self._album.image_file(image)

    def load_image(self, image: str) -> ImageData:
        """The picture with its scene; the size must be the scene's."""
        return self._album.load_image(image, self.scene(image))


def _require_ids(ids: tuple[str, ...], path: Path, count: int) -> None:
    if count and not ids:
        raise UserError(f"{path}: a JSON list, not an object of id → record: {AGAIN}")


def _check_question(question: Question, key: str, where: str) -> None:
    check_id(where, key)
    check_question(where, question.question)
    check_answers(where, (question.answer,), "answer")


def _check_names(graph: Graph, where: str) -> None:
    for key, one in graph.objects.items():
        if not one.name.strip():
            raise UserError(f"{where}: field objects.{key}.name is empty: {AGAIN}")


def _to_scene(image_id: str, graph: Graph, where: str, described: Iterable[str]) -> Scene:
    things = []
    for key, thing in graph.objects.items():
        box = clip_box((thing.x, thing.y, thing.x + thing.w, thing.y + thing.h), graph.width, graph.height)
        if box is not None:
            values = tuple(dict.fromkeys(thing.attributes))
            things.append(SceneObject(key, thing.name, box, {"": values} if values else {}))
    kept = {thing.id for thing in things}
    links = []
    for key, thing in graph.objects.items():
        for relation in thing.relations:
            if relation.object not in graph.objects:
                raise UserError(f"{where}: field objects.{key}.relations: no object {relation.object!r}: {AGAIN}")
            if key in kept and relation.object in kept:
                links.append(SceneRelation(key, normalise_relation_name(relation.name), relation.object))
    unique = tuple(dict.fromkeys(links))
    named = {thing.name for thing in things}
    others = dict.fromkeys((*(thing.name for thing in graph.objects.values()), *described))
    return Scene(
        image_id,
        graph.width,
        graph.height,
        tuple(things),
        unique,
        graph.location,
        graph.weather,
        unclear=tuple(name for name in others if name not in named),
    )


def _tags_of_question(question: Question, more: Pairs) -> Pairs:
    answer = question.answer
    tags = {"type": "yes/no" if answer in ("yes", "no") else "number" if answer.isdecimal() else "other"}
    tags |= {key: question.types[key] or "" for key in ("structural", "semantic") if question.types.get(key)}
    if question.is_balanced is not None:
        tags["balanced"] = "yes" if question.is_balanced else "no"
    return tuple(sorted((tags | dict(more)).items()))


def split_folder_and_part(rest: str, form: str) -> tuple[Path, str]:
    """The folder and what stands behind the #."""
    folder, _, choice = rest.partition("#")
    root = Path(folder).absolute()
    if not folder or not root.is_dir():
        raise UserError(f"{folder or form}: no such folder: name one as {form}")
    return root, choice


def scene_graph_files(root: Path, splits: tuple[str, ...] = SPLITS) -> tuple[Path, ...]:
    """The scene graph files that are there; sceneGraphs.json belongs to every split."""
    names = [*(f"{split}_sceneGraphs.json" for split in splits), "sceneGraphs.json"]
    return tuple(root / name for name in names if (root / name).is_file())


def _question_files(root: Path, split: str, kind: str) -> list[Path]:
    """One file, or the files of a folder, such as train_all_questions/."""
    name = f"{split}_{kind}_questions"
    if (root / f"{name}.json").is_file():
        return [root / f"{name}.json"]
    return sorted((root / name).glob("*.json"))


def open_gqa(rest: str) -> GqaDataset:
    """`FOLDER` is all that is there, `FOLDER#val` one split (balanced questions, else all), `#val_all` all of it."""
    root, choice = split_folder_and_part(rest, "gqa:FOLDER")
    split, _, kind = choice.partition("_")
    known: Mapping[str, tuple[str, ...]] = {"": ("balanced", "all"), "balanced": ("balanced",), "all": ("all",)}
    if (choice and split not in SPLITS) or kind not in known:
        raise unknown_name_error("GQA split", choice, [*SPLITS, *(f"{split}_all" for split in SPLITS)])
    splits = (split,) if split else SPLITS
    files: list[Path] = []
    for one in splits:
        files += next(filter(None, (_question_files(root, one, kind) for kind in known[kind])), [])
    if not kind and (root / "questions.json").is_file():
        files.append(root / "questions.json")
    graphs = scene_graph_files(root, splits)
    wanted = f"{split or 'val'}_{kind or 'balanced'}_questions.json"
    if not files and not graphs:
        raise UserError(
            f"{root}: holds neither {split or 'val'}_sceneGraphs.json nor {wanted}: unpack GQA's files there"
        )
    return GqaDataset(f"gqa:{rest}", root, graphs, tuple((path, ()) for path in files), wanted)
