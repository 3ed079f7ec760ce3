"""Suites: the results of each suite in its own form, with its single cases."""

from collections.abc import Sequence
from typing import Annotated, Any

from askance.core import UserError
from askance.report.chart_svg import HOW_TO_INSTALL, are_charts_installed
from askance.report.html_page import download_link
from askance.report.metric_declarations import find_suite
from askance.report.suite_charts import ShownChart
from askance.report.suite_sections import SuiteSection
from askance.server.chart_bundle import router as chart_router
from askance.server.chart_drawing import DRAWER
from askance.server.interactive_charts import interactive_spec
from askance.server.kept_pages import keep_briefly
from askance.server.opened_workspace import OpenedWorkspace
from askance.server.pages import ChosenWorkspace, links_of, render_page
from askance.server.queries import Queries
from askance.server.running_queries import running_queries
from askance.server.suite_displays import PATH, SuiteChoice, SuiteDisplays, count_verdicts, displays_of, shown_models
from askance.server.suite_results import (
    MOST_VERDICTS,
    coverage_rows,
    drawn_charts,
    heat_maps,
    model_order,
    suite_rows,
    suite_section,
)
from askance.server.tidy_rows import TidyRow
from askance.server.view_addresses import metric_address
from askance.server.workspace_results import WorkspaceResults
from fastapi import APIRouter, Query, Request
from pydantic import BaseModel
from starlette.responses import HTMLResponse, Response

router = APIRouter()
router.include_router(chart_router)
SuiteName = Annotated[str, Query(description="Suite; default: an overview of all suites.")]
Dataset = Annotated[str, Query(description="Data set; default: the first one that the suite was run on.")]
ModelName = Annotated[str, Query(description="Model whose cases are shown; default: the first one.")]
Image = Annotated[str, Query(description="Image whose cases are shown; default: the one with the most failures.")]


class SuiteChart(BaseModel):
    """A chart of a suite as a Vega-Lite specification; None where it is a table."""

    title: str
    caption: str
    spec: dict[str, Any] | None


class SuiteChartsBody(BaseModel):
    """The charts of one suite, in the order of its page."""

    charts: list[SuiteChart]


class CoverageCell(BaseModel):
    """How many right answers (or pairs) of the model `of` the model `model` gets right too, in percent."""

    model: str
    of: str
    metric: str
    group: str
    value: float | None
    n: int | None


class SuitesBody(BaseModel):
    """The suites of a workspace, and the results of one of them."""

    workspace: str
    suites: list[str]
    datasets: list[str]
    suite: str | None
    dataset: str | None
    claim: str
    warnings: list[str]
    rows: list[TidyRow]
    charts: list[SuiteChart]
    coverage: list[CoverageCell]


@router.get(PATH, response_class=HTMLResponse)
def suites(
    request: Request,
    opened: ChosenWorkspace,
    suite: SuiteName = "",
    dataset: Dataset = "",
    model: ModelName = "",
    image: Image = "",
) -> Response:
    """The suites as a page."""
    results, links = WorkspaceResults.of(opened), links_of(request, opened)
    names = _suite_names(results)
    chosen = _choose(results, suite, dataset, model) if suite else None
    if chosen is None:
        DRAWER.start()
        maps = heat_maps(opened) if results.rows else []
        claims = {name: _claim(results, name) for name in names}
        return render_page(
            request, "suites.html", opened, "suites", title="Suites", chosen=None, suites=names, claims=claims,
            maps=maps, mapped={name for each in maps for name in each.parts}, api=links.to(f"/api{PATH}"),
        )  # fmt: skip
    with running_queries(request, opened) as queries:
        section = _section(opened, queries, chosen)
        charts = drawn_charts(opened, section, chosen.suite, chosen.dataset)
        if any(chart.spec is not None and chart.svg is None for chart in charts):
            keep_briefly(request)  # they are drawn meanwhile
        picker = SuiteDisplays(request, opened, queries, links, chosen, image)
        return render_page(
            request,
            "suites.html",
            opened,
            "suites",
            title=f"{chosen.suite} on {chosen.dataset}",
            chosen=chosen,
            suites=names,
            section=section,
            charts=charts,
            missing_charts="" if are_charts_installed() else HOW_TO_INSTALL,
            displays=picker.displays(),
            has_cases=picker.has_cases,
            shown_models=shown_models(chosen),
            hidden_models=[name for name in chosen.models if name not in shown_models(chosen)],
            given_model=model,
            colors={name: place for place, name in enumerate(chosen.models)},
            images=picker.images,
            image=picker.image,
            image_links=picker.image_links(),
            picture=picker.picture(),
            download=download_link,
            metric_of=lambda row: metric_address(
                links, row["model"], f"{row['suite']}.{row['metric']}", row["dataset"], row["group"]
            ),
            is_interactive=any(chart.spec for chart in charts),
            charts_api=links.to(f"/api{PATH}/charts", suite=chosen.suite, dataset=chosen.dataset),
            api=links.to(f"/api{PATH}", suite=chosen.suite, dataset=chosen.dataset),
        )


