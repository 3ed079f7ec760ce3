"""The relations of the suite `implications`: what follows from the answer to the first question must be answered so."""

import json
from collections.abc import Iterable, Mapping

from askance.core import Answer, Case, Reading, Verdict
from askance.relations.relation import ImpliedAnswer, Readings, Relation, compares, list_answers
from askance.relations.verdicts import LARGE, undecided_if_unreadable, value_text
from askance.wording.normalise_answers import normalise_answer
from askance.wording.yes_no_answers import POLAR

SHOWN = 2  # contradictions of one case in the sentence of a report
ORIGINAL = "original"  # the role of the question whose answer the others follow from
EXPECTS = "expects"  # tag: role=answer of every conclusion, separated by spaces
BECAUSE = "because"  # tag: why each conclusion follows, in the same order, as a JSON list
_BETWEEN = " | "  # between the reasons of cases that were stored before


def keeps_expectation(expected: str, said: str | None) -> bool | None:
    """Whether an answer, as it was read, is what follows ("yes", "no", "3", ">=1"); None if it is of another kind."""
    if said is None:
        return None
    answer = normalise_answer(said)
    if expected in ("yes", "no"):
        polar = POLAR.get(answer)
        return None if polar is None else polar == expected
    if answer in LARGE:
        return True if expected.startswith(">=") else None
    try:
        number = float(answer)
    except ValueError:
        return None
    return number >= float(expected[2:]) if expected.startswith(">=") else number == float(expected)


def _said(reading: Reading | None) -> str | None:
    return None if reading is None or reading.value is None else value_text(reading.value)


def judge_follows(case: Case, readings: Mapping[str, Reading], answers: Mapping[str, Answer]) -> Verdict:
    """Holds if all that follows is answered so; the value is the share, an unreadable conclusion is left out."""
    first, *others = (role for role, _ in case.asks)
    undecided = undecided_if_unreadable((first,), readings, answers)
    if undecided is not None:
        return undecided_if_unreadable((first, *others), readings, answers) or undecided
    expected = expected_answers(case)
    outcomes = {role: keeps_expectation(wanted, _said(readings.get(role))) for role, wanted in expected.items()}
    decided = [kept for kept in outcomes.values() if kept is not None]
    if not decided:
        unread = undecided_if_unreadable(others, readings, answers)
        return unread or Verdict.undecided("unreadable", "no conclusion is answered with yes, no or a number")
    return Verdict(all(decided), sum(decided) / len(decided))


def judge_asked(case: Case, readings: Mapping[str, Reading], answers: Mapping[str, Answer]) -> Verdict:
    """Holds if the original question has a readable answer."""
    return undecided_if_unreadable((role for role, _ in case.asks), readings, answers) or Verdict(True, 1.0)


def expected_answers(case: Case) -> dict[str, str]:
    """Role → what its answer must be after the model's own answer; this is no ground truth, so it is a tag."""
    parts = (part.partition("=") for part in dict(case.tags).get(EXPECTS, "").split())
    return {role: expected for role, _, expected in parts}


def reasons_tag(reasons: Iterable[str]) -> str:
    """The value of the tag `because`: the reasons may contain any text, such as that of a sign."""
    return json.dumps(list(reasons), ensure_ascii=False)


def _reasons(case: Case) -> dict[str, str]:
    """Role → why its conclusion follows."""
    stored = dict(case.tags).get(BECAUSE, "")
    reasons = json.loads(stored) if stored.startswith("[") else stored.split(_BETWEEN)
    return dict(zip(expected_answers(case), reasons, strict=False))


def _follows_rule(case: Case) -> str:
    return "The model must answer what follows from its own answer to the original question."


def _asked_rule(case: Case) -> str:
    return "Measured, not required: whether something follows from the answer."


def dialogue(case: Case, readings: Readings, most: int | None = None) -> str:
    """The first contradictions as a person reads them: “How many birds? 3. – Are there any birds? No.”"""
    questions = {role: query.stimulus.question for role, query in case.asks}
    said = list_answers((ORIGINAL,), readings)
    broken = _broken_roles(case, readings)
    if said is None or not broken:
        return ""
    turns = [f"{questions[role]} {_sentence(_said(readings[role]) or '')}" for role in broken[:most]]
    return " – ".join([f"{questions[ORIGINAL]} {_sentence(said[0])}", *turns])


def _broken_roles(case: Case, readings: Readings) -> list[str]:
    expected = expected_answers(case)
    return [role for role, wanted in expected.items() if keeps_expectation(wanted, _said(readings.get(role))) is False]


def implied_answers(case: Case, readings: Readings) -> dict[str, ImpliedAnswer]:
    """Role → what its answer must be after the first answer, why, and whether it is."""
    expected = expected_answers(case)
    reasons = _reasons(case)
    return {
        role: ImpliedAnswer(
            f"at least {wanted[2:]}" if wanted.startswith(">=") else wanted,
            reasons.get(role, ""),
            keeps_expectation(wanted, _said(readings.get(role))),
        )
        for role, wanted in expected.items()
    }


def _sentence(answer: str) -> str:
    return f"{answer[:1].upper()}{answer[1:]}{'' if answer.endswith('.') else '.'}"


def _follows_finding(case: Case, readings: Readings) -> str:
    said, broken = dialogue(case, readings, SHOWN), _broken_roles(case, readings)
    if not said:
        return ""
    reasons = _reasons(case)
    why = "; ".join(dict.fromkeys(reasons[role] for role in broken[:SHOWN] if reasons.get(role)))
    more = f" And {len(broken) - SHOWN} more." if len(broken) > SHOWN else ""
    return f"The model contradicts itself: {said}{f' ({why})' if why else ''}{more}"


FOLLOWS = Relation(
    judge_follows,
    _follows_rule,
    _follows_finding,
    problem=compares(2),
    implied=implied_answers,
    has_variants=False,
    value="share of the answers that follow; the case holds only at 1",
)
ASKED = Relation(judge_asked, _asked_rule, is_diagnosis=True, problem=compares(1, 1))
