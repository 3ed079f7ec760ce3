"""`vlmevalkit:FILE`: a table in VLMEvalKit's TSV form (Duan et al. 2024).

FILE.tsv    index, question, answer, and image (base64, or the index of another row that has the same picture) or
            image_path; options in A, B, C, … make a question multiple choice; hint, category, l2-category, split
"""

import base64
import binascii
import codecs
from collections import Counter
from collections.abc import Iterable
from functools import cached_property
from pathlib import Path
from typing import IO, Any

import pyarrow as pa
from askance.core import UserError
from askance.core.input_files import check_is_file, short_error_message
from askance.datasets.reading.embedded_images import EmbeddedImages
from askance.datasets.reading.keyed_images import KeyedImages, find_image_by_path
from askance.datasets.reading.question_dataset import ImageSource, QuestionDataset
from askance.datasets.reading.question_entries import (
    QuestionEntry,
    add_options_to_question,
    make_question_entry,
    parse_text_list,
)
from askance.datasets.reading.record_checks import quote_short
from askance.wording.option_letters import OPTION_LETTERS
from pyarrow import csv

NEEDED = ("index", "question", "answer")
REFERENCE = 64  # characters: an image this short is the index of the row that has it
BLOCK = 1 << 26  # bytes read at once; a row must fit in


class TsvQuestionFile:
    """The table, as text; a row that cannot be read is named."""

    def __init__(self, path: Path):
        self.path, self.files = path, (path,)

    @cached_property
    def _read_table(self) -> Any:
        """The columns as text, checked to be there."""
        bad: list[Any] = []

        def note(row: Any) -> str:
            bad.append(row)
            return "skip"

        check_is_file(self.path, "name a TSV file")
        try:
            with self.path.open("rb") as file:
                names = file.readline().decode("utf-8-sig").rstrip("\r\n").split("\t")
                _check_utf8(file)  # a row that is not UTF-8 makes Arrow print a traceback
            self._check_columns([name.strip('"') for name in names])
            table = csv.read_csv(
                self.path,
                csv.ReadOptions(use_threads=False, block_size=BLOCK),
                csv.ParseOptions(delimiter="\t", newlines_in_values=True, invalid_row_handler=note),
                csv.ConvertOptions(column_types={name.strip('"'): pa.string() for name in names}),
            )
        except (OSError, ValueError, pa.ArrowException) as error:
            fix = "write tab-separated UTF-8"
            raise UserError(f"{self.path}: cannot be read as a table ({short_error_message(error)}): {fix}") from error
        if bad:
            row = bad[0]
            raise UserError(
                f"{self.path}: row {row.number}: has {row.actual_columns} fields, not {row.expected_columns}:"
                " write tabs between fields, and quotes around a field with a tab or a line end in it"
            )
        return table

    def _check_columns(self, names: list[str]) -> None:
        twice = [name for name, count in Counter(names).items() if count > 1]
        if twice:
            raise UserError(f"{self.path}: has two columns {twice[0]!r}: keep one of them")
        missing = [name for name in NEEDED if name not in names]
        if not missing and "image" not in names and "image_path" not in names:
            missing = ["image"]
        if missing:
            raise UserError(
                f"{self.path}: has no column {missing[0]!r}: write {', '.join(NEEDED)} and image or image_path"
                " into the first line"
            )

    @cached_property
    def _columns(self) -> dict[str, Any]:
        """Every column but the pictures, as lists."""
        return {name: self._read_table[name].to_pylist() for name in self._read_table.column_names if name != "image"}

    @cached_property
    def row_by_index(self) -> dict[str, int]:
        """Index → row."""
        return {self.cell("index", number): number for number in range(len(self))}

    def __len__(self) -> int:
        return int(self._read_table.num_rows)

    def cell(self, column: str, number: int) -> str:
        """One field; empty where the table has no such column."""
        if column == "image":
            return (
                str(self._read_table["image"][number].as_py() or "") if "image" in self._read_table.column_names else ""
            )
        return str(self._columns.get(column, ())[number] or "").strip() if column in self._columns else ""

    def location_of(self, number: int) -> str:
        """The file and the row, for errors."""
        return f"{self.path}: row {number + 2} (index {self.cell('index', number)})"

    def check_unchanged(self) -> None:
        """The table is held in memory."""

    @cached_property
    def has_embedded_images(self) -> bool:
        """Whether the pictures are in the table."""
        return "image" in self._read_table.column_names

    def image_key(self, number: int) -> str:
        """The key of a row's picture: the index of the row that has it, or its path."""
        if not self.has_embedded_images:
            path = self.cell("image_path", number)
            if not path or path.startswith("["):
                raise UserError(
                    f"{self.location_of(number)}: field image_path: {path[:40]!r}: write the path of one picture"
                )
            return path
        held = self.cell("image", number)
        if held.startswith("["):
            raise UserError(f"{self.location_of(number)}: field image: several pictures in one question: keep one")
        if len(held) > REFERENCE:
            return self.cell("index", number)
        if held not in self.row_by_index or len(self.cell("image", self.row_by_index[held])) <= REFERENCE:
            raise UserError(
                f"{self.location_of(number)}: field image: {quote_short(held)} is neither an image nor the index of"
                " a row with one: write the image in base64"
            )
        return held

    def image_bytes(self, key: str) -> bytes:
        """A picture's file."""
        number = self.row_by_index[key]
        try:
            return base64.b64decode(self.cell("image", number), validate=True)
        except (binascii.Error, ValueError) as error:
            raise UserError(
                f"{self.location_of(number)}: field image: not base64 ({error}): write the picture again"
            ) from error

    def read_question(self, number: int) -> QuestionEntry:
        """One question with its answers."""
        where = self.location_of(number)
        question = "\n".join(filter(None, (self.cell("hint", number), self.cell("question", number))))
        if not self.cell("question", number):
            question = ""
        answers = parse_text_list(self.cell("answer", number), where, "answer")
        options = self._options(number)
        tags = {"question_type": self.cell("category", number), "area": self.cell("l2-category", number),
                "part": self.cell("split", number)}  # fmt: skip
        if options:
            tags["options"] = str(len(options))
            question, answers = add_options_to_question(where, question, answers, options, "answer", letters_first=True)
        fields = ("question", "answer")
        return make_question_entry(
            where, self.cell("index", number), self.image_key(number), question, answers, tags, fields, options
        )

    def _options(self, number: int) -> tuple[str, ...]:
        """The options up to the first empty one."""
        found: list[str] = []
        for letter in OPTION_LETTERS:
            option = self.cell(letter, number)
            if not option:
                break
            found.append(option)
        return tuple(found)


