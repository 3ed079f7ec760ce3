"""What a killed run and a changed image cost: calls that are repeated, and answers that belong to another image."""

import shutil
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

from benchmarks.peers.environments import environment
from benchmarks.peers.process import run_checked, run_measured
from benchmarks.peers.rows import write_images, write_rows
from benchmarks.peers.tools import Command, Place, Resume, Tool

ROWS, KILL_AT, DELAY = 1000, 500, 0.02
FEW = 20


def measure_resume(tool: Tool, place: Place, work: Path) -> list[dict[str, Any]]:
    """The model kills its process at call 500 of 1,000; each documented way to continue is tried."""
    rows = work / f"rows-{ROWS}"
    if not rows.exists():
        write_images(rows / "images", ROWS)
        write_rows(rows, ROWS)
    return [_resume(tool, way, replace(place, rows=rows), work) for way in tool.resumes]


def _resume(tool: Tool, way: Resume, place: Place, work: Path) -> dict[str, Any]:
    place = _fresh(place, work, way.cache)
    values = _values(place, work, RACE_DELAY=str(DELAY))
    killed = run_measured(tool.run(place), environment(**values, RACE_KILL_AT=str(KILL_AT)), work / "log")
    assert killed.code == -9, (work / "log").read_text()[-2000:]
    before = len(_calls(work))
    run_checked(way.command(place), environment(**values, RACE_CACHE=str(place.out)), work / "log")
    asked = Counter(_calls(work))
    if len(asked) != ROWS:
        raise SystemExit(f"{tool.name}: {len(asked)} of {ROWS} rows were asked after the run was resumed")
    return {"how": way.says, "calls_before_kill": before, "calls_repeated": asked.total() - ROWS}


def measure_stale(tool: Tool, place: Place, work: Path) -> dict[str, int]:
    """Rows whose model is not asked again after the image has changed and the text has not: 0 is right."""
    return {
        "same_file_name": _stale(tool, place, work, "images"),
        "other_file_name": _stale(tool, place, work, "images/other"),
        "nothing_changed": _stale(tool, place, work, None),
    }


def _stale(tool: Tool, place: Place, work: Path, images: str | None) -> int:
    rows = work / "rows-stale"
    shutil.rmtree(rows, ignore_errors=True)
    write_images(rows / "images", FEW)
    write_rows(rows, FEW)
    place = _fresh(replace(place, rows=rows), work, cache=True)
    _ask(tool.run, place, work)
    if images:
        write_images(rows / images, FEW, seed=1)
        write_rows(rows, FEW, images)
    first = len(_calls(work))
    if first != FEW:
        raise SystemExit(f"{tool.name}: {first} calls for {FEW} rows")
    _ask(tool.run, place, work, RACE_CACHE=str(place.out))
    return FEW - (len(_calls(work)) - first)


def _ask(command: Command, place: Place, work: Path, **values: str) -> None:
    run_checked(command(place), environment(**_values(place, work), **values), work / "log")


def _fresh(place: Place, work: Path, cache: bool) -> Place:
    """No output, cache or calls of an earlier measurement."""
    for name in ("cache", "calls", "hf"):
        shutil.rmtree(work / name, ignore_errors=True)
    (work / "calls").unlink(missing_ok=True)
    shutil.rmtree(place.out, ignore_errors=True)
    return replace(place, cache=work / "cache" if cache else None)


def _values(place: Place, work: Path, **values: str) -> dict[str, str]:
    return {
        "RACE_ROWS": str(place.rows),
        "RACE_OUT": str(place.out),
        "RACE_CALLS": str(work / "calls"),
        "INSPECT_CACHE_DIR": str(work / "cache"),
        "HF_HOME": str(work / "hf"),
        **values,
    }


def _calls(work: Path) -> list[str]:
    path = work / "calls"
    return path.read_text().splitlines() if path.exists() else []
