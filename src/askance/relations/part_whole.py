"""A whole and its parts: a sum of counts, or any / all of yes and no. Roles: "whole", "part-…"."""

from collections.abc import Callable, Iterable, Mapping

from askance.core import Answer, Case, Reading, Verdict
from askance.core.role_labels import role_labels
from askance.relations.relation import Readings, Relation, list_answers, quoted_list, roles_text
from askance.relations.verdicts import (
    LARGE,
    Judge,
    decided_verdict,
    is_number,
    is_quantifier,
    is_yes,
    undecided_if_unreadable,
    value_text,
)

WHOLE = "whole"


def part_roles(case: Case) -> list[str]:
    """The roles that are parts."""
    return [role for role, _ in case.asks if role.startswith("part")]


def judge_sum_of_parts(case: Case, readings: Mapping[str, Reading], answers: Mapping[str, Answer]) -> Verdict:
    """Holds if the count of the whole is the sum of those of its parts."""
    parts = part_roles(case)
    return undecided_if_unreadable([WHOLE, *parts], readings, answers) or judge_addition(
        readings[WHOLE], [readings[part] for part in parts]
    )


def judge_addition(whole: Reading, parts: Iterable[Reading]) -> Verdict:
    """Whether whole = Σ parts, where "many" = "many" + anything, and no number and no "few" is "many" + something."""
    parts = list(parts)
    for reading in (whole, *parts):
        if not is_number(reading) and not is_quantifier(reading):
            return decided_verdict(False, f"not a number: {value_text(reading.value or '')}")
    vague = any(is_quantifier(part) for part in parts)
    if is_quantifier(whole) or vague:
        too_small = whole.value not in LARGE and any(part.value in LARGE for part in parts)
        return decided_verdict(is_quantifier(whole) and vague and not too_small, 'an answer is a word such as "many"')
    return decided_verdict(float(whole.value or 0) == sum(float(part.value or 0) for part in parts))


def _make_any_or_all_judge(gather: Callable[[Iterable[bool]], bool]) -> Judge:
    """The relation that the whole says yes exactly when the gathered parts do."""

    def relation(case: Case, readings: Mapping[str, Reading], answers: Mapping[str, Answer]) -> Verdict:
        """Holds if the whole says yes exactly when the parts taken together do."""
        roles = [WHOLE, *part_roles(case)]
        verdict = undecided_if_unreadable(roles, readings, answers)
        if verdict is not None:
            return verdict
        says = {role: is_yes(readings[role]) for role in roles}
        for role, said in says.items():
            if said is None:
                return decided_verdict(False, f"neither yes nor no: {value_text(readings[role].value or '')}")
        return decided_verdict(says[WHOLE] == gather(bool(says[role]) for role in roles[1:]))

    return relation


judge_any_part = _make_any_or_all_judge(any)
judge_all_parts = _make_any_or_all_judge(all)


def _sum_rule_text(case: Case) -> str:
    labels = role_labels(case)
    return f"The counts must add up: {labels[WHOLE]} = {' + '.join(labels[part] for part in part_roles(case))}."


def _sum_finding_text(case: Case, readings: Readings) -> str:
    said = list_answers([WHOLE, *part_roles(case)], readings)
    return "" if said is None else f"They do not: {said[0]} ≠ {' + '.join(said[1:])}."


def _any_or_all_finding_text(case: Case, readings: Readings) -> str:
    said = list_answers([WHOLE, *part_roles(case)], readings)
    return (
        "" if said is None else f"The model answers “{said[0]}” for the whole, {quoted_list(said[1:])} for the parts."
    )


def _problem(case: Case) -> str:
    roles = {role for role, _ in case.asks}
    missing = f"the role {WHOLE}" if WHOLE not in roles else "" if part_roles(case) else "a role that begins with part"
    return f"needs {missing}, but the case has {roles_text(case)}" if missing else ""


SUM = Relation(judge_sum_of_parts, _sum_rule_text, _sum_finding_text, problem=_problem)
ANY = Relation(
    judge_any_part, lambda case: "The answer for the whole must be yes exactly if it is yes for at least one part.",
    _any_or_all_finding_text, problem=_problem,
)  # fmt: skip
ALL = Relation(
    judge_all_parts, lambda case: "The answer for the whole must be yes exactly if it is yes for every part.",
    _any_or_all_finding_text, problem=_problem,
)  # fmt: skip
