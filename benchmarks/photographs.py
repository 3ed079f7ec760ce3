"""What a run over large photographs takes in memory: 12 megapixels each, made on the fly or read from JPEG files."""

import json
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from askance.core import ImageData, Item, Scene
from PIL import Image

WIDTH, HEIGHT = 4000, 3000
MADE, FILES, SHARED = 10_000, 300, 20  # photographs made on the fly; files, and how many of these differ


class Drawn:
    """Photographs that are drawn when they are wanted, each of another color."""

    name = "drawn"

    def __init__(self, count: int):
        self.count = count
        self.fingerprint = f"drawn-{count}"

    def items(self, limit: int | None = None, seed: int = 0) -> Iterator[Item]:
        """One question per photograph."""
        for number in range(self.count):
            yield Item(f"q{number}", f"photo-{number}", "Is it large?", ("yes",))

    def images(self, limit: int | None = None, seed: int = 0) -> Iterator[str]:
        """Their names."""
        return (f"photo-{number}" for number in range(self.count))

    def scene(self, image: str) -> Scene | None:
        """None."""
        return None

    def load_image(self, image: str) -> ImageData:
        """One color, which the number of the photograph decides: the cheapest way to fill 12 megapixels."""
        number = int(image.rpartition("-")[2])
        return ImageData(image=Image.new("RGB", (WIDTH, HEIGHT), (1 + number % 255, number // 255 % 256, 128)))


def _files(root: Path) -> str:
    """JPEG files of 12 megapixels as a data set of their own: some that differ, the rest with other trailing bytes."""
    (root / "images").mkdir(parents=True)
    random = np.random.default_rng(0)
    rows = []
    for number in range(SHARED):
        small = Image.fromarray(random.integers(0, 255, (75, 100, 3), dtype=np.uint8))
        small.resize((WIDTH, HEIGHT), Image.Resampling.BICUBIC).save(root / "images" / f"{number}.jpg", quality=90)
    for number in range(FILES):
        if number >= SHARED:
            data = (root / "images" / f"{number % SHARED}.jpg").read_bytes()
            (root / "images" / f"{number}.jpg").write_bytes(data + number.to_bytes(4, "big"))
        rows.append({"id": f"q{number}", "image": f"{number}.jpg", "question": "Is it large?", "answers": ["yes"]})
    (root / "questions.json").write_text(json.dumps(rows))
    return f"folder:{root}"


def looked(image: Image.Image, question: str) -> str:
    """A model that reads one pixel of a small copy."""
    return "yes" if image.resize((32, 24), Image.Resampling.NEAREST).getpixel((3, 3)) else "no"


def run(data: str, count: int, memory: str | None) -> dict[str, Any]:
    """In this process: seconds, and the most memory that the run took."""
    import askance

    start = time.perf_counter()
    with tempfile.TemporaryDirectory() as out:
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        done = askance.run(looked, data or Drawn(count), ["accuracy"], out=out, memory=memory)  # type: ignore[arg-type]
        assert (done.done.outcome.made, done.done.outcome.failed) == (count, 0)
    seconds = time.perf_counter() - start
    return {
        "photographs": count,
        "megapixels": WIDTH * HEIGHT // 10**6,
        "memory": memory or "default",
        "seconds": round(seconds, 1),
        "ms_per_photograph": round(seconds / count * 1000, 1),
        "megabytes_before": round(before / 1024),
        "megabytes": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024),
    }


def alone(call: str) -> dict[str, Any]:
    """The figures of one run in a fresh process, so that the memory is its own."""
    code = "import json, warnings; warnings.simplefilter('ignore'); from benchmarks import photographs;"
    code += f" print(json.dumps(photographs.{call}))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return dict(json.loads(done.stdout))


def measure() -> dict[str, Any]:
    """Photographs made on the fly, and from files, with the default memory and with little."""
    rows = [alone(f"run('', {MADE}, None)")]
    with tempfile.TemporaryDirectory() as folder:
        data = _files(Path(folder) / "data")
        rows += [alone(f"run({data!r}, {FILES}, {memory!r})") for memory in (None, "256MB")]
    return {"rows": rows, "target_megabytes": 1500}
