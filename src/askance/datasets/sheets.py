"""Question sheets: whatever the file format, a data set of questions with answers about pictures is made of these."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import Generic, Protocol, TypeVar

from askance.core import Item, Picture, Scene, UserError, digest_of
from askance.datasets.checks import Once
from askance.datasets.entries import Entry
from askance.datasets.outside import Outside
from askance.datasets.question_groups import drawn_groups
from askance.datasets.scene_parts import chosen, sampled
from askance.datasets.streaming import file_digest

AT_ONCE = 256  # pictures named together
R = TypeVar("R")
R_co = TypeVar("R_co", covariant=True)


class Sheet(Protocol):
    """Numbered questions in files; an error names the file, the record, the field and the fix."""

    @property
    def files(self) -> tuple[Path, ...]: ...

    def __len__(self) -> int: ...

    def entry(self, number: int) -> Entry: ...

    def image(self, number: int) -> str: ...

    def where(self, number: int) -> str: ...

    def check_unchanged(self) -> None: ...


class Stored(Protocol[R_co]):
    """Numbered records of one file, decoded when they are wanted."""

    def __len__(self) -> int: ...

    def __getitem__(self, number: int) -> R_co: ...

    def where(self, number: int) -> str: ...

    def check_unchanged(self) -> None: ...


class RecordSheet(Generic[R]):
    """A sheet of one file that `split` opens when it is first wanted; `image` and `entry` say what a record means."""

    def __init__(
        self,
        path: Path,
        split: Callable[[Path], Stored[R]],
        image: Callable[[R], str],
        entry: Callable[[R, str], Entry],
    ):
        self.files = (path,)
        self._split, self._image, self._entry = split, image, entry

    @cached_property
    def _records(self) -> Stored[R]:
        return self._split(self.files[0])

    def __len__(self) -> int:
        return len(self._records)

    def where(self, number: int) -> str:
        """The file and the record, for errors."""
        return self._records.where(number)

    def check_unchanged(self) -> None:
        """Raise where the file is no longer the one that was split."""
        self._records.check_unchanged()

    def image(self, number: int) -> str:
        """The key of its picture."""
        return self._image(self._records[number])

    def entry(self, number: int) -> Entry:
        """One question with its answers."""
        return self._entry(self._records[number], self.where(number))


class Pictures(Protocol):
    """The pictures of a data set: each has a key in the records, and a name that stands for its content."""

    def names(self, keys: Iterable[str]) -> Mapping[str, str]: ...

    def key_of(self, name: str) -> str | None: ...

    def picture(self, name: str, scene: Scene | None) -> Picture: ...

    def state(self) -> object: ...


class Scenes(Protocol):
    """Scene graphs by the key of the picture."""

    @property
    def files(self) -> tuple[Path, ...]: ...

    def __contains__(self, key: str) -> bool: ...

    def scene(self, key: str) -> Scene | None: ...


class QuestionSet:
    """Questions from sheets, pictures from wherever they are kept; records are checked when first wanted."""

    def __init__(
        self,
        name: str,
        sheets: tuple[Sheet, ...],
        pictures: Pictures,
        scenes: Scenes | None = None,
        grouped: bool = False,
    ):
        self.name = name
        self._grouped = grouped  # whether records may belong to groups: else they need not be read to know
        self._sheets, self._pictures, self._scenes = sheets, pictures, scenes
        self._checked = False

    @cached_property
    def _places(self) -> list[tuple[Sheet, int]]:
        return [(sheet, number) for sheet in self._sheets for number in range(len(sheet))]

    def _where(self, i: int) -> str:
        sheet, number = self._places[i]
        return sheet.where(number)

    def _entries(self, wanted: list[int]) -> list[Entry]:
        """The questions of these numbers; the first time every other record is checked on the way."""
        for sheet in self._sheets:
            sheet.check_unchanged()
        if self._checked:
            return [sheet.entry(number) for sheet, number in (self._places[i] for i in wanted)]
        kept, found = set(wanted), []
        seen = Once("id", self._where, "give each question an id of its own")
        for i, (sheet, number) in enumerate(self._places):
            entry = sheet.entry(number)
            seen.add(entry.id, i)
            if i in kept:
                found.append(entry)
        self._checked = True
        return found

    @cached_property
    def fingerprint(self) -> str:
        """A digest of the files in use and of every picture that they mention and that is here."""
        graphs = () if self._scenes is None else self._scenes.files
        files = [*(path for sheet in self._sheets for path in sheet.files), *graphs]
        try:
            state = self._pictures.state()
        except Outside as error:
            raise self._placed(error) from error
        return digest_of(([(path.name, file_digest(path)) for path in files], state)).hex()

    def _names(self, keys: list[str]) -> Mapping[str, str]:
        try:
            return self._pictures.names(keys)
        except Outside as error:
            raise self._placed(error) from error

    def _placed(self, error: Outside) -> UserError:
        """An error about an image with the first record that names it."""
        first = next((i for i, (sheet, number) in enumerate(self._places) if sheet.image(number) == error.key), None)
        return error if first is None else UserError(f"{self._where(first)}: field image: {error}")

    def items(self, limit: int | None = None, seed: int = 0) -> Iterator[Item]:
        """The questions: a seeded sample of `limit` of them, or of 15,000 where no limit is given."""
        return iter(self._items(self._entries(sampled(len(self._places), limit, seed))))

    def question_groups(self, limit: int | None = None, seed: int = 0) -> Iterator[list[Item]]:
        """The groups of related questions, whole: a seeded sample with `limit` questions at most, or 15,000."""
        entries = self._entries(list(range(len(self._places)))) if self._grouped else []
        drawn = drawn_groups([entry.member for entry in entries], limit, seed)
        found = iter(self._items([entries[number] for numbers in drawn for number in numbers]))
        for numbers in drawn:
            yield [next(found) for _ in numbers]

    def _items(self, entries: list[Entry]) -> Iterator[Item]:
        names = self._names([entry.image for entry in entries])
        for entry in entries:
            rest = (entry.tags, entry.options, entry.scores, entry.member)
            yield Item(entry.id, names[entry.image], entry.question, entry.answers, *rest)

    def keys(self) -> list[str]:
        """The keys of the pictures that are asked about, in file order."""
        return list(dict.fromkeys(sheet.image(number) for sheet, number in self._places))

    def images(self, limit: int | None = None, seed: int = 0) -> Iterator[str]:
        """The names of the pictures that are asked about; only those with scene graphs where there are any."""
        keys = [key for key in self.keys() if self._scenes is None or key in self._scenes]
        wanted = [keys[i] for i in chosen(len(keys), limit, seed)]
        seen: set[str] = set()
        for start in range(0, len(wanted), AT_ONCE):  # naming reads pictures: no more of them than are taken
            some = wanted[start : start + AT_ONCE]
            names = self._names(some)
            new = dict.fromkeys(names[key] for key in some if names[key] not in seen)
            seen.update(new)
            yield from new

    def scene(self, image: str) -> Scene | None:
        """The scene graph of a picture, where the data set has scene graphs."""
        key = self._pictures.key_of(image) if self._scenes is not None else None
        return None if key is None or self._scenes is None else self._scenes.scene(key)

    def picture(self, image: str) -> Picture:
        """The picture of that name, with its scene where there is one."""
        return self._pictures.picture(image, self.scene(image))
