"""Soft accuracy of an answer against the answers that people gave."""

from collections.abc import Sequence
from typing import Literal

from askance.wording.normalise_answers import normalise_answer
from askance.wording.official_vqa_normalise import official_vqa_normalise

Mode = Literal["default", "official", "plain"]
AGREEING = 3  # as many people must have said it for full marks


def vqa_accuracy(answer: str, answers: Sequence[str], mode: Mode = "default") -> float:
    """The accuracy in [0, 1]: the mean over all ways to leave one person out; `plain` leaves nobody out.

    `official` normalises as the official tool does: not at all when everybody agrees. One answer: a match or none.
    """
    if not answers:
        raise ValueError("vqa_accuracy needs at least one true answer")
    matches = _count_official_matches(answer, answers) if mode == "official" else _count_matches(answer, answers)
    if mode == "plain" and len(answers) > 1:
        return min(1.0, matches / AGREEING)
    return leave_one_out_accuracy(matches, len(answers))


def leave_one_out_accuracy(matches: int, people: int) -> float:
    """The mean of min(1, matches/3) when each person in turn is left out; of one person nobody is left out."""
    if people == 1:
        return float(matches)
    left_out_agrees = matches * min(1.0, (matches - 1) / AGREEING)
    left_out_differs = (people - matches) * min(1.0, matches / AGREEING)
    return (left_out_agrees + left_out_differs) / people


def _count_matches(answer: str, answers: Sequence[str]) -> int:
    """How many people said the same, up to normalisation."""
    said = normalise_answer(answer)
    return sum(normalise_answer(other) == said for other in answers)


def _count_official_matches(answer: str, answers: Sequence[str]) -> int:
    """How many people said the same, in the eyes of the official tool."""
    said, others = _trim_whitespace(answer), [_trim_whitespace(other) for other in answers]
    if len(set(others)) > 1:
        said, others = official_vqa_normalise(said), [official_vqa_normalise(other) for other in others]
    return sum(other.lower() == said.lower() for other in others)


def _trim_whitespace(text: str) -> str:
    return text.replace("\n", " ").replace("\t", " ").strip()
