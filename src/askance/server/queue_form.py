"""The form that makes an annotation queue from selected cases: a part of the view Annotate."""

from dataclasses import dataclass, replace
from typing import Annotated

from askance.annotation.kinds import KINDS, Kind
from askance.core import UserError
from askance.server.annotation_bodies import MadeQueue, NewQueue, NewQueueForm
from askance.server.case_filter import OUTCOMES
from askance.server.case_selection import ActiveFilter, ReadSelection, Selection
from askance.server.error_pages import ErrorBody
from askance.server.opened_workspace import OpenedWorkspace
from askance.server.pages import ChosenWorkspace, Links, links_of, render_page
from askance.server.queries import Queries
from askance.server.queue_making import make_queue_of_selection
from askance.server.running_queries import running_queries
from askance.server.workspace_results import WorkspaceResults
from fastapi import APIRouter, Form, Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

router = APIRouter()
ANNOTATE, PATH = "/annotate", "/annotate/new"


@dataclass(frozen=True, slots=True)
class QueueForm:
    """What the form shows: its choices, and what was entered before."""

    action: str
    kinds: list[Kind]
    suites: list[str]
    models: list[str]
    outcomes: tuple[str, ...]
    filters: list[ActiveFilter]  # of the selected cases; their choice boxes are left out
    entered: NewQueueForm

    def offers(self, name: str) -> bool:
        """Whether the form has a box for a filter: the selection does not restrict it yet."""
        return all(each.name != name for each in self.filters)


def make_form(
    opened: OpenedWorkspace, links: Links, selection: Selection, entered: NewQueueForm | None = None
) -> QueueForm:
    """The form for a selection of cases."""
    results = WorkspaceResults.of(opened)
    return QueueForm(
        links.to(PATH, **selection.parameters()),
        list(KINDS.values()),
        list(dict.fromkeys(row["suite"] for row in results.rows)),
        results.models,
        OUTCOMES,
        [replace(each, without=each.without.replace("/cases", PATH, 1)) for each in selection.active_filters(links)],
        entered or NewQueueForm(kind="human", sample=20, per_task=2, name="", seed=0),
    )


@router.get(PATH, response_class=HTMLResponse)
def new_queue(request: Request, opened: ChosenWorkspace, selection: ReadSelection) -> Response:
    """The form as a page, for the cases that the address selects."""
    return _render(request, opened, selection)


@router.post(PATH, response_class=HTMLResponse, responses={303: {"description": "The page of the new queue."}})
def new_queue_form(
    request: Request, opened: ChosenWorkspace, selection: ReadSelection, form: Annotated[NewQueueForm, Form()]
) -> Response:
    """Make a queue, then show it; what is wrong with the form is said above it."""
    about = selection.filter
    about = replace(
        about,
        suites=about.suites or ((form.suite,) if form.suite else ()),
        models=about.models or ((form.model,) if form.model else ()),
        outcomes=about.outcomes or ((form.verdict,) if form.verdict else ()),
    )
    try:
        made = _make(request, opened, replace(selection, filter=about), form)
    except UserError as error:
        return _render(request, opened, selection, form, opened.without_paths(str(error)))
    return RedirectResponse(made.page, 303)


@router.post(f"/api{ANNOTATE}/queues", responses={400: {"model": ErrorBody, "description": "The body is not JSON."}})
def new_queue_json(request: Request, opened: ChosenWorkspace, selection: ReadSelection, body: NewQueue) -> MadeQueue:
    """Make a queue of the cases that the address selects, as `/api/cases` does."""
    return _make(request, opened, selection, body)


def _make(request: Request, opened: OpenedWorkspace, selection: Selection, wanted: NewQueue) -> MadeQueue:
    with running_queries(request, opened) as queries:
        queue = make_queue_of_selection(opened, queries, _known(queries, selection), wanted)
    page = links_of(request, opened).to(ANNOTATE, queue=queue.name)
    return MadeQueue(
        queue=queue.name, kind=queue.kind, tasks=len(queue.tasks), per_task=queue.per_task, page=page
    )  # fmt: skip


def _known(queries: Queries, selection: Selection) -> Selection:
    return selection.with_known_groups(queries)


def _render(
    request: Request, opened: OpenedWorkspace, selection: Selection, form: NewQueueForm | None = None, error: str = ""
) -> Response:
    links = links_of(request, opened)
    with running_queries(request, opened) as queries:
        count = queries.count(_known(queries, selection).filter)
    return render_page(
        request,
        "new_queue.html",
        opened,
        "annotate",
        title="Make an annotation queue",
        form=make_form(opened, links, selection, form),
        count=count,
        cases=selection.cases_address(links),
        error=error,
    )
