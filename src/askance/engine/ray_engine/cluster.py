"""The connection to a Ray cluster, made quietly; the only file that uses Ray itself."""

import contextlib
import logging
import os
import platform
import re
import socket
import threading
from collections.abc import Iterator
from importlib import import_module
from typing import Any

from askance.core import UserError
from askance.core.install_command import install_command
from askance.engine.ray_engine.options import RayOptions
from askance.engine.ray_engine.replicas import WorkerDied
from askance.engine.ray_engine.wire import Attached, WorkerSpec
from askance.engine.ray_engine.worker import ModelWorker

QUIET = {
    "RAY_USAGE_STATS_ENABLED": "0",
    "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "1",  # a worker without a GPU share sees no GPU; unset, Ray warns
    "RAY_SCHEDULER_EVENTS": "0",
    # Read when Ray is imported:
    "RAY_ENABLE_AUTO_CONNECT": "0",
    "RAY_DEDUP_LOGS": "1",
    "RAY_DEDUP_LOGS_SKIP_REGEX": ".*",  # else the death of a worker is printed to stdout, whatever `log_to_driver` is
}
NOTHING = logging.CRITICAL + 1  # a level that no line has
RAISED = re.compile(r"(\w+\.)*\w+(Error|Exception): ")
FIX = "see `ray start --help`, or leave --ray-address out to use this machine alone"
PATIENCE = 10.0  # seconds to reach the head node
SERVICE = 2  # calls beside batches that a worker takes: load, interrupt


class RayCluster:
    """A connected cluster; `close` ends what `connect` started."""

    def __init__(self, ray: Any, is_ours: bool):
        self._ray, self._is_ours = ray, is_ours
        self._lock = threading.Lock()
        self._actors: list[RayWorker] = []
        self._is_over = False

    def resources(self) -> tuple[float, float]:
        """CPUs and GPUs of all machines."""
        found = self._ray.cluster_resources()
        return float(found.get("CPU", 0.0)), float(found.get("GPU", 0.0))

    def pickled(self, thing: object) -> bytes:
        """An object as bytes, with functions and classes that no module has; raises what pickling raises."""
        return bytes(self._ray.cloudpickle.dumps(thing))

    def start_worker(self, spec: WorkerSpec, options: RayOptions) -> "RayWorker":
        """Start a worker, once the cluster has a place for it."""
        actor = self._ray.remote(
            num_cpus=options.cpus_per_worker,
            num_gpus=options.gpus_per_worker,
            max_restarts=0,
            max_task_retries=0,
            max_concurrency=spec.at_once + SERVICE,
            scheduling_strategy="SPREAD",
        )(AskanceWorker)
        with self._lock:
            self._check_open()
            self._actors = [*(each for each in self._actors if not each.is_ended), RayWorker(self, actor.remote(spec))]
            worker: RayWorker = self._actors[-1]
        worker.find_place()
        return worker

    def call(self, method: Any, *args: object) -> Any:
        """The result of a method of an actor; WorkerDied if that is gone, or the run is over."""
        with self._lock:  # a call after the end would connect to a cluster again
            self._check_open()
            result = method.remote(*args)
        try:
            return self._ray.get(result)
        except self._ray.exceptions.RayError as error:
            raise WorkerDied(_one_line(error)) from None

    def kill(self, actor: Any) -> None:
        """End a worker process."""
        with self._lock, contextlib.suppress(Exception):  # the cluster may be gone
            self._ray.kill(actor)

    def _check_open(self) -> None:
        if self._is_over:
            raise WorkerDied("the run is over")

    def end_workers(self) -> None:
        """Kill all workers, also those that wait for a place, and start no more."""
        with self._lock:
            self._is_over = True
        for worker in self._actors:
            worker.kill()

    def close(self) -> None:
        """Leave the cluster; one that was started for this run ends."""
        if self._is_ours:
            self._ray.shutdown()
            logging.getLogger("ray").setLevel(logging.INFO)  # as Ray sets it


class AskanceWorker(ModelWorker):
    """A worker in a process of Ray."""

    def where(self) -> str:
        """The machine."""
        return platform.node()


class RayWorker:
    """A worker on the cluster; see `replicas.Worker`."""

    def __init__(self, cluster: RayCluster, actor: Any):
        self._cluster, self._actor = cluster, actor
        self.where = "?"
        self.is_ended = False

    def find_place(self) -> None:
        """Wait until the worker runs on some machine."""
        try:
            self.where = str(self._cluster.call(self._actor.where))
        except BaseException:
            self.kill()
            raise

    def load(self) -> bytes:
        """Load the model."""
        return bytes(self._cluster.call(self._actor.load))

    def answer(self, queries: bytes, attached: Attached | None) -> bytes:
        """The reply to a batch."""
        return bytes(self._cluster.call(self._actor.answer, queries, attached))

    def interrupt(self) -> None:
        """Make calls that wait for their turn fail now."""
        self._cluster.call(self._actor.interrupt)

    def kill(self) -> None:
        """End the process."""
        self.is_ended = True
        self._cluster.kill(self._actor)


def connect(options: RayOptions) -> RayCluster:
    """Connect to the cluster that the options name, or start one on this machine; UserError if that fails."""
    try:
        with _quiet_environment():
            ray: Any = import_module("ray")
    except ImportError as error:
        raise UserError(f"--engine ray needs Ray: {install_command('ray')}") from error
    if ray.is_initialized():
        return RayCluster(ray, is_ours=False)
    address = options.address or os.environ.get("RAY_ADDRESS") or "local"
    _check_port(address)
    with _quiet_environment():
        try:
            if address == "local":
                ray.init(address="local", include_dashboard=False, **_LOGGING)
            else:
                ray.init(address=address, **_LOGGING)
        except Exception as error:
            raise UserError(f"no connection to the Ray cluster {address!r}: {_one_line(error)}: {FIX}") from error
    return RayCluster(ray, is_ours=True)


def _check_port(address: str) -> None:
    """UserError if nobody listens at HOST:PORT, where Ray itself would wait for minutes."""
    host, colon, port = address.rpartition(":")
    if not colon or not port.isdigit():
        return
    try:
        socket.create_connection((host.strip("[]"), int(port)), PATIENCE).close()
    except (OSError, OverflowError) as error:
        raise UserError(f"no connection to the Ray cluster {address!r}: {error}: {FIX}") from error


_LOGGING: dict[str, Any] = {"log_to_driver": False, "configure_logging": False, "logging_level": NOTHING}


@contextlib.contextmanager
def _quiet_environment() -> Iterator[None]:
    """Ray's own log lines go nowhere, and it reports no usage; its processes take over this environment."""
    logging.getLogger("ray").setLevel(NOTHING)
    names = (*QUIET, "RAY_AUTH_MODE")  # Ray sets the last one: a new cluster takes commands of this user only
    before = {name: os.environ.get(name) for name in names}
    os.environ.update(QUIET)
    try:
        yield
    finally:
        for name, value in before.items():
            os.environ.pop(name, None)
            if value is not None:
                os.environ[name] = value


def _one_line(error: BaseException) -> str:
    """What an error of Ray says, in one line."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    raised = [line for line in lines if RAISED.match(line)]  # of a traceback in a worker
    return (raised or lines or [type(error).__name__])[-1 if raised else 0].rstrip(".:")