def _check_utf8(file: IO[bytes]) -> None:
    """Raise UnicodeDecodeError where the rest of a file is not UTF-8."""
    decoder = codecs.getincrementaldecoder("utf-8")()
    while block := file.read(BLOCK):
        decoder.decode(block)
    decoder.decode(b"", final=True)


def open_vlmevalkit(rest: str) -> QuestionDataset:
    """One TSV file, or the only one of a folder."""
    place = Path(rest).absolute()
    files = [place] if rest and place.is_file() else sorted(place.glob("*.tsv")) if rest else []
    if len(files) != 1:
        found = f"holds {len(files)} files *.tsv" if files else "no such file, nor a folder that holds *.tsv"
        raise UserError(f"{rest or 'vlmevalkit:'}: {found}: name one as vlmevalkit:FILE")
    sheet = TsvQuestionFile(files[0])

    def keys() -> Iterable[str]:
        return made.keys()

    def where(key: str) -> str:
        return f"{sheet.location_of(sheet.row_by_index[key])}: field image"

    def file(key: str) -> str:
        return sheet.cell("image_path", sheet.row_by_index[key]) or f"{sheet.path.name}:{key}"

    pictures: ImageSource
    if sheet.has_embedded_images:
        pictures = EmbeddedImages(keys, sheet.image_bytes, where, file)
    else:
        root = files[0].parent
        pictures = KeyedImages("vlmevalkit", keys, *find_image_by_path(root, ("", "images")))
    made = QuestionDataset(f"vlmevalkit:{rest}", (sheet,), pictures)
    return made
