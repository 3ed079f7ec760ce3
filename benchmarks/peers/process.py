"""One command as a process of its own: wall clock, processor time, peak memory, load of the machine."""

import os
import subprocess
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Usage:
    """What one command took; `load` is the load average of the last minute when it started."""

    seconds: float
    processor_seconds: float
    memory_mb: float
    load: float
    code: int


def run_measured(command: Sequence[str], environment: Mapping[str, str], log: Path) -> Usage:
    """Run to the end; processor time and memory include the processes that it waited for."""
    load, started = os.getloadavg()[0], time.perf_counter()
    with log.open("wb") as file:
        process = subprocess.Popen(
            command,
            env=dict(environment),
            stdout=file,
            stderr=subprocess.STDOUT,
            stdin=subprocess.DEVNULL,
            cwd=log.parent,
        )
        _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    seconds = time.perf_counter() - started
    return Usage(
        round(seconds, 3),
        round(usage.ru_utime + usage.ru_stime, 3),
        round(usage.ru_maxrss / 1000, 1),
        round(load, 2),
        process.returncode,
    )


def run_checked(command: Sequence[str], environment: Mapping[str, str], log: Path) -> Usage:
    """The same; a command that fails stops the race with the end of its output."""
    usage = run_measured(command, environment, log)
    if usage.code:
        tail = log.read_text(errors="replace")[-2000:]
        raise SystemExit(f"{' '.join(command)} ended with code {usage.code}:\n{tail}")
    return usage
