"""Agreement of the annotators of a queue: one row per field, and one row per annotator."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from statistics import median

from askance.annotation.kinds import Field, find_kind
from askance.annotation.queue_state import QueueState
from askance.annotation.tasks import Queue, Task
from askance.metrics.krippendorff_alpha import Level, measure_agreement
from askance.wording.normalise_answers import normalise_answer

_normalise = lru_cache(maxsize=10_000)(normalise_answer)  # annotators give the same few answers again and again


@dataclass(frozen=True, slots=True)
class FieldAgreement:
    """How far annotators agree on one field; None where that is not defined."""

    queue: str
    field: str
    level: Level
    alpha: float | None
    agreement: float | None  # percent of the pairs of annotations of the same task that are equal
    tasks: int  # with at least two annotations
    annotations: int  # of these tasks


@dataclass(frozen=True, slots=True)
class AnnotatorCount:
    """What one annotator did."""

    queue: str
    annotator: str
    annotations: int
    skips: int
    median_seconds: float | None  # per task
    gold_correct: int
    gold: int  # gold questions that the annotator has answered


def field_agreements(queue: Queue, state: QueueState) -> list[FieldAgreement]:
    """One row per field of the queue's kind; gold questions do not count, because they are chosen to be easy."""
    tasks = [task for task in queue.tasks if not task.gold]
    rows = []
    for field in find_kind(queue.kind).fields:
        found = measure_agreement([_values(state, task, field) for task in tasks], field.level)
        percent = None if found.raw is None else 100 * found.raw
        rows.append(
            FieldAgreement(queue.name, field.name, field.level, found.alpha, percent, found.units, found.values)
        )
    return rows


def _values(state: QueueState, task: Task, field: Field) -> Sequence[Hashable]:
    """The values of a field that a task's annotators gave, as they are compared."""
    given = state.annotations_of(task.id).values()
    values = [each.values[field.name] for each in given if field.name in each.values]
    return [float(value) for value in values] if field.level != "nominal" else [*map(_normalise, values)]


def annotator_counts(queue: Queue, state: QueueState) -> list[AnnotatorCount]:
    """One row per annotator, by name."""
    return [_count_annotator(queue, state, annotator) for annotator in state.annotators()]


def _count_annotator(queue: Queue, state: QueueState, annotator: str) -> AnnotatorCount:
    given = [(task, each[annotator]) for task in queue.tasks if annotator in (each := state.annotations_of(task.id))]
    seconds = [each.seconds for _, each in given if each.seconds is not None]
    gold = [is_gold_answer_correct(task, each.values) for task, each in given if task.gold]
    return AnnotatorCount(
        queue.name,
        annotator,
        annotations=len(given),
        skips=sum(annotator in state.skips_of(task.id) for task in queue.tasks),
        median_seconds=median(seconds) if seconds else None,
        gold_correct=sum(gold),
        gold=len(gold),
    )


def is_gold_answer_correct(task: Task, values: dict[str, str]) -> bool:
    """Whether the answer to a gold question is the known one, up to case and articles."""
    return normalise_answer(values.get("answer", "")) == normalise_answer(task.gold)
