"""`easy_vqa[:SPLIT]`: one colored shape a picture, thirteen answers; the files of the package easy-vqa (Zhou 2019).

FOLDER/{train,test}/questions.json     a list of [question, answer, image id]
FOLDER/{train,test}/images/ID.png      64 × 64 pixels
"""

from collections.abc import Iterator
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path

import msgspec
from askance.core import ImageData, Item, Scene, UserError, digest, digest_value
from askance.core.input_files import decode_json_input, read_input_file
from askance.core.install_command import install_command
from askance.core.unknown_names import unknown_name_error
from askance.datasets.reading.boxes_and_samples import sample_records
from askance.datasets.reading.image_folder import ImageFolder
from askance.datasets.reading.record_checks import check_answers, check_question
from askance.datasets.reading.sample_by_image import number_images, sample_by_image

AGAIN = "use the files of the package easy-vqa"
SPLITS = ("train", "test")
COLORS = frozenset({"black", "blue", "brown", "gray", "green", "red", "teal", "yellow"})
NEGATIONS = frozenset({"no", "not"})
Record = tuple[str, str, int]
_record: msgspec.json.Decoder[Record] = msgspec.json.Decoder(Record)


def open_easy_vqa(rest: str) -> "EasyVqa":
    """`test` and `train` of the installed package, or FOLDER[#SPLIT] with the same files; test where none is named."""
    if rest in ("", *SPLITS):
        return EasyVqa(easy_vqa_package_folder(), rest or "test", "easy_vqa:train" if rest == "train" else "easy_vqa")
    folder, _, split = rest.partition("#")
    if split not in ("", *SPLITS):
        raise unknown_name_error("split of easy_vqa", split, SPLITS)
    return EasyVqa(Path(folder).absolute(), split or "test", f"easy_vqa:{rest}")


def easy_vqa_package_folder() -> Path:
    """Where the package keeps its files; it is found, not imported."""
    found = find_spec("easy_vqa")
    if found is None or found.origin is None:
        raise UserError(f"easy_vqa: the package is not installed: {install_command('easy-vqa')}, or name its folder")
    return Path(found.origin).parent / "data"


class EasyVqa:
    """Questions about colored shapes; no scenes."""

    def __init__(self, root: Path, split: str, name: str):
        self.name, self.split, self._folder = name, split, root / split
        self._file = self._folder / "questions.json"
        if not self._file.is_file():
            raise UserError(f"{self._file}: does not exist: name the folder that holds train/ and test/ of easy-vqa")
        self._album = ImageFolder(
            "easy_vqa", self._folder, ("images",), lambda: (str(each[2]) for each in self._records)
        )

    @cached_property
    def _records(self) -> list[Record]:
        data = read_input_file(self._file, AGAIN)
        raw = decode_json_input(
            data, msgspec.json.Decoder(list[msgspec.Raw]), f"{self._file}: not a JSON list of records", AGAIN
        )
        return [self._check_record(number, text) for number, text in enumerate(raw)]

    def _check_record(self, number: int, text: msgspec.Raw) -> Record:
        where = f"{self._file}: record {number}"
        record = decode_json_input(text, _record, where, "write [question, answer, image id]")
        check_question(where, record[0], "0 (the question)")
        check_answers(where, (record[1],), "1 (the answer)")
        if str(record[2]) not in self._album.files:
            picture = self._folder / "images" / f"{record[2]}.png"
            raise UserError(f"{where}: field 2: {picture} does not exist: {AGAIN}")
        return record

    @cached_property
    def fingerprint(self) -> str:
        """A digest of the records and of every picture's content."""
        return digest_value(
            (digest(read_input_file(self._file, AGAIN)).hex(), sorted(self._album.image_names().items()))
        ).hex()

    def items(self, limit: int | None = None, seed: int = 0) -> Iterator[Item]:
        """The questions, a seeded sample of them if only some are wanted: one per image before the second of any."""
        names = self._album.image_names()
        _, images = number_images(str(image) for _, _, image in self._records)
        for number in sample_by_image(images, limit, seed):
            question, answer, image = self._records[number]
            yield Item(f"{self.split}-{number}", names[str(image)], question, (answer,), _tags(question, answer))

    def images(self, limit: int | None = None, seed: int = 0) -> Iterator[str]:
        """The names of the pictures."""
        names = list(dict.fromkeys(self._album.image_names().values()))
        yield from (names[i] for i in sample_records(len(names), limit, seed))

    def scene(self, image: str) -> Scene | None:
        """None: the files do not say where the shape is."""
        return None

    def image_file(self, image: str) -> str | None:
        """The file of an image, if it is here."""
        return self._album.image_file(image)

    def load_image(self, image: str) -> ImageData:
        """The picture of that name."""
        return self._album.load_image(image, None)


def _tags(question: str, answer: str) -> tuple[tuple[str, str], ...]:
    """What the question is about, the type of its answer, and whether it has a negation."""
    is_negated = not NEGATIONS.isdisjoint(question.lower().replace("?", "").split())
    kind = "yes/no" if answer in ("yes", "no") else "other"
    return ("skill", _question_skill(answer)), ("type", kind), ("negated", "yes" if is_negated else "no")


def _question_skill(answer: str) -> str:
    return "presence" if answer in ("yes", "no") else "color" if answer in COLORS else "shape"
