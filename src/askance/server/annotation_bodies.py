"""What the page Annotate receives and returns: JSON bodies, and the form of a task."""

from typing import Literal

from askance.annotation.kinds import Kind
from askance.server.annotation_page import Action
from pydantic import BaseModel, Field


class QueueRow(BaseModel):
    """How far one queue is."""

    queue: str
    kind: str
    per_task: int
    tasks: int
    finished: int
    wanted: int
    annotations: int
    skips: int
    annotators: int


class AgreementRow(BaseModel):
    """How much the annotators of a queue agree on one field."""

    queue: str
    field: str
    level: Literal["nominal", "ordinal", "interval"]
    alpha: float | None
    agreement: float | None
    tasks: int
    annotations: int


class AnnotatorRow(BaseModel):
    """What one annotator did in a queue."""

    queue: str
    annotator: str
    annotations: int
    skips: int
    median_seconds: float | None
    gold_correct: int
    gold: int


class TaskField(BaseModel):
    """One question to the annotator; without choices, the answer is text."""

    name: str
    prompt: str
    choices: list[str]
    only_if: list[str] | None


class TaskBody(BaseModel):
    """One task as an annotator sees it."""

    id: str
    question: str
    image: str | None = Field(description="Address of the image.")
    answer: str
    reference: str
    reference_answer: str
    fields: list[TaskField]


class AnnotateBody(BaseModel):
    """The queues; of the chosen queue also agreement, annotators, and the task that is reserved for the annotator."""

    workspace: str
    notices: list[str]
    queues: list[QueueRow]
    agreement: list[AgreementRow]
    annotators: list[AnnotatorRow]
    task: TaskBody | None


class AnnotateAction(BaseModel):
    """What an annotator does; the answer of the server is their next task."""

    queue: str
    annotator: str
    action: Action
    task: str = Field("", description="Id of the task, to answer or skip it.")
    values: dict[str, str] = Field({}, description="The value of each field, to answer the task.")
    comment: str = ""


class NextTask(BaseModel):
    """The next task of an annotator; null if there is none left."""

    task: TaskBody | None


class AnnotateForm(BaseModel):
    """The form of the page: the fields of every kind of task are fields of the form."""

    queue: str
    annotator: str
    action: Action = "answer"
    task: str = ""
    comment: str = ""
    answer: str = ""
    relevant: str = ""
    same_fact: str = ""
    correct: str = ""
    score: str = ""
    fine: str = ""

    def values(self, kind: Kind) -> dict[str, str]:
        """The values of the fields that a kind of task has."""
        given = self.model_dump()
        return {field.name: given[field.name] for field in kind.fields if given[field.name]}


class NewQueue(BaseModel):
    """A queue to make from the selected cases."""

    kind: str = Field(description="Kind of the tasks: human, belief, score or audit.")
    sample: int = Field(20, ge=1, le=5000, description="Number of cases, chosen at random.")
    per_task: int | None = Field(None, ge=1, le=100, description="Annotators per task; default: that of the kind.")
    name: str = Field("", description="Name of the queue; default: the kind and the suite.")
    seed: int = Field(0, description="Random seed of the sample.")


class NewQueueForm(NewQueue):
    """The form of the page: it can restrict the selected cases further."""

    suite: str = ""
    model: str = ""
    verdict: Literal["", "fails", "holds", "undecided", "measured"] = ""


class MadeQueue(BaseModel):
    """A queue that was made."""

    queue: str
    kind: str
    tasks: int
    per_task: int
    page: str = Field(description="Address of the queue.")
