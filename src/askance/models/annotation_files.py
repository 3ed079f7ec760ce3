"""Files of human answers: the annotations, and the cases or tasks whose questions they answer by name."""

import csv
import io
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
from askance.annotation.annotate import read_queue_state
from askance.annotation.annotation_rows import annotation_rows, row_columns
from askance.annotation.queue_files import list_queues
from askance.core import UserError
from askance.core.csv_formulas import unescape_formula
from askance.core.plural import plural

HUMAN = "human"  # the kind of queue whose annotations are answers

EXPORT_COLUMNS = frozenset(row_columns([HUMAN]))  # `askance annotations` writes them; those not read are ignored

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
    batch: str = ""  # the task that the question belongs to, in an export of `askance annotations`
    gold: str | None = None  # its known answer, if it is a gold question


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
    unknown = set(reader.fieldnames or ()) - set(AnnotationRow.__struct_fields__) - EXPORT_COLUMNS
    if unknown or "answer" not in (reader.fieldnames or ()):
        raise UserError(f"{path}: line 1: the header must be of {', '.join(AnnotationRow.__struct_fields__)}: fix it")
    for cells in reader:
        if None in cells:
            raise UserError(f"{path}: line {reader.line_num}: more fields than the header: quote commas")
        yield f"{path}: line {reader.line_num}", _row_of_cells(cells)


def _row_of_cells(cells: Mapping[str, str | None]) -> AnnotationRow:
    is_export = "queue" in cells  # of `askance annotations`, which escapes formulas
    texts = {key: cells.get(key) or "" for key in AnnotationRow.__struct_fields__}
    return AnnotationRow(**{key: unescape_formula(text) if is_export else text for key, text in texts.items()})


def read_queue_annotations(root: Path, name: str) -> list[tuple[str, AnnotationRow]]:
    """The human answers of a queue in a workspace; without a name, those of its only queue of human answers."""
    lines: list[str] = []
    queues = [queue.name for queue in list_queues(root, lines.append) if queue.kind == HUMAN]
    if not name and len(queues) == 1:
        (name,) = queues
    if not name:
        known = f": name one of {', '.join(queues)}, as in human:{root}#{queues[0]}" if queues else ""
        raise UserError(f"{root} has {plural(len(queues), 'queue')} of human answers{known}")
    queue, state = read_queue_state(root, name, lines.append)
    if queue.kind != HUMAN:
        raise UserError(f"{root}: queue {name} contains {queue.kind} tasks: name a queue of human answers")
    if lines:  # a majority of the rest would be another model without a word
        raise UserError(lines[0])
    rows = annotation_rows(queue, state)
    return [(f"{root}: queue {name}", msgspec.convert(row, AnnotationRow)) for row in rows]


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
