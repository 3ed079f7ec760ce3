"""`jsonl:FOLDER_OR_FILE[,image=FIELD,…]`: your own questions, one JSON object a line, about pictures in files.

FOLDER/*.jsonl    {"image": "images/a.jpg", "question": "…", "answers": ["…", …], "id": "…", "tags": {…}}
                  `answer` may stand for `answers`; id, type and tags may be absent; `options` make it multiple choice;
                  `group`, `relation` and `role` put it into a group of related questions, which needs no answers;
                  `variant` names its place in that group, such as the edit of its image or the order of its options;
                  images are looked for from the file's folder and in images/ there
image=, …         fields of other names, as columns of `parquet:`; fields that are not mapped are then passed over
"""

from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import msgspec
from askance.core import UserError
from askance.datasets.reading.cell_values import Labels
from askance.datasets.reading.column_mapping import (
    FORM,
    ColumnMapping,
    parse_column_mapping,
    read_question_entry,
    resolve_columns,
)
from askance.datasets.reading.keyed_images import KeyedImages, find_image_by_path
from askance.datasets.reading.question_dataset import QuestionDataset
from askance.datasets.reading.question_entries import QuestionEntry
from askance.datasets.reading.record_files import RecordLines

Scored = dict[str, Any]  # {"answer": …, "score": …}, or {answer: score}


class JsonlRecord(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One question as a user writes it, where no field is mapped: an unknown field may be a slip of the pen."""

    image: str
    question: str
    answers: tuple[str | Scored, ...] | Scored | None = None
    answer: str | None = None
    id: str | int | None = None
    type: str | None = None
    tags: dict[str, str] = {}
    options: tuple[str, ...] = ()
    group: str | int | None = None
    relation: str | None = None
    role: str | None = None
    variant: str | int | None = None


class JsonRows:
    """The records of one file as rows: checked field by field (`strict`), or as they are."""

    def __init__(self, path: Path, strict: bool):
        self.path = path
        self._records: RecordLines[Any] = RecordLines(path, JsonlRecord if strict else dict[str, Any], is_own=True)
        self._strict = strict
        self._held: tuple[int, Mapping[str, Any]] = (-1, {})

    def __len__(self) -> int:
        return len(self._records)

    @cached_property
    def columns(self) -> Sequence[str]:
        """The fields of all records together."""
        names: dict[str, None] = {}
        for number in range(len(self)):
            names.update(dict.fromkeys(self._decode_record(number)))
        return list(names)

    def _decode_record(self, number: int) -> Mapping[str, Any]:
        if self._held[0] != number:
            record = self._records[number]
            self._held = (number, self._check_record(record, number) if self._strict else record)
        return self._held[1]

    @cached_property
    def is_unlabelled(self) -> bool:
        """Whether no record has a field for answers: only images and questions are known."""
        if not self._strict:
            return False
        return all(
            record.answers is None and record.answer is None
            for record in map(self._records.__getitem__, range(len(self)))
        )

    def _check_record(self, record: JsonlRecord, number: int) -> dict[str, Any]:
        if record.answers is not None and record.answer is not None:
            raise UserError(f"{self.location_of(number)}: fields answer and answers are both there: keep one")
        answers = record.answers or (() if record.answer is None else (record.answer,))
        return msgspec.structs.asdict(record) | {"answers": answers}

    def value(self, column: str, number: int) -> Any:
        """One field of a record; None where it is absent."""
        return self._decode_record(number).get(column)

    def class_names(self, column: str) -> Labels:
        """JSON has no class numbers."""
        return None

    def location_of(self, number: int) -> str:
        """The file and the line, for errors."""
        return self._records.location_of(number)

    def fallback_id(self, number: int) -> str:
        """What a question without an id is called by: its file and line."""
        return f"{self.path.stem}-{self.location_of(number).rpartition(' ')[2]}"


class JsonQuestionFile:
    """One file of questions; it is read when it is first wanted."""

    def __init__(self, path: Path, mapping: Mapping[str, str]):
        self.files = (path,)
        self._mapping = mapping

    @cached_property
    def _rows(self) -> JsonRows:
        return JsonRows(self.files[0], strict=not self._mapping)

    @cached_property
    def _columns(self) -> ColumnMapping:
        if not self._mapping:  # every record has every field, and `answers` is also what `answer` says
            return ColumnMapping(**dict(zip(ColumnMapping._fields, ColumnMapping._fields, strict=True)))._replace(
                answer="answers"
            )
        return resolve_columns(self._rows, self._mapping, usual=("id", "type", "options", "tags"))

    def __len__(self) -> int:
        return len(self._rows)

    def location_of(self, number: int) -> str:
        """The file and the line, for errors."""
        return self._rows.location_of(number)

    def check_unchanged(self) -> None:
        """The lines are held in memory: nothing can change under them."""

    def image_key(self, number: int) -> str:
        """The path of its picture."""
        path = self._rows.value(self._columns.image, number)
        if not isinstance(path, str) or not path:
            raise UserError(
                f"{self.location_of(number)}: field {self._columns.image}: holds no path of a picture: write one"
            )
        return path

    def read_question(self, number: int) -> QuestionEntry:
        """One question with its answers."""
        rows = self._rows
        return read_question_entry(rows, self._columns, number, self.image_key(number), rows.is_unlabelled)


def open_jsonl(rest: str) -> QuestionDataset:
    """A file, or every *.jsonl of a folder, with the fields that the mapping says."""
    name, mapping = parse_column_mapping(rest)
    place = Path(name).absolute()
    files = [place] if name and place.is_file() else sorted(place.glob("*.jsonl")) if name else []
    if not files:
        raise UserError(
            f"{name or 'jsonl:'}: no such file, nor a folder that holds *.jsonl: name one as"
            f" jsonl:FOLDER_OR_FILE[,{FORM}]"
        )
    root = files[0].parent
    find, wanted = find_image_by_path(root, ("", "images"))
    sheets = tuple(JsonQuestionFile(file, mapping) for file in files)
    made = QuestionDataset(
        f"jsonl:{rest}", sheets, KeyedImages("jsonl", lambda: made.keys(), find, wanted), grouped=True
    )
    return made
