"""Annotate: queues of tasks for people, one task per screen, and how much the annotators agree."""

import time
from dataclasses import asdict
from typing import Annotated, Any

from askance.annotation.annotate import check_annotator_name
from askance.annotation.kinds import MAX_TEXT, Kind, find_kind
from askance.annotation.tasks import Task
from askance.core import Stimulus, UserError
from askance.server.annotation_bodies import (
    AgreementRow,
    AnnotateAction,
    AnnotateBody,
    AnnotateForm,
    AnnotatorRow,
    NextTask,
    QueueRow,
    TaskBody,
    TaskField,
)
from askance.server.annotation_page import AnnotationDesk, ExportFormat, QueueLine, QueuePage
from askance.server.case_selection import Selection
from askance.server.error_pages import ErrorBody
from askance.server.images import image_address
from askance.server.opened_workspace import OpenedWorkspace
from askance.server.pages import ChosenWorkspace, Links, links_of, render_page
from askance.server.queue_form import make_form
from askance.server.queue_form import router as queue_router
from fastapi import APIRouter, Form, HTTPException, Query, Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

router = APIRouter()
router.include_router(queue_router)
PATH = "/annotate"
IMAGE_WIDTH = 1280  # pixels
EXPORT_TYPES: dict[ExportFormat, str] = {"jsonl": "application/x-ndjson", "csv": "text/csv"}
ChosenQueue = Annotated[str, Query(description="Name of the queue.")]
Annotator = Annotated[str, Query(description="Name of the annotator.")]


@router.get(PATH, response_class=HTMLResponse)
def annotate(request: Request, opened: ChosenWorkspace, queue: ChosenQueue = "", annotator: Annotator = "") -> Response:
    """The queues as a page; with a queue and a name, the annotator's task."""
    return _render(request, opened, queue, annotator)


@router.post(PATH, response_class=HTMLResponse, responses={303: {"description": "The page with the next task."}})
def annotate_form(request: Request, opened: ChosenWorkspace, form: Annotated[AnnotateForm, Form()]) -> Response:
    """Store what the form says, then show the next task; what is wrong with it is said above the same form."""
    desk = AnnotationDesk(opened)
    line = _find_line(desk, form.queue)
    try:
        annotator, values = check_annotator_name(form.annotator), form.values(line.kind)
        if form.action == "answer" and line.kind.lacks_comment(values, form.comment):
            raise UserError(f"field comment: no text: {line.kind.comment_prompt}")
        desk.act(form.action, form.queue, annotator, form.task, values, form.comment)
    except UserError as error:
        return _render(request, opened, form.queue, form.annotator, form, opened.without_paths(str(error)))
    address = links_of(request, opened).to(PATH, queue=form.queue, annotator=annotator)
    return RedirectResponse(address, 303)


@router.get(f"/api{PATH}")
def annotate_json(
    request: Request, opened: ChosenWorkspace, queue: ChosenQueue = "", annotator: Annotator = ""
) -> AnnotateBody:
    """The queues as JSON; with a queue and a name, the annotator's task."""
    opened.space()  # a workspace that cannot be read is an error here, too
    desk = AnnotationDesk(opened)
    lines = desk.lines()
    page = _page(desk, queue, annotator) if queue else None
    links = links_of(request, opened)
    return AnnotateBody(
        workspace=opened.name,
        queues=[_queue_row(line) for line in lines],
        agreement=[AgreementRow(**asdict(row)) for row in page.fields] if page else [],
        annotators=[AnnotatorRow(**asdict(row)) for row in page.annotators] if page else [],
        task=_task_body(request, opened, links, page.line.kind, page.task) if page else None,
        notices=[*opened.notices, *desk.notices],
    )


@router.get(
    f"/api{PATH}/export",
    response_class=Response,
    responses={200: {"content": {each: {"schema": {"type": "string"}} for each in EXPORT_TYPES.values()}}},
)
def export_annotations(
    opened: ChosenWorkspace, queue: ChosenQueue, file_format: Annotated[ExportFormat, Query(alias="format")] = "jsonl"
) -> Response:
    """The annotations of a queue as a file, one row per task and annotator."""
    desk = AnnotationDesk(opened)
    name = _find_line(desk, queue).queue.name
    headers = {"Content-Disposition": f'attachment; filename="{name}.{file_format}"', "Cache-Control": "no-store"}
    return Response(desk.export(name, file_format), media_type=EXPORT_TYPES[file_format], headers=headers)


