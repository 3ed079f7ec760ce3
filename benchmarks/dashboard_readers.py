"""Fifty readers of a dashboard beside a run that writes the same workspace: errors, times, slowdown of the run.

A reader is a person: a request every one to three seconds. Half of the requests are for the start pages of the views,
which all readers share; half are for lists and cases that hardly another reader looks at. The readers run on the same
machine, with lower priority, since they would be elsewhere; the processor time that they take is stated.
"""

import asyncio
import json
import os
import random
import resource
import shutil
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks.dashboard_server import Server, serving

READERS, SECONDS = 50, 60
PAUSE = (1.0, 3.0)  # seconds between two requests of a reader
LIMIT = 4000  # questions: a run of more than a minute
TARGET = 0.10  # the run may take so much longer
NICENESS = 10  # of the readers
RUN = ("run", "-m", "builtin:transformer", "-m", "builtin:attention", "-s", "accuracy", "--limit", str(LIMIT))
FIRST = ("run", "-m", "builtin:blind", "-s", "accuracy", "-s", "carets", "--limit", "200")
SHARED = (
    "/overview",
    "/api/overview",
    "/running",
    "/api/running",
    "/cases",
    "/api/cases?suite=accuracy",
    "/metric",
    "/suites",
)


def measure() -> dict[str, Any]:
    """The same run alone and beside a server with readers, each twice."""
    with TemporaryDirectory() as folder:
        first = Path(folder) / "first"
        subprocess.run(_command(*FIRST, "--out", str(first)), check=True, capture_output=True)
        times: dict[str, list[float]] = {"alone": [], "read": []}
        found: dict[str, Any] = {}
        for number in range(4):
            space = Path(folder) / str(number) / "space"
            shutil.copytree(first, space)
            if number % 2 == 0:
                times["alone"].append(_time_run(_start_run(space)))
                continue
            with serving(space) as server:
                seconds, found = _run_with_readers(space, server)
            times["read"].append(seconds)
    alone, read = min(times["alone"]), min(times["read"])
    return {
        "readers": READERS,
        "pause_s": PAUSE,
        "runs_alone_s": times["alone"],
        "runs_with_readers_s": times["read"],
        "slowed": round(read / alone - 1, 3),
        "target": TARGET,
        **found,
        "load_average": os.getloadavg()[0],
    }


def _start_run(space: Path) -> "subprocess.Popen[bytes]":
    quiet = subprocess.DEVNULL
    return subprocess.Popen(_command(*RUN, "--out", str(space)), stdout=quiet, stderr=quiet)


def _time_run(process: "subprocess.Popen[bytes]") -> float:
    started = time.monotonic()
    assert process.wait() == 0
    return round(time.monotonic() - started, 1)


def _run_with_readers(space: Path, server: Server) -> tuple[float, dict[str, Any]]:
    """The seconds of the run, and what the readers saw."""
    worked = server.processor_seconds()
    process = _start_run(space)
    command = [sys.executable, "-m", "benchmarks.dashboard_readers", server.address, str(process.pid)]
    readers = subprocess.Popen(command, stdout=subprocess.PIPE)
    seconds = _time_run(process)
    output, _ = readers.communicate()
    assert readers.returncode == 0
    found = json.loads(output)
    per_core = found["seconds"] * len(os.sched_getaffinity(0))
    return seconds, {
        **found,
        "server_share_of_machine": round((server.processor_seconds() - worked) / per_core, 3),
        "readers_share_of_machine": round(found["processor_s"] / per_core, 3),
    }


async def _read(url: str, run: int) -> dict[str, Any]:
    """Every reader walks from page to page until a minute is over and the run has ended."""
    import httpx
    import numpy as np

    taken: list[float] = []
    errors: list[str] = []
    started = time.monotonic()
    async with httpx.AsyncClient(base_url=url, timeout=60) as client:
        cases = (await client.get("/api/cases?size=100")).json()["rows"]
    own = [case["shown"]["address"] for case in cases]
    own += [f"/cases?words={max(case['questions'][0].strip('?').split(), key=len)}&size=24" for case in cases]

    async def reader(seed: int) -> None:
        draw = random.Random(seed)
        async with httpx.AsyncClient(base_url=url, timeout=60) as client:
            await asyncio.sleep(draw.uniform(0, PAUSE[1]))
            while time.monotonic() < started + SECONDS or Path(f"/proc/{run}").exists():
                page = draw.choice(SHARED if draw.random() < 0.5 else own)
                begun = time.monotonic()
                try:
                    answer = await client.get(page)
                    if answer.status_code != 200:
                        errors.append(f"{page}: {answer.status_code}")
                except httpx.HTTPError as error:
                    errors.append(f"{page}: {type(error).__name__}")
                taken.append(time.monotonic() - begun)
                await asyncio.sleep(draw.uniform(*PAUSE))

    await asyncio.gather(*(reader(seed) for seed in range(READERS)))
    used = resource.getrusage(resource.RUSAGE_SELF)
    return {
        "seconds": round(time.monotonic() - started, 1),
        "requests": len(taken),
        "errors": len(errors),
        "first_errors": errors[:5],
        "p50_ms": round(1000 * float(np.percentile(taken, 50)), 1),
        "p95_ms": round(1000 * float(np.percentile(taken, 95)), 1),
        "processor_s": round(used.ru_utime + used.ru_stime, 1),
    }


def _command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "askance", *arguments]


if __name__ == "__main__":
    os.nice(NICENESS)
    print(json.dumps(asyncio.run(_read(sys.argv[1], int(sys.argv[2])))))
