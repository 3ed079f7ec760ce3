"""One case as JSON: the same content as its page."""

from typing import Any

from askance.core.case_explanation import ExplanationLine
from askance.report.failure_rows import ask_to_row
from askance.server.case_details import CaseDetails
from askance.server.case_selection import Selection
from askance.server.pages import Links
from askance.server.query_results import CaseRow, Neighbours
from askance.server.same_image import Figure
from pydantic import BaseModel

FROM_ROW = ("role", "label", "question", "changed_words", "image", "image_file", "answer", "reading")


class AskBody(BaseModel):
    """One query of a case, its answer, and how the answer was read and graded."""

    role: str
    label: str
    question: str
    changed_words: list[str]
    image: str | None
    image_file: str | None  # where the data set knows the file of the image
    picture: str | None
    edits: list[str]
    settings: list[str]
    answer: str | None
    top: list[tuple[str, float]]
    reading: str | None
    kind: str
    note: str | None
    grade: str
    score: float | None  # how right the answer is, 0 to 1; None where that is not known
    expected: list[str]
    thinking: str | None
    mark: str  # whether the answer follows from the first one or contradicts it; empty where nothing follows
    implied: str | None  # what the answer must be after the first one


class ModelVerdict(BaseModel):
    """The verdict on the answers of one model."""

    model: str
    answers: dict[str, str]
    outcome: str
    value: float | None
    status: str | None
    reason: str | None
    address: str


class ExplanationBody(BaseModel):
    """A statement that explains the case, and those below it."""

    text: str
    role: str
    below: list["ExplanationBody"]


class ElsewhereBody(BaseModel):
    """Another case with the same image and question, and one of its answers."""

    suite: str
    group: str
    picture: str | None
    caption: str
    question: str
    answer: str | None
    grade: str
    score: float | None
    address: str


class CaseBody(BaseModel):
    """One case with the answers of one model, and the verdicts of all models."""

    dataset: str
    suite: str
    group: str
    name: str
    case_key: str
    relation: str
    model: str
    outcome: str
    holds: bool | None
    value: float | None
    status: str | None
    reason: str | None
    rule: str
    finding: str
    tags: dict[str, str]
    asks: list[AskBody]
    models: list[ModelVerdict]
    why: list[ExplanationBody]
    elsewhere: list[ElsewhereBody]
    image_cases: int  # cases about the same image, this one included
    link: str  # the address of this case without a selection
    python: str
    position: int | None
    count: int | None
    previous: str | None
    next: str | None


class CaseAddresses:
    """Addresses of cases that keep the selection."""

    def __init__(self, links: Links, selection: Selection):
        self._links, self._selection = links, selection

    def to(self, row: CaseRow) -> str:
        """The page of a case."""
        return self._selection.case_address(self._links, row)

    def alone(self, row: CaseRow) -> str:
        """The page of a case that is not part of the selection."""
        return Selection().case_address(self._links, row)

    def same_image(self, row: CaseRow, suite: str = "") -> str:
        """The list of the cases about the same image, with the answers of the same model."""
        return self._links.to("/cases", model=row.model, dataset=row.dataset, suite=suite, image=row.image)

    def failing_of_image(self, row: CaseRow) -> str:
        """The list of the failing cases of the same suite about the same image."""
        about = {"model": row.model, "dataset": row.dataset, "suite": row.suite, "image": row.image}
        return self._links.to("/cases", **about, verdict="fails")


def make_case_body(details: CaseDetails, address: CaseAddresses, around: Neighbours | None, python: str) -> CaseBody:
    """The details of a case as a body."""
    row = details.row
    view = None if details.card is None else details.card.view
    about = ("dataset", "suite", "group", "name", "case_key", "relation", "model", "outcome", "holds", "value")
    return CaseBody(
        **{name: getattr(row, name) for name in about},
        status=row.status,
        reason=row.reason,
        rule="" if view is None else view.rule,
        finding="" if view is None else view.finding,
        tags=row.tags,
        asks=_ask_bodies(details),
        models=[_model_verdict(each, address) for each in details.models],
        why=[_explanation_body(line) for line in details.why],
        elsewhere=[_elsewhere_body(each, address) for suite in details.elsewhere for each in suite.figures],
        image_cases=details.image_cases,
        link=address.alone(row),
        python=python,
        position=None if around is None else around.position,
        count=None if around is None else around.total,
        previous=address.to(around.previous) if around and around.previous else None,
        next=address.to(around.next) if around and around.next else None,
    )


def _ask_bodies(details: CaseDetails) -> list[AskBody]:
    if details.card is None:
        return []
    pictures = {ask.role: side.picture for side in details.card.sides for ask in side.asks}
    found = []
    for ask in details.card.view.asks:
        row: dict[str, Any] = ask_to_row(ask)
        kept = {name: row[name] for name in FROM_ROW}
        found.append(
            AskBody(
                **kept,
                picture=pictures[ask.role],
                edits=list(ask.edits),
                settings=list(ask.settings),
                top=list(ask.top),
                kind=ask.kind,
                note=ask.note,
                grade=ask.grade,
                score=ask.score,
                expected=list(ask.expected),
                thinking=ask.thinking,
                mark=ask.mark,
                implied=None if ask.implied is None else ask.implied.expected,
            )
        )
    return found


def _model_verdict(row: CaseRow, address: CaseAddresses) -> ModelVerdict:
    return ModelVerdict(
        model=row.model,
        answers=row.answers,
        outcome=row.outcome,
        value=row.value,
        status=row.status,
        reason=row.reason,
        address=address.to(row),
    )


def _explanation_body(line: ExplanationLine) -> ExplanationBody:
    return ExplanationBody(text=line.text, role=line.role, below=[_explanation_body(each) for each in line.below])


def _elsewhere_body(figure: Figure, address: CaseAddresses) -> ElsewhereBody:
    ask = figure.ask
    return ElsewhereBody(
        suite=figure.row.suite,
        group=figure.row.group,
        picture=figure.picture,
        caption=figure.caption,
        question=ask.stimulus.question,
        answer=ask.answer,
        grade=ask.grade,
        score=ask.score,
        address=address.alone(figure.row),
    )
