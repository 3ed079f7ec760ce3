"""Cases: the verdicts that a filter selects, as a grid of images or as a table; with counts, a histogram and export."""

from collections.abc import Iterator
from dataclasses import asdict, replace
from typing import Annotated, Literal

from askance.server.case_export import ExportFormat
from askance.server.case_filter import OUTCOMES, Outcome
from askance.server.case_selection import CASES, PAGE_SIZES, ReadSelection, Selection
from askance.server.case_suggestions import relax_filters, suggest_filters
from askance.server.cases_body import (
    CaseRowBody,
    CasesBody,
    ChoicesBody,
    FilterBody,
    GroupChoiceBody,
    HistogramBar,
    RelaxedBody,
    SuggestionBody,
    TagChoiceBody,
)
from askance.server.exported_columns import ExportedColumns, file_name
from askance.server.pages import ChosenWorkspace, Links, links_of, render_page
from askance.server.queries import Queries
from askance.server.query_results import CasePage, Choices, CountAndHistogram
from askance.server.running_queries import queries_of, running_queries
from askance.server.shown_cases import show_cases
from askance.server.tag_gaps import tag_gap_notes
from fastapi import APIRouter, Query, Request
from starlette.responses import HTMLResponse, Response, StreamingResponse

router = APIRouter()
EXPORT_TYPES = {"jsonl": "application/x-ndjson", "parquet": "application/vnd.apache.parquet", "csv": "text/csv"}
FILE = {"type": "string", "format": "binary"}  # in OpenAPI
FileFormat = Annotated[ExportFormat, Query(alias="format", description="Format of the file.")]
PageId = Annotated[
    str,
    Query(max_length=64, description="Name of a page: its later request stops this one. Programs leave it out."),
]

RequestNumber = Annotated[int, Query(ge=0, le=2**53, description="Number of the request of that page.")]


@router.get(CASES, response_class=HTMLResponse)
def cases(request: Request, opened: ChosenWorkspace, selection: ReadSelection) -> Response:
    """The cases as a page."""
    links = links_of(request, opened)
    with running_queries(request, opened) as queries:
        choices = queries.choices()
        selection = selection.with_known_groups(queries)
        counts, by_outcome, page = _read_page(queries, selection)
        shown = show_cases(request, opened, queries, page.rows, selection)
        relaxed = [] if counts.count else relax_filters(selection, queries.count, links)
        suggestions = suggest_filters(selection, choices, queries.count, links)
        gaps = tag_gap_notes(queries, selection.filter, [each.name for each in choices.datasets])
    form = FilterForm(selection, choices)
    return render_page(
        request,
        "cases.html",
        opened,
        "cases",
        title="Cases",
        selection=selection,
        form=form,
        choices=choices,
        counts=counts,
        by_outcome=by_outcome,
        bars=histogram_bars(counts, selection),
        shown=shown,
        rows=page.rows,
        pager=Pager(links, selection, counts.count),
        outcomes=OUTCOMES,
        sizes=PAGE_SIZES,
        filters=selection.active_filters(links),
        suggestions=suggestions,
        tag_gaps=gaps,
        unit=count_unit(selection, choices, counts.count),
        relaxed=relaxed,
        hidden=_hidden_fields(links, selection),
    )


@router.get(f"/api{CASES}")
def cases_json(
    request: Request, opened: ChosenWorkspace, selection: ReadSelection, page_id: PageId = "", number: RequestNumber = 0
) -> CasesBody:
    """The cases as JSON."""
    links = links_of(request, opened)
    with running_queries(request, opened, page_id, number) as queries:
        choices = queries.choices()
        selection = selection.with_known_groups(queries)
        counts, by_outcome, page = _read_page(queries, selection)
        shown = show_cases(request, opened, queries, page.rows, selection)
        relaxed = [] if counts.count else relax_filters(selection, queries.count, links)
        suggestions = suggest_filters(selection, choices, queries.count, links)
        gaps = tag_gap_notes(queries, selection.filter, [each.name for each in choices.datasets])
    pager = Pager(links, selection, counts.count)
    return CasesBody(
        count=counts.count,
        unit=count_unit(selection, choices, counts.count),
        total=choices.total,
        by_outcome=counts.by_outcome,
        choices_by_outcome=by_outcome,
        histogram=[HistogramBar(low=bar.low, high=bar.high, count=bar.count) for bar in counts.histogram],
        without_value=counts.without_value,
        offset=selection.offset,
        size=selection.size,
        previous=pager.previous,
        next=pager.next,
        page=selection.cases_address(links),
        filters=[FilterBody(**asdict(each)) for each in selection.active_filters(links)],
        suggestions=[SuggestionBody(**asdict(each)) for each in suggestions],
        relaxed=[RelaxedBody(**asdict(each)) for each in relaxed],
        tag_gaps=gaps,
        rows=[CaseRowBody.of(row, card) for row, card in zip(page.rows, shown, strict=True)],
    )


@router.get(f"/api{CASES}/choices")
def choices_json(
    request: Request, opened: ChosenWorkspace, selection: ReadSelection, page_id: PageId = "", number: RequestNumber = 0
) -> ChoicesBody:
    """The tags and groups that can be added to the filter, with the number of verdicts that each would select."""
    with running_queries(request, opened, page_id, number) as queries:
        selection = selection.with_known_groups(queries)
        tags, groups = queries.choices_beside(selection.filter)
    return ChoicesBody(
        tags=[TagChoiceBody(tag=each.tag, value=one.name, count=one.count) for each in tags for one in each.values],
        groups=[GroupChoiceBody(suite=each.suite, group=each.path, count=each.count) for each in groups if each.path],
    )


