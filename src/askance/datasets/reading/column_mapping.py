"""Column mapping, the same for tables and JSON lines: FILE,question=COLUMN,answer=COLUMN,tags=COLUMN+COLUMN,…"""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from askance.core import GroupMember, UserError
from askance.core.dataset import VARIANT
from askance.datasets.reading.cell_values import (
    Labels,
    cell_to_integer,
    cell_to_scores,
    cell_to_tags,
    cell_to_text,
    cell_to_texts,
)
from askance.datasets.reading.question_entries import QuestionEntry, add_options_to_question, make_question_entry


class ColumnMapping(NamedTuple):
    """What each column is called; an empty name means that there is none."""

    image: str = "image"
    question: str = "question"
    answer: str = ""
    id: str = ""
    type: str = ""
    options: str = ""
    tags: str = ""  # several: A+B
    group: str = ""
    relation: str = ""
    role: str = ""
    variant: str = ""


FORM = "image=COLUMN,question=COLUMN,answer=COLUMN"
GROUP = ("group", "relation", "role", "variant")  # taken where the data has them, as nothing else is called so
_COLUMN = re.compile(f",({'|'.join(ColumnMapping._fields)})=")


class Rows(Protocol):
    """Numbered records with named values."""

    @property
    def path(self) -> Path: ...

    @property
    def columns(self) -> Sequence[str]: ...

    def __len__(self) -> int: ...

    def location_of(self, number: int) -> str: ...

    def fallback_id(self, number: int) -> str: ...

    def value(self, column: str, number: int) -> Any: ...

    def class_names(self, column: str) -> Labels: ...


def parse_column_mapping(rest: str) -> tuple[str, dict[str, str]]:
    """The path, and the column mapping that follows it."""
    place, *said = _COLUMN.split(rest)
    return place, dict(zip(said[::2], said[1::2], strict=True))


def resolve_columns(rows: Rows, given: Mapping[str, str], usual: Sequence[str] = ()) -> ColumnMapping:
    """The columns as they are mapped, else by their usual names where they are there; a name that is not is refused."""
    there = set(rows.columns)
    found = {name: name for name in (*usual, *(GROUP if "group" in there else ())) if name in there}
    columns = ColumnMapping(**{**found, "answer": "answers" if "answers" in there else "answer", **given})
    for role, column in columns._asdict().items():
        for name in filter(None, column.split("+") if role == "tags" else [column]):
            optional = role == "answer" and role not in given and bool(columns.group)
            if name not in there and not optional:
                raise UserError(
                    f"{rows.path}: has no column {name!r}: name the right one with {role}=COLUMN;"
                    f" there are {', '.join(rows.columns)}"
                )
            if list(rows.columns).count(name) > 1:
                raise UserError(f"{rows.path}: has two columns {name!r}: keep one of them")
    return columns if columns.answer in there else columns._replace(answer="")


def read_question_entry(
    rows: Rows, columns: ColumnMapping, number: int, image: str, is_unlabelled: bool = False
) -> QuestionEntry:
    """One question with its answers; `is_unlabelled`: no question of the file has any."""
    where = rows.location_of(number)

    def text(column: str) -> str:
        return cell_to_text(rows.value(column, number), rows.class_names(column)) if column else ""

    answer = rows.value(columns.answer, number) if columns.answer else None
    answers = cell_to_texts(answer, where, columns.answer, rows.class_names(columns.answer)) if columns.answer else ()
    options = cell_to_texts(rows.value(columns.options, number), where, columns.options) if columns.options else ()
    tags: dict[str, str | None] = {}
    for column in filter(None, columns.tags.split("+")):
        tags |= cell_to_tags(rows.value(column, number), column, rows.class_names(column))
    if kind := text(columns.type):
        tags["type"] = kind
    if variant := text(columns.variant):
        tags[VARIANT] = variant
    question = text(columns.question)
    if options:
        place = cell_to_integer(answer, rows.class_names(columns.answer))
        if place is not None and 0 <= place < len(options):
            answers = (options[place],)
        question, answers = add_options_to_question(where, question, answers, options, columns.answer)
        tags["options"] = str(len(options))
    group = text(columns.group)
    return make_question_entry(
        where,
        text(columns.id) or rows.fallback_id(number),
        image,
        question,
        answers,
        tags,
        (columns.question, columns.answer or "answer"),
        options,
        cell_to_scores(answer, where, columns.answer) if len(answers) > 0 else (),
        GroupMember(group, text(columns.relation), text(columns.role)) if group else None,
        is_unlabelled=is_unlabelled,
    )
