"""Seconds and memory of `askance compare` with 10,000 swaps: 20,000 cases of built-in models, a million made ones."""

import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np

SUITES = ("accuracy", "carets", "repeat")
CASES, IMAGES = 1_000_000, 100_000
BUILT_IN = 20_000
CODE = """
import json, resource, sys, time
import askance
started, worked = time.perf_counter(), time.process_time()
found = askance.compare(*sys.argv[1:])
print(json.dumps({
    "metrics": len(found.rows), "images": max(row.images for row in found.rows), "first_line": found.lines[0],
    "seconds": round(time.perf_counter() - started, 2),
    "processor_seconds": round(time.process_time() - worked, 2),
    "memory_gb": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6, 2),
}))
"""


def compare_in_fresh_process(folder: str, a: str, b: str) -> dict[str, Any]:
    """Its seconds include all imports but that of `askance`; its memory is its own."""
    started = time.perf_counter()
    done = subprocess.run([sys.executable, "-c", CODE, folder, a, b], capture_output=True, text=True, check=True)
    return {**json.loads(done.stdout), "process_seconds": round(time.perf_counter() - started, 2)}


def million(folder: str) -> dict[str, Any]:
    """Two models of equal quality on a million cases of three suites."""
    from benchmarks.made_results import write_results

    rng = np.random.default_rng(0)
    for suite, count in zip(SUITES, (CASES // 2, CASES // 4, CASES // 4), strict=True):
        images = rng.integers(0, IMAGES, count)
        scores = {model: (rng.random(count) < 0.6).astype(np.float64) for model in ("A", "B")}
        if suite == "accuracy":
            scores["B"][rng.random(count) < 0.01] = np.nan
        write_results(Path(folder), scores, images, suite)
    return {"cases": CASES, **compare_in_fresh_process(folder, "A", "B"), "target_gb": 1.0}


def built_in(folder: str) -> dict[str, Any]:
    """Two built-in networks on 20,000 questions of the built-in world."""
    import askance

    models = ["builtin:blind", "builtin:cnn-lstm"]
    askance.run(models, "stickers", ["accuracy"], limit=BUILT_IN, out=folder)
    return {"cases": BUILT_IN, **compare_in_fresh_process(folder, *models), "target_seconds": 3.0}


def measure() -> dict[str, Any]:
    """Both, each in a workspace that is removed afterwards."""
    with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as other:
        return {"swaps": 10_000, "built_in": built_in(one), "made": million(other)}