@router.get(f"/api{PATH}")
def suites_json(request: Request, opened: ChosenWorkspace, suite: SuiteName = "", dataset: Dataset = "") -> SuitesBody:
    """The results of one suite as JSON; without a suite, the names of all."""
    results = WorkspaceResults.of(opened)
    names = _suite_names(results)
    if not suite:
        return SuitesBody(
            workspace=opened.name, suites=names, datasets=results.datasets, suite=None, dataset=None, claim="",
            warnings=[], rows=[], charts=[], coverage=[],
        )  # fmt: skip
    chosen = _choose(results, suite, dataset, "")
    with running_queries(request, opened) as queries:
        verdicts = count_verdicts(queries, chosen)
        section = suite_section(opened, chosen.suite, chosen.dataset, verdicts)
        has_coverage = any(each.kind == "coverage" for each in displays_of(results, chosen.suite))
        coverage = (
            coverage_rows(opened, chosen.suite, chosen.dataset) if has_coverage and verdicts <= MOST_VERDICTS else []
        )
    return SuitesBody(
        workspace=opened.name,
        suites=names,
        datasets=chosen.datasets,
        suite=chosen.suite,
        dataset=chosen.dataset,
        claim=section.claim,
        warnings=section.warnings,
        rows=[TidyRow(**row) for row in suite_rows(results, chosen.suite, chosen.dataset)],
        charts=[_chart_body(each) for each in section.charts],
        coverage=[CoverageCell(**{name: row[name] for name in CoverageCell.model_fields}) for row in coverage],
    )


@router.get(f"/api{PATH}/charts")
def suite_charts_json(
    request: Request, opened: ChosenWorkspace, suite: SuiteName = "", dataset: Dataset = ""
) -> SuiteChartsBody:
    """The charts of one suite as Vega-Lite specifications."""
    results = WorkspaceResults.of(opened)
    if not results.rows:
        return SuiteChartsBody(charts=[])
    with running_queries(request, opened) as queries:
        section = _section(opened, queries, _choose(results, suite, dataset, ""))
    return SuiteChartsBody(charts=[_chart_body(each) for each in section.charts])


def _suite_names(results: WorkspaceResults) -> list[str]:
    return list(dict.fromkeys(row["suite"] for row in results.rows))


def _claim(results: WorkspaceResults, suite: str) -> str:
    own = find_suite(results.declared, suite)
    return own.claim if own else ""


def _choose(results: WorkspaceResults, suite: str, dataset: str, model: str) -> SuiteChoice:
    """The choices of an address; a name that the workspace does not have is an error."""
    names = _suite_names(results)
    suite = suite or names[0]
    if suite not in names:
        raise UserError(f"there is no suite {suite!r} in this workspace: choose one of {', '.join(names)}")
    rows = [row for row in results.rows if row["suite"] == suite]
    datasets = list(dict.fromkeys(row["dataset"] for row in rows))
    if dataset and dataset not in datasets:
        raise UserError(f"{suite} has no results on {dataset!r}: choose one of {', '.join(datasets)}")
    dataset = dataset or datasets[0]
    models = model_order(results, suite, dataset)
    if model and model not in models:
        raise UserError(f"{suite} has no results of the model {model!r} on {dataset}")
    return SuiteChoice(suite, dataset, datasets, model or _interesting_model(results, suite, dataset, models), models)


def _interesting_model(results: WorkspaceResults, suite: str, dataset: str, models: Sequence[str]) -> str:
    """The best model that has a weakness in this suite; where none has one, the last of the leaderboard."""
    found = (each for some in results.weaknesses if some.dataset == dataset for each in some.findings)
    weak = {each.model for each in found if each.suite == suite}
    return next((name for name in models if name in weak), models[-1])


def _section(opened: OpenedWorkspace, queries: Queries, chosen: SuiteChoice) -> SuiteSection:
    return suite_section(opened, chosen.suite, chosen.dataset, count_verdicts(queries, chosen))


def _chart_body(chart: ShownChart) -> SuiteChart:
    spec = None if chart.spec is None else interactive_spec(chart.spec)
    return SuiteChart(title=chart.title, caption=chart.caption, spec=spec)
