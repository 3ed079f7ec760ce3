"""The process that builds an index, seen from the server."""

import subprocess
import sys
import threading
import time
from pathlib import Path


class IndexProcess:
    """A process that builds an index, and how far it is."""

    def __init__(self, root: Path, folder: Path, total: int):
        command = [sys.executable, "-m", "askance.server.index_child", str(root), str(folder)]
        self.done, self.total, self._started = 0, total, time.monotonic()
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self._errors = ""
        self._readers = [
            threading.Thread(target=read, daemon=True) for read in (self._read_progress, self._read_errors)
        ]
        for reader in self._readers:
            reader.start()

    def _read_progress(self) -> None:
        assert self._process.stdout is not None
        with self._process.stdout as lines:
            for line in lines:
                self.done = int(line)

    def _read_errors(self) -> None:
        assert self._process.stderr is not None
        with self._process.stderr as lines:
            for line in lines:
                self._errors = line.strip() or self._errors

    @property
    def is_running(self) -> bool:
        """Whether it still builds."""
        return self._process.poll() is None

    @property
    def seconds(self) -> float:
        """Since it was started."""
        return time.monotonic() - self._started

    @property
    def problem(self) -> str:
        """The last line of a build that failed; "" if it did not."""
        if not self._process.poll():
            return ""
        for reader in self._readers:
            reader.join(1)
        return self._errors or f"exit code {self._process.returncode}"

    def stop(self) -> None:
        """End the process, if it runs."""
        if self.is_running:
            self._process.terminate()
        self._process.wait()
        for reader in self._readers:
            reader.join(1)
