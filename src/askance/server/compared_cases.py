"""Cards of cases that hold for one model and fail for another: the questions with the answers of both models."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from askance.core import Case, Stimulus
from askance.server.case_filter import CaseFilter, RightAndWrong
from askance.server.case_selection import Selection
from askance.server.images import image_address
from askance.server.model_comparison import Parting
from askance.server.opened_workspace import OpenedWorkspace
from askance.server.pages import Links
from askance.server.query_results import CaseRow
from askance.server.shown_cases import short_question, short_text
from askance.server.stored_cases import StoredCases
from fastapi import Request

THUMBNAIL = 320  # pixels
MOST_QUESTIONS = 3


@dataclass(frozen=True, slots=True)
class ComparedQuestion:
    """A question of a case, and what both models answered: one answer per image that it is asked about."""

    question: str
    right: tuple[str, ...]  # of the model for which the case holds
    wrong: tuple[str, ...]

    @property
    def is_same(self) -> bool:
        """Whether both models gave the same answers."""
        return self.right == self.wrong


@dataclass(frozen=True, slots=True)
class ComparedCase:
    """A case where two models part."""

    row: CaseRow
    questions: tuple[ComparedQuestion, ...]
    more_questions: int  # that are left out
    picture: str | None
    address: str


def compare_answers(case: Case | None, wrong: CaseRow, right: CaseRow | None) -> list[ComparedQuestion]:
    """The questions of a case with the answers of both models, in the order of its roles."""
    roles: dict[str, list[str]] = {}
    if case is not None:
        for role, query in case.asks:
            roles.setdefault(query.stimulus.question, []).append(role)
    else:  # the stored case is missing
        roles[" · ".join(wrong.questions)] = list(wrong.answers)
    said = {} if right is None else right.answers
    return [
        ComparedQuestion(
            short_question(question),
            tuple(short_text(said[role]) for role in some if role in said),
            tuple(short_text(wrong.answers[role]) for role in some if role in wrong.answers),
        )
        for question, some in roles.items()
    ]


def choose_questions(questions: Sequence[ComparedQuestion]) -> tuple[ComparedQuestion, ...]:
    """The first question, and the next ones that the models answer differently."""
    return (*questions[:1], *[each for each in questions[1:] if not each.is_same][: MOST_QUESTIONS - 1])


class ComparedCaseCards:
    """Makes the small cards of cases where two models part."""

    def __init__(self, request: Request, opened: OpenedWorkspace, links: Links):
        self._request, self._opened, self._links = request, opened, links
        self._stored = StoredCases(opened)

    def cards(self, parting: Parting, about: CaseFilter) -> list[ComparedCase]:
        """The cases of a parting, each with its thumbnail and its address in the selection."""
        cases = self._stored.read_cases(row for row, _ in parting.rows)
        selection = Selection(replace(about, right=RightAndWrong(parting.right, parting.wrong)))
        return [
            self._card(row, right, cases.get((row.dataset, row.case_key)), selection) for row, right in parting.rows
        ]

    def _card(self, row: CaseRow, right: CaseRow | None, case: Case | None, selection: Selection) -> ComparedCase:
        data_name, picture = self._stored.data_name_of(row), None
        if data_name is not None and row.image is not None:
            shown = Stimulus(row.image, "")
            picture = image_address(self._request, self._opened, self._links, data_name, shown, THUMBNAIL)
        questions = compare_answers(case, row, right)
        shown_questions = choose_questions(questions)
        more = len(questions) - len(shown_questions)
        return ComparedCase(row, shown_questions, more, picture, selection.case_address(self._links, row))
