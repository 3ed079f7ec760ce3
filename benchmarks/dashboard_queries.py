"""The queries of the dashboard at 24 million and at 100,000 made verdicts: milliseconds of every filter, memory, index.

ASKANCE_MADE_WORKSPACE names a folder in which the large workspace is kept, so that it is made once (some minutes).
"""

import json
import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

REPEATS = {"large": 12, "small": 20}
LARGE = {"models": 8, "datasets": 3, "cases": 1_000_000}
SMALL = {"models": 4, "datasets": 1, "cases": 25_000}
TARGETS = {
    "large": {"single_p95_ms": 100, "combined_p95_ms": 200, "memory_gb": 1.0, "start_seconds": 3.0,
              "built_verdicts_per_second": 150_000},
    "small": {"single_p95_ms": 40, "combined_p95_ms": 40},
}  # fmt: skip


def ask(folder: str, repeats: int) -> dict[str, Any]:
    """In this process: the time to the first answers, then milliseconds of every kind of request."""
    from askance.server.case_filter import CaseFilter
    from askance.server.index_open import QuerySource

    from benchmarks.dashboard_workload import COMBINED, SINGLE, requests

    started, worked = time.perf_counter(), time.process_time()
    queries = QuerySource(folder).wait()
    total = queries.count(CaseFilter())
    opened, opened_work = time.perf_counter() - started, time.process_time() - worked
    queries.board()
    queries.choices()
    start = {"start_seconds": opened, "start_processor_seconds": opened_work,
             "start_with_board_seconds": time.perf_counter() - started}  # fmt: skip
    taken: dict[str, dict[str, list[tuple[float, float]]]] = {SINGLE: {}, COMBINED: {}}
    for number in range(repeats + 1):
        some = requests(random.Random(number), list(queries.names.model), list(queries.names.dataset))
        for kind, name, request in some:
            began, worked = time.perf_counter(), time.process_time()
            request(queries)
            if number:  # the first round fills caches of the database
                milliseconds = 1000 * (time.perf_counter() - began), 1000 * (time.process_time() - worked)
                taken[kind].setdefault(name, []).append(milliseconds)
    return {
        "verdicts": total,
        **{name: round(value, 2) for name, value in start.items()},
        "memory_gb": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6, 2),
        **{
            kind: {name: _percentiles(found) for name, found in of_kind.items()}
            | {"all": _percentiles([each for found in of_kind.values() for each in found])}
            for kind, of_kind in taken.items()
        },
    }


def _percentiles(found: list[tuple[float, float]]) -> dict[str, float]:
    def at(place: int, share: float) -> float:
        ordered = sorted(each[place] for each in found)
        return round(ordered[min(len(ordered) - 1, int(share * len(ordered)))], 1)

    return {
        "p50_ms": at(0, 0.5),
        "p95_ms": at(0, 0.95),
        "processor_p50_ms": at(1, 0.5),
        "processor_p95_ms": at(1, 0.95),
    }


def _in_fresh_process(call: str) -> Any:
    code = (  # it ends as `askance` does: threads in C++ that outlive the interpreter may abort the process
        "import json; from askance.cli.process_exit import exit_despite_threads; from benchmarks.dashboard_queries"
        f" import *; print(json.dumps({call})); exit_despite_threads(0)"
    )
    done = subprocess.run(
        [sys.executable, "-X", "faulthandler", "-c", code], stdout=subprocess.PIPE, text=True, check=True
    )
    return json.loads(done.stdout.splitlines()[-1])


def build(folder: str) -> dict[str, Any]:
    """In this process: build the index as the child of a server does."""
    from askance.server.index_file import write_index
    from askance.store import Workspace

    done = [0]
    started, worked = time.perf_counter(), time.process_time()
    path = write_index(Workspace.for_reading(folder), Path(folder) / "index", done.append)
    seconds, work = time.perf_counter() - started, time.process_time() - worked
    return {
        "verdicts": done[-1],
        "seconds": round(seconds, 1),
        "processor_seconds": round(work, 1),
        "verdicts_per_second": round(done[-1] / seconds),
        "verdicts_per_processor_second": round(done[-1] / work),
        "megabytes": round(path.stat().st_size / 1e6),
        "memory_gb": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6, 2),
    }


def build_after_a_run(folder: str) -> dict[str, Any]:
    """In this process: one more model on one data set, then the index again; only that model is read."""
    from benchmarks.made_verdicts import add_made_model

    added = add_made_model(Path(folder), "one-more", "data-0")
    return {"new_verdicts": added, **build(folder)}


def _measure(folder: str, size: str, shape: dict[str, int]) -> dict[str, Any]:
    from benchmarks.made_verdicts import write_made_workspace

    if not (Path(folder) / "runs").is_dir():
        write_made_workspace(Path(folder), **shape)
    found: dict[str, Any] = {"shape": shape, "targets": TARGETS[size], "load_average_before": os.getloadavg()}
    if size == "large":
        found["build"] = _in_fresh_process(f"build({folder!r})")
    found |= _in_fresh_process(f"ask({folder!r}, {REPEATS[size]})")
    if size == "large":
        found["build_after_a_run"] = _in_fresh_process(f"build_after_a_run({folder!r})")
    return found | {"load_average_after": os.getloadavg()}


def measure() -> dict[str, Any]:
    """Both sizes, each in processes of its own."""
    kept = os.environ.get("ASKANCE_MADE_WORKSPACE")
    with tempfile.TemporaryDirectory() as small, tempfile.TemporaryDirectory() as large:
        return {"small": _measure(small, "small", SMALL), "large": _measure(kept or large, "large", LARGE)}
