"""Suites: the results of each suite in its own form, with its single cases."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any

from askance.core import Stimulus, SuiteDisplay, UserError
from askance.report.case_view import CaseViewer
from askance.report.chart_svg import HOW_TO_INSTALL, are_charts_installed
from askance.report.html_page import download_link
from askance.report.metric_declarations import find_suite
from askance.report.suite_charts import ShownChart
from askance.report.suite_sections import SuiteSection
from askance.server.case_filter import CaseFilter
from askance.server.case_selection import Selection
from askance.server.case_strips import QuestionCases, make_strips
from askance.server.case_trees import Node, make_trees
from askance.server.chart_bundle import router as chart_router
from askance.server.chart_drawing import DRAWER
from askance.server.images import ImageShelf, image_address
from askance.server.interactive_charts import interactive_spec
from askance.server.opened_workspace import OpenedWorkspace
from askance.server.pages import ChosenWorkspace, Links, links_of, render_page
from askance.server.queries import Queries
from askance.server.running_queries import running_queries
from askance.server.stored_cases import StoredCases
from askance.server.suite_cases import ImageChoice, ShownCase, SuiteCaseReader, find_images
from askance.server.suite_results import (
    MOST_VERDICTS,
    Matrix,
    coverage_rows,
    coverage_tables,
    drawn_charts,
    heat_maps,
    make_matrix,
    model_order,
    suite_rows,
    suite_section,
)
from askance.server.tidy_rows import TidyRow
from askance.server.workspace_results import WorkspaceResults
from fastapi import APIRouter, Query, Request
from pydantic import BaseModel
from starlette.responses import HTMLResponse, Response

router = APIRouter()
router.include_router(chart_router)
PATH = "/suites"
WIDTH = 320  # pixels of an image in a strip
MOST_MODELS = 6  # whose answers a strip shows
ABOUT_CASES = ("strip", "questions", "tree")  # displays of single cases
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


@dataclass(frozen=True, slots=True)
class ShownDisplay:
    """A display of a suite, ready for the template: one of the parts is filled."""

    about: SuiteDisplay
    matrices: list[Matrix] = field(default_factory=list)
    coverage: list[Any] = field(default_factory=list)
    questions: list[QuestionCases] = field(default_factory=list)
    trees: list[Node] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Chosen:
    """What an address chooses, completed by what is usual."""

    suite: str
    dataset: str
    datasets: list[str]
    model: str
    models: list[str]


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
        picker = _Displays(request, opened, queries, links, chosen, image)
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
            shown_models=_shown_models(chosen),
            colors={name: place for place, name in enumerate(chosen.models)},
            images=picker.images,
            image=picker.image,
            image_links=picker.image_links(),
            picture=picker.picture(),
            download=download_link,
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
        verdicts = _verdict_count(queries, chosen)
        section = suite_section(opened, chosen.suite, chosen.dataset, verdicts)
        has_coverage = any(each.kind == "coverage" for each in _displays_of(results, chosen.suite))
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


def _displays_of(results: WorkspaceResults, suite: str) -> tuple[SuiteDisplay, ...]:
    own = find_suite(results.declared, suite)
    return own.displays if own else ()


def _choose(results: WorkspaceResults, suite: str, dataset: str, model: str) -> Chosen:
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
    return Chosen(suite, dataset, datasets, model or _interesting_model(results, dataset, models), models)


def _interesting_model(results: WorkspaceResults, dataset: str, models: Sequence[str]) -> str:
    """The best model that has a weakness; where none has one, the last of the leaderboard."""
    weak = {each.model for each in results.weaknesses if each.findings and each.dataset == dataset}
    return next((name for name in models if name in weak), models[-1])


def _verdict_count(queries: Queries, chosen: Chosen) -> int:
    return queries.count(CaseFilter(suites=(chosen.suite,), datasets=(chosen.dataset,)))


def _section(opened: OpenedWorkspace, queries: Queries, chosen: Chosen) -> SuiteSection:
    return suite_section(opened, chosen.suite, chosen.dataset, _verdict_count(queries, chosen))


def _chart_body(chart: ShownChart) -> SuiteChart:
    spec = None if chart.spec is None else interactive_spec(chart.spec)
    return SuiteChart(title=chart.title, caption=chart.caption, spec=spec)


class _Displays:
    """Makes the displays that a suite declares."""

    def __init__(
        self, request: Request, opened: OpenedWorkspace, queries: Queries, links: Links, chosen: Chosen, image: str
    ):
        self._request, self._opened, self._queries, self._links = request, opened, queries, links
        self._chosen, self._stored = chosen, StoredCases(opened)
        self._results = WorkspaceResults.of(opened)
        self._declared = _displays_of(self._results, chosen.suite)
        self._data_name = self._find_data_name()
        self.has_cases = any(each.kind in ABOUT_CASES for each in self._declared)
        self.images: list[ImageChoice] = []
        if self.has_cases:
            about = chosen.dataset, chosen.suite, chosen.model
            self.images = opened.cached(("suite images", *about), lambda space: find_images(queries, *about))
        self.image = image or (self.images[0].image if self.images else "")
        self._cases: list[ShownCase] | None = None

    def displays(self) -> list[ShownDisplay]:
        """All that the suite declares and that there are results for."""
        return [made for each in self._declared if (made := self._make(each)) is not None]

    def _make(self, about: SuiteDisplay) -> ShownDisplay | None:
        chosen = self._chosen
        if about.kind == "matrix":
            made = [
                make_matrix(self._results, chosen.suite, chosen.dataset, name, chosen.model) for name in about.metrics
            ]
            found = [matrix for matrix in made if matrix is not None]
            return ShownDisplay(about, matrices=found) if found else None
        if about.kind == "coverage":
            if len(chosen.models) < 2 or _verdict_count(self._queries, chosen) > MOST_VERDICTS:
                return None
            tables = coverage_tables(coverage_rows(self._opened, chosen.suite, chosen.dataset))
            return ShownDisplay(about, coverage=tables) if tables else None
        cases = self._cases_of_image()
        if not cases:
            return None
        if about.kind == "tree":
            return ShownDisplay(about, trees=make_trees(cases, chosen.model, self._picture, self._case_address))
        return ShownDisplay(about, questions=make_strips(cases, about.groups, self._picture, self._case_address))

    def _cases_of_image(self) -> list[ShownCase]:
        if self._cases is None:
            models = _shown_models(self._chosen)
            shelf: ImageShelf = self._request.app.state.images
            data = shelf.dataset(self._opened, self._data_name) if self._data_name else None
            reader = SuiteCaseReader(self._queries, self._stored, CaseViewer(data))
            about = self._chosen.dataset, self._chosen.suite, self.image
            self._cases = reader.of_image(*about, models) if self.image else []
        return self._cases

    def _find_data_name(self) -> str:
        wanted = self._chosen.dataset, self._chosen.suite
        sets = [each.case_set for each in self._results.results if (each.dataset, each.suite) == wanted]
        return next((self._results.case_sets[name].data_name for name in sets if name in self._results.case_sets), "")

    def _picture(self, stimulus: Stimulus) -> str | None:
        if not self._data_name:
            return None
        return image_address(self._request, self._opened, self._links, self._data_name, stimulus, WIDTH)

    def picture(self) -> str | None:
        """The chosen image without edits."""
        return self._picture(Stimulus(self.image, "")) if self.image else None

    def _case_address(self, case: ShownCase, model: str) -> str:
        if not self._links.has("case"):
            return ""
        row = case.rows[model]
        chosen = CaseFilter(models=(model,), datasets=(row.dataset,), suites=(row.suite,), groups=(row.group,))
        return Selection(chosen).case_address(self._links, row)

    def image_links(self) -> dict[str, str]:
        """The addresses of the image before and after the chosen one."""
        names = [each.image for each in self.images]
        if self.image not in names:
            return {"previous": "", "next": ""}
        place = names.index(self.image)
        near = {"previous": place - 1, "next": place + 1}
        return {name: self._to(names[at]) if 0 <= at < len(names) else "" for name, at in near.items()}

    def _to(self, image: str) -> str:
        chosen = self._chosen
        return self._links.to(PATH, suite=chosen.suite, dataset=chosen.dataset, model=chosen.model, image=image)


def _shown_models(chosen: Chosen) -> Sequence[str]:
    """The chosen model first, then others."""
    return [chosen.model, *(name for name in chosen.models if name != chosen.model)][:MOST_MODELS]
