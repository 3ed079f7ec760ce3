"""The models of a run, put into workers of a Ray cluster."""

import contextlib
import os
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from askance.core import Dataset, Model, UserError
from askance.core.memory import default_image_memory_bytes
from askance.core.model import most_at_once
from askance.engine.image_pieces import ImagePieces
from askance.engine.model_source import ModelSource
from askance.engine.ray_engine.cluster import RayCluster, connect
from askance.engine.ray_engine.options import RayOptions, workers_per_model
from askance.engine.ray_engine.remote_model import RemoteModel
from askance.engine.ray_engine.replicas import Replicas
from askance.engine.ray_engine.wire import ModelFacts, WorkerSpec
from askance.version import __version__

THREADS = 4  # that load images which workers cannot read
AHEAD = 1  # batches whose images a worker loads while it answers others


@dataclass(frozen=True, slots=True)
class RunLimits:
    """Limits of a run that workers keep."""

    timeout: float | None = None  # seconds per call
    memory: int | None = None  # bytes of decoded images per process


class _Session:
    """The cluster and the workers of one run; nothing is started before the first model is prepared."""

    def __init__(self, options: RayOptions, data: Dataset, data_name: str | None, models: int, limits: RunLimits):
        self._options, self._data, self._data_name = options, data, data_name
        self._models, self._limits = models, limits
        self._cluster: RayCluster | None = None
        self._pools: list[Replicas] = []
        self._images: ImagePieces | None = None
        self._lock = threading.Lock()

    def images(self) -> ImagePieces:
        """Loads the images that workers cannot read."""
        with self._lock:
            if self._images is None:
                memory = default_image_memory_bytes() if self._limits.memory is None else self._limits.memory
                self._images = ImagePieces(self._data, THREADS, memory, self.at_once())
            return self._images

    def at_once(self) -> int:
        """Batches under way at all workers; before they are started (a dry run), as far as the options say."""
        started = sum(pool.count * pool.at_once for pool in self._pools)
        return started or (self._options.workers or 1) * self._models * (1 + AHEAD)

    def start(self, model: Model, source: ModelSource | None, say: Callable[[str], None]) -> Replicas:
        """Start the workers of one model."""
        cluster = self._connected(say)
        count = workers_per_model(self._options, self._models, *cluster.resources())
        spec = self._spec(cluster, model, source)
        launch = partial(cluster.start_worker, spec, self._options)
        self._pools.append(Replicas(model.name, launch, _check_version, count, spec.at_once, say))
        return self._pools[-1]

    def _connected(self, say: Callable[[str], None]) -> RayCluster:
        if self._cluster is None:
            self._cluster = connect(self._options)
            _, gpus = self._cluster.resources()
            if gpus and not self._options.gpus_per_worker:
                say(f"the Ray cluster has {gpus:g} GPUs and the workers use none: add --gpus-per-worker 1 to use them")
        return self._cluster

    def _spec(self, cluster: RayCluster, model: Model, source: ModelSource | None) -> WorkerSpec:
        if source is None:
            try:
                pickled = cluster.pickled(model)
            except Exception as error:
                raise UserError(
                    f"{model.name}: the model object cannot be sent to the workers"
                    f" ({type(error).__name__}: {str(error).splitlines()[0] if str(error) else ''}):"
                    " name the model instead, such as python:MODULE:OBJECT"
                ) from error
        data: str | bytes | None = self._data_name
        if data is None:
            with contextlib.suppress(Exception):  # then its images are sent
                data = cluster.pickled(self._data)
        return WorkerSpec(
            model.name,
            model.fingerprint,
            pickled if source is None else source,
            data,
            self._data.fingerprint,
            os.getcwd(),  # noqa: PTH109
            tuple(sys.path),
            most_at_once(model) + AHEAD,
            self._limits.timeout,
            self._limits.memory,
        )

    def close(self) -> None:
        """End the workers and leave the cluster."""
        for pool in self._pools:
            pool.close()
        if self._cluster is not None:
            self._cluster.end_workers()
            for pool in self._pools:
                pool.join()
            self._cluster.close()
        if self._images is not None:
            self._images.close()


def _check_version(facts: ModelFacts) -> str | None:
    if facts.version == __version__:
        return None
    return f"a worker has Askance {facts.version} and this machine {__version__}: install the same version everywhere"


@contextlib.contextmanager
def models_on_ray(
    options: RayOptions,
    models: Sequence[Model],
    sources: Sequence[ModelSource | None],  # None: the object itself is sent
    data: Dataset,
    data_name: str | None,  # None: the data set is sent
    limits: RunLimits,
) -> Iterator[list[Model]]:
    """The same models, to be asked in workers; the workers end with the context."""
    session = _Session(options, data, data_name, len(models), limits)
    try:
        yield [
            RemoteModel(model, partial(session.start, model, source), session.images, session.at_once)
            for model, source in zip(models, sources, strict=True)
        ]
    finally:
        session.close()
