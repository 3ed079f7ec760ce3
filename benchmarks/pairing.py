"""Carets at the paper's size: all 194,136 pairs from 10,696 scenes of GQA's density, generated, written and planned."""

import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

SCENES = 10_696


def _vocabulary() -> Path:
    root = Path(__file__).parent.parent.parent / "shared" / "data"
    return Path(os.environ.get("ASKANCE_TEST_DATA", root)) / "vocabulary"


def run() -> dict[str, Any]:
    """In this process: seconds of each stage, and the most memory it took."""
    from askance.engine.case_generation import describe_case_set
    from askance.engine.plan import plan_calls
    from askance.models import open_model
    from askance.store import Workspace, connect, write_case_set
    from askance.suites import open_suite

    from benchmarks.made_scenes import gqa_scenes

    data, suite, model = gqa_scenes(SCENES, _vocabulary()), open_suite("carets"), open_model("oracle")
    with tempfile.TemporaryDirectory() as folder:
        space = Workspace.for_writing(folder)
        started = time.perf_counter()
        case_set = write_case_set(space, describe_case_set(suite, data, None, 0), next(suite.rounds(data, None, 0)))
        written = time.perf_counter()
        plan = plan_calls(connect(space), [model], [[case_set.id]])
        planned = time.perf_counter()
        space.close()
    return {
        "scenes": SCENES,
        "pairs": case_set.cases,
        "calls_wanted": plan.asks,
        "calls_planned": plan.left,
        "generate_and_write_seconds": round(written - started, 1),
        "plan_seconds": round(planned - written, 1),
        "seconds": round(planned - started, 1),
        "target_seconds": 90,
        "memory_gb": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6, 2),
        "target_gb": 4,
    }


def measure() -> dict[str, Any]:
    """In a fresh process, so that the memory is its own."""
    if not _vocabulary().is_dir():
        return {"skipped": f"needs the vocabularies in {_vocabulary()} (ASKANCE_TEST_DATA)"}
    code = "import json; from benchmarks.pairing import run; print(json.dumps(run()))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return dict(json.loads(done.stdout))
