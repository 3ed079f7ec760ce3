"""A whole and its parts: a sum of counts, or any / all of yes and no. Roles: "whole", "part-…"."""

from collections.abc import Callable, Iterable, Mapping

from askance.core import Answer, Case, Reading, Verdict
from askance.core.roles import role_labels
from askance.relations.relation import Readings, Relation, list_answers, quoted, roles_text
from askance.relations.verdicts import LARGE, Judge, decided, is_number, is_quantifier, is_yes, undecided, value_text

WHOLE = "whole"


def parts_of(case: Case) -> list[str]:
    """The roles that are parts."""
    return [role for role, _ in case.asks if role.startswith("part")]


def sum_of_parts(case: Case, readings: Mapping[str, Reading], answers: Mapping[str, Answer]) -> Verdict:
    """Holds if the count of the whole is the sum of those of its parts."""
    parts = parts_of(case)
    return undecided([WHOLE, *parts], readings, answers) or adds_up(readings[WHOLE], [readings[part] for part in parts])


def adds_up(whole: Reading, parts: Iterable[Reading]) -> Verdict:
    """Whether whole = Σ parts, where "many" = "many" + anything, and no number and no "few" is "many" + something."""
    parts = list(parts)
    for reading in (whole, *parts):
        if not is_number(reading) and not is_quantifier(reading):
            return decided(False, f"not a number: {value_text(reading.value or '')}")
    vague = any(is_quantifier(part) for part in parts)
    if is_quantifier(whole) or vague:
        too_small = whole.value not in LARGE and any(part.value in LARGE for part in parts)
        return decided(is_quantifier(whole) and vague and not too_small, 'an answer is a word such as "many"')
    return decided(float(whole.value or 0) == sum(float(part.value or 0) for part in parts))


def _gathered(gather: Callable[[Iterable[bool]], bool]) -> Judge:
    """The relation that the whole says yes exactly when the gathered parts do."""

    def relation(case: Case, readings: Mapping[str, Reading], answers: Mapping[str, Answer]) -> Verdict:
        """Holds if the whole says yes exactly when the parts taken together do."""
        roles = [WHOLE, *parts_of(case)]
        verdict = undecided(roles, readings, answers)
        if verdict is not None:
            return verdict
        says = {role: is_yes(readings[role]) for role in roles}
        for role, said in says.items():
            if said is None:
                return decided(False, f"neither yes nor no: {value_text(readings[role].value or '')}")
        return decided(says[WHOLE] == gather(bool(says[role]) for role in roles[1:]))

    return relation


any_part = _gathered(any)
all_parts = _gathered(all)


def _sum_rule(case: Case) -> str:
    labels = role_labels(case)
    return f"The counts must add up: {labels[WHOLE]} = {' + '.join(labels[part] for part in parts_of(case))}."


def _sum_finding(case: Case, readings: Readings) -> str:
    said = list_answers([WHOLE, *parts_of(case)], readings)
    return "" if said is None else f"They do not: {said[0]} ≠ {' + '.join(said[1:])}."


def _gathered_finding(case: Case, readings: Readings) -> str:
    said = list_answers([WHOLE, *parts_of(case)], readings)
    return "" if said is None else f"The model answers “{said[0]}” for the whole, {quoted(said[1:])} for the parts."


def _problem(case: Case) -> str:
    roles = {role for role, _ in case.asks}
    missing = f"the role {WHOLE}" if WHOLE not in roles else "" if parts_of(case) else "a role that begins with part"
    return f"needs {missing}, but the case has {roles_text(case)}" if missing else ""


SUM = Relation(sum_of_parts, _sum_rule, _sum_finding, problem=_problem)
ANY = Relation(
    any_part, lambda case: "The answer for the whole must be yes exactly if it is yes for at least one part.",
    _gathered_finding, problem=_problem,
)  # fmt: skip
ALL = Relation(
    all_parts, lambda case: "The answer for the whole must be yes exactly if it is yes for every part.",
    _gathered_finding, problem=_problem,
)  # fmt: skip
