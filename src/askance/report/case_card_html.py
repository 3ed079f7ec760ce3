"""Cards of cases as HTML: images with their edits, questions with changed words marked, graded answers, the rule."""

from collections import Counter
from collections.abc import Sequence
from itertools import groupby

from askance.report.case_view import AskView
from askance.report.failure_cards import CaseCard, Failures
from askance.report.rendering import render
from askance.wording.normalise import normalise

SHORT = 40  # characters of an answer that is set in bold
MOST_EXPECTED = 4  # different answers of humans that are listed


def failing_section(found: Sequence[Failures]) -> str:
    """All failing cases, model by model and suite by suite; nothing where there are none."""
    models = {each.model: [other for other in found if other.model == each.model] for each in found}
    return render("failing.html", models=models, card_html=card_html)


def card_html(card: CaseCard) -> str:
    """One card, which needs `style.css` in its page."""
    return render(
        "card.html",
        card=card,
        same_question=_same_question,
        most_given=_most_given,
        normalise=normalise,
        SHORT=SHORT,
        MOST_EXPECTED=MOST_EXPECTED,
    )


def _same_question(asks: Sequence[AskView]) -> list[list[AskView]]:
    """Neighbours that ask the same, so that the question is shown once."""
    return [list(each) for _, each in groupby(asks, key=lambda ask: (ask.stimulus.question, ask.stimulus.turns))]


def _most_given(answers: Sequence[str]) -> list[tuple[str, int]]:
    """The answers that are right and how many humans gave each, those given most first."""
    return Counter(answers).most_common()
