"""The local engine: windows of calls, pictures loaded ahead, batches per model, answers stored as they come."""

import os
import threading
import time
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future
from dataclasses import dataclass

from askance.core import Answer, Dataset, Model, Shown
from askance.engine.asking import ask
from askance.engine.pictures import Loader, Sight, Sights, windows
from askance.engine.plan import Call
from askance.engine.watch import Watch
from askance.store import Entry, Workspace

BATCH = 16
WINDOWS_AHEAD = 2

Ready = tuple[list[Call], dict[str | None, Future[Sights]]]


@dataclass(slots=True)
class Outcome:
    """What an engine did."""

    made: int = 0
    failed: int = 0
    first_failure: str | None = None
    stopped: str | None = None  # interrupted | budget


@dataclass(frozen=True, slots=True)
class LocalEngine:
    """Runs the calls of a plan on this machine."""

    space: Workspace
    data: Dataset
    models: Sequence[Model]
    stop: threading.Event
    batch_size: int | None = None
    workers: int = min(4, os.cpu_count() or 1)

    def run(self, calls: Iterable[Call], watch: Watch, budget: int | None = None) -> Outcome:
        """Make the calls, in order, until done, stopped, or out of budget."""
        outcome = Outcome()
        needs = frozenset(need for model in self.models for need in model.needs)
        loader = Loader(self.data, needs, self.workers)
        size = max(64, 4 * max(self._batch(model) for model in self.models))
        try:
            for window, sights in _ahead(loader, windows(calls, size)):
                for batch in self._batches(window):
                    outcome.stopped = self._why_stop(outcome, budget)
                    if outcome.stopped:
                        return outcome
                    allowed = len(batch) if budget is None else min(len(batch), budget - outcome.made)
                    self._make(batch[:allowed], sights, outcome)
                    watch.advance(allowed)
        finally:
            loader.close()
        return outcome

    def _why_stop(self, outcome: Outcome, budget: int | None) -> str | None:
        if self.stop.is_set():
            return "interrupted"
        return "budget" if budget is not None and outcome.made >= budget else None

    def _batch(self, model: Model) -> int:
        return self.batch_size or int(getattr(model, "batch_size", BATCH))

    def _batches(self, window: list[Call]) -> Iterator[list[Call]]:
        """Batches of one model and one draw; a later draw meets other neighbours, so `repeat` sees batch effects."""
        queues: dict[tuple[int, int], list[Call]] = {}
        for call in window:
            draw = 0 if _is_drawn(call) else call.query.draw
            queues.setdefault((call.model, draw), []).append(call)
        for (model, draw), queue in queues.items():
            if draw:
                queue.sort(key=lambda call: call.key)
            size = self._batch(self.models[model])
            for start in range(0, len(queue), size):
                yield queue[start : start + size]

    def _make(self, batch: list[Call], sights: dict[str | None, Future[Sights]], outcome: Outcome) -> None:
        model = self.models[batch[0].model]
        # Who needs nothing is shown nothing: else what others need would decide whether its call fails.
        seen = [sights[call.image].result()[call.variant] if model.needs else Sight() for call in batch]
        scene = "scene" in model.needs
        answers: list[Answer | None] = [
            Answer(status="failed", reason=sight.trouble, temporary=True) if sight.trouble else None for sight in seen
        ]
        shown = [
            Shown(call.query, None, sight.scene if scene else None, sight.picture)
            for call, sight in zip(batch, seen, strict=True)
            if not sight.trouble
        ]
        started = time.perf_counter()
        given = iter(ask(model, shown, self.stop) if shown else [])
        seconds = (time.perf_counter() - started) / max(1, len(shown))
        entries = [
            Entry(call.key, model.name, model.fingerprint, answer or next(given), seconds)
            for call, answer in zip(batch, answers, strict=True)
        ]
        self.space.record(entries)
        outcome.made += len(entries)
        for entry in entries:
            if entry.answer.status == "failed":
                outcome.failed += 1
                outcome.first_failure = outcome.first_failure or f"{entry.model}: {entry.answer.reason}"


def _is_drawn(call: Call) -> bool:
    """Whether the answer is left to chance anyway: such draws need no batches of their own, which would be small."""
    return bool(call.query.condition.temperature or call.query.condition.dropout)


def _ahead(loader: Loader, stream: Iterator[list[Call]]) -> Iterator[Ready]:
    """Windows with their pictures, the next ones already loading."""
    waiting: deque[Ready] = deque()
    for window in stream:
        waiting.append((window, loader.start(window)))
        if len(waiting) > WINDOWS_AHEAD:
            yield waiting.popleft()
    while waiting:
        yield waiting.popleft()
