"""The value of a verdict in words: what it is, and from which value on a case holds."""

from askance.relations import ALL_RELATIONS
from askance.report.case_view import CaseView
from askance.server.query_results import CaseRow
from askance.wording.normalise_answers import normalise_answer


def value_rule(relation: str, value: float | None) -> str:
    """What a value between 0 and 1 is, and from which one on a case holds; "" where 1 holds and 0 fails."""
    found = ALL_RELATIONS.get(relation)
    return "" if found is None or value is None or not 0 < value < 1 else found.value


def value_words(row: CaseRow, view: CaseView | None) -> str:
    """The value of a verdict: “value 0.6: 2 of 10 people gave this answer (score of the answer; …)”."""
    if row.value is None:
        return ""
    rule = value_rule(row.relation, row.value)
    people = "" if view is None or not rule else _people_words(view)
    return f"value {row.value:.3g}{f': {people}' if people else ''}{f' ({rule})' if rule else ''}"


def _people_words(view: CaseView) -> str:
    """How many people gave the answer, where a case has one question and people disagree."""
    if len(view.asks) != 1 or view.asks[0].expected_scores:
        return ""
    (ask,) = view.asks
    given = {normalise_answer(text) for text in (ask.answer, ask.reading) if text}
    count = sum(normalise_answer(each) in given for each in ask.expected)
    return f"{count} of {len(ask.expected)} people gave this answer" if len(ask.expected) > 1 else ""
