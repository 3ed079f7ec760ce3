"""The displays that a suite declares, made for one model and one image: see docs/design/0045."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from askance.core import Dataset, Stimulus, SuiteDisplay
from askance.report.case_view import CaseViewer
from askance.report.metric_declarations import find_suite
from askance.server.belief_display import BeliefLists, beliefs_about, draw_beliefs, list_beliefs
from askance.server.case_filter import CaseFilter
from askance.server.case_selection import Selection
from askance.server.case_strips import QuestionCases, make_strips
from askance.server.case_trees import Node, make_trees
from askance.server.images import ImageShelf, image_address
from askance.server.opened_workspace import OpenedWorkspace
from askance.server.pages import Links
from askance.server.queries import Queries
from askance.server.stored_cases import StoredCases
from askance.server.suite_cases import ImageChoice, ShownCase, SuiteCaseReader, find_images
from askance.server.suite_results import MOST_VERDICTS, Matrix, coverage_rows, coverage_tables, make_matrix
from askance.server.workspace_results import WorkspaceResults
from fastapi import Request
from markupsafe import Markup

PATH = "/suites"
WIDTH = 320  # pixels of an image in a strip
MOST_MODELS = 8  # whose answers a strip shows: there are eight colors
ABOUT_CASES = ("strip", "questions", "tree", "beliefs")  # displays of single cases


@dataclass(frozen=True, slots=True)
class ShownDisplay:
    """A display of a suite, ready for the template: one of the parts is filled."""

    about: SuiteDisplay
    matrices: list[Matrix] = field(default_factory=list)
    coverage: list[Any] = field(default_factory=list)
    questions: list[QuestionCases] = field(default_factory=list)
    trees: list[Node] = field(default_factory=list)
    beliefs: Markup | None = None
    belief_lists: BeliefLists | None = None


@dataclass(frozen=True, slots=True)
class SuiteChoice:
    """What an address chooses, completed by what is usual."""

    suite: str
    dataset: str
    datasets: list[str]
    model: str
    models: list[str]


class SuiteDisplays:
    """Makes the displays that a suite declares."""

    def __init__(
        self, request: Request, opened: OpenedWorkspace, queries: Queries, links: Links, chosen: SuiteChoice, image: str
    ):
        self._request, self._opened, self._queries, self._links = request, opened, queries, links
        self._chosen, self._stored = chosen, StoredCases(opened)
        self._results = WorkspaceResults.of(opened)
        self._declared = displays_of(self._results, chosen.suite)
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
            if len(chosen.models) < 2 or count_verdicts(self._queries, chosen) > MOST_VERDICTS:
                return None
            tables = coverage_tables(coverage_rows(self._opened, chosen.suite, chosen.dataset))
            return ShownDisplay(about, coverage=tables) if tables else None
        if about.kind == "beliefs":
            return self._make_beliefs(about)
        cases = self._cases_of_image()
        if not cases:
            return None
        if about.kind == "tree":
            return ShownDisplay(about, trees=make_trees(cases, chosen.model, self._picture, self._case_address))
        return ShownDisplay(about, questions=make_strips(cases, about.groups, self._picture, self._case_address))

    def _make_beliefs(self, about: SuiteDisplay) -> ShownDisplay | None:
        wanted = self._chosen.dataset, self._chosen.suite, self._chosen.model
        result = next(
            (each for each in self._results.results if (each.dataset, each.suite, each.model) == wanted), None
        )
        if result is None or not self.image:
            return None
        beliefs = beliefs_about(self._opened, result, self.image)
        if beliefs is None:
            return None
        drawn = draw_beliefs(beliefs, self.picture(), self._data())
        return ShownDisplay(about, beliefs=drawn, belief_lists=list_beliefs(beliefs))

    def _data(self) -> Dataset | None:
        shelf: ImageShelf = self._request.app.state.images
        return shelf.dataset(self._opened, self._data_name) if self._data_name else None

    def _cases_of_image(self) -> list[ShownCase]:
        if self._cases is None:
            models = shown_models(self._chosen)
            reader = SuiteCaseReader(self._queries, self._stored, CaseViewer(self._data()))
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
        """The addresses of the image before and after the chosen one, and its place among them."""
        names = [each.image for each in self.images]
        if self.image not in names:
            return {"previous": "", "next": "", "place": ""}
        place = names.index(self.image)
        near = {"previous": place - 1, "next": place + 1}
        found = {name: self._to(names[at]) if 0 <= at < len(names) else "" for name, at in near.items()}
        return found | {"place": f"{place + 1:,}"}

    def _to(self, image: str) -> str:
        chosen = self._chosen
        return self._links.to(PATH, suite=chosen.suite, dataset=chosen.dataset, model=chosen.model, image=image)


def shown_models(chosen: SuiteChoice) -> Sequence[str]:
    """The chosen model first, then others."""
    return [chosen.model, *(name for name in chosen.models if name != chosen.model)][:MOST_MODELS]


def displays_of(results: WorkspaceResults, suite: str) -> tuple[SuiteDisplay, ...]:
    """The displays that a suite declares."""
    own = find_suite(results.declared, suite)
    return own.displays if own else ()


def count_verdicts(queries: Queries, chosen: SuiteChoice) -> int:
    """The number of verdicts of all models."""
    return queries.count(CaseFilter(suites=(chosen.suite,), datasets=(chosen.dataset,)))
