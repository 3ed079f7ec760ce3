"""Cards of cases as HTML: images with their edits, questions with changed words marked, graded answers, the rule."""

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import groupby

from askance.core.control_characters import escape_controls
from askance.report.case_view import AskView
from askance.report.changed_words import LONGEST as LONGEST_QUESTION
from askance.report.failure_cards import CardImage, CaseCard, FailureCards
from askance.report.findings import Finding
from askance.report.grade_marks import expected_parts
from askance.report.html_escape import escape_html_attribute
from askance.report.html_templates import render_template
from askance.wording.normalise_answers import normalise_answer
from markupsafe import Markup

Picture = Callable[[CardImage], Markup]  # the element that shows an image

NO_ANSWER = "no answer"  # the grade of a call that was refused or failed
SHORT = 40  # characters of an answer that is set in bold
LEADS = 2  # findings per model
KINDS = {"yesno": "a yes/no answer", "number": "a number", "choice": "one of the choices", "short": "a short answer"}
LONGEST_RAW = 20_000  # characters of an answer that are shown
MOST_EXPECTED = 4  # different answers of humans that are listed


def render_failing_cases(
    found: Sequence[FailureCards], findings: Sequence[Finding] = (), picture: Picture | None = None
) -> str:
    """All failing cases, model by model and suite by suite, with filters; nothing where there are none."""
    models = {each.model: [other for other in found if other.model == each.model] for each in found}
    groups = sorted({_top_group(card) for each in found for card in each.cards} - {""})
    names = iter(range(sum(len(each.cards) for each in found)))
    leads = _leading_findings(findings)

    def card_html(each: FailureCards, card: CaseCard) -> str:
        shows = [finding_id(index) for index, finding in enumerate(findings) if illustrates(card, each, finding)]
        is_lead = bool(leads & set(shows))
        leads.difference_update(shows)
        about = {
            "data-lead": "yes" if is_lead else "",
            "id": f"case-{next(names)}", "data-model": each.model, "data-suite": each.suite,
            "data-group": _top_group(card), "data-findings": " ".join(shows),
        }  # fmt: skip
        return render_case_card(card, {name: escape_controls(value) for name, value in about.items()}, picture)

    return render_template(
        "failing.html",
        models=models,
        choices={
            "model": [escape_controls(name) for name in models],
            "suite": [escape_controls(name) for name in dict.fromkeys(each.suite for each in found)],
            "group": [escape_controls(name) for name in groups],
        },
        broken=lambda each: sum(card.outcome == "broken" for card in each.cards),
        card_html=card_html,
    )


def _leading_findings(findings: Sequence[Finding]) -> set[str]:
    """The names of each model's first findings: a case of each is shown before a filter is chosen."""
    seen: Counter[str] = Counter()
    chosen = set()
    for index, finding in enumerate(findings):
        seen[finding.model] += 1
        if seen[finding.model] <= LEADS:
            chosen.add(finding_id(index))
    return chosen


def finding_links(found: Sequence[FailureCards], findings: Sequence[Finding]) -> dict[Finding, tuple[str, str] | None]:
    """Finding → the address of the first card that illustrates it, and its own id; None where no card does."""
    models = dict.fromkeys(each.model for each in found)
    ordered = [each for model in models for each in found if each.model == model]
    cards = [(each, card) for each in ordered for card in each.cards]
    return {
        finding: next(
            (
                (f"#case-{number}", finding_id(index))
                for number, (each, card) in enumerate(cards)
                if illustrates(card, each, finding)
            ),
            None,
        )
        for index, finding in enumerate(findings)
    }


def finding_reasons(found: Sequence[FailureCards], findings: Sequence[Finding]) -> dict[Finding, str]:
    """Finding about refusals or failed calls → the reason that is given most often on its cards."""
    reasons: dict[Finding, str] = {}
    for finding in (each for each in findings if each.case_filter.status):
        cards = [card for each in found for card in each.cards if illustrates(card, each, finding)]
        given = Counter(ask.note for card in cards for ask in card.view.asks if ask.grade == NO_ANSWER and ask.note)
        if given:
            reasons[finding] = given.most_common(1)[0][0]
    return reasons


def finding_id(index: int) -> str:
    """The name of a finding in the page."""
    return f"finding-{index}"


def illustrates(card: CaseCard, of: FailureCards, finding: Finding) -> bool:
    """Whether a card shows a case behind a finding."""
    if (of.model, of.dataset, of.suite) != (finding.model, finding.dataset, finding.suite):
        return False
    about, case = finding.case_filter, card.view.case
    if about.status:
        return card.outcome == "undecided"
    tag, _, value = about.path.partition("/")
    is_tagged = dict(case.tags).get(tag, "").replace("/", "-") == value != ""
    return not about.path or is_tagged or case.group == about.path or case.group.startswith(f"{about.path}/")


def render_case_card(
    card: CaseCard, about: dict[str, str] | None = None, picture: Picture | None = None, is_detailed: bool = False
) -> str:
    """One card, which needs `style.css` in its page; `about`: attributes, `picture`: how an image is shown.

    `is_detailed`: also the most probable answers, how each answer was read, and the whole text.
    """
    return render_template(
        "card.html",
        card=card,
        about=about or {},
        picture=picture or image_element,
        same_question=_group_same_question,
        expected_parts=expected_parts,
        normalise=normalise_answer,
        SHORT=SHORT,
        MOST_EXPECTED=MOST_EXPECTED,
        is_detailed=is_detailed,
        KINDS=KINDS,
        LONGEST_QUESTION=LONGEST_QUESTION,
        LONGEST_RAW=LONGEST_RAW,
    )


def image_element(side: CardImage) -> Markup:
    """An image with its own data."""
    if side.picture is None:
        return Markup("")
    width, height = side.size
    caption = escape_html_attribute(side.caption)
    return Markup(f'<img alt="{caption}" width="{width}" height="{height}" src="{side.picture}">')


def _top_group(card: CaseCard) -> str:
    return card.view.case.group.partition("/")[0]


def _group_same_question(asks: Sequence[AskView]) -> list[list[AskView]]:
    """Neighbours that ask the same, so that the question is shown once."""
    return [list(each) for _, each in groupby(asks, key=lambda ask: (ask.stimulus.question, ask.stimulus.turns))]
