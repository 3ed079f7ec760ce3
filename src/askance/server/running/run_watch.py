"""A run as it goes: progress, rate, time left, the last answers, failures, provisional figures."""

import time
from dataclasses import dataclass, field
from threading import Lock

from askance.core import Stimulus, decode_query
from askance.server.opened_workspace import OpenedWorkspace
from askance.server.running.answer_tail import AnswerTail
from askance.server.running.call_rate import CallRate
from askance.server.running.provisional import Figures, ProvisionalFigures
from askance.store import Workspace, connect
from askance.store.journal import JournalEntry
from askance.store.run_status import RunStatus, read_run_status

FRESH = 1.0  # seconds for which a snapshot serves every reader, at least
MOST = 5.0  # seconds
PAUSES = 49.0  # a look that takes 1 s is followed by 49 s without: at most 2 % of one core
KNOWN_QUESTIONS = 2_000


@dataclass(frozen=True, slots=True)
class ModelProgress:
    """How far one model is."""

    model: str
    calls: int
    made: int
    failed: int
    refused: int


@dataclass(frozen=True, slots=True)
class ShownAnswer:
    """One answer as it came."""

    model: str
    data_name: str
    stimulus: Stimulus | None  # None: its question is not found
    status: str
    text: str
    reason: str


@dataclass(frozen=True, slots=True)
class AskedSuite:
    """A suite whose questions the run asks; `limit` None = all cases."""

    suite: str
    dataset: str
    limit: int | None
    cases: int


@dataclass(frozen=True, slots=True)
class RunSnapshot:
    """What is known of a run at one moment; `stage` "" = no run writes here."""

    stage: str = ""
    seconds: float = 0.0  # since the stage began
    since: float = 0.0  # when it began, in seconds since 1970
    calls: int = 0
    made: int = 0
    failed: int = 0
    cached: int = 0
    per_second: float | None = None
    seconds_left: float | None = None
    may_stop_early: bool = False
    models: tuple[ModelProgress, ...] = ()
    latest: tuple[ShownAnswer, ...] = ()
    failures: tuple[ShownAnswer, ...] = ()
    reasons: tuple[tuple[str, int], ...] = ()  # of the failed calls, the most frequent first; "" = all others
    suites: tuple[AskedSuite, ...] = ()
    figures: Figures = field(default_factory=Figures)


class RunWatch:
    """Watches one workspace; all readers share its snapshots."""

    def __init__(self, opened: OpenedWorkspace):
        self._opened, self._lock = opened, Lock()
        self._snapshot, self._next = RunSnapshot(), 0.0
        self._round: RunRound | None = None

    def snapshot(self) -> RunSnapshot:
        """The run as it was a second ago at most; on a busy machine, some seconds ago."""
        with self._lock:
            now = time.monotonic()
            if now >= self._next:
                self._snapshot = self._look()
                took = time.monotonic() - now
                self._next = now + max(FRESH, min(MOST, PAUSES * took))
            return self._snapshot

    def _look(self) -> RunSnapshot:
        status = read_run_status(self._opened.root)
        if status is None or status.stage != "calls":
            self._round = None
            if status is None:
                return RunSnapshot()
            return RunSnapshot(status.stage, _seconds_since(status.since), status.since)
        if self._round is None or self._round.status != status:
            self._round = RunRound(self._opened.space(), status)
        return self._round.look()


class RunRound:
    """One round of calls."""

    def __init__(self, space: Workspace, status: RunStatus):
        self.status, self._space = status, space
        self._tail = AnswerTail(space.root, status.first_shard)
        self._figures = ProvisionalFigures(space)
        self._rate = CallRate(status.since)
        self._suites = tuple(
            AskedSuite(found.suite, found.dataset, found.limit, found.cases)
            for each in status.case_sets
            if (found := space.case_set(each.id)) is not None
        )
        self._questions: dict[bytes, tuple[str, Stimulus]] = {}

    def look(self) -> RunSnapshot:
        """Take in what is new."""
        self._tail.look()
        self._figures.refresh(self.status)
        counts = self._tail.counts()
        models = tuple(
            ModelProgress(
                each.name,
                each.calls,
                sum(counts[each.fingerprint, status] for status in ("ok", "refused", "failed")),
                counts[each.fingerprint, "failed"],
                counts[each.fingerprint, "refused"],
            )
            for each in self.status.models
        )
        calls, made = sum(each.calls for each in models), sum(each.made for each in models)
        rate = self._rate.note(time.time(), made)
        return RunSnapshot(
            "calls",
            _seconds_since(self.status.since),
            self.status.since,
            calls,
            made,
            sum(each.failed for each in models),
            self.status.cached,
            rate,
            max(0, calls - made) / rate if rate else None,
            self.status.may_stop_early,
            models,
            self._shown(list(self._tail.latest)),
            self._shown(list(self._tail.failures)),
            tuple(self._tail.reasons().most_common()),
            self._suites,
            self._figures.now,
        )

    def _shown(self, entries: list[JournalEntry]) -> tuple[ShownAnswer, ...]:
        """Answers with their questions, the newest first."""
        self._find_questions({each.query for each in entries} - self._questions.keys())
        shown = []
        for entry in reversed(entries):
            data_name, stimulus = self._questions.get(entry.query, ("", None))
            answer = entry.answer
            text = answer.text if answer.text is not None else "" if answer.score is None else f"{answer.score:.3g}"
            shown.append(ShownAnswer(entry.model, data_name, stimulus, answer.status, text, answer.reason or ""))
        return tuple(shown)

    def _find_questions(self, keys: set[bytes]) -> None:
        if not keys:
            return
        if len(self._questions) > KNOWN_QUESTIONS:
            self._questions.clear()
        names = {each.id: each for each in map(self._space.case_set, [c.id for c in self.status.case_sets]) if each}
        connection = connect(self._space, list(names), threads=1, tables=("queries",))
        try:
            sql = "select query_key, request, deck from queries where list_contains(?, query_key)"
            for key, request, case_set in connection.execute(sql, [list(keys)]).fetchall():
                self._questions[key] = names[case_set].data_name, decode_query(request).stimulus
        finally:
            connection.close()


def _seconds_since(moment: float) -> float:
    return max(0.0, time.time() - moment)