@router.get(
    f"/api{CASES}/export",
    response_class=Response,
    responses={200: {"content": {each: {"schema": FILE} for each in EXPORT_TYPES.values()}}},
)
def export_cases(
    request: Request, opened: ChosenWorkspace, selection: ReadSelection, file_format: FileFormat = "jsonl"
) -> Response:
    """All selected cases as a file: JSON lines, Parquet or CSV."""
    queries = queries_of(opened)
    selection = selection.with_known_groups(queries)
    name = file_name(selection, file_format)
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    more = ExportedColumns(request, opened, queries, selection.at(0))
    pieces: Iterator[bytes] = queries.export(selection.filter, file_format, more)
    return StreamingResponse(pieces, media_type=EXPORT_TYPES[file_format], headers=headers)


def _read_page(queries: Queries, selection: Selection) -> tuple[CountAndHistogram, dict[Outcome, int], CasePage]:
    """The counts, the counts by outcome whatever outcomes are chosen, and a page of rows."""
    counts = queries.count_and_histogram(selection.filter)
    outcomes = counts.by_outcome
    if selection.filter.outcomes:
        outcomes = queries.count_and_histogram(replace(selection.filter, outcomes=())).by_outcome
    page = queries.case_page(selection.filter, selection.order, selection.offset, selection.size)
    return counts, outcomes, page


def count_unit(selection: Selection, choices: Choices, count: int) -> str:
    """What is counted: cases, or the results of several models on cases."""
    if len(selection.filter.shown_models or choices.models) > 1:
        return "result, one per case and model" if count == 1 else "results, one per case and model"
    return "case" if count == 1 else "cases"


class Pager:
    """Addresses of the pages around the present one."""

    def __init__(self, links: Links, selection: Selection, count: int):
        self._links, self._selection, self.count = links, selection, count
        self.first = selection.offset + 1 if selection.offset < count else 0
        self.last = min(selection.offset + selection.size, count)

    def _at(self, offset: int) -> str:
        return self._selection.at(offset).cases_address(self._links)

    @property
    def previous(self) -> str | None:
        """The page before this one."""
        offset = self._selection.offset
        if not offset:
            return None
        return self._at(max(0, min(offset, self.count) - self._selection.size))

    @property
    def next(self) -> str | None:
        """The page after this one."""
        return self._at(self.last) if self.last < self.count and self.first else None

    def export(self, file_format: str) -> str:
        """The address of all selected cases as a file."""
        return self._links.to(f"/api{CASES}/export", format=file_format, **self._selection.parameters())

    def with_look(self, look: Literal["grid", "table"]) -> str:
        """The same page as a grid or as a table."""
        kept = self._selection.page_parameters() | {"look": None if look == "grid" else look}
        return self._links.to(CASES, **kept)

    @property
    def json(self) -> str:
        """The JSON twin of this page."""
        return self._links.to(f"/api{CASES}", **self._selection.page_parameters())

    @property
    def new_queue(self) -> str:
        """The form that makes an annotation queue of the selected cases."""
        return self._links.to("/annotate/new", **self._selection.parameters())

    @property
    def reset(self) -> str:
        """All cases."""
        return self._links.to(CASES)


class FilterForm:
    """Which choices of the filter form are made."""

    def __init__(self, selection: Selection, choices: Choices):
        self.filter, self._choices = selection.filter, choices
        about = selection.parameters()
        self.low, self.high = str(about["low"]), str(about["high"])

    @property
    def tags(self) -> list[str]:
        """The chosen tags as NAME=VALUE."""
        return [f"{tag}={value}" for tag, value in self.filter.tags]

    @property
    def group_choices(self) -> dict[str, list[tuple[str, int]]]:
        """Suite → its groups with the number of verdicts."""
        found: dict[str, list[tuple[str, int]]] = {}
        for each in self._choices.groups:
            if each.path:
                found.setdefault(each.suite, []).append((each.path, each.count))
        return found

    @property
    def has_more(self) -> bool:
        """Whether one of the less frequent filters is used."""
        about = self.filter
        return bool(about.tags or about.statuses or about.reasons)


class Bar:
    """One bar of the histogram in units of its drawing: 1 wide, 100 high."""

    def __init__(self, index: int, height: float, label: str, is_inside: bool):
        self.index, self.height, self.label, self.is_inside = index, height, label, is_inside


def histogram_bars(counts: CountAndHistogram, selection: Selection) -> list[Bar]:
    """The bars of the histogram; those outside the chosen range of values are muted."""
    values, most = selection.filter.values, max((bar.count for bar in counts.histogram), default=0) or 1
    low = values.low if values is not None and values.low is not None else -float("inf")
    high = values.high if values is not None and values.high is not None else float("inf")
    return [
        Bar(
            index,
            0 if not bar.count else max(2.0, round(100 * bar.count / most, 2)),
            f"{bar.low:.3g} to {bar.high:.3g}: {bar.count:,}",
            bar.high >= low and bar.low <= high,
        )
        for index, bar in enumerate(counts.histogram)
    ]


def _hidden_fields(links: Links, selection: Selection) -> list[tuple[str, str]]:
    """What the form keeps without showing it."""
    pairs = [("w", links.workspace), ("look", "" if selection.look == "grid" else selection.look)]
    pairs += [("image", image) for image in selection.filter.images]
    return [pair for pair in pairs if pair[1]]
