"""Case: one verdict with its images, questions and answers; why the relation must hold; the same image elsewhere."""

from dataclasses import replace
from typing import Annotated, Any

from askance.core.case_explanation import ExplanationLine
from askance.report.case_card_html import render_case_card
from askance.report.failure_cards import CardImage, CaseCard
from askance.report.failure_rows import ask_to_row
from askance.report.html_escape import escape_html_attribute
from askance.server.case_details import CaseDetails, CaseDetailsMaker, Figure
from askance.server.case_filter import VerdictName
from askance.server.case_python import python_code
from askance.server.case_selection import CASE, ReadSelection, Selection
from askance.server.opened_workspace import OpenedWorkspace
from askance.server.pages import ChosenWorkspace, Links, links_of, render_page
from askance.server.queries import Queries
from askance.server.query_results import CaseRow, Neighbours
from askance.server.running_queries import running_queries
from askance.server.shown_cases import show_cases
from fastapi import APIRouter, HTTPException, Query, Request
from markupsafe import Markup
from pydantic import BaseModel
from starlette.responses import HTMLResponse, Response

router = APIRouter()
MOST_OTHERS = 12  # cases with other questions that are shown
RATIOS = {"16-9": 16 / 9, "3-2": 3 / 2, "4-3": 4 / 3, "1-1": 1.0, "3-4": 3 / 4, "2-3": 2 / 3}
Key = Annotated[str, Query(alias="case", pattern="^[0-9a-f]{32}$", description="Key of the case, in hexadecimal.")]
DataSet = Annotated[str, Query(alias="data", description="Data set of the case; default: the first one that has it.")]
AnsweredBy = Annotated[str, Query(alias="by", description="Model whose answers are shown; default: the first one.")]


class AskBody(BaseModel):
    """One query of a case, its answer, and how the answer was read and graded."""

    role: str
    label: str
    question: str
    changed_words: list[str]
    image: str | None
    picture: str | None
    edits: list[str]
    settings: list[str]
    answer: str | None
    top: list[tuple[str, float]]
    reading: str | None
    kind: str
    note: str | None
    grade: str
    expected: list[str]
    thinking: str | None


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
    """One image under the same question in another case."""

    suite: str
    group: str
    picture: str | None
    caption: str
    question: str
    answer: str | None
    grade: str
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
    python: str
    position: int | None
    count: int | None
    previous: str | None
    next: str | None


@router.get(CASE, response_class=HTMLResponse)
def case(
    request: Request,
    opened: ChosenWorkspace,
    selection: ReadSelection,
    key: Key,
    data: DataSet = "",
    by: AnsweredBy = "",
) -> Response:
    """One case as a page."""
    found = _find(request, opened, selection, key, data, by)
    details, links = found.details, links_of(request, opened)
    row = details.row
    return render_page(
        request,
        "case.html",
        opened,
        "cases",
        title=f"{row.suite} · {row.name}",
        details=details,
        row=row,
        card=None if details.card is None else render_case_card(details.card, picture=_picture, is_detailed=True),
        ratio=_ratio_class(details.card),
        chips=_selection_chips(found.selection),
        around=found.neighbours,
        address=CaseAddresses(links, found.selection),
        list_address=_list_address(found, links),
        others=show_cases(request, opened, details.others[:MOST_OTHERS], Selection()),
        python=found.python,
        live=_live_address(links, row),
    )


@router.get(f"/api{CASE}")
def case_json(
    request: Request,
    opened: ChosenWorkspace,
    selection: ReadSelection,
    key: Key,
    data: DataSet = "",
    by: AnsweredBy = "",
) -> CaseBody:
    """One case as JSON."""
    found = _find(request, opened, selection, key, data, by)
    details, address = found.details, CaseAddresses(links_of(request, opened), found.selection)
    row, around = details.row, found.neighbours
    view = None if details.card is None else details.card.view
    return CaseBody(
        dataset=row.dataset,
        suite=row.suite,
        group=row.group,
        name=row.name,
        case_key=row.case_key,
        relation=row.relation,
        model=row.model,
        outcome=row.outcome,
        holds=row.holds,
        value=row.value,
        status=row.status,
        reason=row.reason,
        rule="" if view is None else view.rule,
        finding="" if view is None else view.finding,
        tags=row.tags,
        asks=_ask_bodies(details),
        models=[_model_verdict(each, address) for each in details.models],
        why=[_explanation_body(line) for line in details.why],
        elsewhere=[_elsewhere_body(each, address) for suite in details.elsewhere for each in suite.figures],
        python=found.python,
        position=None if around is None else around.position,
        count=None if around is None else around.total,
        previous=address.to(around.previous) if around and around.previous else None,
        next=address.to(around.next) if around and around.next else None,
    )


