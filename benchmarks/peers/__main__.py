"""`python -m benchmarks.peers [TOOL …]`: one race; the result is added to "peers" in results.json.

Two races are kept; a third replaces the older one. `--install` only makes the environments. `ASKANCE_RACE_ROWS=20`
tries the race with few rows, and writes nothing.
"""

import json
import os
import sys
import tempfile
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from benchmarks.machine import machine
from benchmarks.peers.environments import HOME, make_environment
from benchmarks.peers.safety import measure_resume, measure_stale
from benchmarks.peers.speed import measure_rows, measure_start
from benchmarks.peers.tools import TOOLS, Place, Tool

RESULTS = Path(__file__).parent.parent / "results.json"
SIZES = tuple(map(int, os.environ.get("ASKANCE_RACE_ROWS", "1000,10000").split(",")))


def race(tool: Tool, work: Path) -> dict[str, Any]:
    """Every measurement of one tool."""
    installed = make_environment(tool)
    place = Place(HOME / tool.name / "bin", work, work / "out")
    found: dict[str, Any] = {"installed": installed, "start": measure_start(tool, place, work)}
    found["rows"] = {str(count): measure_rows(tool, place, work, count) for count in SIZES}
    found["resume"] = measure_resume(tool, place, work)
    found["stale"] = measure_stale(tool, place, work)
    return found


def main() -> None:
    """Tools named on the command line, or all of them."""
    names = [name for name in sys.argv[1:] if name != "--install"] or list(TOOLS)
    if "--install" in sys.argv:
        for name in names:
            print(name, make_environment(TOOLS[name]))
        return
    done = {"started": datetime.now(UTC).isoformat(timespec="seconds"), "machine": machine(), "tools": {}}
    kept = _kept_races()[-1:]
    with tempfile.TemporaryDirectory(prefix="race-") as folder:
        for name in names:
            done["tools"][name] = race(TOOLS[name], Path(folder))
            print(name, json.dumps(done["tools"][name]), flush=True)
            if "ASKANCE_RACE_ROWS" not in os.environ:
                _write([*kept, done])


def _kept_races() -> list[dict[str, Any]]:
    return list(json.loads(RESULTS.read_text()).get("peers", {}).get("races", []))


def _write(races: list[dict[str, Any]]) -> None:
    """After each tool, so that a race that is interrupted leaves what it has; others may write the file meanwhile."""
    results = json.loads(RESULTS.read_text())
    results["peers"] = {"races": races}
    RESULTS.write_text(json.dumps(results, indent=1) + "\n")


if __name__ == "__main__":
    main()
