"""Compare: which of two or more models is better, with intervals, and the cases where they part."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from askance.core import UserError
from askance.report.comparison import Comparison
from askance.report.comparison_rows import Difference
from askance.server.case_filter import CaseFilter
from askance.server.compared_cases import ComparedCase, ComparedCaseCards
from askance.server.model_comparison import (
    DifferenceLine,
    Parting,
    accuracy_line,
    compare_models,
    comparison_of_part,
    counting_notes,
    difference_lines,
    find_partings,
    headline_lines,
    summary_line,
    tests_line,
    two_by_two_of,
)
from askance.server.opened_workspace import OpenedWorkspace
from askance.server.pages import ChosenWorkspace, Links, links_of, render_page
from askance.server.queries import Queries
from askance.server.query_results import TwoByTwo
from askance.server.running_queries import running_queries
from askance.server.workspace_results import WorkspaceResults
from fastapi import APIRouter, Query, Request
from pydantic import BaseModel
from starlette.responses import HTMLResponse, Response

router = APIRouter()
FEW_CASES = 10  # fewer are marked: a large difference may be chance
PATH = "/compare"
MOST_OTHERS = 8  # models that one model is compared with on one page: the first time, each takes a second or more
ModelA = Annotated[str, Query(description="Model A; default: the first one.")]
ModelsB = Annotated[list[str], Query(alias="b", description="The models that A is compared with, each in turn.")]
By = Annotated[str, Query(description="Also compare by `group`, or by a tag such as `type`.")]
Dataset = Annotated[str, Query(description="Only this data set; default: all.")]
Suite = Annotated[str, Query(description="Only this suite; default: all.")]


class ComparedMetric(BaseModel):
    """B minus A on one metric, as `askance compare --json` gives it."""

    model_a: str
    model_b: str
    dataset: str
    suite: str
    metric: str
    group: str
    undecided: str
    unit: str
    better: str | None
    a: float
    b: float
    difference: float
    low: float | None
    high: float | None
    p: float | None
    adjustment: str
    winner: str | None
    low_single: float | None
    high_single: float | None
    p_single: float | None
    se: float | None
    detectable: float | None
    n: int
    images: int
    undecided_a: int
    undecided_b: int


class RightWrongTable(BaseModel):
    """The cases that two models share, by outcome, and the addresses of those where they part."""

    both_right: int
    only_a: int
    only_b: int
    both_wrong: int
    undecided: int
    only_a_cases: str
    only_b_cases: str


class ComparedPair(BaseModel):
    """Two models."""

    a: str
    b: str
    summary: str
    sentences: list[str]
    notes: list[str]
    rows: list[ComparedMetric]
    table: RightWrongTable


class CompareBody(BaseModel):
    """Model A against one or more others."""

    workspace: str
    models: list[str]  # that can be compared
    pairs: list[ComparedPair]
    left_out: list[str]  # models of the request that are not compared: there are too many for one answer


@dataclass(frozen=True, slots=True)
class ShownPair:
    """What the page shows of two models."""

    a: str
    b: str
    error: str  # why they cannot be compared
    rows: tuple[Difference, ...]
    accuracy: str  # who is better on accuracy, before all other metrics
    summary: str
    without_groups: str  # why there are no rows by group; "" = there are, or none are wanted
    tests: str  # what the rows are, and what p values are adjusted for
    sentences: list[str]
    notes: list[str]
    lines: list[DifferenceLine]
    table: TwoByTwo
    counting_notes: list[str]  # why the values of metrics are not the shares of this table
    partings: list[Parting]
    cases: dict[tuple[str, str], list[ComparedCase]]  # by right and wrong model


@router.get(PATH, response_class=HTMLResponse)
def compare(
    request: Request,
    opened: ChosenWorkspace,
    a: ModelA = "",
    others: ModelsB = [],  # noqa: B006  FastAPI copies it
    by: By = "",
    dataset: Dataset = "",
    suite: Suite = "",
) -> Response:
    """The comparison as a page."""
    results, links = WorkspaceResults.of(opened), links_of(request, opened)
    if len(results.models) < 2:
        return render_page(request, "compare.html", opened, "compare", title="Compare", pairs=[], models=results.models)
    a, every = _chosen(results, a, others)
    chosen, left_out = every[:MOST_OTHERS], every[MOST_OTHERS:]
    about = _about(dataset, suite)
    with running_queries(request, opened) as queries:
        parts = _check_by(queries, by, dataset, suite, results.datasets)
        cards = ComparedCaseCards(request, opened, links)
        pairs = [_pair(opened, queries, links, cards, a, b, by, about) for b in chosen]
    return render_page(
        request,
        "compare.html",
        opened,
        "compare",
        title=f"{a} compared with {', '.join(chosen)}",
        models=results.models,
        a=a,
        others=chosen,
        by=by,
        bys=parts,
        dataset=dataset,
        datasets=results.datasets,
        suite=suite,
        suites=list(dict.fromkeys(row["suite"] for row in results.rows)),
        pairs=pairs,
        headlines=headline_lines([(each.b, each.rows) for each in pairs], a, results.declared, links),
        left_out=left_out,
        most_others=MOST_OTHERS,
        others_address=links.to(PATH, a=a, b=left_out, by=by, dataset=dataset, suite=suite),
        alone=lambda b: links.to(PATH, a=a, b=b, by=by, dataset=dataset, suite=suite),
        api=links.to(f"/api{PATH}", a=a, b=chosen, by=by, dataset=dataset, suite=suite),
    )


@router.get(f"/api{PATH}")
def compare_json(
    request: Request,
    opened: ChosenWorkspace,
    a: ModelA = "",
    others: ModelsB = [],  # noqa: B006
    by: By = "",
    dataset: Dataset = "",
    suite: Suite = "",
) -> CompareBody:
    """The comparison as JSON."""
    results, links = WorkspaceResults.of(opened), links_of(request, opened)
    if len(results.models) < 2:
        return CompareBody(workspace=opened.name, models=results.models, pairs=[], left_out=[])
    a, every = _chosen(results, a, others)
    chosen, left_out = every[:MOST_OTHERS], every[MOST_OTHERS:]
    about = _about(dataset, suite)
    with running_queries(request, opened) as queries:
        _check_by(queries, by, dataset, suite, results.datasets)
        pairs = [_pair_body(opened, queries, links, a, b, by, about) for b in chosen]
    return CompareBody(workspace=opened.name, models=results.models, pairs=pairs, left_out=left_out)


def _chosen(results: WorkspaceResults, a: str, others: Sequence[str]) -> tuple[str, list[str]]:
    """The models of an address; where it names none, the first two."""
    given = [name for name in (a, *others) if name]
    unknown = [name for name in given if name not in results.models]
    if unknown:
        raise UserError(f"there is no model {unknown[0]!r} in this workspace")
    first = a or next(name for name in results.models if name not in others or len(others) == len(results.models))
    rest = [name for name in dict.fromkeys(others) if name and name != first]
    rest = rest or [next(name for name in results.models if name != first)]
    return first, rest


def _check_by(queries: Queries, by: str, dataset: str, suite: str, datasets: Sequence[str]) -> list[str]:
    """What differences can be split by, of the chosen suite; UserError where the address names something else."""
    known = list(dict.fromkeys(("group", *(each.tag for each in queries.choices().tags))))
    if by and by not in known:
        raise UserError(f"no case has the tag {by!r}: choose one of {', '.join(known)}")
    if not suite:
        return known
    own = {tag for name in ([dataset] if dataset else datasets) for tag in queries.tags_of(name, suite)}
    return [name for name in known if name in own or name in ("group", by)]


def _about(dataset: str, suite: str) -> CaseFilter:
    return CaseFilter(datasets=(dataset,) if dataset else (), suites=(suite,) if suite else ())


def _pair(
    opened: OpenedWorkspace, queries: Queries, links: Links, cards: ComparedCaseCards, a: str, b: str, by: str,
    about: CaseFilter,
) -> ShownPair:  # fmt: skip
    found, error = _comparison(opened, a, b, by, about)
    lines = difference_lines([*found.rows, *_largest_first(found.groups)], a, b, links) if found else []
    partings = find_partings(queries, about, a, b, links)
    return ShownPair(
        a=a,
        b=b,
        error=error,
        rows=found.rows if found else (),
        accuracy=accuracy_line(found.rows, WorkspaceResults.of(opened).declared, a, b) if found else "",
        summary=summary_line(found.rows, a, b) if found else "",
        without_groups=f"The chosen cases have no {by} to split by." if found and by and not found.groups else "",
        tests=tests_line(found.rows, compare_models(opened, a, b, by).rows) if found else "",
        sentences=found.lines if found else [],
        notes=found.all_notes if found else [],
        lines=lines,
        table=two_by_two_of(queries, about, a, b),
        counting_notes=counting_notes(queries, found.rows, a, b) if found else [],
        partings=partings,
        cases={(each.right, each.wrong): cards.cards(each, about) for each in partings},
    )


def _largest_first(groups: Sequence[Difference]) -> list[Difference]:
    """The groups of each metric, the largest difference first, and those of few cases last."""
    metrics = list(dict.fromkeys((row.dataset, row.suite, row.metric.name) for row in groups))
    return sorted(
        groups,
        key=lambda row: (
            metrics.index((row.dataset, row.suite, row.metric.name)), row.n < FEW_CASES, -abs(row.difference)
        ),
    )  # fmt: skip


def _pair_body(
    opened: OpenedWorkspace, queries: Queries, links: Links, a: str, b: str, by: str, about: CaseFilter
) -> ComparedPair:
    found, error = _comparison(opened, a, b, by, about)
    rows: list[dict[str, Any]] = found.table.to_pylist() if found else []
    table = two_by_two_of(queries, about, a, b)
    only_a, only_b = (each.address for each in find_partings(queries, about, a, b, links))
    return ComparedPair(
        a=a,
        b=b,
        summary=summary_line(found.rows, a, b) if found else "",
        sentences=found.lines if found else [],
        notes=found.all_notes if found else [error],
        rows=[ComparedMetric(**row) for row in rows],
        table=RightWrongTable(
            both_right=table.both_right, only_a=table.only_a, only_b=table.only_b, both_wrong=table.both_wrong,
            undecided=table.undecided, only_a_cases=only_a, only_b_cases=only_b,
        ),
    )  # fmt: skip


def _comparison(opened: OpenedWorkspace, a: str, b: str, by: str, about: CaseFilter) -> tuple[Comparison | None, str]:
    """The comparison, or one line that says why there is none."""
    try:
        found = comparison_of_part(compare_models(opened, a, b, by), about)
    except UserError as error:
        return None, opened.without_paths(str(error))
    return (found, "") if found.rows else (None, "no metric of this selection can be compared")
