"""Verdicts as a list shows them: short texts, changed words, small images; the page and its JSON twin use the same."""

from collections import Counter
from collections.abc import Sequence

from askance.core import Case, Reading, Stimulus, UserError
from askance.core.control_characters import escape_controls
from askance.edits import describe_edits
from askance.relations import ALL_RELATIONS
from askance.report.changed_words import mark_changed_words
from askance.report.grade_marks import expected_words
from askance.server.case_selection import Selection
from askance.server.case_values import value_rule
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
LONGEST_QUESTION = 120  # characters of a question: about five lines of a card
MOST_MARKED = 1_000  # characters of a question whose changed words are marked
MOST_QUESTIONS, MOST_ANSWERS, MOST_IMAGES = 2, 4, 2
MOST_LINES = 3  # questions of a case whose answers must follow from the first one


class ShownText(BaseModel):
    """A run of a question: changed, or the same as in the first question."""

    text: str
    is_changed: bool = False


class ShownAnswer(BaseModel):
    """What one query of a case was answered."""

    label: str
    text: str


class ShownLine(BaseModel):
    """A question of a case whose answers must follow from the first one, with its answer."""

    question: str
    answer: str
    mark: str  # follows or contradicts; empty for the first answer, and for one that could not be read


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
    value_rule: str  # what a value between 0 and 1 is, and from which one on the case holds
    reason: str
    questions: list[list[ShownText]]
    answers: list[ShownAnswer]
    more_answers: int
    images: list[str]
    more_images: int
    truth: list[str]  # the expected answers of each query that has some, in the order of the answers
    lines: list[ShownLine]  # of a case whose answers must follow from the first one: it, and what contradicts it
    more_lines: int  # questions that are left out of them
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
        card.title = " · ".join(part for part in (card.title, change_words(case)) if part)
        if case is not None and not pair:
            card.lines = dialogue_lines(case, row)
            card.more_lines = len(case.asks) - len(card.lines) if card.lines else 0
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
        title=" · ".join(short_text(part) for part in (row.suite, row.group or row.name, row.image_file) if part),
        model=short_text(row.model),
        suite=short_text(row.suite),
        group=short_text(row.group),
        name=short_text(row.name),
        outcome=row.outcome,
        value=value_text(row.value),
        value_rule=value_rule(row.relation, row.value),
        reason=short_text(row.reason or ""),
        questions=[
            _mark(question, row.questions[0] if has_variants(row.relation) else question)
            for question in row.questions[:MOST_QUESTIONS]
        ],
        answers=[ShownAnswer(label=short_text(role), text=short_text(text)) for role, text in answers[:MOST_ANSWERS]],
        more_answers=max(0, len(answers) - MOST_ANSWERS),
        images=images,
        more_images=more_images,
        truth=[],
        lines=[],
        more_lines=0,
        models=[],
    )


def change_words(case: Case | None) -> str:
    """What was done to the image in plain words, where all variants of a case have one edit: the group says less."""
    edits = {query.stimulus.edits for _, query in case.asks if query.stimulus.edits} if case is not None else set()
    if len(edits) != 1:
        return ""
    try:
        return short_text("; ".join(describe_edits(edits.pop(), None)))
    except (UserError, ValueError, LookupError):  # the edit is of another version
        return ""


def dialogue_lines(case: Case, row: CaseRow) -> list[ShownLine]:
    """The first question, and those whose answers contradict its answer; where none does, the next question."""
    relation = ALL_RELATIONS.get(case.relation)
    said = {role: Reading("short", text) for role, text in row.answers.items()}
    implied = {} if relation is None else relation.implied(case, said)
    if not implied:
        return []
    (first, *_), questions = case.asks, {role: query.stimulus.question for role, query in case.asks}
    marks = {role: {True: "follows", False: "contradicts", None: ""}[each.is_kept] for role, each in implied.items()}
    broken = [role for role, mark in marks.items() if mark == "contradicts"]
    shown = [first[0], *(broken or list(marks)[:1])[: MOST_LINES - 1]]
    return [
        ShownLine(
            question=short_question(questions[role]),
            answer=short_text(row.answers.get(role, "–")),
            mark=marks.get(role, ""),
        )
        for role in shown
    ]


def _shown_answers(row: CaseRow) -> ShownAnswers:
    card = _shown_case(row, "", [], 0)
    return ShownAnswers(model=card.model, outcome=row.outcome, answers=card.answers, more_answers=card.more_answers)


def _truth(case: Case | None, row: CaseRow) -> list[str]:
    """The expected answers of each query in words, as far as the answers are shown."""
    expected = {} if case is None else {role: each for role, each in case.expected if each}
    scores = {} if case is None else dict(case.scores)
    shown = list(row.answers)[:MOST_ANSWERS]
    return [short_text(expected_words(expected[role], scores.get(role, ()))) for role in shown if role in expected]


def true_answers(case: Case | None) -> dict[str, str]:
    """Role → the most frequent expected answer, of the queries that have ground truth."""
    expected = () if case is None else case.expected
    return {role: Counter(each).most_common(1)[0][0] for role, each in expected if each}


def has_variants(name: str) -> bool:
    """Whether the questions of a relation's cases are variants of one question, so that changed words are marked."""
    relation = ALL_RELATIONS.get(name)
    return relation is None or relation.has_variants


def _mark(question: str, first: str) -> list[ShownText]:
    """A question in runs, cut in the middle if it is long; a very long one has no marks."""
    if max(len(question), len(first)) > MOST_MARKED:
        return [ShownText(text=short_question(question))]
    others = [first] if question != first else []
    runs = [
        ShownText(text=escape_controls(run.text), is_changed=run.is_changed)
        for run in mark_changed_words(question, others)
    ]
    return _cut_middle(runs)


def _cut_middle(runs: list[ShownText]) -> list[ShownText]:
    """Runs whose middle is left out if they are long: the words that differ are often the last ones."""
    total = sum(len(run.text) for run in runs)
    if total <= LONGEST_QUESTION:
        return runs
    first, last = [], []
    start, end = LONGEST_QUESTION // 2, total - LONGEST_QUESTION // 2
    place = 0
    for run in runs:
        head, tail = run.text[: max(0, start - place)], run.text[max(0, end - place) :]
        first += [ShownText(text=head, is_changed=run.is_changed)] if head else []
        last += [ShownText(text=tail, is_changed=run.is_changed)] if tail else []
        place += len(run.text)
    return [*first, ShownText(text="…"), *last]


def short_question(text: str) -> str:
    """A question for a list, cut in the middle if it is long."""
    return "".join(run.text for run in _cut_middle([ShownText(text=escape_controls(text))]))


def short_text(text: str) -> str:
    """A text for a list: cut, with control characters escaped."""
    cut = f"{text[:LONGEST]}… ({len(text):,} characters)" if len(text) > LONGEST else text
    return escape_controls(cut)


def value_text(value: float | None) -> str:
    """The graded form of a verdict; empty where there is none."""
    return "" if value is None else f"{value:.3g}"
