"""Overview: what is wrong with the models, and the leaderboard."""

from functools import lru_cache, partial
from typing import Annotated, Any

from askance.report.dataset_average import dataset_averages
from askance.report.findings import Finding, ModelFindings
from askance.report.html_page import describe_levels, describe_noise_floor, render_findings
from askance.server.leaderboard import LeaderboardMaker, LeaderboardPage
from askance.server.pages import ChosenWorkspace, Links, links_of, render_page
from askance.server.tidy_rows import TidyRow
from askance.server.view_addresses import compare_address, finding_cases_address, metric_address
from askance.server.workspace_results import WorkspaceResults, suite_warning_lines
from fastapi import APIRouter, Query, Request
from pydantic import BaseModel
from starlette.responses import HTMLResponse, RedirectResponse, Response

router = APIRouter()
PATH = "/overview"
Columns = Annotated[
    list[str], Query(alias="column", description="Columns to show, as SUITE.METRIC; default: one per suite.")
]
Sort = Annotated[str, Query(description="Column to sort by, or `model`.")]
Reversed = Annotated[bool, Query(alias="reverse", description="Show the worst model first.")]
Opened = Annotated[list[str], Query(alias="open", description="Models that are shown with one row per data set.")]
Chosen = Annotated[list[str], Query(alias="model", description="Models that were chosen to be compared.")]


class OverviewFinding(BaseModel):
    """One weakness of one model on one data set, in one sentence."""

    model: str
    dataset: str
    suite: str
    group: str
    sentence: str
    bad: float
    low: float
    high: float
    unit: str
    n: int
    is_sure: bool  # False: it looks weak, but there are too few cases to be sure


class OverviewUsage(BaseModel):
    """What the answers of a model on a data set took."""

    model: str
    dataset: str
    parameters: int | None
    calls: int | None
    prompt_tokens: int | None
    completion_tokens: int | None
    latency_p50: float | None
    latency_p95: float | None
    usd: float | None


class OverviewBody(BaseModel):
    """The findings, the headline rows behind the leaderboard in its order, and what the answers took."""

    workspace: str
    notices: list[str]
    findings: list[OverviewFinding]
    rows: list[TidyRow]
    averages: list[TidyRow]  # over data sets
    usage: list[OverviewUsage]


@router.get(PATH, response_class=HTMLResponse)
def overview(
    request: Request,
    opened: ChosenWorkspace,
    columns: Columns = [],  # noqa: B006  FastAPI copies it
    sort: Sort = "",
    is_reversed: Reversed = False,
    open_models: Opened = [],  # noqa: B006
    chosen: Chosen = [],  # noqa: B006
) -> Response:
    """The overview as a page."""
    links = links_of(request, opened)
    if len(chosen) > 1 and (address := compare_address(links, chosen)):
        return RedirectResponse(address, 303)
    results = WorkspaceResults.of(opened)
    return render_page(
        request,
        "overview.html",
        opened,
        "overview",
        title="Overview",
        has_rows=bool(results.rows),
        averaged=_averaged_columns(results),
        board=_board(results, columns, sort, is_reversed, open_models),
        address=_BoardAddress(links, columns, sort, is_reversed, open_models),
        chosen=chosen,
        metric_address=partial(metric_address, links),
        findings=render_findings(
            _ordered(results), _finding_links(links, results), pages=_failing_pages(links, results), fold=3
        ),
        noise_floor=describe_noise_floor(results.weaknesses),
        levels=describe_levels(results.weaknesses),
        warnings=[*results.notes, *suite_warning_lines(opened)],
        samples=results.samples,
    )


@router.get(f"/api{PATH}")
def overview_json(
    opened: ChosenWorkspace,
    columns: Columns = [],  # noqa: B006
    sort: Sort = "",
    is_reversed: Reversed = False,
) -> OverviewBody:
    """The overview as JSON."""
    results = WorkspaceResults.of(opened)
    board = _board(results, columns, sort, is_reversed, results.models)
    shown = {column.key for column in board.columns}
    order = {line.model: number for number, line in enumerate(board.lines)}
    rows = [row for row in results.rows if row["group"] == "" and f"{row['suite']}.{row['metric']}" in shown]
    rows.sort(key=lambda row: order[row["model"]])
    averages = sorted(dataset_averages(rows), key=lambda row: order[row["model"]])
    return OverviewBody(
        workspace=opened.name,
        notices=[*opened.notices, *results.notes, *suite_warning_lines(opened)],
        findings=[_finding_body(finding, True) for each in results.weaknesses for finding in each.findings]
        + [_finding_body(finding, False) for each in results.weaknesses for finding in each.likely],
        rows=[TidyRow(**row) for row in rows],
        averages=[TidyRow(**row) for row in averages],
        usage=[OverviewUsage(**row) for row in results.usage],
    )


