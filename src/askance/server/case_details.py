"""What the page of one case shows: its card, the answers of all models, why, and the same image elsewhere."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from askance.core import Answer, Case, Dataset, Scene, Step, Stimulus, UserError, query_key
from askance.core.case_explanation import ExplanationLine, SuiteWithExplanations
from askance.core.dataset import KnowsImageSizes
from askance.core.outside_code_errors import name_outside_code_in_errors
from askance.models.no_image import is_without_image
from askance.report.case_view import AskView, CaseView, CaseViewer
from askance.report.current_results import CurrentResult
from askance.report.failing_cases import Outcome as CardOutcome
from askance.report.failure_cards import CaseCard, arrange_card
from askance.server.images import ImageShelf, image_address
from askance.server.opened_workspace import OpenedWorkspace
from askance.server.pages import links_of
from askance.server.queries import Queries
from askance.server.query_results import CaseRow
from askance.server.stored_cases import StoredCases, answers_by_role
from askance.suites import open_suite
from fastapi import Request

WIDTH, THUMBNAIL = 640, 320  # pixels
SIZE = (640, 480)  # of an image whose size is not known before it is drawn
MOST_CASES = 60  # cases about the same image and question that are read
MOST_SIDES = 3  # questions about one image that are shown side by side, each with the image
MOST_FIGURES = 12  # figures per suite
CARD_OUTCOMES: dict[str, CardOutcome] = {
    "fails": "broken", "holds": "kept", "measured": "measured", "undecided": "undecided",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Figure:
    """One image under the same question in another case, with the answer to it."""

    row: CaseRow
    picture: str | None
    caption: str
    ask: AskView


@dataclass(frozen=True, slots=True)
class SuiteFigures:
    """What one suite did with the same image and question."""

    suite: str
    cases: int
    figures: tuple[Figure, ...]
    more: int  # figures that are left out


@dataclass(frozen=True, slots=True)
class CaseDetails:
    """One case with the answers of one model."""

    row: CaseRow
    models: tuple[CaseRow, ...]  # the verdicts of all models, this one included
    case: Case | None  # None where the stored case is missing or damaged
    card: CaseCard | None
    why: tuple[ExplanationLine, ...]
    elsewhere: tuple[SuiteFigures, ...]
    others: tuple[CaseRow, ...]  # other questions about the same image, one case for each suite and question
    other_cases: int  # the number of those cases
    is_without_image: bool = False  # a blind run: the model received none of the images

    @property
    def roles(self) -> list[str]:
        """The roles of the case's queries."""
        if self.case is not None:
            return [role for role, _ in self.case.asks]
        return list(dict.fromkeys(role for each in self.models for role in each.answers))

    def answer_to(self, role: str) -> AskView | None:
        """What was asked and answered in a role."""
        asks = () if self.card is None else self.card.view.asks
        return next((ask for ask in asks if ask.role == role), None)


