"""How the questions of a metamorphic case are derived from each other: a tree with the original question on top."""

from askance.core import Case, Query, Scene
from askance.core.case_explanation import ExplanationLine
from askance.edits import describe_edits

SUMS = {  # relation → how an answer at the top follows from those below
    "sum": "The count of the whole is the sum of the counts below it.",
    "any": "The answer for the whole is yes exactly if one of the answers below it is yes.",
    "all": "The answer for the whole is yes exactly if all the answers below it are yes.",
}
STEPS = {
    "equal": "The change does not affect what is asked, so the answer is the same.",
    "opposite": "One question asks whether there is any, the other whether there is none: the answers are opposite.",
    "plus_one": "One image contains one more of the counted objects than the other, so the counts differ by one.",
}


def family_tree(case: Case, scene: Scene | None) -> tuple[ExplanationLine, ...]:
    """The questions as a tree: each line has its role, so that a view can show the answer to it."""
    asks = sorted(
        case.asks, key=lambda ask: bool(ask[1].stimulus.edits)
    )  # the unedited image first; the sort is stable
    if case.relation in SUMS:
        asks = sorted(asks, key=lambda ask: ask[0] != "whole")
    (top, original), *derived = asks
    below = tuple(ExplanationLine(_describe_query(query, original, scene), role) for role, query in derived)
    rule = SUMS.get(case.relation) or STEPS.get(case.relation, "")
    tree = ExplanationLine(f"“{original.stimulus.question}”", top, below)
    return (*((ExplanationLine(rule),) if rule else ()), tree)


def _describe_query(query: Query, original: Query, scene: Scene | None) -> str:
    """What distinguishes a query from the original one."""
    parts = []
    if query.stimulus.edits != original.stimulus.edits:
        parts.append(", ".join(describe_edits(query.stimulus.edits, scene)) or "the unedited image")
    if query.stimulus.question != original.stimulus.question:
        parts.append(f"“{query.stimulus.question}”")
    return ": ".join(parts) or f"“{query.stimulus.question}”"
