"""`parquet:FILE_OR_FOLDER[#PART][,image=COLUMN,…]`: tables of Hugging Face data sets, or of your own.

FILE.parquet, FOLDER/*.parquet, FOLDER/data/*.parquet    Parquet; #validation takes the files validation-*.parquet
FOLDER/*.arrow                                           Arrow, as `save_to_disk` writes it
image=, question=, answer=                               columns (these names, and answers, if nothing is said);
id=, type=, options=, tags=A+B                           columns that may be absent
group=, relation=, role=, variant=                       groups of related questions (these names, if nothing is said)
"""

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from askance.core import UserError
from askance.datasets.reading.arrow_tables import ArrowTable, open_arrow_table
from askance.datasets.reading.column_mapping import FORM, parse_column_mapping, read_question_entry, resolve_columns
from askance.datasets.reading.embedded_images import EmbeddedImages
from askance.datasets.reading.keyed_images import KeyedImages, find_image_by_path
from askance.datasets.reading.question_dataset import ImageSource, QuestionDataset
from askance.datasets.reading.question_entries import QuestionEntry


class ParquetQuestionFile:
    """One table; a question without an id is called by its file and row."""

    def __init__(self, table: ArrowTable, mapping: Mapping[str, str]):
        self.table, self.files = table, (table.path,)
        self.columns = resolve_columns(table, mapping)

    def __len__(self) -> int:
        return len(self.table)

    def location_of(self, number: int) -> str:
        """The file and the row, for errors."""
        return self.table.location_of(number)

    def check_unchanged(self) -> None:
        """Raise where the file is no longer the one that was opened."""
        self.table.check_unchanged()

    def read_question(self, number: int) -> QuestionEntry:
        """One question with its answers."""
        return read_question_entry(self.table, self.columns, number, self.image_key(number))

    def image_key(self, number: int) -> str:
        """The key of a row's picture: its path, or the table's file and the row."""
        if self.table.has_embedded_images(self.columns.image):
            return f"{self.table.path.name}:{number}"
        path = self.table.image_path(self.columns.image, number)
        if not path:
            raise UserError(
                f"{self.location_of(number)}: field {self.columns.image}: has neither bytes nor a path: add one"
            )
        return path


def open_parquet(rest: str) -> QuestionDataset:
    """Every table of that name, with the columns that the mapping says."""
    place, mapping = parse_column_mapping(rest)
    folder, _, part = place.partition("#")
    sheets = tuple(ParquetQuestionFile(open_arrow_table(path), mapping) for path in _find_tables(folder, part))
    inside = [sheet.table.has_embedded_images(sheet.columns.image) for sheet in sheets]
    if len(set(inside)) > 1:
        raise UserError(f"{folder}: some tables hold pictures and some only paths: open them one by one")
    pictures: ImageSource
    if inside[0]:
        pictures = _embedded_images(sheets, lambda: made.keys())
    else:
        root = sheets[0].table.path.parent
        is_below = root.name == "data"  # FOLDER/data/*.parquet: the images may be in FOLDER
        places = ("data", "data/images", "") if is_below else ("", "images")
        found = find_image_by_path(root.parent if is_below else root, places)
        pictures = KeyedImages("parquet", lambda: made.keys(), *found)
    made = QuestionDataset(f"parquet:{rest}", sheets, pictures, grouped=any(sheet.columns.group for sheet in sheets))
    return made


def _find_tables(folder: str, part: str) -> list[Path]:
    place = Path(folder).absolute()
    if folder and place.is_file():
        return [place]
    for pattern in ("*.parquet", "data/*.parquet", "*.arrow"):
        found = sorted(place.glob(pattern)) if folder else []
        if part:
            found = [path for path in found if path.stem == part or path.name.startswith(f"{part}-")]
        if found:
            return found
    wanted = f"{part}-*.parquet" if part else "*.parquet or *.arrow"
    raise UserError(
        f"{folder or 'parquet:'}: no such file, nor a folder that holds {wanted}: name one as"
        f" parquet:FILE_OR_FOLDER[#PART][,{FORM}]"
    )


def _embedded_images(sheets: tuple[ParquetQuestionFile, ...], keys: Callable[[], Iterable[str]]) -> EmbeddedImages:
    by_file = {sheet.table.path.name: sheet for sheet in sheets}

    def place(key: str) -> tuple[ParquetQuestionFile, int]:
        file, _, number = key.rpartition(":")
        return by_file[file], int(number)

    def load(key: str) -> bytes:
        sheet, number = place(key)
        data = sheet.table.image_bytes(sheet.columns.image, number)
        if not data:
            raise UserError(
                f"{sheet.location_of(number)}: field {sheet.columns.image}: holds no bytes: embed the picture"
            )
        return data

    def where(key: str) -> str:
        sheet, number = place(key)
        return f"{sheet.location_of(number)}: field {sheet.columns.image}"

    def file(key: str) -> str:
        sheet, number = place(key)
        return sheet.table.embedded_path(sheet.columns.image, number) or key

    return EmbeddedImages(keys, load, where, file, spooled=True)
