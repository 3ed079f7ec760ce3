"""`jsonl:FOLDER_OR_FILE`: your own questions, one JSON object a line, about pictures in files.

FOLDER/*.jsonl    {"image": "images/a.jpg", "question": "…", "answers": ["…", …], "id": "…", "tags": {…}}
                  `answer` may stand for `answers`; id and tags may be absent; `options` make it multiple choice;
                  images are looked for from the file's folder and in images/ there
"""

from functools import partial
from pathlib import Path

import msgspec
from askance.core import UserError
from askance.datasets.entries import Entry, entry_of, with_options
from askance.datasets.listed import Lines
from askance.datasets.photographs import Photographs, by_path
from askance.datasets.sheets import QuestionSet, RecordSheet


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One question as a user writes it."""

    image: str
    question: str
    answers: tuple[str, ...] | None = None
    answer: str | None = None
    id: str | int | None = None
    tags: dict[str, str] = {}
    options: tuple[str, ...] = ()


def entry(file: str, one: Record, where: str) -> Entry:
    """One question with its answers; one without an id is called by its file and line."""
    if one.answers is not None and one.answer is not None:
        raise UserError(f"{where}: fields answer and answers are both there: keep one")
    answers = one.answers or (() if one.answer is None else (one.answer,))
    key = one.id if one.id is not None else f"{file}-{where.rpartition(' ')[2]}"
    if one.options:
        question, answers = with_options(where, one.question, answers, one.options)
        tags = one.tags | {"options": str(len(one.options))}
        return entry_of(where, key, one.image, question, answers, tags, options=one.options)
    return entry_of(where, key, one.image, one.question, answers, one.tags)


def open_jsonl(rest: str) -> QuestionSet:
    """A file, or every *.jsonl of a folder."""
    place = Path(rest)
    files = [place] if rest and place.is_file() else sorted(place.glob("*.jsonl")) if rest else []
    if not files:
        raise UserError(
            f"{rest or 'jsonl:'}: no such file, nor a folder that holds *.jsonl: name one as jsonl:FOLDER_OR_FILE"
        )
    root = files[0].parent
    find, wanted = by_path((root, root / "images"))
    sheets = tuple(
        RecordSheet(file, lambda path: Lines(path, Record), lambda one: one.image, partial(entry, file.stem))
        for file in files
    )
    made = QuestionSet(f"jsonl:{rest}", sheets, Photographs("jsonl", lambda: made.keys(), find, wanted))
    return made
