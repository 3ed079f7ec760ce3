"""The words, signs and colors of a grade: how right an answer is."""

from collections import Counter
from collections.abc import Sequence
from typing import Literal

Grade = Literal["right", "partly right", "wrong", "no ground truth", "not read", "no answer"]
SIGNS: dict[str, str] = {"right": "✓", "partly right": "◐", "wrong": "✗"}
TONES: dict[str, str] = {"right": "good", "partly right": "partly", "wrong": "bad"}  # classes of the style sheets


def grade_words(grade: str, score: float | None) -> str:
    """A grade in words: “partly right (0.6)” where only some of the humans gave the answer."""
    return f"{grade} ({score:.2g})" if grade == "partly right" and score is not None else grade


def expected_words(answers: Sequence[str], most: int = 2) -> str:
    """Expected answers in words: one answer, or “yes (8 of 10), no (2 of 10)” where humans disagree."""
    ways = Counter(answers).most_common()
    if len(ways) < 2:
        return ways[0][0] if ways else ""
    listed = ", ".join(f"{way} ({count} of {len(answers)})" for way, count in ways[:most])
    return f"{listed} and {len(ways) - most} more" if len(ways) > most else listed
