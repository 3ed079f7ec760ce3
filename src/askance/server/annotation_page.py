"""What the page Annotate shows and does: queues, the task of an annotator, progress and agreement."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from askance.annotation.agreement import AnnotatorCount, FieldAgreement, annotator_counts, field_agreements
from askance.annotation.annotate import (
    answer_task,
    check_annotator_name,
    read_queue_state,
    return_to_skipped,
    skip_task,
    take_task,
    undo_last,
)
from askance.annotation.event_shards import event_shards, read_shard
from askance.annotation.kinds import Kind, find_kind
from askance.annotation.queue_files import list_queues, queue_folder
from askance.annotation.queue_state import (
    Progress,
    choose_next_task,
    current_task,
    measure_progress,
    skipped_tasks,
)
from askance.annotation.tasks import Queue, Task
from askance.report.annotation_export import encode_annotations
from askance.server.opened_workspace import OpenedWorkspace

Action = Literal["next", "answer", "skip", "undo", "return"]  # return: to the tasks that were skipped
ExportFormat = Literal["jsonl", "csv"]


@dataclass(frozen=True, slots=True)
class QueueLine:
    """One queue in the list of queues."""

    queue: Queue
    kind: Kind
    progress: Progress


@dataclass(frozen=True, slots=True)
class QueuePage:
    """One queue: how far it is, how much its annotators agree, and the task of the annotator who looks at it."""

    line: QueueLine
    fields: list[FieldAgreement]
    annotators: list[AnnotatorCount]
    task: Task | None
    has_next: bool  # whether there is a task for this annotator
    mine: int  # annotations of this annotator
    skipped: int  # tasks that this annotator skipped and that still need annotators
    can_undo: bool
    image_count: int  # images that the tasks are about
    case_count: int  # that the tasks come from; 0 = they come from a file


class AnnotationDesk:
    """The annotation queues of one workspace, as one request sees them."""

    def __init__(self, opened: OpenedWorkspace):
        self._opened, self._root = opened, opened.space().root
        self.notices: list[str] = []

    def say(self, line: str) -> None:
        """Note damage, without a path of the machine."""
        line = self._opened.without_paths(line)
        if line not in self.notices:
            self.notices.append(line)

    def lines(self) -> list[QueueLine]:
        """The queues that can be read, by name."""
        return [self._line(queue.name) for queue in list_queues(self._root, self.say)]

    def page(self, name: str, annotator: str, now: float) -> QueuePage:
        """One queue, as an annotator sees it; without a name, no task is shown."""
        queue, state = read_queue_state(self._root, name, self.say)
        who = check_annotator_name(annotator) if annotator else ""
        people = annotator_counts(queue, state)
        return QueuePage(
            self._line(name),
            field_agreements(queue, state),
            people,
            task=current_task(queue, state, who, now) if who else None,
            has_next=bool(who) and choose_next_task(queue, state, who, now) is not None,
            mine=sum(each.annotations for each in people if each.annotator == who),
            skipped=len(skipped_tasks(queue, state, who)) if who else 0,
            can_undo=bool(state.finished_by(who)),
            image_count=len({(task.data, task.image) for task in queue.tasks if task.image is not None}),
            case_count=len({task.case for task in queue.tasks if task.case}),
        )

    def export(self, name: str, file_format: ExportFormat) -> bytes:
        """The annotations of a queue as a file, as `askance annotations` writes it."""
        return encode_annotations([read_queue_state(self._root, name, self.say)], file_format)[1]

    def act(
        self, action: Action, name: str, annotator: str, task: str, values: Mapping[str, str], comment: str
    ) -> Task | None:
        """Do what an annotator wants, and return their next task."""
        if action == "undo":
            return undo_last(self._root, name, annotator, self.say)
        if action == "answer":
            answer_task(self._root, name, annotator, task, values, comment, self.say)
        elif action == "skip":
            skip_task(self._root, name, annotator, task, self.say)
        elif action == "return":
            return_to_skipped(self._root, name, annotator, self.say)
        return take_task(self._root, name, annotator, self.say)

    def shown_values(self, name: str, task: str, annotator: str) -> dict[str, str]:
        """What the annotator answered to a task before undo, so that it need not be typed again."""
        for path in reversed(event_shards(queue_folder(self._root, name))):
            for event in reversed(read_shard(path).events):
                if (event.task, event.annotator, event.action) == (task, annotator, "answer"):
                    return event.values | ({"comment": event.comment} if event.comment else {})
        return {}

    def _line(self, name: str) -> QueueLine:
        queue, state = read_queue_state(self._root, name, self.say)
        return QueueLine(queue, find_kind(queue.kind), measure_progress(queue, state))
