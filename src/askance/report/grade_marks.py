"""The words, signs and colors of a grade: how right an answer is."""

from collections import Counter
from collections.abc import Sequence
from typing import Literal

Grade = Literal["right", "partly right", "wrong", "no ground truth", "not read", "no answer"]
SIGNS: dict[str, str] = {"right": "✓", "partly right": "◐", "wrong": "✗"}
TONES: dict[str, str] = {"right": "good", "partly right": "partly", "wrong": "bad"}  # classes of the style sheets


def grade_words(grade: str, score: float | None) -> str:
    """A grade in words: “partly right (0.6)” where some of the humans gave it, or the data scores it so."""
    return f"{grade} ({score:.2g})" if grade == "partly right" and score is not None else grade


def expected_parts(answers: Sequence[str], scores: Sequence[float] = ()) -> list[tuple[str, str]]:
    """Each expected answer and its weight: “8 of 10” humans, or the score that the data gives it; "" for one answer."""
    if scores:
        ranked = sorted(zip(answers, scores, strict=True), key=lambda each: -each[1])
        return [(answer, f"{score:.2g}") for answer, score in ranked]
    ways = Counter(answers).most_common()
    return [(way, f"{count} of {len(answers)}" if len(ways) > 1 else "") for way, count in ways]


def expected_words(answers: Sequence[str], scores: Sequence[float] = (), most: int = 2) -> str:
    """Expected answers in words: one answer, or “yes (8 of 10), no (2 of 10)” where humans disagree."""
    parts = expected_parts(answers, scores)
    listed = ", ".join(f"{answer} ({weight})" if weight else answer for answer, weight in parts[:most])
    return f"{listed} and {len(parts) - most} more" if len(parts) > most else listed
