"""Failures in a row for which no query is to blame: a wrong key, a server that is gone."""

from collections.abc import Iterable

from askance.store import JournalEntry

IN_A_ROW = 20  # failures of one model with the same cause before the run stops


class FailureStreak:
    """Counts, for each model, the failures in a row that have the same cause."""

    def __init__(self, most: int = IN_A_ROW) -> None:
        self.most = most
        self._streaks: dict[str, tuple[str, int]] = {}  # fingerprint → cause, number

    def add(self, entries: Iterable[JournalEntry]) -> str | None:
        """Why the run should stop, once a streak is long enough; else None."""
        for entry in entries:
            cause = entry.answer.cause if entry.answer.status == "failed" else ""
            before, count = self._streaks.get(entry.fingerprint, ("", 0))
            count = count + 1 if cause and cause == before else 1
            self._streaks[entry.fingerprint] = cause, count
            if cause and count >= self.most:
                return f"{count} calls of {entry.model} in a row failed: {entry.answer.reason}"
        return None
