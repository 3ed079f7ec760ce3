"""`import askance` and the start of the command line, in fresh processes."""

import subprocess
import sys
import time
from pathlib import Path
from typing import Any

TIMES = 7


def _median(command: list[str]) -> float:
    seconds = []
    for _ in range(TIMES):
        started = time.perf_counter()
        subprocess.run(command, check=True, capture_output=True)
        seconds.append(time.perf_counter() - started)
    return sorted(seconds)[TIMES // 2]


def measure() -> dict[str, Any]:
    """Seconds; the bare interpreter is measured beside it and taken off the import."""
    bare = _median([sys.executable, "-c", "pass"])
    askance = str(Path(sys.executable).with_name("askance"))
    return {
        "interpreter_seconds": round(bare, 3),
        "import_seconds": round(_median([sys.executable, "-c", "import askance"]) - bare, 3),
        "import_target": 0.3,
        "help_seconds": round(_median([askance, "--help"]), 3),
        "list_suites_seconds": round(_median([askance, "list", "suites"]), 3),
        "start_target": 1.0,
    }