@router.post(f"/api{PATH}", responses={400: {"model": ErrorBody, "description": "The body is not JSON."}})
def annotate_action(request: Request, opened: ChosenWorkspace, body: AnnotateAction) -> NextTask:
    """Take, answer or skip a task, or undo; the answer is the annotator's next task."""
    desk = AnnotationDesk(opened)
    kind = _find_line(desk, body.queue).kind
    task = desk.act(body.action, body.queue, body.annotator, body.task, body.values, body.comment)
    return NextTask(task=_task_body(request, opened, links_of(request, opened), kind, task))


def _find_line(desk: AnnotationDesk, name: str) -> QueueLine:
    found = next((line for line in desk.lines() if line.queue.name == name), None)
    if found is None:
        raise HTTPException(404, f"there is no annotation queue {name[:80]!r}")
    return found


def _page(desk: AnnotationDesk, queue: str, annotator: str) -> QueuePage:
    _find_line(desk, queue)
    return desk.page(queue, annotator, time.time())


def _render(
    request: Request,
    opened: OpenedWorkspace,
    queue: str,
    annotator: str,
    form: AnnotateForm | None = None,
    error: str = "",
) -> Response:
    """The page; `form` and `error`: what was sent, and why it was not stored."""
    desk, links = AnnotationDesk(opened), links_of(request, opened)
    lines = desk.lines()
    page = None
    if queue:
        try:
            page = _page(desk, queue, annotator)
        except UserError as wrong:  # the name of the annotator
            error, annotator = error or opened.without_paths(str(wrong)), ""
            page = _page(desk, queue, annotator)
    values = _entered_values(desk, form, page, annotator)
    return render_page(
        request,
        "annotate.html",
        opened,
        "annotate",
        title=f"Annotate {page.line.queue.name}" if page else "Annotate",
        lines=lines,
        new_queue=None if queue else make_form(opened, links, Selection()),
        page=page,
        annotator=annotator,
        known_annotators=[each.annotator for each in page.annotators] if page else [],
        image=_image(request, opened, links, page.task) if page and page.task else None,
        values=values,
        selected_cases=_selected_cases(links, page),
        error=error,
        damage=desk.notices,
        max_text=MAX_TEXT,
    )


def _selected_cases(links: Links, page: QueuePage | None) -> str:
    """The address of the cases that a queue was made of."""
    source = page.line.queue.source if page else None
    if source is None or not source.address.startswith("/cases"):
        return ""
    return f"{source.address}{'&' if '?' in source.address else '?'}{links.to('').removeprefix('?')}".rstrip("?&")


def _entered_values(
    desk: AnnotationDesk, form: AnnotateForm | None, page: QueuePage | None, annotator: str
) -> dict[str, str]:
    """What the form shows at first: what was sent but not stored, or what an undo withdrew."""
    if page is None or page.task is None:
        return {}
    if form is not None and form.task == page.task.id:
        return form.values(page.line.kind) | {"comment": form.comment}
    return desk.shown_values(page.line.queue.name, page.task.id, check_annotator_name(annotator))


def _image(request: Request, opened: OpenedWorkspace, links: Links, task: Task) -> str | None:
    return image_address(
        request, opened, links, task.data, Stimulus(task.image, task.question, task.edits), IMAGE_WIDTH
    )


def _queue_row(line: QueueLine) -> QueueRow:
    return QueueRow(queue=line.queue.name, kind=line.queue.kind, per_task=line.queue.per_task, **asdict(line.progress))


def _task_body(
    request: Request, opened: OpenedWorkspace, links: Links, kind: Kind, task: Task | None
) -> TaskBody | None:
    """A task without what annotators must not know: gold answers, and where the question comes from."""
    if task is None:
        return None
    fields: list[Any] = [
        TaskField(
            name=field.name,
            prompt=field.prompt,
            choices=[choice.value for choice in field.choices_for(task)],
            only_if=list(field.only_if) if field.only_if else None,
        )
        for field in find_kind(kind.name).fields
        if field.applies_to(task)
    ]
    return TaskBody(
        id=task.id,
        question=task.question,
        image=_image(request, opened, links, task),
        answer=task.answer,
        reference=task.reference,
        reference_answer=task.reference_answer,
        fields=fields,
    )
