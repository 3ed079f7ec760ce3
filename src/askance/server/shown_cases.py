"""Verdicts as a list shows them: short texts, changed words, small images; the page and its JSON twin use the same."""

from collections import Counter
from collections.abc import Sequence

from askance.core import Case, Stimulus
from askance.core.control_characters import escape_controls
from askance.report.changed_words import mark_changed_words
from askance.server.case_selection import Selection
from askance.server.images import image_address
from askance.server.opened_workspace import OpenedWorkspace
from askance.server.pages import links_of
from askance.server.queries import Queries
from askance.server.query_results import CaseRow
from askance.server.stored_cases import StoredCases
from fastapi import Request
from pydantic import BaseModel

THUMBNAIL = 320  # pixels
LONGEST = 240  # characters of a text in a list
MOST_QUESTIONS, MOST_ANSWERS, MOST_IMAGES = 2, 4, 2


class ShownText(BaseModel):
    """A run of a question: changed, or the same as in the first question."""

    text: str
    is_changed: bool = False


class ShownAnswer(BaseModel):
    """What one query of a case was answered."""

    label: str
    text: str


class ShownAnswers(BaseModel):
    """What one model answered, and whether the relation holds for it."""

    model: str
    outcome: str
    answers: list[ShownAnswer]
    more_answers: int


class ShownCase(BaseModel):
    """One verdict as a list shows it; texts are cut, and control characters are escaped."""

    address: str
    title: str
    model: str
    suite: str
    group: str
    name: str
    outcome: str
    value: str
    reason: str
    questions: list[list[ShownText]]
    answers: list[ShownAnswer]
    more_answers: int
    images: list[str]
    more_images: int
    truth: list[str]  # the expected answer of each query that has one, in the order of the answers
    models: list[ShownAnswers]  # if one model is right and another one wrong: the answers of both, the right one first


def show_cases(
    request: Request, opened: OpenedWorkspace, queries: Queries, rows: Sequence[CaseRow], selection: Selection
) -> list[ShownCase]:
    """The cards of some verdicts."""
    if not rows:
        return []
    pair = selection.filter.right
    both = queries.verdicts_of_models(rows, (pair.right, pair.wrong)) if pair else {}
    stored, links = StoredCases(opened), links_of(request, opened)
    cases = stored.read_cases(rows)
    found = []
    for row in rows:
        data_name = stored.data_name_of(row)
        case = cases.get((row.dataset, row.case_key))
        shown = distinct_stimuli(case, row)
        images = [] if data_name is None else [
            address
            for stimulus in shown[:MOST_IMAGES]
            if (address := image_address(request, opened, links, data_name, stimulus, THUMBNAIL)) is not None
        ]  # fmt: skip
        more = len(shown) - len(images) if images else 0
        card = _shown_case(row, selection.case_address(links, row), images, more)
        card.truth = _truth(case, row)
        card.models = [_shown_answers(each) for each in both.get((row.dataset, row.case_key), ())]
        found.append(card)
    return found


def distinct_stimuli(case: Case | None, row: CaseRow) -> list[Stimulus]:
    """One stimulus for each different image of a case, the unedited one first; without the case, what the row knows."""
    if case is None:
        return [] if row.image is None else [Stimulus(row.image, "")]
    found = {
        (query.stimulus.image, query.stimulus.edits): query.stimulus
        for _, query in sorted(case.asks, key=lambda ask: bool(ask[1].stimulus.edits))
        if query.stimulus.image is not None
    }
    return list(found.values())


def _shown_case(row: CaseRow, address: str, images: list[str], more_images: int) -> ShownCase:
    answers = list(row.answers.items())
    return ShownCase(
        address=address,
        title=" · ".join(short_text(part) for part in (row.suite, row.group or row.name) if part),
        model=short_text(row.model),
        suite=short_text(row.suite),
        group=short_text(row.group),
        name=short_text(row.name),
        outcome=row.outcome,
        value=value_text(row.value),
        reason=short_text(row.reason or ""),
        questions=[_mark(question, row.questions[0]) for question in row.questions[:MOST_QUESTIONS]],
        answers=[ShownAnswer(label=short_text(role), text=short_text(text)) for role, text in answers[:MOST_ANSWERS]],
        more_answers=max(0, len(answers) - MOST_ANSWERS),
        images=images,
        more_images=more_images,
        truth=[],
        models=[],
    )


def _shown_answers(row: CaseRow) -> ShownAnswers:
    card = _shown_case(row, "", [], 0)
    return ShownAnswers(model=card.model, outcome=row.outcome, answers=card.answers, more_answers=card.more_answers)


def _truth(case: Case | None, row: CaseRow) -> list[str]:
    """The most frequent expected answer of each query, as far as the answers are shown."""
    expected = true_answers(case)
    return [short_text(expected[role]) for role in list(row.answers)[:MOST_ANSWERS] if role in expected]


def true_answers(case: Case | None) -> dict[str, str]:
    """Role → the most frequent expected answer, of the queries that have ground truth."""
    expected = () if case is None else case.expected
    return {role: Counter(each).most_common(1)[0][0] for role, each in expected if each}


def _mark(question: str, first: str) -> list[ShownText]:
    """A question in runs; one that is cut has no marks."""
    if max(len(question), len(first)) > LONGEST:
        return [ShownText(text=short_text(question))]
    others = [first] if question != first else []
    return [
        ShownText(text=escape_controls(run.text), is_changed=run.is_changed)
        for run in mark_changed_words(question, others)
    ]


def short_text(text: str) -> str:
    """A text for a list: cut, with control characters escaped."""
    cut = f"{text[:LONGEST]}… ({len(text):,} characters)" if len(text) > LONGEST else text
    return escape_controls(cut)


def value_text(value: float | None) -> str:
    """The graded form of a verdict; empty where there is none."""
    return "" if value is None else f"{value:.3g}"
