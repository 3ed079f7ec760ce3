"""Failures in a row for which no query is to blame: a wrong key, a server that is gone, a broken device."""

from collections.abc import Iterable

from askance.core.coerce_answers import RAISED
from askance.store import JournalEntry

IN_A_ROW = 20  # failures of one model with the same cause before the run stops
RAISED_IN_A_ROW = 50  # the same exception, word for word: it may be about the queries, so there are more


class FailureStreak:
    """Counts, for each model, the failures in a row that have the same cause."""

    def __init__(self, most: int = IN_A_ROW, most_raised: int = RAISED_IN_A_ROW) -> None:
        self.most, self.most_raised = most, most_raised
        self._streaks: dict[str, tuple[str, int]] = {}  # fingerprint → cause, number

    def add(self, entries: Iterable[JournalEntry]) -> str | None:
        """Why the run should stop, once a streak is long enough; else None."""
        for entry in entries:
            answer = entry.answer
            cause = answer.cause if answer.status == "failed" else ""
            is_raised = cause == RAISED
            cause = f"{cause}: {answer.reason}" if is_raised else cause
            before, count = self._streaks.get(entry.fingerprint, ("", 0))
            count = count + 1 if cause and cause == before else 1
            self._streaks[entry.fingerprint] = cause, count
            if cause and count >= (self.most_raised if is_raised else self.most):
                return f"{count} calls of {entry.model} in a row failed: {answer.reason}"
        return None
