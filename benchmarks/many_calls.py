"""Many calls to a model that costs nothing: time per call and memory, while the number of calls doubles."""

import json
import resource
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from askance.core import ImageData, Item, Scene
from PIL import Image

SIZES = (50_000, 100_000, 200_000)
EACH = 10  # questions per image
EVERY = 0.05  # seconds between two looks at the memory


class Small:
    """Small images with ten questions each."""

    name = "small"

    def __init__(self, count: int):
        self.count = count
        self.fingerprint = f"small-{count}"

    def items(self, limit: int | None = None, seed: int = 0) -> Iterator[Item]:
        """The questions."""
        for number in range(self.count):
            question = f"Is there a dog to the left of the man number {number}?"
            yield Item(f"q{number}", f"image-{number // EACH}", question, ("yes",))

    def images(self, limit: int | None = None, seed: int = 0) -> Iterator[str]:
        """Their images."""
        return (f"image-{number}" for number in range(self.count // EACH))

    def scene(self, image: str) -> Scene | None:
        """None."""
        return None

    def load_image(self, image: str) -> ImageData:
        """One color."""
        return ImageData(image=Image.new("RGB", (32, 24), (int(image.rpartition("-")[2]) % 256, 0, 128)))


def said(image: Image.Image, question: str) -> str:
    """A model that costs nothing."""
    return "yes" if len(question) % 3 else "no"


class Memory(threading.Thread):
    """Looks at the memory of this process again and again."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.stage, self.most = "start", dict[str, int]()
        self.over = threading.Event()

    def run(self) -> None:
        """Note the most of each stage, in megabytes."""
        while not self.over.wait(EVERY):
            pages = int(Path("/proc/self/statm").read_text().split()[1])
            self.most[self.stage] = max(self.most.get(self.stage, 0), pages * 4096 >> 20)


def run(count: int) -> dict[str, Any]:
    """In this process: seconds and memory of each stage."""
    import askance
    from askance import report
    from askance.core.progress import NoProgress

    memory = Memory()

    class Stages(NoProgress):
        """Notes which stage a run is in."""

        def start(self, total: int, saved: int, what: str = "") -> None:
            memory.stage = "calls"

        def finish(self) -> None:
            memory.stage = "verdicts"

    memory.start()
    begun, busy = time.perf_counter(), time.process_time()
    with tempfile.TemporaryDirectory() as out:
        done = askance.run(said, Small(count), ["accuracy"], out=out, progress=Stages())
        assert done.done.outcome.made == count
        ended, worked = time.perf_counter(), time.process_time()
        memory.stage = "report"
        assert report.table_to_rows(done.metrics)
        report.suite_warnings(done.space, done.pairs)
        reported = time.process_time()
    memory.over.set()
    return {
        "calls": count,
        "seconds": round(ended - begun, 1),
        "ms_per_call": round((ended - begun) / count * 1000, 3),
        "processor_ms_per_call": round((worked - busy) / count * 1000, 3),
        "report_seconds": round(reported - worked, 2),
        "megabytes": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024),
        "megabytes_by_stage": memory.most,
    }


def measure() -> dict[str, Any]:
    """Each size in a fresh process, so that the memory is its own."""
    rows = []
    for count in SIZES:
        code = f"import json; from benchmarks.many_calls import run; print(json.dumps(run({count})))"
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
        rows.append(json.loads(done.stdout))
    return {"rows": rows}
