"""The Ray engine: cost per sample beside the local engine's, answers per second of the driver, scaling of workers."""

import json
import os
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, ClassVar

from askance.core import Answer, ModelInput

from benchmarks.many_calls import Small

BATCH = 64
CALLS = 40_000
TURNS = 3  # of each engine, in turn; the medians count
ANSWERS = 200_000  # that the driver writes
SLEEP = 1.0  # seconds that a batch of the sleeping model takes
SLEEPING_BATCH = 50  # questions: ten per image, so that all batches have this size
BATCHES_EACH = 16  # batches per worker
SCALES = (1, 2, 32)
READY = "ready:"  # how a line begins with which a worker reports
TICKS = os.sysconf("SC_CLK_TCK")


class Trivial:
    """A model that costs nothing."""

    name, fingerprint = "trivial", "trivial-1"
    supports: frozenset[str] = frozenset({"text"})
    needs: frozenset[str] = frozenset({"pixels"})
    batch_size = BATCH

    def answer(self, shown: Sequence[ModelInput]) -> list[Answer]:
        """Yes or no."""
        return [Answer(text="yes" if len(each.query.stimulus.question) % 3 else "no") for each in shown]


class Sleeping(Trivial):
    """Takes the same time for each batch and needs no processor, like a model on a GPU."""

    name, fingerprint = "sleeping", "sleeping-1"
    batch_size = SLEEPING_BATCH

    def prepare(self, say: Callable[[str], None]) -> None:
        """Report this process."""
        say(f"{READY} {os.getpid()}")

    def answer(self, shown: Sequence[ModelInput]) -> list[Answer]:
        """The same, later."""
        time.sleep(SLEEP)
        return super().answer(shown)


def _worker_seconds() -> float:
    """Processor time of all worker processes of Askance."""
    seconds = 0.0
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if (folder / "cmdline").read_bytes().startswith(b"ray::AskanceWorker"):
                fields = (folder / "stat").read_text().rpartition(")")[2].split()
                seconds += (int(fields[11]) + int(fields[12])) / TICKS
        except OSError:  # it has ended
            continue
    return seconds


def run(engine: str, calls: int, workers: int, is_sleeping: bool = False) -> dict[str, float]:
    """In this process: seconds and processor time of the calls of one run, and of the whole run."""
    import askance
    from askance.core.progress import NoProgress
    from askance.engine import RayOptions

    class Calls(NoProgress):
        """Notes when the calls begin and end, with the processor time of driver and workers."""

        def __init__(self) -> None:
            self.marks: list[tuple[float, float, float]] = []
            self.ready = threading.Semaphore(0)

        def say(self, message: str) -> None:
            if message.startswith(READY):
                self.ready.release()

        def start(self, total: int | None, saved: int, what: str = "") -> None:
            for _ in range(workers if is_sleeping else 0):  # all are measured, so all must be there
                self.ready.acquire()
            self.mark()

        def finish(self) -> None:
            if len(self.marks) == 1:
                self.mark()

        def mark(self) -> None:
            self.marks.append((time.perf_counter(), time.process_time(), _worker_seconds()))

    progress, begun = Calls(), time.process_time()
    place = RayOptions("local", workers, cpus_per_worker=0) if engine == "ray" else "local"
    model = Sleeping() if is_sleeping else Trivial()
    with tempfile.TemporaryDirectory() as out:
        done = askance.run(model, Small(calls), ["accuracy"], out=out, progress=progress, engine=place)
        assert done.done.outcome.made == calls
    (wall, driver, worker), (wall_end, driver_end, worker_end) = progress.marks
    return {
        "seconds": wall_end - wall,
        "driver": driver_end - driver,
        "workers": worker_end - worker,
        "whole_run": time.process_time() - begun + worker_end - worker,
    }


