"""Start-up, time per sample and memory of one tool."""

import shutil
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from benchmarks.peers.environments import environment
from benchmarks.peers.process import Usage, run_checked
from benchmarks.peers.rows import write_images, write_rows
from benchmarks.peers.tools import Command, Place, Tool

TURNS = 3  # starts are measured this often; the one with the median processor time counts


def measure_start(tool: Tool, place: Place, work: Path) -> dict[str, Any]:
    """`--help`, the import, and a run of one row."""
    rows = work / "rows-1"
    if not rows.exists():
        write_images(rows / "images", 1)
        write_rows(rows, 1)
    imports = [str(place.bin / "python"), "-c", f"import {tool.imports}"]
    one = replace(place, rows=rows)
    return {
        "help": _median([run_checked(tool.help(place), environment(), work / "log") for _ in range(TURNS)]),
        "import": _median([run_checked(imports, environment(), work / "log") for _ in range(TURNS)]),
        "one_row": _median([_run(tool.run, one, work) for _ in range(TURNS)]),
    }


def measure_rows(tool: Tool, place: Place, work: Path, count: int) -> dict[str, Any]:
    """All rows with a model that leaves the image alone, and with one that decodes it."""
    rows = work / f"rows-{count}"
    if not rows.exists():
        write_images(rows / "images", count)
        write_rows(rows, count)
    here = replace(place, rows=rows)
    found = {
        "untouched": _run(tool.run, here, work),
        "decoded": _run(tool.decoded or tool.run, here, work, RACE_DECODE="1"),
    }
    return {name: {**asdict(usage), **_per_sample(usage, count)} for name, usage in found.items()}


def _per_sample(usage: Usage, count: int) -> dict[str, float]:
    return {
        "ms_per_sample": round(usage.seconds / count * 1000, 3),
        "processor_ms_per_sample": round(usage.processor_seconds / count * 1000, 3),
    }


def _run(command: Command, place: Place, work: Path, **values: str) -> Usage:
    """One run from nothing."""
    shutil.rmtree(place.out, ignore_errors=True)
    calls = work / "calls"
    calls.unlink(missing_ok=True)
    shared = {"RACE_ROWS": str(place.rows), "RACE_OUT": str(place.out), "HF_HOME": str(work / "hf")}
    usage = run_checked(command(place), environment(**shared, **values), work / "log")
    if not any(place.out.rglob("*.*")):
        raise SystemExit(f"{' '.join(command(place))} wrote nothing:\n{(work / 'log').read_text()[-2000:]}")
    return usage


def _median(found: list[Usage]) -> dict[str, Any]:
    return asdict(sorted(found, key=lambda usage: usage.processor_seconds)[len(found) // 2])
