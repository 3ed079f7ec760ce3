"""Case: one verdict with its images, questions and answers; why the relation must hold; the same image elsewhere."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated

from askance.core import Step
from askance.report.case_card_html import render_case_card
from askance.report.failure_cards import CardImage, CaseCard
from askance.report.html_escape import escape_html_attribute
from askance.server.case_body import CaseAddresses, CaseBody, make_case_body
from askance.server.case_details import CaseDetails, CaseDetailsMaker
from askance.server.case_filter import VerdictName
from askance.server.case_python import python_code
from askance.server.case_selection import CASE, ReadSelection, Selection
from askance.server.live.sliders import positions_of
from askance.server.opened_workspace import OpenedWorkspace
from askance.server.pages import ChosenWorkspace, Links, links_of, render_page
from askance.server.queries import Queries
from askance.server.query_results import CaseRow, Neighbours
from askance.server.running_queries import queries_of, running_queries
from askance.server.shown_cases import short_question, show_cases
from askance.server.suite_displays import ABOUT_CASES, displays_of
from askance.server.workspace_results import WorkspaceResults
from fastapi import APIRouter, HTTPException, Query, Request
from markupsafe import Markup
from starlette.responses import HTMLResponse, Response

router = APIRouter()
MOST_OTHERS = 12  # cases with other questions that are shown
RATIOS = {"16-9": 16 / 9, "3-2": 3 / 2, "4-3": 4 / 3, "1-1": 1.0, "3-4": 3 / 4, "2-3": 2 / 3}
Key = Annotated[str, Query(alias="case", pattern="^[0-9a-f]{32}$", description="Key of the case, in hexadecimal.")]
DataSet = Annotated[str, Query(alias="data", description="Data set of the case; default: the first one that has it.")]
AnsweredBy = Annotated[str, Query(alias="by", description="Model whose answers are shown; default: the first one.")]


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
        filters=found.selection.active_filters(links),
        around=found.neighbours,
        address=CaseAddresses(links, found.selection),
        list_address=_list_address(found, links),
        others=show_cases(request, opened, queries_of(opened), details.others[:MOST_OTHERS], Selection()),
        python=found.python,
        short_question=short_question,
        live=_live_address(links, details),
        live_is_unedited=_edits(details) != () and not _slider_positions(details),
        live_models=list(request.app.state.live.models) if request.app.state.live else [],
        displays=_display_links(opened, links, row, details.of_image.suites),
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
    address = CaseAddresses(links_of(request, opened), found.selection)
    return make_case_body(found.details, address, found.neighbours, found.python)


class FoundCase:
    """A case, where it is in the selection, and code that reproduces it."""

    def __init__(self, details: CaseDetails, selection: Selection, neighbours: Neighbours | None, python: str):
        self.details, self.selection, self.neighbours, self.python = details, selection, neighbours, python


def _find(request: Request, opened: OpenedWorkspace, selection: Selection, key: str, data: str, by: str) -> FoundCase:
    with running_queries(request, opened) as queries:
        selection = selection.with_known_groups(queries)
        rows = _verdicts(queries, key, data)
        by = by or next((row.model for row in rows if row.case_key == key), "")  # others may have a case of their own
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


def _list_address(found: FoundCase, links: Links) -> str:
    """The page of the list that has this case."""
    around, selection = found.neighbours, found.selection
    offset = 0 if around is None else around.position // selection.size * selection.size
    return selection.at(offset).cases_address(links)


def _live_address(links: Links, details: CaseDetails) -> str | None:
    row = details.row
    if not links.has("live") or row.image is None or not row.questions:
        return None
    asked = {"image": row.image, "data": row.dataset, "question": row.questions[0][:2000], "by": row.model}
    return links.to("/live", **asked, **{name: f"{at:g}" for name, at in _slider_positions(details).items()})


def _edits(details: CaseDetails) -> tuple[Step, ...]:
    """What is done to the image of the case, where its images are shown with one edit, or with none and with one."""
    asks = () if details.case is None else details.case.asks
    found = {query.stimulus.edits for _, query in asks if query.stimulus.edits}
    return min(found, key=repr, default=())


def _slider_positions(details: CaseDetails) -> dict[str, float]:
    return positions_of(_edits(details)) or {}


def _display_links(opened: OpenedWorkspace, links: Links, row: CaseRow, others: Sequence[str]) -> list[tuple[str, str]]:
    """Titles and addresses of the displays for this image: those of the suite, and strips of images of other suites."""
    if row.image is None or not links.has("suites"):
        return []
    found = []
    for suite in dict.fromkeys((row.suite, *others)):
        page = links.to("/suites", suite=suite, dataset=row.dataset, model=row.model, image=row.image)
        kinds, of = (ABOUT_CASES, "") if suite == row.suite else (("strip",), f" ({suite})")
        shown = displays_of(WorkspaceResults.of(opened), suite)
        found += [(f"{each.title}{of}", f"{page}#{each.kind}") for each in shown if each.kind in kinds]
    return found


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
