"""One call of a model, confined: what it returns, raises or changes in the process stays its own affair."""

import contextlib
import contextvars
import os
import queue
import signal
import sys
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from askance.core import Answer, Model, ModelInput
from askance.core.async_models import await_batch
from askance.core.coerce_answers import WrongNumber, coerce_answers
from askance.core.model import RunsElsewhere, max_concurrent_batches
from askance.models.working_folder import current_folder

IN_A_ROW = 20  # calls that time out one after the other before a model counts as hung; times those at once


class InterruptedTwice(KeyboardInterrupt):
    """The user pressed Ctrl-C a second time; a KeyboardInterrupt that a model raises is not this one."""


class CallTimeout(Exception):  # noqa: N818  a state of a call, like Temporary
    """A call that took longer than the time-out."""


class ModelHung(Exception):  # noqa: N818  a state of a model, like Temporary
    """A model whose last calls all timed out; it is not called again in this run."""


class RunCannotContinue(Exception):  # noqa: N818  a state of the run
    """Nothing can be asked any more, such as when no worker can load the model; the text says why."""


@dataclass(slots=True)
class ProcessState:
    """What a model can change in the process and a run relies on, as it was before the first call."""

    folder: str | None = field(default_factory=current_folder)
    depth: int = field(default_factory=sys.getrecursionlimit)
    interrupt: Any = field(default_factory=lambda: signal.getsignal(signal.SIGINT))
    streams: tuple[int, ...] = field(
        default_factory=lambda: tuple(filter(_is_open_descriptor, (0, 1, 2)))
    )  # stdin, out, err

    def restore(self) -> None:
        """Undo what a call changed."""
        if self.folder is not None and current_folder() != self.folder:
            with contextlib.suppress(OSError):  # removed by the model: paths of the run are absolute
                os.chdir(self.folder)
        if sys.getrecursionlimit() < self.depth:
            sys.setrecursionlimit(self.depth)
        if signal.getsignal(signal.SIGINT) is not self.interrupt and _in_main_thread():
            signal.signal(signal.SIGINT, self.interrupt)
        for descriptor in self.streams:
            if not _is_open_descriptor(
                descriptor
            ):  # else the next file opened, such as a journal, would be printed into
                _redirect_to_devnull(descriptor)


def _is_open_descriptor(descriptor: int) -> bool:
    try:
        os.fstat(descriptor)
    except OSError:
        return False
    return True


def _redirect_to_devnull(descriptor: int) -> None:
    nowhere = os.open(os.devnull, os.O_RDWR)
    if nowhere != descriptor:
        os.dup2(nowhere, descriptor)
        os.close(nowhere)


def _in_main_thread() -> bool:
    return threading.current_thread() is threading.main_thread()


@dataclass(slots=True)
class ModelCaller:
    """Calls models; with a time-out, each calling thread has a daemon thread for it, left behind when it hangs."""

    timeout: float | None = None  # seconds per call
    process: ProcessState = field(default_factory=ProcessState)
    _mine: threading.local = field(default_factory=threading.local)
    miscounts: dict[str, str] = field(default_factory=dict)  # by model: the first batch with a wrong number of answers
    _late: dict[str, int] = field(default_factory=dict)  # by fingerprint: calls in a row that timed out

    def call(self, model: Model, shown: Sequence[ModelInput]) -> list[Answer]:
        """One answer per query; raises what the model raises, CallTimeout, or ModelHung."""
        queries = [each.query for each in shown]

        def work() -> list[Answer]:
            if isinstance(model, RunsElsewhere):  # the other process has checked them
                answers: list[Answer] = list(model.answer(shown))
                return answers
            return coerce_answers(await_batch(model.answer(shown)), queries)

        try:
            return self._thread_context().run(work) if self.timeout is None else self._call_with_timeout(model, work)
        except WrongNumber as reason:
            if len(shown) > 1:  # smaller batches may work, and then nothing else would report it
                self.miscounts.setdefault(model.name, str(reason))
            raise
        finally:
            self.process.restore()

    def _thread_context(self) -> contextvars.Context:
        """One context per calling thread: numpy.seterr and decimal settings of a model do not reach the engine."""
        if not hasattr(self._mine, "context"):
            self._mine.context = contextvars.copy_context()
        context: contextvars.Context = self._mine.context
        return context

    def _call_with_timeout(self, model: Model, work: Callable[[], list[Answer]]) -> list[Answer]:
        late = self._late.get(model.fingerprint, 0)
        if late >= IN_A_ROW * max_concurrent_batches(model):
            raise ModelHung(f"not asked: the last {late} calls of the model timed out")
        lanes: dict[str, WorkerThread] = self._mine.__dict__.setdefault("lanes", {})
        lane = lanes.pop(model.fingerprint, None) or WorkerThread()
        assert self.timeout is not None
        try:
            answers = lane.run_with_timeout(work, self.timeout)
        except CallTimeout:
            self._late[model.fingerprint] = late + 1
            raise
        except BaseException:
            lanes[model.fingerprint] = lane
            raise
        lanes[model.fingerprint] = lane
        self._late[model.fingerprint] = 0
        return answers


Outbox = queue.SimpleQueue[tuple[Any, BaseException | None]]


class WorkerThread:
    """A daemon thread that does one piece of work at a time; the process can end while it hangs."""

    def __init__(self) -> None:
        self._work: queue.SimpleQueue[tuple[Callable[[], Any], Outbox] | None] = queue.SimpleQueue()
        threading.Thread(target=self._serve_inbox, args=(self._work,), name="askance-call", daemon=True).start()

    @staticmethod
    def _serve_inbox(inbox: "queue.SimpleQueue[Any]") -> None:
        while (given := inbox.get()) is not None:
            work, outbox = given
            try:
                outbox.put((work(), None))
            except BaseException as error:
                outbox.put((None, error))

    def run_with_timeout(self, work: Callable[[], list[Answer]], seconds: float) -> list[Answer]:
        """The result of some work, or what it raised; CallTimeout abandons it, together with this thread."""
        outbox: Outbox = queue.SimpleQueue()
        self._work.put((work, outbox))
        try:
            result, error = outbox.get(timeout=seconds)
        except queue.Empty:
            self._work.put(None)  # ends the thread, should the work ever end
            raise CallTimeout(f"no answer within {seconds:g} s") from None
        if error is not None:
            raise error
        return result  # type: ignore[no-any-return]

    def __del__(self) -> None:
        self._work.put(None)  # nobody can give it work any more
