"""What the page of one case shows: its card, the answers of all models, why, and the same image elsewhere."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from askance.core import Answer, Case, Dataset, Reading, Scene, Step, Stimulus, UserError
from askance.core.case_explanation import ExplanationLine, SuiteWithExplanations
from askance.core.dataset import KnowsImageSizes
from askance.core.outside_code_errors import name_outside_code_in_errors
from askance.models.no_image import is_without_image
from askance.report.case_view import AskView, CaseView, CaseViewer
from askance.report.current_results import CurrentResult
from askance.report.failing_cases import Outcome as CardOutcome
from askance.report.failure_cards import CaseCard, arrange_card
from askance.report.grade_answers import Expected, grade_answer
from askance.report.grade_marks import Grade, grade_words
from askance.server.case_values import value_words
from askance.server.images import ImageShelf, image_address
from askance.server.opened_workspace import OpenedWorkspace
from askance.server.pages import links_of
from askance.server.queries import Queries
from askance.server.query_results import CaseRow
from askance.server.same_image import CasesOfImage, SuiteFigures, make_figure, split_by_question
from askance.server.stored_cases import StoredCases, answers_by_role
from askance.server.suite_displays import displays_of
from askance.server.workspace_results import WorkspaceResults
from askance.suites import open_stored_suite
from fastapi import Request

WIDTH, THUMBNAIL = 640, 320  # pixels
SIZE = (640, 480)  # of an image whose size is not known before it is drawn
MOST_OF_IMAGE = 20_000  # cases of one image that are counted
CARD_OUTCOMES: dict[str, CardOutcome] = {
    "fails": "broken", "holds": "kept", "measured": "measured", "undecided": "undecided",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class AnswerOfModel:
    """What a model answered, as it was read, and how right it is."""

    answer: str | None
    grade: Grade = "no ground truth"
    score: float | None = None

    @property
    def graded(self) -> str:
        """The grade in words."""
        return grade_words(self.grade, self.score)


@dataclass(frozen=True, slots=True)
class CaseDetails:
    """One case with the answers of one model."""

    row: CaseRow
    models: tuple[CaseRow, ...]  # the verdicts of all models, this one included
    case: Case | None  # None where the stored case is missing or damaged
    card: CaseCard | None
    why: tuple[ExplanationLine, ...]
    of_image: CasesOfImage  # the other cases about the same image
    elsewhere: tuple[SuiteFigures, ...] = ()
    is_without_image: bool = False  # a blind run: the model received none of the images

    @property
    def roles(self) -> list[str]:
        """The roles of the case's queries."""
        if self.case is not None:
            return [role for role, _ in self.case.asks]
        return list(dict.fromkeys(role for each in self.models for role in each.answers))

    @property
    def others(self) -> tuple[CaseRow, ...]:
        """Other questions about the same image, one case for each suite and question."""
        return tuple({(each.suite, each.questions): each for each in reversed(self.of_image.others)}.values())[::-1]

    @property
    def image_cases(self) -> int:
        """The number of cases about the image, this one included."""
        return 1 + len(self.of_image.same) + len(self.of_image.others)

    @property
    def failing_of_suite(self) -> int:
        """Of a case that only measures something: the failing cases of its suite about the same image."""
        if self.row.outcome != "measured":
            return 0
        rows = (*self.of_image.same, *self.of_image.others)
        return sum(each.suite == self.row.suite and each.outcome == "fails" for each in rows)

    @property
    def is_dialogue(self) -> bool:
        """Whether the card says what each answer must be after the first one."""
        return self.card is not None and self.card.view.is_dialogue

    @property
    def change(self) -> str:
        """What was done to the image or the model, where all variants of the case have it in common."""
        asks = () if self.card is None else self.card.view.asks
        found = {"; ".join((*ask.edits, *ask.settings)) for ask in asks if ask.edits or ask.settings}
        return found.pop() if len(found) == 1 else ""

    @property
    def value(self) -> str:
        """The value of the verdict in words."""
        return value_words(self.row, None if self.card is None else self.card.view)

    def answer_of(self, row: CaseRow, role: str) -> AnswerOfModel:
        """What one of the models answered in a role, with the grade that the cards of the page show."""
        text, ask = row.answers.get(role), self.answer_to(role)
        if text is None or ask is None:
            return AnswerOfModel(text)
        if row is self.row:
            return AnswerOfModel(text, ask.grade, ask.score)
        expected = Expected(ask.expected, ask.expected_scores)
        graded = grade_answer(Answer(text=text), Reading("short", text), expected, row.relation)
        return AnswerOfModel(text, graded.grade, graded.score)

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
        of_image = self._cases_of_image(row, case)
        if case is None:
            return CaseDetails(row, tuple(rows), None, None, (), of_image)
        shown = of_image.shown(self._groups_of)
        related = self._stored.read_cases(shown)
        answers = self._read_answers(row, [case, *related.values()])
        data = self._dataset(row)
        viewer = self._viewer(row, data)
        view = self._view(viewer, case, answers, row.reason)
        seen = [(other, related[key]) for other in shown if (key := (other.dataset, other.case_key)) in related]
        figures = [
            make_figure(other, each, self._view(viewer, each, answers), view, partial(self._thumbnail, other))
            for other, each in seen
        ]
        result = self._stored.result_of(row)
        return CaseDetails(
            row,
            tuple(rows),
            case,
            self._card(view, row, data),
            self._explain(row, case, data),
            of_image,
            of_image.by_suite(figures),
            result is not None and is_without_image(result.fingerprint),
        )

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
        return arrange_card(
            view, CARD_OUTCOMES[row.outcome], lambda image, edits: self._picture(row, data, image, edits)
        )

    def _thumbnail(self, row: CaseRow, stimulus: Stimulus) -> str | None:
        return self._address(row, stimulus, THUMBNAIL)

    def _groups_of(self, suite: str) -> tuple[str, ...]:
        """The groups of a suite in the order in which it wants them to be shown."""
        shown = displays_of(WorkspaceResults.of(self._opened), suite)
        return next((each.groups for each in shown if each.groups), ())

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
            suite = open_stored_suite(row.suite)
        except UserError:
            return ()
        if not isinstance(suite, SuiteWithExplanations):
            return ()
        with name_outside_code_in_errors(f"suite {row.suite}: explain_case()", suite):
            return suite.explain_case(case, _scene_of(data, row.image))

    def _cases_of_image(self, row: CaseRow, case: Case | None) -> CasesOfImage:
        """The other cases about the image, with the answers of the same model."""
        if row.image is None:
            return CasesOfImage((), ())
        asked = set(row.questions) | ({case.question} if case is not None and case.question else set())
        found = self._queries.cases_of_image(row.image, row.model, MOST_OF_IMAGE)
        others = (each for each in found if each.dataset == row.dataset and each.case_key != row.case_key)
        return split_by_question(others, asked)


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