class CaseDetailsMaker:
    """Puts together the page of a case for one request."""

    def __init__(self, request: Request, opened: OpenedWorkspace, queries: Queries):
        self._request, self._opened, self._queries = request, opened, queries
        self._stored = StoredCases(opened)
        self._links = links_of(request, opened)
        self._shelf: ImageShelf = request.app.state.images

    def make(self, rows: Sequence[CaseRow], model: str) -> CaseDetails:
        """The details of a case; `rows`: the verdicts of all models on it."""
        row = next((each for each in rows if each.model == model), rows[0])
        case = self._stored.read_cases([row]).get((row.dataset, row.case_key))
        same, different = self._cases_of_image(row, case)
        others = tuple({(each.suite, each.questions): each for each in reversed(different)}.values())[::-1]
        if case is None:
            return CaseDetails(row, tuple(rows), None, None, (), (), others, len(different))
        related = self._stored.read_cases(same)
        answers = self._read_answers(row, [case, *related.values()])
        data = self._dataset(row)
        viewer = self._viewer(row, data)
        view = self._view(viewer, case, answers, row.reason)
        card = self._card(view, row, data)
        seen = [(other, related[key]) for other in same if (key := (other.dataset, other.case_key)) in related]
        elsewhere = self._figures(seen, viewer, answers, view)
        why = self._explain(row, case, data)
        result = self._stored.result_of(row)
        is_blind = result is not None and is_without_image(result.fingerprint)
        return CaseDetails(row, tuple(rows), case, card, why, elsewhere, others, len(different), is_blind)

    def result_of(self, row: CaseRow) -> CurrentResult | None:
        """The result that a verdict is part of."""
        return self._stored.result_of(row)

    def _dataset(self, row: CaseRow) -> Dataset | None:
        name = self._stored.data_name_of(row)
        return None if name is None else self._shelf.dataset(self._opened, name)

    def _viewer(self, row: CaseRow, data: Dataset | None) -> CaseViewer:
        return self._opened.cached(("viewer", row.dataset, id(data)), lambda space: CaseViewer(data))

    def _view(
        self, viewer: CaseViewer, case: Case, answers: Mapping[bytes, Answer], reason: str | None = None
    ) -> CaseView:
        given = answers_by_role(case, answers)
        try:
            return viewer.view_case(case, given, reason)
        except (UserError, ValueError, LookupError):  # the image or the edit is of another version
            return CaseViewer(None).view_case(case, given, reason)

    def _card(self, view: CaseView, row: CaseRow, data: Dataset | None) -> CaseCard:
        questions = {ask.stimulus.question for ask in view.asks}
        side_by_side = len(questions) <= MOST_SIDES and len({ask.stimulus.edits for ask in view.asks}) == 1
        return arrange_card(
            view,
            CARD_OUTCOMES[row.outcome],
            lambda image, edits: self._picture(row, data, image, edits),
            by_question=side_by_side,
        )

    def _read_answers(self, row: CaseRow, cases: Sequence[Case]) -> Mapping[bytes, Answer]:
        result = self._stored.result_of(row)
        return {} if result is None else self._stored.read_answers(cases, result.fingerprint)

    def _picture(
        self, row: CaseRow, data: Dataset | None, image: str | None, edits: tuple[Step, ...]
    ) -> tuple[str | None, tuple[int, int]]:
        if image is None:
            return None, SIZE
        return self._address(row, Stimulus(image, "", edits), WIDTH), _size_of(data, image)

    def _address(self, row: CaseRow, stimulus: Stimulus, width: int) -> str | None:
        name = self._stored.data_name_of(row)
        return None if name is None else image_address(self._request, self._opened, self._links, name, stimulus, width)

    def _explain(self, row: CaseRow, case: Case, data: Dataset | None) -> tuple[ExplanationLine, ...]:
        try:
            suite = open_suite(row.suite)
        except UserError:
            return ()
        if not isinstance(suite, SuiteWithExplanations):
            return ()
        with name_outside_code_in_errors(f"suite {row.suite}: explain_case()", suite):
            return suite.explain_case(case, _scene_of(data, row.image))

    def _cases_of_image(self, row: CaseRow, case: Case | None) -> tuple[list[CaseRow], list[CaseRow]]:
        """The other cases about the image: those that ask one of this case's questions, and the rest."""
        if row.image is None:
            return [], []
        asked = set(row.questions) | ({case.question} if case is not None and case.question else set())
        found = [
            each
            for each in self._queries.cases_of_image(row.image)
            if (each.model, each.dataset) == (row.model, row.dataset) and each.case_key != row.case_key
        ]
        same = [each for each in found if not asked.isdisjoint(each.questions)]
        others = [each for each in found if asked.isdisjoint(each.questions)]
        return same[:MOST_CASES], others

    def _figures(
        self, cases: Sequence[tuple[CaseRow, Case]], viewer: CaseViewer, answers: Mapping[bytes, Answer], view: CaseView
    ) -> tuple[SuiteFigures, ...]:
        """One card per suite: every query that this case does not have itself, each once."""
        shown = {query_key(query) for _, query in view.case.asks}
        found: dict[str, list[Figure]] = {}
        for row, case in cases:
            keys = {role: query_key(query) for role, query in case.asks}
            for ask in self._view(viewer, case, answers).asks:
                if keys[ask.role] not in shown:
                    shown.add(keys[ask.role])
                    caption = "; ".join((*(ask.edits or (_which_image(ask.stimulus, row),)), *ask.settings))
                    address = self._address(row, ask.stimulus, THUMBNAIL)
                    found.setdefault(row.suite, []).append(Figure(row, address, caption, ask))
        counts = {suite: sum(row.suite == suite for row, _ in cases) for suite in found}
        return tuple(
            SuiteFigures(suite, counts[suite], tuple(figures[:MOST_FIGURES]), max(0, len(figures) - MOST_FIGURES))
            for suite, figures in found.items()
        )


def _which_image(shown: Stimulus, row: CaseRow) -> str:
    if shown.image is None:
        return "no image"
    return "original image" if shown.image == row.image else "another image"


def _size_of(data: Dataset | None, image: str) -> tuple[int, int]:
    """Width and height of an image: if the data set can tell, the image is not drawn for it."""
    if isinstance(data, KnowsImageSizes):
        return data.image_size(image)
    scene = _scene_of(data, image)
    return SIZE if scene is None or not scene.width or not scene.height else (scene.width, scene.height)


def _scene_of(data: Dataset | None, image: str | None) -> Scene | None:
    """The scene of an image; None where there is none, or the files have moved away."""
    if data is None or image is None:
        return None
    try:
        return data.scene(image)
    except (UserError, OSError, ValueError, LookupError):
        return None
