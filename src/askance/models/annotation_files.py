"""Files of human answers: the annotations, and the cases or tasks whose questions they answer by name."""

import csv
import io
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
from askance.core import UserError

AMBIGUOUS = "ambiguous"

Asked = tuple[str | None, str, str]  # image (None: any), question, edits


class AnnotationRow(msgspec.Struct, frozen=True):
    """One annotation. The question is named by id, by case and role, or by question, image and edits."""

    annotator: str = ""
    answer: str = ""
    id: str = ""
    case: str = ""
    role: str = ""
    question: str = ""
    image: str = ""
    edits: str = ""


class TaskQuestion(msgspec.Struct, frozen=True):
    """One question of a task, as `askance generate --format tasks` writes it; a gold question has its answer."""

    id: str
    task: str
    question: str
    image: str | None = None
    edits: tuple[str, ...] = ()
    gold: str | None = None


@dataclass(frozen=True, slots=True)
class AnnotatedQuestions:
    """What annotations may name: the questions of cases by case and role, and those of tasks by id."""

    cases: Mapping[tuple[str, str], Asked] = field(default_factory=dict)
    tasks: Mapping[str, TaskQuestion] = field(default_factory=dict)


def read_file_bytes(path: Path) -> bytes:
    """The content of a file; one that cannot be read is a user error."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise UserError(
            f"{path}: cannot be read ({error.strerror}): name a file of annotations, cases or tasks"
        ) from error


def read_annotations(data: bytes, path: Path) -> Iterator[tuple[str, AnnotationRow]]:
    """The annotations of a CSV or JSON-lines file, each with the place it was read from."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise UserError(f"{path}: is not UTF-8 text ({error}): save it as UTF-8") from error
    if path.suffix == ".csv":
        yield from _read_csv_rows(text, path)
        return
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip():
            yield f"{path}: line {number}", _decode_line(line, AnnotationRow, f"{path}: line {number}")


def _read_csv_rows(text: str, path: Path) -> Iterator[tuple[str, AnnotationRow]]:
    reader = csv.DictReader(io.StringIO(text, newline=""))
    unknown = set(reader.fieldnames or ()) - set(AnnotationRow.__struct_fields__)
    if unknown or "answer" not in (reader.fieldnames or ()):
        raise UserError(f"{path}: line 1: the header must be of {', '.join(AnnotationRow.__struct_fields__)}: fix it")
    for cells in reader:
        if None in cells:
            raise UserError(f"{path}: line {reader.line_num}: more fields than the header: quote commas")
        yield f"{path}: line {reader.line_num}", AnnotationRow(**{key: value or "" for key, value in cells.items()})


def read_annotated_questions(path: Path) -> AnnotatedQuestions:
    """The questions of a file that `askance generate` wrote: cases (.jsonl) or tasks (--format tasks)."""
    cases: dict[tuple[str, str], Asked] = {}
    tasks: dict[str, TaskQuestion] = {}
    for number, line in enumerate(read_file_bytes(path).decode(errors="replace").splitlines(), 1):
        where = f"{path}: line {number}"
        record: dict[str, Any] = _decode_line(line, dict[str, Any], where)
        if "task" in record:
            task: TaskQuestion = _decode_line(line, TaskQuestion, where)
            if tasks.setdefault(task.id, task) is not task:
                raise UserError(f"{where}: field id: {task.id!r} is there twice: keep the file as it was generated")
            continue
        try:
            for ask in record["asks"]:
                cases[record["name"], ask["role"]] = ask["image"], ask["question"], "; ".join(ask["edits"])
        except (KeyError, TypeError) as error:
            raise UserError(f"{where}: field {error} is missing: write the file with askance generate") from error
    return AnnotatedQuestions(cases, tasks)


def _decode_line(line: str, kind: type[Any], where: str) -> Any:
    try:
        return msgspec.json.decode(line, type=kind)
    except msgspec.MsgspecError as error:
        raise UserError(f"{where}: {error}: fix that line") from error
