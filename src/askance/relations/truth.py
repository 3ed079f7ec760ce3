"""Relation `truth`: the answers match the expected answers, by VQA accuracy."""

from collections.abc import Mapping
from functools import lru_cache

from askance.core import Answer, Case, Reading, Verdict
from askance.core.role_labels import role_labels
from askance.relations.relation import Relation, quoted_list
from askance.relations.verdicts import Judge, undecided_if_unanswered, value_text
from askance.wording.normalise_answers import normalise_answer
from askance.wording.vqa_accuracy import Mode, vqa_accuracy
from askance.wording.yes_no_answers import are_mostly_yes_no, true_false_as_yes_no

ENOUGH = 0.5  # of the accuracy, for a case to hold
MODES: dict[str, Mode] = {"truth": "default", "truth_official": "official", "truth_plain": "plain"}  # by relation


def _make_truth_judge(mode: Mode) -> Judge:
    def relation(case: Case, readings: Mapping[str, Reading], answers: Mapping[str, Answer]) -> Verdict:
        """Holds if the mean score of the answers against the expected ones is at least 0.5."""
        expected = {role: true for role, true in case.expected if true}
        if not expected:
            return Verdict.undecided("failed", "the case has no expected answers")
        verdict = undecided_if_unanswered(expected, answers)
        if verdict is not None:
            return verdict
        weights = dict(case.scores)
        scores = {
            role: answer_accuracy(readings.get(role), answers[role], true, mode, weights.get(role, ()))
            for role, true in expected.items()
        }
        unread = [f"unreadable, so wrong ({role})" for role, found in scores.items() if found is None]
        value = sum(found or 0.0 for found in scores.values()) / len(scores)
        return Verdict(value >= ENOUGH, value, "; ".join(unread) or None)

    return relation


judge_truth = _make_truth_judge("default")
"""The mean VQA accuracy over the roles with expected answers; an empty or unreadable answer is wrong."""
judge_truth_official = _make_truth_judge("official")
"""As the official VQA evaluation scores the text itself: nothing is read out of a sentence."""
judge_truth_plain = _make_truth_judge("plain")
"""As `truth`, with min(1, matches / 3) over all people."""


def answer_accuracy(
    reading: Reading | None,
    answer: Answer,
    true: tuple[str, ...],
    mode: Mode = "default",
    weights: tuple[float, ...] = (),
) -> float | None:
    """The accuracy of what was read or of what was said, whichever is higher: reading must not spoil a right answer."""
    said = _accuracy_of_text(answer.text, true, mode, weights) if answer.text else 0.0
    if mode == "official":
        return said if answer.text else None
    if reading is not None and reading.value is not None:
        understood = value_text(reading.value)
        return said if understood == answer.text else max(said, _accuracy_of_text(understood, true, mode, weights))
    return said or None


@lru_cache(maxsize=1 << 10)  # what was said and what was read are mostly the same, and each is wanted twice
def _accuracy_of_text(said: str, true: tuple[str, ...], mode: Mode, weights: tuple[float, ...]) -> float:
    if mode != "official" and are_mostly_yes_no(true, weights):
        said, true = true_false_as_yes_no(said), tuple(map(true_false_as_yes_no, true))
    if weights:
        matches = (
            weight
            for other, weight in zip(true, weights, strict=True)
            if normalise_answer(other) == normalise_answer(said)
        )
        return max(matches, default=0.0)
    return vqa_accuracy(said, true, mode)


def accuracy_by_role(
    case: Case, readings: Mapping[str, Reading], answers: Mapping[str, Answer]
) -> list[tuple[str, float]]:
    """How right each answered role is, where the truth is known; an unreadable answer is wrong."""
    mode, weights = MODES.get(case.relation, "default"), dict(case.scores)
    return [
        (role, answer_accuracy(readings.get(role), answers[role], true, mode, weights.get(role, ())) or 0.0)
        for role, true in case.expected
        if true and role in answers and answers[role].status == "ok"
    ]


def _rule_text(case: Case) -> str:
    known = {role for role, true in case.expected if true}
    asked = [query.stimulus.question for role, query in case.asks if role in known]
    if case.question and any(question != case.question for question in asked):
        return "The answer must be right for the original question, whatever is added to it."
    if len(known) < len(case.asks) and known:
        labels = role_labels(case)
        return f"The answer to {quoted_list(labels[role] for role, _ in case.asks if role in known)} must be right."
    return "The answer must be right." if len(case.asks) == 1 else f"All {len(case.asks)} answers must be right."


VALUE = f"score of the answer; a case holds from {ENOUGH:g}"
TRUTH = Relation(judge_truth, _rule_text, value=VALUE)
TRUTH_OFFICIAL = Relation(judge_truth_official, _rule_text, value=VALUE)
TRUTH_PLAIN = Relation(judge_truth_plain, _rule_text, value=VALUE)
