"""The answers are right, as far as people agree on what is right."""

from collections.abc import Mapping
from functools import lru_cache

from askance.core import Answer, Case, Reading, Verdict
from askance.relations.verdicts import Relation, not_answered, spoken
from askance.wording.vqa_accuracy import Mode, vqa_accuracy

ENOUGH = 0.5  # of the accuracy, for a case to hold
MODES: dict[str, Mode] = {"truth": "default", "truth_official": "official", "truth_plain": "plain"}  # by relation


def _judged(mode: Mode) -> Relation:
    def relation(case: Case, readings: Mapping[str, Reading], answers: Mapping[str, Answer]) -> Verdict:
        expected = {role: true for role, true in case.expected if true}
        if not expected:
            return Verdict(None, None, "failed: the case has no expected answers")
        verdict = not_answered(expected, answers)
        if verdict is not None:
            return verdict
        scores = {role: score(readings.get(role), answers[role], true, mode) for role, true in expected.items()}
        unread = [f"unreadable, so wrong ({role})" for role, found in scores.items() if found is None]
        value = sum(found or 0.0 for found in scores.values()) / len(scores)
        return Verdict(value >= ENOUGH, value, "; ".join(unread) or None)

    return relation


truth = _judged("default")
"""The mean VQA accuracy over the roles with expected answers; an empty or unreadable answer is wrong."""
truth_official = _judged("official")
"""As the official VQA evaluation scores the text itself: nothing is read out of a sentence."""
truth_plain = _judged("plain")
"""As `truth`, with min(1, matches / 3) over all people."""


def score(reading: Reading | None, answer: Answer, true: tuple[str, ...], mode: Mode = "default") -> float | None:
    """The accuracy of what was read or of what was said, whichever is higher: reading must not spoil a right answer."""
    said = _accuracy(answer.text, true, mode) if answer.text else 0.0
    if mode == "official":
        return said if answer.text else None
    if reading is not None and reading.value is not None:
        understood = spoken(reading.value)
        return said if understood == answer.text else max(said, _accuracy(understood, true, mode))
    return said or None


@lru_cache(maxsize=1 << 10)  # what was said and what was read are mostly the same, and each is wanted twice
def _accuracy(said: str, true: tuple[str, ...], mode: Mode) -> float:
    return vqa_accuracy(said, true, mode)


def role_scores(case: Case, readings: Mapping[str, Reading], answers: Mapping[str, Answer]) -> list[tuple[str, float]]:
    """How right each answered role is, where the truth is known; an unreadable answer is wrong."""
    mode = MODES.get(case.relation, "default")
    return [
        (role, score(readings.get(role), answers[role], true, mode) or 0.0)
        for role, true in case.expected
        if true and role in answers and answers[role].status == "ok"
    ]
