"""A first answer and the answers of some trials: do they stay the same (`unchanged`), or differ (`changed`)?"""

from collections.abc import Mapping

from askance.core import Answer, Case, Reading, Verdict
from askance.relations.relation import Readings, Relation, list_answers
from askance.relations.verdicts import readings_agree, undecided_if_unreadable

TROUBLE = "askance:trouble"  # the tag of a case that could not be given a trial, with the reason


def judge_unchanged(case: Case, readings: Mapping[str, Reading], answers: Mapping[str, Answer]) -> Verdict:
    """Holds if every trial gives the answer of the first role; the value is the share that does."""
    return _undecided_without_trials(case) or _judge_trials(case, readings, answers, wanted=True)


def judge_changed(case: Case, readings: Mapping[str, Reading], answers: Mapping[str, Answer]) -> Verdict:
    """Holds if no trial gives the answer of the first role; the value is the share of such trials."""
    return _undecided_without_trials(case) or _judge_trials(case, readings, answers, wanted=False)


def _undecided_without_trials(case: Case) -> Verdict | None:
    if len(case.asks) > 1:
        return None
    return Verdict.undecided("failed", dict(case.tags).get(TROUBLE, "the case has no trials"))


def _judge_trials(case: Case, readings: Mapping[str, Reading], answers: Mapping[str, Answer], wanted: bool) -> Verdict:
    first, *trials = (role for role, _ in case.asks)
    verdict = undecided_if_unreadable((first, *trials), readings, answers)
    if verdict is not None:
        return verdict
    kept = sum(readings_agree(readings[first], readings[trial]) == wanted for trial in trials)
    return Verdict(kept == len(trials), kept / len(trials))


def _rule_text(case: Case) -> str:
    trials = len(case.asks) - 1
    return "The answer must stay the same" + (f" in all {trials} trials." if trials > 1 else ".")


def _finding_text(case: Case, readings: Readings) -> str:
    first, *trials = (role for role, _ in case.asks)
    said = list_answers((first, *trials), readings)
    if said is None:
        return ""
    if len(trials) == 1:
        return f"It changes from “{said[0]}” to “{said[1]}”."
    lost = sum(not readings_agree(readings[first], readings[trial]) for trial in trials)
    return f"It changes in {lost} of {len(trials)}."


def _changed_rule_text(case: Case) -> str:
    return "Measured, not required: in how many trials the answer differs from the first one."


def _changed_finding_text(case: Case, readings: Readings) -> str:
    first, *trials = (role for role, _ in case.asks)
    if list_answers((first, *trials), readings) is None:
        return ""
    same = sum(readings_agree(readings[first], readings[trial]) for trial in trials)
    return f"The answer is the same in {same} of {len(trials)}."


UNCHANGED = Relation(
    judge_unchanged,
    _rule_text,
    _finding_text,
    value="share of trials with the original answer; the case holds only at 1",
)
CHANGED = Relation(
    judge_changed, _changed_rule_text, _changed_finding_text, is_diagnosis=True, has_variants=False
)  # another image may well have the same true answer
