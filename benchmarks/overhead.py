"""What the engine costs a sample, against a bare Python loop with the same trivial model and the same pictures."""

import json
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import askance
import numpy as np
from PIL import Image

TURNS = 3  # measurements of each size; the medians count, since other work on the machine disturbs some


def trivial(image: Image.Image, question: str) -> str:
    """A model that costs nothing."""
    return "yes" if image.size[0] > len(question) else "no"


def _folder(root: Path, images: int, questions: int) -> Path:
    """JPEG pictures of 320 × 240, and questions shared evenly among them."""
    (root / "images").mkdir(parents=True)
    random = np.random.default_rng(0)
    for i in range(images):
        small = random.integers(0, 255, (12, 16, 3), dtype=np.uint8)
        Image.fromarray(small).resize((320, 240)).save(root / "images" / f"{i}.jpg", quality=85)
    each = questions // images
    rows = [
        {"id": f"q{i}", "image": f"{i // each}.jpg", "question": f"Is there a dog number {i}?", "answers": ["yes"]}
        for i in range(questions)
    ]
    (root / "questions.json").write_text(json.dumps(rows))
    return root


def _bare(root: Path) -> float:
    """The loop a careful person would write: read, decode once a picture, ask, compare, count."""
    started = time.perf_counter()
    right, last, image = 0, "", None
    for row in json.loads((root / "questions.json").read_text()):
        if row["image"] != last:
            last, image = row["image"], Image.open(root / "images" / row["image"]).convert("RGB")
        assert image is not None
        right += trivial(image, row["question"]) in row["answers"]
    assert right
    return time.perf_counter() - started


def _engine(root: Path, out: Path) -> float:
    assert askance.run  # loads the engine, which benchmark `start` measures
    started = time.perf_counter()
    done = askance.run(trivial, f"folder:{root}", ["accuracy"], out=out)
    seconds = time.perf_counter() - started
    assert done.metrics.num_rows
    return seconds


def _sizes() -> Iterator[tuple[int, int]]:
    yield 10_000, 10_000
    yield 10_000, 50_000
    yield 10_000, 200_000


def measure() -> dict[str, Any]:
    """Milliseconds a sample that the engine adds, at three sizes."""
    rows = []
    for images, questions in _sizes():
        with tempfile.TemporaryDirectory() as folder:
            root = _folder(Path(folder) / "data", images, questions)
            _bare(root)  # warm the page cache for both
            times = [(_bare(root), _engine(root, Path(folder) / f"run{turn}")) for turn in range(TURNS)]
        bare, engine = (sorted(each)[TURNS // 2] for each in zip(*times, strict=True))
        rows.append(
            {
                "questions": questions,
                "images": images,
                "bare_seconds": round(bare, 2),
                "engine_seconds": round(engine, 2),
                "added_ms_per_sample": round((engine - bare) / questions * 1000, 4),
                "ratio": round(engine / bare, 2),
            }
        )
    return {"rows": rows, "target_ms": 0.2}
