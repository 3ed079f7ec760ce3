"""The local engine: windows of calls, pictures loaded ahead, batches per model, answers stored as they come."""

import os
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial

from askance.core import Answer, Dataset, Model, ModelInput
from askance.core.memory import default_image_memory_bytes
from askance.core.model import CallReport, RunsElsewhere, max_concurrent_batches, preferred_batch_size
from askance.core.progress import Progress
from askance.core.usage import is_priced
from askance.engine.batch_retry import BUDGET, Retrying
from askance.engine.call_pool import CallPool
from askance.engine.image_loader import EditedImage, ImageLoader
from askance.engine.image_windows import Window, WindowPrefetcher
from askance.engine.plan import Call
from askance.engine.tally import Outcome, Tally
from askance.models.scene_model import unwrap_model
from askance.store import JournalEntry, Workspace

AnsweredBatch = tuple[list[str], list[JournalEntry]]  # what is at fault for each failed answer, and the answers


@dataclass(frozen=True, slots=True)
class LocalEngine:
    """Runs the calls of a plan on this machine."""

    space: Workspace
    data: Dataset
    models: Sequence[Model]
    batch_size: int | None = None
    workers: int = min(4, os.cpu_count() or 1)
    memory: int = field(default_factory=default_image_memory_bytes)  # bytes of decoded pictures
    asking: Retrying = field(default_factory=Retrying)

    def run(self, calls: Iterable[Call], progress: Progress) -> Outcome:
        """Make the calls, in order, until done, stopped, out of budget, or nothing but failures comes back."""
        tally, stopped = Tally(self.space, progress), None
        begun: Counter[str] = Counter()  # calls by fingerprint
        needs = frozenset(need for model in self.models for need in model.needs)
        loader = ImageLoader(self.data, needs, self.workers, self.memory)
        flight: CallPool[AnsweredBatch] = CallPool()
        size = max(64, 4 * max(self._batch_size_of(model) for model in self.models))
        try:
            for batch, window in self._batches_ready_to_ask(loader, calls, size):
                if window is None:  # no room for more pictures: answers are stored meanwhile
                    self._store(flight.wait_for_next(), tally)
                    continue
                while batch and not stopped:
                    part = batch[: self._granted(batch, begun, flight, tally)]
                    batch = batch[len(part) :]
                    begun[self.models[part[0].model].fingerprint if part else ""] += len(part)
                    stopped = "interrupted" if self.asking.is_over() else None if part else "budget"
                    if not stopped:
                        made = partial(self._ask_and_release_images, part, window)
                        self._store(flight.submit(made, self._at_once(self.models[part[0].model])), tally)
                if stopped:
                    break  # the rest of the batch is never asked: its window would wait for it
            self._store(flight.drain(), tally)
        except KeyboardInterrupt:
            flight.abandon()  # a call may hang, and who interrupts twice does not wait for it
            raise
        finally:
            flight.close()
            loader.close()
        return tally.result(stopped)

    def _store(self, answered: Iterable[AnsweredBatch], tally: Tally) -> None:
        for at_fault, entries in answered:
            asked = [entry for entry in entries if entry.answer.cause != BUDGET]
            tally.keep(asked, at_fault)
            tally.leave_unasked([entry for entry in entries if entry.answer.cause == BUDGET])
            tally.failing = tally.failing or self.asking.failing
            if tally.failing:
                self.asking.end()  # what waits for another try waits no longer

    def _granted(self, batch: list[Call], begun: Counter[str], flight: CallPool[AnsweredBatch], tally: Tally) -> int:
        """How many of the next calls the budget allows; what is under way may have to tell its cost first."""
        model, budget = self.models[batch[0].model], self.asking.budget
        has_price, name = is_priced(model), model.fingerprint
        granted = budget.take(len(batch), name, begun - tally.made, has_price)
        while not granted and has_price and budget.usd is not None and flight.under_way:
            self._store(flight.wait_for_next(), tally)
            granted = budget.take(len(batch), name, begun - tally.made, has_price)
        return granted

    def _at_once(self, model: Model) -> int:
        """Batches under way: those that wait for another try do not keep others from being asked."""
        count = max_concurrent_batches(model)
        return count if count < 2 else count + self.asking.waiting

    def _batches_ready_to_ask(
        self, loader: ImageLoader, calls: Iterable[Call], size: int
    ) -> Iterator[tuple[list[Call], Window | None]]:
        """Batches with the windows that have their pictures; no window: an answer must come first."""
        for window in WindowPrefetcher(loader, self.memory).windows(calls, size):
            for batch in self._split_into_batches(window.calls) if window else [[]]:
                yield batch, window

    def _batch_size_of(self, model: Model) -> int:
        return self.batch_size or preferred_batch_size(model)

    def _split_into_batches(self, window: list[Call]) -> Iterator[list[Call]]:
        """Batches of one model and one draw; a later draw meets other neighbours, so `repeat` sees batch effects."""
        queues: dict[tuple[int, int], list[Call]] = {}
        for call in window:
            draw = 0 if _is_sampled(call) else call.query.draw
            queues.setdefault((call.model, draw), []).append(call)
        for (model, draw), queue in queues.items():
            if draw:
                queue.sort(key=lambda call: call.key)
            size = self._batch_size_of(self.models[model])
            # Batches that are under way at once have no picture in common: both would look at it.
            yield from _cut_into_batches(queue, size, whole=_at_once_each(self.models[model]) > 1 and not draw)

    def _ask_and_release_images(self, batch: list[Call], window: Window) -> AnsweredBatch:
        """A batch with its answers; this may run on a thread."""
        try:
            return self._ask_batch(batch, window)
        finally:
            window.release_images(batch)

    def _ask_batch(self, batch: list[Call], window: Window) -> AnsweredBatch:
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
        report = _report_of(model, time.perf_counter() - started)
        seconds = report.seconds / max(1, len(shown))
        name, fingerprint = model.name, model.fingerprint
        entries = [
            JournalEntry(call.key, name, fingerprint, answer or next(given), seconds)
            for call, answer in zip(batch, answers, strict=True)
        ]
        failed = [
            edited_image.at_fault or report.at_fault.get(entry.answer.reason or "", name)
            for entry, edited_image in zip(entries, seen, strict=True)
            if entry.answer.status == "failed" and entry.answer.cause != BUDGET
        ]
        return failed, entries


def _report_of(model: Model, seconds: float) -> CallReport:
    """What the last call in this thread took: as measured here, or where the model runs."""
    own = unwrap_model(model)
    return own.take_report() if isinstance(own, RunsElsewhere) else CallReport(seconds)


def _at_once_each(model: Model) -> int:
    """Batches that one process with the model takes at once: they are cut alike, wherever the model runs."""
    own = unwrap_model(model)
    return own.at_once_each if isinstance(own, RunsElsewhere) else max_concurrent_batches(model)


def _cut_into_batches(queue: list[Call], size: int, whole: bool) -> Iterator[list[Call]]:
    """Batches of at most `size` calls; `whole` cuts between pictures where it can."""
    start = 0
    while start < len(queue):
        end = min(start + size, len(queue))
        if whole and end < len(queue):
            end = next((cut for cut in range(end, start, -1) if queue[cut].image != queue[cut - 1].image), end)
        yield queue[start:end]
        start = end


def _is_sampled(call: Call) -> bool:
    """Whether the answer is left to chance anyway: such draws need no batches of their own, which would be small."""
    return bool(call.query.condition.temperature or call.query.condition.dropout)
