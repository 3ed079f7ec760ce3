"""Annotation tasks and queues: what is shown to annotators; frozen when the queue is made."""

import msgspec
from askance.core import Step, digest_value
from askance.core.digest import KEY_BYTES

ID_LETTERS = KEY_BYTES  # of the digest that names a task


class Task(msgspec.Struct, frozen=True, omit_defaults=True):
    """One task: a question about an image, and what else the kind of its queue shows."""

    id: str
    question: str
    image: str | None = None  # by content, as its data set names it
    edits: tuple[Step, ...] = ()  # what is done to the image before it is shown
    data: str = ""  # the data set that contains the image, as `askance run -d` names it
    options: tuple[str, ...] = ()  # the answers to choose from; none: the annotator types the answer
    answer: str = ""  # shown: a model's answer (belief), the answer that a question was generated for (score, audit)
    reference: str = ""  # shown: the original question about the image (belief)
    reference_answer: str = ""
    case: str = ""  # where the question comes from
    role: str = ""
    batch: str = ""  # the task of `askance generate --format tasks` that the question belongs to
    gold: str = ""  # the known answer, if the task checks the annotator
    tags: dict[str, str] = {}  # copied to the export unchanged


class QueueSource(msgspec.Struct, frozen=True, omit_defaults=True):
    """Which cases the tasks of a queue were made of."""

    filters: tuple[tuple[str, str], ...] = ()  # name and value of each restriction, in words
    models: tuple[str, ...] = ()  # whose verdicts were selected; none: those of all models
    address: str = ""  # of the selected cases in the dashboard
    sample: int = 0  # cases that were chosen at random

    @property
    def words(self) -> str:
        """The selection in one line."""
        return "; ".join(f"{name}: {value}" for name, value in self.filters) or "all cases"


class Queue(msgspec.Struct, frozen=True):
    """Tasks of one kind, and how many annotators each task needs."""

    name: str
    kind: str
    per_task: int
    tasks: tuple[Task, ...]
    made: str = ""  # date, UTC
    command: str = ""  # the command that makes the same queue again, or the address of the cases in the dashboard
    source: QueueSource | None = None  # None: from a file, or by an older Askance


def task_id(task: Task) -> str:
    """The name of a task: a digest of all that is shown, so that the same queue made again has the same tasks."""
    return digest_value(msgspec.structs.replace(task, id="")).hex()[:ID_LETTERS]
