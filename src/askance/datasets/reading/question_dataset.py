"""A data set of questions with answers about images, made from files of any format."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Generic, Protocol, TypeVar

from askance.core import ImageData, Item, Scene, UserError, digest_value
from askance.datasets.reading.boxes_and_samples import sample_records
from askance.datasets.reading.folder_boundary import OutsideFolder
from askance.datasets.reading.json_records import file_digest
from askance.datasets.reading.keyed_images import KeyedImages
from askance.datasets.reading.question_entries import QuestionEntry
from askance.datasets.reading.question_groups import sample_groups
from askance.datasets.reading.record_checks import UniqueIds
from askance.datasets.reading.sample_by_image import ImageNumbers, number_images, sample_questions

BATCH_SIZE = 256  # pictures named together
R = TypeVar("R")
R_co = TypeVar("R_co", covariant=True)


class QuestionFile(Protocol):
    """Numbered questions in files; an error names the file, the record, the field and the fix."""

    @property
    def files(self) -> tuple[Path, ...]: ...

    def __len__(self) -> int: ...

    def read_question(self, number: int) -> QuestionEntry: ...

    def image_key(self, number: int) -> str: ...

    def location_of(self, number: int) -> str: ...

    def check_unchanged(self) -> None: ...


class RecordFile(Protocol[R_co]):
    """Numbered records of one file, decoded when they are wanted."""

    def __len__(self) -> int: ...

    def __getitem__(self, number: int) -> R_co: ...

    def location_of(self, number: int) -> str: ...

    def check_unchanged(self) -> None: ...


class RecordQuestionFile(Generic[R]):
    """A sheet of one file that `split` opens when it is first wanted; `image` and `entry` say what a record means."""

    def __init__(
        self,
        path: Path,
        split: Callable[[Path], RecordFile[R]],
        image: Callable[[R], str],
        entry: Callable[[R, str], QuestionEntry],
    ):
        self.files = (path,)
        self._split, self._image, self._entry = split, image, entry

    @cached_property
    def _records(self) -> RecordFile[R]:
        return self._split(self.files[0])

    def __len__(self) -> int:
        return len(self._records)

    def location_of(self, number: int) -> str:
        """The file and the record, for errors."""
        return self._records.location_of(number)

    def check_unchanged(self) -> None:
        """Raise where the file is no longer the one that was split."""
        self._records.check_unchanged()

    def image_key(self, number: int) -> str:
        """The key of its picture."""
        return self._image(self._records[number])

    def read_question(self, number: int) -> QuestionEntry:
        """One question with its answers."""
        return self._entry(self._records[number], self.location_of(number))


class ImageSource(Protocol):
    """The pictures of a data set: each has a key in the records, and a name that stands for its content."""

    def image_names(self, keys: Iterable[str]) -> Mapping[str, str]: ...

    def key_of(self, name: str) -> str | None: ...

    def image_file(self, name: str) -> str | None: ...

    def load_image(self, name: str, scene: Scene | None) -> ImageData: ...

    def fingerprint_data(self) -> object: ...


class SceneSource(Protocol):
    """Scene graphs by the key of the picture."""

    @property
    def files(self) -> tuple[Path, ...]: ...

    def __contains__(self, key: str) -> bool: ...

    def scene(self, key: str) -> Scene | None: ...


class QuestionDataset:
    """Questions from sheets, pictures from wherever they are kept; records are checked when first wanted."""

    def __init__(
        self,
        name: str,
        sheets: tuple[QuestionFile, ...],
        pictures: ImageSource,
        scenes: SceneSource | None = None,
        grouped: bool = False,
    ):
        self.name = name
        self._grouped = grouped  # whether records may belong to groups: else they need not be read to know
        self._sheets, self._pictures, self._scenes = sheets, pictures, scenes
        self._checked = False

    @cached_property
    def _positions(self) -> list[tuple[QuestionFile, int]]:
        return [(sheet, number) for sheet in self._sheets for number in range(len(sheet))]

    @cached_property
    def _image_keys(self) -> tuple[list[str], ImageNumbers]:
        """The keys of the images that are asked about, in file order, and which of them each question is about."""
        return number_images(sheet.image_key(number) for sheet, number in self._positions)

    def _location(self, i: int) -> str:
        sheet, number = self._positions[i]
        return sheet.location_of(number)

    def _read_entries(self, wanted: list[int]) -> list[QuestionEntry]:
        """The questions of these ascending numbers; the first time every other record is checked on the way."""
        self._check_unchanged()
        if self._checked:
            return [sheet.read_question(number) for sheet, number in (self._positions[i] for i in wanted)]
        kept, found = set(wanted), []
        seen = UniqueIds("id", self._location, "give each question an id of its own")
        for i, (sheet, number) in enumerate(self._positions):
            entry = sheet.read_question(number)
            seen.add(entry.id, i)
            if i in kept:
                found.append(entry)
        self._checked = True
        return found

    def _check_unchanged(self) -> None:
        for sheet in self._sheets:
            sheet.check_unchanged()

    @cached_property
    def fingerprint(self) -> str:
        """A digest of the files in use and of every picture that they mention and that is here."""
        graphs = () if self._scenes is None else self._scenes.files
        files = [*(path for sheet in self._sheets for path in sheet.files), *graphs]
        try:
            state = self._pictures.fingerprint_data()
        except OutsideFolder as error:
            raise self._error_with_record(error) from error
        return digest_value(([(path.name, file_digest(path)) for path in files], state)).hex()

    def _image_names(self, keys: list[str]) -> Mapping[str, str]:
        try:
            return self._pictures.image_names(keys)
        except OutsideFolder as error:
            raise self._error_with_record(error) from error

    def _error_with_record(self, error: OutsideFolder) -> UserError:
        """An error about an image with the first record that names it."""
        first = next(
            (i for i, (sheet, number) in enumerate(self._positions) if sheet.image_key(number) == error.key), None
        )
        return error if first is None else UserError(f"{self._location(first)}: field image: {error}")

    def items(self, limit: int | None = None, seed: int = 0) -> Iterator[Item]:
        """The questions: a seeded sample of `limit` of them, or of 15,000 where no limit is given.

        One question about each image comes before the second about any.
        """
        self._check_unchanged()
        chosen = sample_questions(self._image_keys[1], limit, seed)
        return self._to_items(chosen, self._read_entries_by_number(chosen))

    def question_groups(self, limit: int | None = None, seed: int = 0) -> Iterator[list[Item]]:
        """The groups of related questions, whole: a seeded sample with `limit` questions at most, or 15,000."""
        entries = self._read_entries_by_number(range(len(self._positions)) if self._grouped else ())
        members, images = [entry.member for entry in entries.values()], [entry.image for entry in entries.values()]
        drawn = sample_groups(members, images, limit, seed)
        numbers = [number for group in drawn for number in group]
        found = self._to_items(numbers, {number: entries[number] for number in sorted(numbers)})
        for group in drawn:
            yield [next(found) for _ in group]

    def question_ids(self) -> list[str]:
        """The ids of all questions, in file order."""
        return [entry.id for entry in self._read_entries(list(range(len(self._positions))))]

    def _read_entries_by_number(self, numbers: Iterable[int]) -> dict[int, QuestionEntry]:
        """Number → question; files are read from front to back, whatever the order in which they are wanted."""
        ascending = sorted(numbers)
        return dict(zip(ascending, self._read_entries(ascending), strict=True))

    def _to_items(self, numbers: Iterable[int], entries: Mapping[int, QuestionEntry]) -> Iterator[Item]:
        names = self._image_names([entry.image for entry in entries.values()])
        for number in numbers:
            entry = entries[number]
            rest = (entry.tags, entry.options, entry.scores, entry.member)
            yield Item(entry.id, names[entry.image], entry.question, entry.answers, *rest)

    def keys(self) -> list[str]:
        """The keys of the pictures that are asked about, in file order."""
        return self._image_keys[0]

    def images(self, limit: int | None = None, seed: int = 0) -> Iterator[str]:
        """The names of the pictures that are asked about; only those with scene graphs where there are any."""
        keys = [key for key in self.keys() if self._scenes is None or key in self._scenes]
        wanted = [keys[i] for i in sample_records(len(keys), limit, seed)]
        seen: set[str] = set()
        for start in range(0, len(wanted), BATCH_SIZE):  # naming reads pictures: no more of them than are taken
            some = wanted[start : start + BATCH_SIZE]
            names = self._image_names(some)
            new = dict.fromkeys(names[key] for key in some if names[key] not in seen)
            seen.update(new)
            yield from new

    def scene(self, image: str) -> Scene | None:
        """The scene graph of a picture, where the data set has scene graphs."""
        key = self._pictures.key_of(image) if self._scenes is not None else None
        return None if key is None or self._scenes is None else self._scenes.scene(key)

    def missing_images(self, images: Sequence[str]) -> list[str]:
        """Where the files of these images should be that are not there; none for images that are part of a table."""
        return self._pictures.missing_images(images) if isinstance(self._pictures, KeyedImages) else []

    def image_file(self, image: str) -> str | None:
        """The name by which people know a picture: its path, or its place in a table."""
        return self._pictures.image_file(image)

    def load_image(self, image: str) -> ImageData:
        """The picture of that name, with its scene where there is one."""
        return self._pictures.load_image(image, self.scene(image))
