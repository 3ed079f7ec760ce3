"""The local engine: windows of calls, pictures loaded ahead, batches per model, answers stored as they come."""

import os
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial

from askance.core import Answer, Dataset, Model, ModelInput
from askance.core.memory import image_memory
from askance.core.model import at_once, batch_size
from askance.core.progress import Progress
from askance.core.usage import HasPrice
from askance.engine.batch_retry import Retrying
from askance.engine.call_pool import CallPool
from askance.engine.image_loader import EditedImage, ImageLoader
from askance.engine.image_windows import Window, WindowPrefetcher
from askance.engine.plan import Call
from askance.engine.tally import Outcome, Tally
from askance.store import Entry, Workspace

AnsweredBatch = tuple[list[str], list[Entry]]  # what is at fault for each failed answer, and the answers


@dataclass(frozen=True, slots=True)
class LocalEngine:
    """Runs the calls of a plan on this machine."""

    space: Workspace
    data: Dataset
    models: Sequence[Model]
    batch_size: int | None = None
    workers: int = min(4, os.cpu_count() or 1)
    memory: int = field(default_factory=image_memory)  # bytes of decoded pictures
    asking: Retrying = field(default_factory=Retrying)

    def run(self, calls: Iterable[Call], progress: Progress) -> Outcome:
        """Make the calls, in order, until done, stopped, out of budget, or nothing but failures comes back."""
        tally, begun, stopped = Tally(self.space, progress), 0, None
        needs = frozenset(need for model in self.models for need in model.needs)
        loader = ImageLoader(self.data, needs, self.workers, self.memory)
        flight: CallPool[AnsweredBatch] = CallPool()
        size = max(64, 4 * max(self._batch(model) for model in self.models))
        try:
            for batch, window in self._ready(loader, calls, size):
                if window is None:  # no room for more pictures: answers are stored meanwhile
                    self._store(flight.wait(), tally)
                    continue
                while batch and not stopped:
                    part = batch[: self._granted(batch, begun, flight, tally)]
                    batch, begun = batch[len(part) :], begun + len(part)
                    stopped = "interrupted" if self.asking.is_over() else None if part else "budget"
                    if not stopped:
                        made = partial(self._made, part, window)
                        self._store(flight.send(made, self._at_once(self.models[part[0].model])), tally)
                if stopped:
                    break  # the rest of the batch is never asked: its window would wait for it
            self._store(flight.land(), tally)
        except KeyboardInterrupt:
            flight.abandon()  # a call may hang, and who interrupts twice does not wait for it
            raise
        finally:
            flight.close()
            loader.close()
        return tally.result(stopped)

    def _store(self, answered: Iterable[AnsweredBatch], tally: Tally) -> None:
        for at_fault, entries in answered:
            tally.keep(entries, at_fault)
            if tally.failing:
                self.asking.end()  # what waits for another try waits no longer

    def _granted(self, batch: list[Call], begun: int, flight: CallPool[AnsweredBatch], tally: Tally) -> int:
        """How many of the next calls the budget allows; what is under way may have to tell its cost first."""
        model, budget = self.models[batch[0].model], self.asking.budget
        is_priced = isinstance(model, HasPrice) and model.price is not None
        granted = budget.take(len(batch), begun - tally.outcome.made, is_priced)
        while not granted and is_priced and budget.usd is not None and flight.under_way:
            self._store(flight.wait(), tally)
            granted = budget.take(len(batch), begun - tally.outcome.made, is_priced)
        return granted

    def _at_once(self, model: Model) -> int:
        """Batches under way: those that wait for another try do not keep others from being asked."""
        count = at_once(model)
        return count if count < 2 else count + self.asking.waiting

    def _ready(
        self, loader: ImageLoader, calls: Iterable[Call], size: int
    ) -> Iterator[tuple[list[Call], Window | None]]:
        """Batches with the windows that have their pictures; no window: an answer must come first."""
        for window in WindowPrefetcher(loader, self.memory).windows(calls, size):
            for batch in self._batches(window.calls) if window else [[]]:
                yield batch, window

    def _batch(self, model: Model) -> int:
        return self.batch_size or batch_size(model)

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
            # Batches that are under way at once have no picture in common: both would look at it.
            yield from _cut(queue, size, whole=at_once(self.models[model]) > 1 and not draw)

    def _made(self, batch: list[Call], window: Window) -> AnsweredBatch:
        """A batch with its answers; this may run on a thread."""
        try:
            return self._answered(batch, window)
        finally:
            window.answered(batch)

    def _answered(self, batch: list[Call], window: Window) -> AnsweredBatch:
        model = self.models[batch[0].model]
        # Who needs nothing is shown nothing: else what others need would decide whether its call fails.
        seen = [window.edited_image(call) if model.needs else EditedImage() for call in batch]
        scene = "scene" in model.needs
        answers: list[Answer | None] = [
            Answer(status="failed", reason=edited_image.load_error, temporary=True) if edited_image.load_error else None
            for edited_image in seen
        ]
        shown = [
            ModelInput(call.query, None, edited_image.scene if scene else None, edited_image.picture)
            for call, edited_image in zip(batch, seen, strict=True)
            if not edited_image.load_error
        ]
        started = time.perf_counter()
        given = iter(self.asking.ask(model, shown) if shown else [])
        seconds = (time.perf_counter() - started) / max(1, len(shown))
        name, fingerprint = model.name, model.fingerprint
        entries = [
            Entry(call.key, name, fingerprint, answer or next(given), seconds)
            for call, answer in zip(batch, answers, strict=True)
        ]
        failed = [
            edited_image.at_fault or name
            for entry, edited_image in zip(entries, seen, strict=True)
            if entry.answer.status == "failed"
        ]
        return failed, entries


def _cut(queue: list[Call], size: int, whole: bool) -> Iterator[list[Call]]:
    """Batches of at most so many calls; `whole` cuts between pictures where it can."""
    start = 0
    while start < len(queue):
        end = min(start + size, len(queue))
        if whole and end < len(queue):
            end = next((cut for cut in range(end, start, -1) if queue[cut].image != queue[cut - 1].image), end)
        yield queue[start:end]
        start = end


def _is_drawn(call: Call) -> bool:
    """Whether the answer is left to chance anyway: such draws need no batches of their own, which would be small."""
    return bool(call.query.condition.temperature or call.query.condition.dropout)
