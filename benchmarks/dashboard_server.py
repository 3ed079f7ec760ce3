"""`askance serve` in a process of its own, as the benchmarks of the dashboard ask it."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

FIRST_REST = 3.0  # seconds after the first page: the server prepares the others meanwhile


@dataclass(frozen=True, slots=True)
class Server:
    """A dashboard that runs."""

    address: str
    process: "subprocess.Popen[bytes]"
    start_seconds: float  # until it printed its address
    overview_seconds: float  # from there until the first page was received

    def processor_seconds(self) -> float:
        """The processor time that it has taken so far."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def serving(space: Path, *options: str) -> Iterator[Server]:
    """A server that has shown its first page."""
    import httpx

    command = [sys.executable, "-m", "askance", "serve", str(space), "--port", "0", "--json", *options]
    began = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    try:
        assert process.stdout is not None
        printed = b""
        while not printed.rstrip().endswith(b"}"):
            line = process.stdout.readline()
            assert line, "the server did not start"
            printed += line
        address, started = json.loads(printed)["address"], time.perf_counter()
        httpx.get(f"{address}overview", timeout=60).raise_for_status()
        opened = time.perf_counter()
        time.sleep(FIRST_REST)
        yield Server(address, process, started - began, opened - started)
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait()
