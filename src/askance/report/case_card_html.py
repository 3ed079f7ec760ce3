"""Cards of cases as HTML: images with their edits, questions with changed words marked, graded answers, the rule."""

from collections import Counter
from collections.abc import Sequence
from itertools import groupby

from askance.report.case_view import AskView
from askance.report.failure_cards import CaseCard, FailureCards
from askance.report.html_templates import render_template
from askance.wording.normalise_answers import normalise_answer

SHORT = 40  # characters of an answer that is set in bold
MOST_EXPECTED = 4  # different answers of humans that are listed


def render_failing_cases(found: Sequence[FailureCards]) -> str:
    """All failing cases, model by model and suite by suite; nothing where there are none."""
    models = {each.model: [other for other in found if other.model == each.model] for each in found}
    return render_template("failing.html", models=models, card_html=render_case_card)


def render_case_card(card: CaseCard) -> str:
    """One card, which needs `style.css` in its page."""
    return render_template(
        "card.html",
        card=card,
        same_question=_group_same_question,
        most_given=_right_answers_by_frequency,
        normalise=normalise_answer,
        SHORT=SHORT,
        MOST_EXPECTED=MOST_EXPECTED,
    )


def _group_same_question(asks: Sequence[AskView]) -> list[list[AskView]]:
    """Neighbours that ask the same, so that the question is shown once."""
    return [list(each) for _, each in groupby(asks, key=lambda ask: (ask.stimulus.question, ask.stimulus.turns))]


def _right_answers_by_frequency(answers: Sequence[str]) -> list[tuple[str, int]]:
    """The answers that are right and how many humans gave each, those given most first."""
    return Counter(answers).most_common()
