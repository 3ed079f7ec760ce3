"""Fifty readers of a dashboard beside a run that writes the same workspace: errors, times, slowdown of the run."""

import asyncio
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

READERS, SECONDS = 50, 60
THINKING = 3.0  # seconds that a reader looks at a page before the next, on average
LIMIT = 4000  # questions: a run of more than a minute
TARGET = 0.10  # the run may take so much longer
RUN = ("run", "-m", "builtin:transformer", "-m", "builtin:attention", "-s", "accuracy", "--limit", str(LIMIT))
FIRST = ("run", "-m", "builtin:blind", "-s", "accuracy", "-s", "carets", "--limit", "200")


def measure() -> dict[str, Any]:
    """The same run alone, beside an idle server, and beside a server with readers."""
    with TemporaryDirectory() as folder:
        first = Path(folder) / "first"
        _askance(*FIRST, "--out", str(first))
        times: dict[str, float] = {}
        found: dict[str, Any] = {}
        for number, mode in enumerate(("warm", "alone", "read", "alone again", "read again")):
            space = Path(folder) / str(number) / "space"
            shutil.copytree(first, space)
            server = _start_server(space, 8950 + number) if mode.startswith("read") else None
            started = time.monotonic()
            process = subprocess.Popen(
                _command(*RUN, "--out", str(space)), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
            )
            if server:
                found = asyncio.run(_read(f"http://127.0.0.1:{8950 + number}", process))
            assert process.wait() == 0
            times[mode] = time.monotonic() - started
            if server:
                server.send_signal(signal.SIGTERM)
                server.wait()
    alone, read = min(times["alone"], times["alone again"]), min(times["read"], times["read again"])
    return {
        "readers": READERS,
        "thinking_s": THINKING,
        "run_alone_s": round(alone, 1),
        "run_with_readers_s": round(read, 1),
        "slowed": round(read / alone - 1, 3),
        "target": TARGET,
        **found,
    }


async def _read(url: str, process: "subprocess.Popen[bytes]") -> dict[str, Any]:
    """Every reader walks from page to page until a minute is over and the run has ended."""
    import httpx
    import numpy as np

    taken: list[float] = []
    errors: list[str] = []
    end = time.monotonic() + SECONDS

    async def reader(seed: int) -> None:
        draw = random.Random(seed)
        async with httpx.AsyncClient(base_url=url, timeout=30) as client:
            await asyncio.sleep(draw.random() * THINKING)
            while time.monotonic() < end or process.poll() is None:
                page = draw.choice(PAGES)
                begun = time.monotonic()
                try:
                    answer = await client.get(page)
                    if answer.status_code not in (200, 304):
                        errors.append(f"{page}: {answer.status_code}")
                except httpx.HTTPError as error:
                    errors.append(f"{page}: {type(error).__name__}")
                taken.append(time.monotonic() - begun)
                await asyncio.sleep(draw.expovariate(1 / THINKING))

    await asyncio.gather(*(reader(seed) for seed in range(READERS)))
    return {
        "requests": len(taken),
        "errors": len(errors),
        "first_errors": errors[:5],
        "p50_ms": round(1000 * float(np.percentile(taken, 50)), 1),
        "p95_ms": round(1000 * float(np.percentile(taken, 95)), 1),
    }


PAGES = (
    "/overview",
    "/api/overview",
    "/running",
    "/api/running",
    "/cases?suite=carets",
    "/api/cases?suite=accuracy",
    "/metric",
    "/suites",
)


def _command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "askance", *arguments]


def _askance(*arguments: str) -> None:
    subprocess.run(_command(*arguments), check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def _start_server(space: Path, port: int) -> "subprocess.Popen[bytes]":
    import httpx

    server = subprocess.Popen(
        _command("serve", str(space), "--port", str(port)), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    for _ in range(300):
        try:
            httpx.get(f"http://127.0.0.1:{port}/overview", timeout=30)
            return server
        except httpx.TransportError:
            time.sleep(0.1)
    raise RuntimeError("the server did not start")


if __name__ == "__main__":
    print(json.dumps(measure(), indent=1), os.getloadavg())