def _fresh(code: str) -> Any:
    """What an expression gives in a fresh process."""
    source = f"import json; from benchmarks import ray_engine; print(json.dumps(ray_engine.{code}))"
    done = subprocess.run([sys.executable, "-c", source], capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(done.stderr)
    return json.loads(done.stdout.splitlines()[-1])


def _cost() -> dict[str, Any]:
    """Processor time per call at batch 64 on one worker, driver and worker added up, and of the whole run."""
    pairs = [(_fresh(f"run('local', {CALLS}, 1)"), _fresh(f"run('ray', {CALLS}, 1)")) for _ in range(TURNS)]

    def median(of: Callable[[dict[str, float]], float], which: int) -> float:
        return statistics.median(of(pair[which]) for pair in pairs) / CALLS * 1e6

    local, on_ray = (median(lambda found: found["driver"] + found["workers"], which) for which in (0, 1))
    whole, whole_ray = (median(lambda found: found["whole_run"], which) for which in (0, 1))
    return {
        "batch": BATCH,
        "calls": CALLS,
        "local_calls_us": round(local, 1),
        "ray_calls_us": round(on_ray, 1),
        "ray_driver_us": round(median(lambda found: found["driver"], 1), 1),
        "ray_worker_us": round(median(lambda found: found["workers"], 1), 1),
        "calls_ratio": round(on_ray / local, 2),
        "local_run_us": round(whole, 1),
        "ray_run_us": round(whole_ray, 1),
        "run_ratio": round(whole_ray / whole, 2),
        "target_ratio": 2,
    }


def write_answers(count: int) -> dict[str, float]:
    """In this process: the driver's part without Ray: replies come from a worker that is only bytes."""
    from askance.core import Query, Stimulus, query_key
    from askance.core.progress import NoProgress
    from askance.engine.image_pieces import ImagePieces
    from askance.engine.local_engine import LocalEngine
    from askance.engine.plan import Call
    from askance.engine.ray_engine.remote_model import RemoteModel
    from askance.engine.ray_engine.replicas import Replicas
    from askance.engine.ray_engine.wire import Attached, ModelFacts, Reply, encode
    from askance.store import Workspace

    class Bytes:
        """Has a reply ready for every batch, by its size."""

        where = "here"
        replies: ClassVar = [
            encode(Reply({n: Answer(text="yes") for n in range(size)}, seconds=0.01)) for size in range(BATCH + 1)
        ]

        def load(self) -> bytes:
            return encode(ModelFacts("trivial", "trivial-1", frozenset({"text"}), BATCH, 1, True, ""))

        def answer(self, queries: bytes, attached: Attached | None) -> bytes:
            return self.replies[queries.count(b'"stimulus"')]

        def interrupt(self) -> None: ...

        def kill(self) -> None: ...

    data = Small(count)
    calls = []
    for item in data.items():
        query = Query(Stimulus(item.image, item.question))
        calls.append(Call(0, query_key(query), item.image, "", query))
    images = ImagePieces(data, 1, 2**20, 1)
    model = RemoteModel(
        Trivial(),
        lambda say: Replicas("trivial", Bytes, lambda facts: None, 2, 2, say),
        lambda: images,
        lambda: 4,
    )
    model.prepare(print)
    with tempfile.TemporaryDirectory() as out:
        space = Workspace.for_writing(out)
        begun, busy = time.perf_counter(), time.process_time()
        outcome = LocalEngine(space, data, [model]).run(calls, NoProgress())
        space.rotate_journal()
        seconds, processor = time.perf_counter() - begun, time.process_time() - busy
        space.close()
    assert not outcome.failed
    return {"answers": outcome.made, "seconds": seconds, "processor": processor}


def _driver() -> dict[str, Any]:
    found = [_fresh(f"write_answers({ANSWERS})") for _ in range(TURNS)]
    rates = sorted(each["answers"] / each["processor"] for each in found)
    walls = sorted(each["answers"] / each["seconds"] for each in found)
    return {
        "answers": ANSWERS,
        "answers_per_processor_second": round(rates[TURNS // 2]),
        "answers_per_second": round(walls[TURNS // 2]),
        "target": 20_000,
    }


def _scaling() -> Iterator[dict[str, Any]]:
    """Time of the same work per worker, with a model that sleeps."""
    for workers in SCALES:
        found = _fresh(f"run('ray', {workers * BATCHES_EACH * SLEEPING_BATCH}, {workers}, True)")
        yield {"workers": workers, "batches": workers * BATCHES_EACH, "seconds": round(found["seconds"], 2)}


def measure() -> dict[str, Any]:
    """All three, with the load of the machine: other work slows the wall clock, not the processor time."""
    load = round(os.getloadavg()[0], 1)
    rows = list(_scaling())
    for row in rows:
        row["speedup"] = round(row["batches"] / row["seconds"] / (rows[0]["batches"] / rows[0]["seconds"]), 2)
    return {
        "scaling": {"rows": rows, "sleep_seconds": SLEEP, "batch": SLEEPING_BATCH, "targets": {"2": 1.8, "32": 28}},
        "driver": _driver(),
        "cost": _cost(),
        "load": [load, round(os.getloadavg()[0], 1)],
    }
