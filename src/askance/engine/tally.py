"""Answers stored as they come, and what they add up to."""

from collections import Counter
from dataclasses import dataclass, field, replace

from askance.core.progress import Progress
from askance.engine.failure_streak import FailureStreak
from askance.store import JournalEntry, Workspace


@dataclass(frozen=True, slots=True)
class Outcome:
    """What an engine did."""

    made: int = 0
    failed: int = 0
    first_failure: str | None = None
    stopped: str | None = None  # interrupted | budget | failing
    stopped_by: str | None = None  # what made it stop, where it is failing

    def merged_with(self, more: "Outcome") -> "Outcome":
        """Both, `more` being the later one."""
        first = self.first_failure or more.first_failure
        return Outcome(self.made + more.made, self.failed + more.failed, first, more.stopped, more.stopped_by)


@dataclass(slots=True)
class Tally:
    """Stores answers; knows what came out so far, and whether too many calls in a row failed."""

    space: Workspace
    progress: Progress
    outcome: Outcome = field(default_factory=Outcome)
    streak: FailureStreak = field(default_factory=FailureStreak)
    failing: str | None = None
    is_budget_used: bool = False  # queries without an answer were not asked again
    made: Counter[str] = field(default_factory=Counter)  # answers by the fingerprint of their model

    def keep(self, entries: list[JournalEntry], at_fault: list[str]) -> None:
        """Store the answers of a batch; `at_fault` names what is to blame for each failed one."""
        self.space.record_answers(entries)
        reasons = [entry.answer.reason or "" for entry in entries if entry.answer.status == "failed"]
        failed = [f"{name}: {reason.removeprefix(f'{name}: ')}" for name, reason in zip(at_fault, reasons, strict=True)]
        self.failing = self.failing or self.streak.add(entries)
        self.made.update(entry.fingerprint for entry in entries)
        self.progress.advance(len(entries))
        self.outcome = self.outcome.merged_with(Outcome(len(entries), len(failed), failed[0] if failed else None))

    def leave_unasked(self, entries: list[JournalEntry]) -> None:
        """Queries that waited for another try when the budget was used: no failures, the next run asks them."""
        self.made.update(entry.fingerprint for entry in entries)  # they are not under way any more
        self.is_budget_used = self.is_budget_used or bool(entries)

    def result(self, stopped: str | None) -> Outcome:
        """What came out, and why no more did."""
        stopped = "failing" if self.failing else stopped or ("budget" if self.is_budget_used else None)
        return replace(self.outcome, stopped=stopped, stopped_by=self.failing)
