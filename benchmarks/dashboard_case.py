"""The page of a case with six edited variants of a 640 × 480 photograph, cold: the page, then all its images."""

import json
import os
import re
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import pyarrow as pa
from askance.core import Card, Case, Dataset, Metric, Query, Stimulus
from askance.core.suite import Rounds
from PIL import Image

from benchmarks.dashboard_server import Server, serving

CASES = 12  # each page is opened once: none of its images was drawn before
WIDTH, HEIGHT = 640, 480
CONNECTIONS = 6  # of a browser to one server
TARGET = 300  # ms, from the request of the page to its last image
EDITS: dict[str, dict[str, float]] = {
    "blur": {"sigma": 3.0},
    "brightness": {"change": 0.3},
    "gaussian_noise": {"variance": 0.03, "seed": 1},
    "jpeg": {"loss": 80},
    "rotate": {"angle": 20.0},
    "speckle": {"variance": 0.05, "seed": 1},
}


def _write_photographs(root: Path) -> str:
    """JPEG files with soft shapes and some grain, as a data set."""
    (root / "images").mkdir(parents=True)
    random, rows = np.random.default_rng(0), []
    for number in range(CASES + 1):
        shapes = Image.fromarray(random.integers(0, 255, (24, 32, 3), dtype=np.uint8))
        smooth = np.asarray(shapes.resize((WIDTH, HEIGHT), Image.Resampling.BICUBIC), dtype=np.int16)
        grain = random.normal(0, 6, smooth.shape).astype(np.int16)
        photograph = Image.fromarray(np.clip(smooth + grain, 0, 255).astype(np.uint8))
        photograph.save(root / "images" / f"{number}.jpg", quality=90)
        rows.append({"id": f"q{number}", "image": f"{number}.jpg", "question": "Is it large?", "answers": ["yes"]})
    (root / "questions.json").write_text(json.dumps(rows))
    return f"folder:{root}"


class _SixVariants:
    """One case per photograph: the photograph and six edited variants."""

    card = Card(
        name="six-variants",
        version=1,
        paper="ours",
        claim="an edit does not change the answer",
        deviations="none",
        cost="7 calls per item",
        expected="none",
        metrics=(Metric("agreement", "share of equal answers", better="up"),),
        headline=("agreement",),
    )

    def rounds(self, data: Dataset, limit: int | None, seed: int) -> Rounds:
        """One round with all cases."""
        from askance.edits import steps

        variants = {"original": (), **{name: steps(name, **args) for name, args in EDITS.items()}}
        yield (
            Case.of(
                "six-variants",
                item.id,
                {role: Query(Stimulus(item.image, item.question, edits)) for role, edits in variants.items()},
                "stable",
            )
            for item in data.items(limit, seed)
        )

    def metrics(self, verdicts: pa.Table) -> pa.Table:
        """The share of photographs with equal answers."""
        from askance.metrics import rates

        return rates(verdicts, "agreement")


def _says_yes(image: Image.Image, question: str) -> str:
    return "yes"


def measure() -> dict[str, Any]:
    """Milliseconds of wall clock and of the server's processor time, of the page and of its images, each case once."""
    import askance
    import httpx

    with TemporaryDirectory() as folder:
        space = Path(folder) / "w"
        askance.run(_says_yes, _write_photographs(Path(folder) / "data"), [_SixVariants()], out=space)
        with (
            serving(space) as server,
            httpx.Client(base_url=server.address, timeout=60) as client,
            ThreadPoolExecutor(CONNECTIONS) as browser,
        ):
            cases = client.get("/api/cases").json()["rows"]
            opened = [_open_page(server, client, browser, case["shown"]["address"]) for case in cases]
    return {
        "cases": len(opened) - 1,
        "variants": len(EDITS),
        "first_of_the_server_ms": opened[0],  # it also opens the data set
        "others": {
            name: {
                "p50_ms": round(float(np.percentile([each[name] for each in opened[1:]], 50)), 1),
                "p95_ms": round(float(np.percentile([each[name] for each in opened[1:]], 95)), 1),
            }
            for name in opened[0]
        },
        "target_ms": TARGET,
        "load_average": os.getloadavg()[0],
    }


def _open_page(server: Server, client: Any, browser: ThreadPoolExecutor, address: str) -> dict[str, float]:
    """Open a case as a browser does: the page, then its images over several connections."""
    started, worked = time.perf_counter(), server.processor_seconds()
    page = client.get(address)
    assert page.status_code == 200, page.text
    page_taken = time.perf_counter() - started
    images = sorted(set(re.findall(r'src="(/images/[^"]+)"', page.text)))
    assert len(images) == 1 + len(EDITS), images
    for answer in browser.map(client.get, [image.replace("&amp;", "&") for image in images]):
        assert answer.headers["content-type"] in ("image/jpeg", "image/webp"), answer.headers
    return {
        "page": round(1000 * page_taken, 1),
        "page_and_images": round(1000 * (time.perf_counter() - started), 1),
        "processor": round(1000 * (server.processor_seconds() - worked), 1),
    }
