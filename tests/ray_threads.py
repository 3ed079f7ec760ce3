"""A cluster without Ray: workers are objects of this process, asked on the engine's threads; they can be killed."""

from collections.abc import Callable
from dataclasses import dataclass, field

from askance.engine.ray_engine.replicas import WorkerDied
from askance.engine.ray_engine.worker import ModelWorker


class ThreadWorker:
    """A worker of this process; a dead one raises WorkerDied, also for what it is doing."""

    def __init__(self, spec, on_answer: Callable[["ThreadWorker", bytes], None]):
        self.inner, self.on_answer = ModelWorker(spec), on_answer
        self.where, self.is_dead = "here", False

    def _checked(self, result):
        if self.is_dead:
            raise WorkerDied("killed by a test")
        return result

    def load(self):
        return self._checked(self.inner.load())

    def answer(self, queries, attached):
        self._checked(None)
        self.on_answer(self, queries)
        self._checked(None)
        return self._checked(self.inner.answer(queries, attached))

    def interrupt(self):
        self.inner.interrupt()

    def kill(self):
        self.is_dead = True


@dataclass
class ThreadCluster:
    """Takes the place of a RayCluster."""

    cpus: float = 2.0
    gpus: float = 0.0
    workers: list = field(default_factory=list)
    on_answer: Callable = lambda worker, queries: None
    is_closed: bool = False

    def resources(self):
        return self.cpus, self.gpus

    def pickled(self, thing):
        import ray.cloudpickle

        return ray.cloudpickle.dumps(thing)

    def start_worker(self, spec, options):
        self.workers.append(ThreadWorker(spec, self.on_answer))
        return self.workers[-1]

    def end_workers(self):
        for worker in self.workers:
            worker.kill()

    def close(self):
        self.is_closed = True
