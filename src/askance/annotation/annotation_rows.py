"""Annotations as plain rows, one per task and annotator: what exports contain and what `human:` reads."""

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from typing import Any

from askance.annotation.kinds import find_kind
from askance.annotation.queue_state import Annotation, QueueState
from askance.annotation.tasks import Queue, QueueSource, Task
from askance.core.query import step_texts

Row = dict[str, Any]
WHO = ("queue", "kind", "task", "annotator")
SHOWN = (
    "question", "image", "edits", "data", "options", "shown_answer", "reference", "reference_answer", "case", "role",
    "batch", "gold",
)  # fmt: skip
SELECTED = ("model", "selection", "selection_address")
WHEN = ("comment", "seconds", "at", "tags")


def row_columns(kinds: Iterable[str]) -> list[str]:
    """The columns of rows of some kinds: the fields of each kind are columns."""
    fields = [field.name for kind in kinds for field in find_kind(kind).fields]
    return [*WHO, *dict.fromkeys(fields), *SHOWN, *SELECTED, *WHEN]


def annotation_rows(queue: Queue, state: QueueState) -> Iterator[Row]:
    """The annotations of a queue, in the order of its tasks, then by annotator; withdrawn ones are left out."""
    for task in queue.tasks:
        for annotator, annotation in sorted(state.annotations_of(task.id).items()):
            yield _row(queue, task, annotator, annotation)


def _row(queue: Queue, task: Task, annotator: str, annotation: Annotation) -> Row:
    seconds = annotation.seconds
    return {
        "queue": queue.name,
        "kind": queue.kind,
        "task": task.id,
        "annotator": annotator,
        **annotation.values,
        "question": task.question,
        "image": task.image or "",
        "edits": "; ".join(step_texts(task.edits)),
        "data": task.data,
        "options": list(task.options),
        "shown_answer": task.answer,
        "reference": task.reference,
        "reference_answer": task.reference_answer,
        "case": task.case,
        "role": task.role,
        "batch": task.batch,
        "gold": task.gold,
        **_selected(queue, task),
        "comment": annotation.event.comment,
        "seconds": None if seconds is None else round(seconds, 1),
        "at": datetime.fromtimestamp(annotation.event.at, UTC).isoformat(timespec="seconds"),
        "tags": dict(task.tags),
    }


def _selected(queue: Queue, task: Task) -> Row:
    """Whose verdicts the cases were selected by, and how; empty for tasks from a file."""
    source = queue.source or QueueSource()
    return {
        "model": task.tags.get("model", "") or ", ".join(source.models),
        "selection": "" if queue.source is None else source.words,
        "selection_address": source.address,
    }
