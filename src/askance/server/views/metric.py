"""Metric: how the scores of one metric are distributed over cases, by model and group."""

from typing import Annotated

from askance.server.metric_by_tag import TagCaseLister, TagTable, make_tag_table, tag_choices, tag_rates
from askance.server.metric_page import MetricPage, arrow_text
from askance.server.metric_state import MetricState
from askance.server.opened_workspace import OpenedWorkspace
from askance.server.pages import ChosenWorkspace, links_of, render_page
from askance.server.queries import Queries
from askance.server.running_queries import running_queries
from askance.server.tidy_rows import TidyRow
from askance.server.workspace_results import WorkspaceResults
from fastapi import APIRouter, Query, Request
from pydantic import BaseModel
from starlette.responses import HTMLResponse, Response

router = APIRouter()
PATH = "/metric"
Dataset = Annotated[str, Query(description="Data set; default: the first one.")]
MetricName = Annotated[str, Query(description="Metric as SUITE.METRIC; default: the first headline metric.")]
Group = Annotated[str, Query(description="Group of cases, such as `negation`; default: all cases.")]
By = Annotated[str, Query(description="Also split the cases by this tag, such as `type`.")]
Models = Annotated[list[str], Query(alias="model", description="Models to show; default: the first eight.")]


class MetricBar(BaseModel):
    """How many cases of one model and group have a score from `low` up to, but not including, `high`."""

    model: str
    group: str
    low: float
    high: float
    count: int
    percent: float
    cases: str | None  # address of exactly these cases; None where they cannot be listed


class MetricByTag(BaseModel):
    """The metric of one model on the cases with one value of the tag, with its 95 % interval."""

    model: str
    tag: str
    tag_value: str  # "" = the cases do not have the tag
    value: float | None
    low: float | None
    high: float | None
    n: int
    undecided: int
    cases: str  # address of these cases; "" where they cannot be listed


class MetricBody(BaseModel):
    """The values of a metric as tidy rows, and its distribution over cases."""

    workspace: str
    dataset: str | None
    suite: str | None
    metric: str | None
    group: str
    rows: list[TidyRow]
    bars: list[MetricBar]
    note: str  # why there are no bars; "" = there are some
    tags: list[str]  # that `by` can name
    by_tag: list[MetricByTag]  # with `by` only
    tag_note: str  # why `by_tag` is empty; "" = it is not, or no tag is chosen


@router.get(PATH, response_class=HTMLResponse)
def metric(
    request: Request,
    opened: ChosenWorkspace,
    dataset: Dataset = "",
    metric: MetricName = "",
    group: Group = "",
    by: By = "",
    models: Models = [],  # noqa: B006  FastAPI copies it
) -> Response:
    """The metric view as a page."""
    with running_queries(request, opened) as queries:
        page = MetricPage(WorkspaceResults.of(opened), queries, links_of(request, opened))
        state = page.state(dataset, metric, group, [each for each in models if each], by)
        if state is None:
            return render_page(request, "metric.html", opened, "metric", title="Metrics", state=None)
        bars, note = page.bars(state)
        return render_page(
            request,
            "metric.html",
            opened,
            "metric",
            title=f"{state.chosen.key} on {state.dataset}",
            state=state,
            choices=page.choices(state),
            tags=tag_choices(queries, state),
            by_tag=_tag_table(opened, queries, page, state),
            values=page.values(state),
            panels=page.panels(state, bars),
            below=page.groups_below(state),
            note=note,
            note_about_value=page.note_about_value(state),
            note_about_closed_bars=page.note_about_closed_bars(state, bars),
            undecided_address=page.undecided_address(state),
            direction=arrow_text(state.chosen.metric),
            parent=_parent(page, state),
            api=page.address(state).replace(PATH, f"/api{PATH}", 1),
        )


@router.get(f"/api{PATH}")
def metric_json(
    request: Request,
    opened: ChosenWorkspace,
    dataset: Dataset = "",
    metric: MetricName = "",
    group: Group = "",
    by: By = "",
    models: Models = [],  # noqa: B006
) -> MetricBody:
    """The metric view as JSON."""
    with running_queries(request, opened) as queries:
        page = MetricPage(WorkspaceResults.of(opened), queries, links_of(request, opened))
        state = page.state(dataset, metric, group, [each for each in models if each], by)
        if state is None:
            return MetricBody(
                workspace=opened.name, dataset=None, suite=None, metric=None, group=group, rows=[], bars=[],
                note="This workspace has no finished results.", tags=[], by_tag=[], tag_note="",
            )  # fmt: skip
        bars, note = page.bars(state)
        addresses = page.addresses(state, bars)
        return MetricBody(
            workspace=opened.name,
            dataset=state.dataset,
            suite=state.chosen.suite,
            metric=state.chosen.metric.name,
            group=state.group,
            rows=[TidyRow(**row) for row in page.rows(state)],
            bars=[
                MetricBar(
                    model=bar.model, group=bar.group, low=bar.low, high=bar.high, count=bar.count,
                    percent=bar.percent, cases=addresses.get(bar),
                )
                for bar in bars
            ],
            note=note,
            tags=tag_choices(queries, state),
            by_tag=_by_tag(table) if (table := _tag_table(opened, queries, page, state)) else [],
            tag_note=table.note if table else "",
        )  # fmt: skip


def _tag_table(opened: OpenedWorkspace, queries: Queries, page: MetricPage, state: MetricState) -> TagTable | None:
    """The metric by the chosen tag; None where no tag is chosen."""
    if not state.tag:
        return None
    rates, note = tag_rates(opened, queries, state)
    return make_tag_table(rates, note, state, page.colors(state), TagCaseLister(queries, state, page.links))


def _by_tag(table: TagTable) -> list[MetricByTag]:
    return [
        MetricByTag(
            model=line.rate.model, tag=table.tag, tag_value=value, value=line.rate.percent, low=line.rate.low,
            high=line.rate.high, n=line.rate.n, undecided=line.rate.undecided, cases=line.cases,
        )
        for value, lines in table.values
        for line in lines
    ]  # fmt: skip


def _parent(page: MetricPage, state: MetricState) -> str:
    """The address of the group above the chosen one; "" where there is none."""
    return page.address(state, group=state.group.rpartition("/")[0]) if state.group else ""