class FoundCase:
    """A case, where it is in the selection, and code that reproduces it."""

    def __init__(self, details: CaseDetails, selection: Selection, neighbours: Neighbours | None, python: str):
        self.details, self.selection, self.neighbours, self.python = details, selection, neighbours, python


def _find(request: Request, opened: OpenedWorkspace, selection: Selection, key: str, data: str, by: str) -> FoundCase:
    with running_queries(request, opened) as queries:
        selection = selection.with_known_groups(queries.choices())
        rows = _verdicts(queries, key, data)
        maker = CaseDetailsMaker(request, opened, queries)
        details = maker.make(rows, by)
        row = details.row
        neighbours = _neighbours(queries, selection, row, rows)
    return FoundCase(details, selection, neighbours, python_code(row, opened.name, maker.result_of(row)))


def _neighbours(queries: Queries, selection: Selection, row: CaseRow, rows: tuple[CaseRow, ...]) -> Neighbours | None:
    """The cases before and after this one; where another model's answers are shown, they are shown there, too."""
    for each in (row, *(other for other in rows if other is not row)):
        name = VerdictName(each.dataset, each.case_key, each.model)
        found = queries.neighbours(selection.filter, selection.order, name)
        if found is not None and each is not row:
            shown = [None if side is None else replace(side, model=row.model) for side in (found.previous, found.next)]
            return Neighbours(found.position, found.total, *shown)
        if found is not None:
            return found
    return None


def _verdicts(queries: Queries, key: str, data: str) -> tuple[CaseRow, ...]:
    datasets = [data] if data else [each.name for each in queries.choices().datasets]
    found = (queries.verdicts_on_case(dataset, key) for dataset in datasets)
    rows = next((each for each in found if each), ())
    if not rows:
        raise HTTPException(404, "this workspace has no such case: its cases may have been made again since")
    return rows


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

    def same_question(self, row: CaseRow, suite: str) -> str:
        """The list of the cases of a suite that ask the same question."""
        words = f'"{row.questions[0][:300]}"'.replace('""', "") if row.questions else ""
        return self._links.to("/cases", model=row.model, dataset=row.dataset, suite=suite, words=words)


def _list_address(found: FoundCase, links: Links) -> str:
    """The page of the list that has this case."""
    around, selection = found.neighbours, found.selection
    offset = 0 if around is None else around.position // selection.size * selection.size
    return selection.at(offset).cases_address(links)


def _live_address(links: Links, row: CaseRow) -> str | None:
    if not links.has("live") or row.image is None or not row.questions:
        return None
    return links.to("/live", image=row.image, data=row.dataset, question=row.questions[0][:2000])


def _ratio_class(card: CaseCard | None) -> str:
    """The class for the shape of the images: their place is reserved, so that nothing moves when they arrive."""
    if card is None:
        return ""
    width, height = card.sides[0].size
    return f"ratio-{min(RATIOS, key=lambda name: abs(RATIOS[name] - width / height))}"


def _picture(side: CardImage) -> Markup:
    """An image of the card; its place is reserved before it is loaded."""
    if side.picture is None:
        return Markup("")
    width, height = side.size
    return Markup(
        f'<a class="zoom" href="{escape_html_attribute(side.picture.replace("width=640", "width=2560"))}">'
        f'<img alt="{escape_html_attribute(side.caption)}" width="{width}" height="{height}" decoding="async"'
        f' src="{escape_html_attribute(side.picture)}"></a>'
    )


def _selection_chips(selection: Selection) -> list[tuple[str, str]]:
    """What the selection is restricted to: (name, value)."""
    names = {"low": "value from", "high": "value to", "right": "right:", "wrong": "wrong:", "dataset": "data set"}
    found: list[tuple[str, str]] = []
    for name, value in selection.parameters().items():
        values = value if isinstance(value, list) else [value]
        found += [(names.get(name, name), str(each)) for each in values if each and name != "sort"]
    return found


def _ask_bodies(details: CaseDetails) -> list[AskBody]:
    if details.card is None:
        return []
    pictures = {ask.role: side.picture for side in details.card.sides for ask in side.asks}
    found = []
    for ask in details.card.view.asks:
        row: dict[str, Any] = ask_to_row(ask)
        kept = {
            name: row[name] for name in ("role", "label", "question", "changed_words", "image", "answer", "reading")
        }
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
                expected=list(ask.expected),
                thinking=ask.thinking,
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
        address=address.alone(figure.row),
    )