def _averaged_columns(results: WorkspaceResults) -> dict[str, int]:
    """Column → the number of data sets that it is the mean of, where there are several."""
    found: dict[str, set[str]] = {}
    for row in results.rows:
        found.setdefault(f"{row['suite']}.{row['metric']}", set()).add(row["dataset"])
    return {column: len(datasets) for column, datasets in found.items() if len(datasets) > 1}


class _BoardAddress:
    """Addresses of variants of the present board."""

    def __init__(self, links: Links, columns: list[str], sort: str, is_reversed: bool, open_models: list[str]):
        self._links, self._open = links, open_models
        self._now: dict[str, Any] = {"column": columns, "sort": sort, "reverse": is_reversed or None}

    def sorted_by(self, key: str, board: LeaderboardPage) -> str:
        """The board sorted by a column; the other way round where it is sorted by it already."""
        is_reversed = board.sort == key and not board.is_reversed
        return self._to(self._now | {"sort": key, "reverse": is_reversed or None}, self._open)

    def toggled(self, model: str) -> str:
        """The board with the data sets of a model opened or closed."""
        is_open = model in self._open
        return self._to(self._now, [each for each in self._open if each != model] if is_open else [*self._open, model])

    def is_open(self, model: str) -> bool:
        """Whether a model is shown with its data sets."""
        return model in self._open

    def json(self) -> str:
        """The present board as JSON."""
        return self._links.to(f"/api{PATH}", **self._now)

    def hidden(self) -> list[tuple[str, str]]:
        """The fields that the form for columns keeps."""
        pairs = [("w", self._links.workspace)] if self._links.workspace else []
        return [*pairs, *(("open", model) for model in self._open)]

    def hidden_with_columns(self) -> list[tuple[str, str]]:
        """The fields that the form for comparing keeps, where fewer than two models are chosen."""
        sort = [("sort", self._now["sort"])] if self._now["sort"] else []
        reverse = [("reverse", "1")] if self._now["reverse"] else []
        return [*self.hidden(), *(("column", each) for each in self._now["column"]), *sort, *reverse]

    def _to(self, state: dict[str, Any], open_models: list[str]) -> str:
        return self._links.to(PATH, **state, open=open_models)


@lru_cache(maxsize=4)  # by the results themselves: board and rows of a page must be of one state
def _leaderboard(results: WorkspaceResults) -> LeaderboardMaker:
    return LeaderboardMaker(results)


def _board(
    results: WorkspaceResults, columns: list[str], sort: str, is_reversed: bool, open_models: list[str]
) -> LeaderboardPage:
    return _leaderboard(results).page(columns, sort, is_reversed, open_models)


def _ordered(results: WorkspaceResults) -> list[ModelFindings]:
    """The findings in the order of the leaderboard, models without one last."""
    order = {line.model: number for number, line in enumerate(_board(results, [], "", False, []).lines)}
    return sorted(results.weaknesses, key=lambda each: (not each.findings, order.get(each.model, len(order))))


def _finding_links(links: Links, results: WorkspaceResults) -> dict[Finding, tuple[str, str] | None]:
    """Finding → the address of the cases behind it."""
    found = [finding for each in results.weaknesses for finding in (*each.findings, *each.likely, *each.weak)]
    addresses = {finding: finding_cases_address(links, finding) for finding in found}
    return {finding: None if address is None else (address, "") for finding, address in addresses.items()}


def _failing_pages(links: Links, results: WorkspaceResults) -> dict[tuple[str, str], str]:
    """Model and data set → the address of all failing cases, of models that look weak somewhere."""
    weak = [each for each in results.weaknesses if each.findings or each.unclear] if links.has("cases") else []
    about = [(each.model, each.dataset) for each in weak]
    return {pair: links.to("/cases", model=pair[0], dataset=pair[1], verdict="fails") for pair in about}


def _finding_body(finding: Finding, is_sure: bool) -> OverviewFinding:
    about = finding.model, finding.dataset, finding.suite, finding.group
    names = ("model", "dataset", "suite", "group")
    return OverviewFinding(
        **dict(zip(names, about, strict=True)),
        sentence=finding.text,
        bad=finding.bad.value,
        low=finding.bad.low,
        high=finding.bad.high,
        unit=finding.unit,
        n=finding.n,
        is_sure=is_sure,
    )
