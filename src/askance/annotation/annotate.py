"""What an annotator can do: take the next task, answer it, skip it, undo. Each call is durable when it returns."""

import time
import unicodedata
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from askance.annotation.event_shards import Event, Say, ShardContent, append_events, read_shards
from askance.annotation.kinds import MAX_TEXT, check_values, comparable_text, find_kind
from askance.annotation.queue_files import lock_annotations, open_queue, queue_folder
from askance.annotation.queue_state import (
    QueueState,
    choose_next_task,
    current_task,
    fold_events,
    skipped_tasks,
)
from askance.annotation.tasks import Queue, Task
from askance.core import UserError
from askance.core.control_characters import is_control_character

MAX_NAME = 64  # characters


def check_annotator_name(name: str) -> str:
    """The name in one spelling: Unicode NFC, single spaces; a name that cannot be shown is a user error."""
    tidy = " ".join(unicodedata.normalize("NFC", name).split())
    if not tidy or len(tidy) > MAX_NAME or any(map(is_control_character, tidy)):
        raise UserError(f"annotator name {name[:80]!r}: write 1 to {MAX_NAME} visible characters")
    return tidy


_states: dict[Path, tuple[list[ShardContent], QueueState]] = {}  # what this process has folded, from which shards


def read_queue_state(root: Path, name: str, say: Say) -> tuple[Queue, QueueState]:
    """A queue and its state now; nothing is locked."""
    queue, folder = open_queue(root, name), queue_folder(root, name)
    shards = read_shards(folder, say)
    known = _states.get(folder)
    if known is None or known[0] != shards:
        known = _states[folder] = shards, fold_events(event for shard in shards for event in shard.events)
    return queue, known[1]


@dataclass(slots=True)
class _OpenQueue:
    """A queue while its lock is held."""

    folder: Path
    queue: Queue
    state: QueueState
    now: float

    def find_task(self, task_id: str) -> Task:
        task = next((each for each in self.queue.tasks if each.id == task_id), None)
        if task is None:
            raise UserError(f"queue {self.queue.name}: no task {task_id[:80]!r}: reload the page")
        return task

    def append(self, event: Event) -> None:
        append_events(self.folder, [event])


@contextmanager
def _hold_queue(root: Path, name: str, say: Say) -> Iterator[_OpenQueue]:
    open_queue(root, name)  # an unknown queue must not make a folder for the lock
    with lock_annotations(root):
        queue, state = read_queue_state(root, name, say)
        yield _OpenQueue(queue_folder(root, name), queue, state, time.time())


def take_task(root: Path, name: str, annotator: str, say: Say) -> Task | None:
    """The next task of an annotator, reserved for some minutes; the same one until it is answered or skipped."""
    annotator = check_annotator_name(annotator)
    with _hold_queue(root, name, say) as held:
        task = current_task(held.queue, held.state, annotator, held.now)
        if task is None:
            task = choose_next_task(held.queue, held.state, annotator, held.now)
            if task is not None:
                held.append(Event("take", annotator, task.id, held.now))
        return task


def answer_task(
    root: Path, name: str, annotator: str, task_id: str, values: Mapping[str, str], comment: str, say: Say
) -> None:
    """Store an annotation; the same annotation sent twice is stored once, and another one needs an undo first."""
    annotator = check_annotator_name(annotator)
    comment = "\n".join(comparable_text(line) for line in comment.splitlines()).strip()
    if len(comment) > MAX_TEXT:
        raise UserError(f"field comment: {len(comment):,} characters: write at most {MAX_TEXT:,}")
    with _hold_queue(root, name, say) as held:
        checked = check_values(find_kind(held.queue.kind), held.find_task(task_id), values)
        earlier = held.state.annotations_of(task_id).get(annotator)
        if earlier is not None:
            if (earlier.values, earlier.event.comment) == (checked, comment):
                return
            raise UserError(f"{annotator} has annotated this task already: undo that first")
        held.append(Event("answer", annotator, task_id, held.now, checked, comment))


def skip_task(root: Path, name: str, annotator: str, task_id: str, say: Say) -> None:
    """Leave a task to others; the annotator does not get it again unless they undo."""
    annotator = check_annotator_name(annotator)
    with _hold_queue(root, name, say) as held:
        held.find_task(task_id)
        if task_id not in held.state.finished_by(annotator):
            held.append(Event("skip", annotator, task_id, held.now))


def return_to_skipped(root: Path, name: str, annotator: str, say: Say) -> None:
    """Withdraw all skips of an annotator, so that these tasks are shown again."""
    annotator = check_annotator_name(annotator)
    with _hold_queue(root, name, say) as held:
        skipped = skipped_tasks(held.queue, held.state, annotator)
        append_events(held.folder, [Event("undo", annotator, task, held.now) for task in skipped])


def undo_last(root: Path, name: str, annotator: str, say: Say) -> Task:
    """Withdraw the annotator's last annotation or skip; its task is shown to them again."""
    annotator = check_annotator_name(annotator)
    with _hold_queue(root, name, say) as held:
        known = {task.id for task in held.queue.tasks}
        finished = [task for task in held.state.finished_by(annotator) if task in known]
        if not finished:
            raise UserError(f"{annotator} has nothing to undo in queue {name}")
        events = [Event(action, annotator, finished[-1], held.now) for action in ("undo", "take")]
        append_events(held.folder, events)
        return held.find_task(finished[-1])
