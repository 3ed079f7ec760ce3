"""One more of them: role "more" counts one more than role "less"."""

from collections.abc import Mapping

from askance.core import Answer, Case, Reading, Verdict
from askance.relations.part_whole import judge_addition
from askance.relations.relation import Readings, Relation, list_answers, roles_text
from askance.relations.verdicts import undecided_if_unreadable

_ONE = Reading("number", 1)


def judge_plus_one(case: Case, readings: Mapping[str, Reading], answers: Mapping[str, Answer]) -> Verdict:
    """Holds if more = less + 1; "many" and one more is still "many"."""
    return undecided_if_unreadable(["more", "less"], readings, answers) or judge_addition(
        readings["more"], [readings["less"], _ONE]
    )


def _rule_text(case: Case) -> str:
    return "One image shows one more: its count must be one higher, more = less + 1."


def _finding_text(case: Case, readings: Readings) -> str:
    said = list_answers(("more", "less"), readings)
    return "" if said is None else f"It is not: {said[0]} ≠ {said[1]} + 1."


def _problem(case: Case) -> str:
    missing = {"more", "less"} - {role for role, _ in case.asks}
    return f"needs the role {' and '.join(sorted(missing))}, but the case has {roles_text(case)}" if missing else ""


PLUS_ONE = Relation(judge_plus_one, _rule_text, _finding_text, problem=_problem)
