"""The state of a queue: the events of its annotators folded in order, and the choice of the next task."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from askance.annotation.event_shards import Event
from askance.annotation.tasks import Queue, Task

LEASE = 600.0  # seconds that a task stays reserved for the annotator to whom it is shown


@dataclass(frozen=True, slots=True)
class Annotation:
    """One annotator's values for one task."""

    event: Event
    seconds: float | None  # from the moment the task was shown

    @property
    def values(self) -> dict[str, str]:
        """The value of each field."""
        return self.event.values


@dataclass(slots=True)
class QueueState:
    """What annotators have done so far; it is not changed once it is folded, so that threads may share it."""

    annotations: dict[str, dict[str, Annotation]] = field(default_factory=dict)  # by task, then annotator
    skips: dict[str, dict[str, Event]] = field(default_factory=dict)
    taken: dict[str, Event] = field(default_factory=dict)  # by annotator: the task that is shown to them
    finished: dict[str, dict[str, None]] = field(default_factory=dict)  # by annotator: tasks, the last one at the end

    def annotations_of(self, task_id: str) -> Mapping[str, Annotation]:
        """The annotations of a task by annotator."""
        return self.annotations.get(task_id, {})

    def skips_of(self, task_id: str) -> Mapping[str, Event]:
        """Who has skipped a task."""
        return self.skips.get(task_id, {})

    def finished_by(self, annotator: str) -> Mapping[str, None]:
        """The tasks that somebody has annotated or skipped, in order."""
        return self.finished.get(annotator, {})

    def annotators(self) -> list[str]:
        """Everybody who has annotated or skipped a task, by name."""
        return sorted(name for name, tasks in self.finished.items() if tasks)


def fold_events(events: Iterable[Event]) -> QueueState:
    """The state after some events."""
    state = QueueState()
    for event in events:
        _apply(state, event)
    return state


def _apply(state: QueueState, event: Event) -> None:
    name, task = event.annotator, event.task
    if event.action == "take":
        state.taken[name] = event
        return
    if event.action == "undo":
        state.annotations.get(task, {}).pop(name, None)
        state.skips.get(task, {}).pop(name, None)
        state.finished.get(name, {}).pop(task, None)
        return
    taken = state.taken.get(name)
    is_shown = taken is not None and taken.task == task
    if event.action == "answer":
        seconds = event.at - taken.at if taken is not None and is_shown else None
        state.annotations.setdefault(task, {})[name] = Annotation(event, seconds)
        state.skips.get(task, {}).pop(name, None)
    else:
        state.skips.setdefault(task, {})[name] = event
    if is_shown:
        del state.taken[name]
    finished = state.finished.setdefault(name, {})
    finished.pop(task, None)
    finished[task] = None  # the last one is undone first


def current_task(queue: Queue, state: QueueState, annotator: str, now: float) -> Task | None:
    """The task that is reserved for an annotator now."""
    event = state.taken.get(annotator)
    if event is None or now - event.at > LEASE or event.task in state.finished_by(annotator):
        return None
    return next((task for task in queue.tasks if task.id == event.task), None)


def choose_next_task(queue: Queue, state: QueueState, annotator: str, now: float) -> Task | None:
    """The task that others have begun and that needs the fewest further annotators, else the first one of the queue.

    So two annotators of a few tasks have done the same ones, and their agreement is known. Reserved tasks count as
    annotated. None if every task that is left has enough annotators, or was done or skipped by this annotator.
    """
    reserved: defaultdict[str, int] = defaultdict(int)
    for name, event in state.taken.items():
        if name != annotator and now - event.at <= LEASE:
            reserved[event.task] += 1
    done = state.finished_by(annotator)
    counts = {task.id: len(state.annotations_of(task.id)) + reserved[task.id] for task in queue.tasks}
    left = [task for task in queue.tasks if task.id not in done and counts[task.id] < queue.per_task]
    return max(left, key=lambda task: counts[task.id], default=None)


def skipped_tasks(queue: Queue, state: QueueState, annotator: str) -> list[str]:
    """The tasks that an annotator has skipped and that still need annotators."""
    return [
        task.id
        for task in queue.tasks
        if annotator in state.skips_of(task.id) and len(state.annotations_of(task.id)) < queue.per_task
    ]


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a queue is."""

    tasks: int
    finished: int  # tasks with enough annotators
    wanted: int  # annotations in all
    annotations: int
    skips: int
    annotators: int


def measure_progress(queue: Queue, state: QueueState) -> Progress:
    """Counts over the tasks of a queue."""
    counts = [len(state.annotations_of(task.id)) for task in queue.tasks]
    return Progress(
        tasks=len(counts),
        finished=sum(count >= queue.per_task for count in counts),
        wanted=queue.per_task * len(counts),
        annotations=sum(counts),
        skips=sum(len(state.skips_of(task.id)) for task in queue.tasks),
        annotators=len(state.annotators()),
    )
