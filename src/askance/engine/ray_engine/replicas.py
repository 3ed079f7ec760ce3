"""The workers of one model: each batch goes to the least busy one, and a worker that dies is replaced."""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from askance.core.plural import plural
from askance.engine.model_call import RunCannotContinue
from askance.engine.ray_engine.wire import (
    Attached,
    LoadFailure,
    ModelFacts,
    RemoteFailure,
    Reply,
    decode_loaded,
    decode_reply,
)

LOSSES = 3  # workers that may die while they have a batch, before the batch is halved to find the query
QUIET = 30.0  # seconds without any worker until a line says so
PATIENCE = 900.0  # seconds without any worker until the run stops
SPARE_DEATHS = 5  # deaths in a row, beside two per worker, until the run stops
LOOK = 1.0  # seconds
ENDING = 10.0  # seconds to wait for a worker that is being started when the run ends


class WorkerDied(Exception):  # noqa: N818  a state of a worker
    """A worker process, or its machine, is gone; the text says what is known."""


class Worker(Protocol):
    """A worker process as the driver sees it; every method raises WorkerDied if it is gone."""

    @property
    def where(self) -> str: ...

    def load(self) -> bytes: ...

    def answer(self, queries: bytes, attached: Attached | None) -> bytes: ...

    def interrupt(self) -> None: ...

    def kill(self) -> None: ...


@dataclass(slots=True, eq=False)
class Replica:
    """A worker whose model is loaded, and how many batches it has."""

    worker: Worker
    facts: ModelFacts
    busy: int = 0


class Replicas:
    """Keeps `count` workers running; for use by many threads, each of which asks one batch at a time."""

    def __init__(
        self,
        name: str,
        launch: Callable[[], Worker],
        check: Callable[[ModelFacts], str | None],
        count: int,
        at_once: int,  # batches per worker
        say: Callable[[str], None],
    ):
        self.count, self.at_once = count, at_once
        self._name, self._launch, self._check, self._say = name, launch, check, say
        self._changed = threading.Condition()
        self._ready: list[Replica] = []
        self._starting: list[Worker] = []
        self._threads: list[threading.Thread] = []  # that start workers
        self._failure: str | None = None
        self._is_closed = False
        self._deaths = 0  # in a row
        self._since: float | None = time.monotonic()  # when the last worker was lost; None while there is one
        self._is_said = False
        for _ in range(count):
            self._start_worker()

    def wait_until_ready(self) -> ModelFacts:
        """Wait for the first worker; RunCannotContinue if its model cannot be loaded."""
        with self._changed:
            while not self._ready:
                self._wait()
            return self._ready[0].facts

    def ask(self, queries: bytes, attached: Attached | None, count: int) -> Reply:
        """The reply of a worker to a batch of `count` queries; one that dies meanwhile is replaced by another."""
        reason = ""
        for _ in range(LOSSES if count == 1 else LOSSES - 1):
            replica = self._take_replica()
            try:
                reply = decode_reply(replica.worker.answer(queries, attached))
            except WorkerDied as error:
                reason = str(error)
                self._replace(replica, reason)
                continue
            self._give_back(replica)
            return reply
        raise RemoteFailure(f"the worker process died each time it was asked: {reason}")

    def interrupt(self) -> None:
        """Make calls that wait for their turn in a worker fail now."""
        for replica in list(self._ready):
            try:
                replica.worker.interrupt()
            except WorkerDied:
                continue

    def close(self) -> None:
        """End all workers."""
        with self._changed:
            self._is_closed = True
            workers = [*self._starting, *(replica.worker for replica in self._ready)]
            self._changed.notify_all()
        for worker in workers:
            worker.kill()

    def join(self) -> None:
        """Wait until no worker is being started any more."""
        for thread in self._threads:
            thread.join(ENDING)

    def _take_replica(self) -> Replica:
        """The least busy worker, once there is one that can take a batch."""
        with self._changed:
            while True:
                if self._failure is None and not self._is_closed and self._ready:
                    best = min(self._ready, key=lambda replica: replica.busy)
                    if best.busy < self.at_once:
                        best.busy += 1
                        return best
                self._wait()

    def _give_back(self, replica: Replica) -> None:
        with self._changed:
            replica.busy -= 1
            self._deaths = 0
            self._changed.notify()

    def _wait(self) -> None:
        """Wait for a change; say so if there is no worker for long, and give up after a while."""
        if self._failure is not None or self._is_closed:
            raise RunCannotContinue(self._failure or "the run is over")
        self._changed.wait(LOOK)
        silent = 0.0 if self._since is None or self._starting else time.monotonic() - self._since
        if silent > QUIET and not self._is_said:
            self._is_said = True
            self._say(
                f"{self._name}: waiting for the Ray cluster to start a worker; the run stops after"
                f" {PATIENCE / 60:.0f} minutes without one"
            )
        if silent > PATIENCE:
            self._fail(
                f"{self._name}: the Ray cluster started no worker for {PATIENCE / 60:.0f} minutes: check `ray status`"
            )

    def _fail(self, reason: str) -> None:
        with self._changed:
            self._failure = self._failure or reason
            self._changed.notify_all()

    # --- starting and replacing ----------------------------------------------------------------------------------

    def _start_worker(self) -> None:
        thread = threading.Thread(target=self._load_worker, name="askance-ray-start", daemon=True)
        self._threads = [*(each for each in self._threads if each.is_alive()), thread]
        thread.start()

    def _load_worker(self) -> None:
        """Start one worker and load its model; its death is counted, a model that cannot be loaded ends the run."""
        worker: Worker | None = None
        try:
            worker = self._launch()  # once it has a place on the cluster
            with self._changed:
                self._starting.append(worker)
                is_closed = self._is_closed
            if is_closed:
                worker.kill()
                return
            loaded = decode_loaded(worker.load())
        except WorkerDied as error:
            self._count_death(worker, str(error))
            return
        except Exception as error:  # of Ray itself
            self._fail(f"{self._name}: no worker can be started: {type(error).__name__}: {error}")
            return
        wrong = loaded.reason if isinstance(loaded, LoadFailure) else self._check(loaded)
        if isinstance(loaded, LoadFailure) or wrong:
            self._fail(f"{wrong} (worker on {worker.where})")
            return
        for line in loaded.said:
            self._say(line)
        with self._changed:
            self._starting.remove(worker)
            self._ready.append(Replica(worker, loaded))
            self._since, self._is_said = None, False
            self._changed.notify_all()

    def _replace(self, replica: Replica, reason: str) -> None:
        """Start another worker for one that died; of several threads that notice it, the first does."""
        with self._changed:
            if self._is_closed or replica not in self._ready:
                return
            self._ready.remove(replica)
        replica.worker.kill()  # it may be cut off from the driver and still hold its share of the cluster
        self._count_death(replica.worker, reason)

    def _count_death(self, worker: Worker | None, reason: str) -> None:
        with self._changed:
            if worker in self._starting:
                self._starting.remove(worker)
            if not self._ready and self._since is None:
                self._since = time.monotonic()
            self._deaths += 1
            deaths, is_closed = self._deaths, self._is_closed
        if is_closed:
            return
        if deaths > SPARE_DEATHS + 2 * self.count:
            self._fail(f"{self._name}: {plural(deaths, 'worker')} died one after the other: {reason}")
        else:
            self._start_worker()
