"""Commands in processes of their own: forks of one that has everything loaded (forks.py)."""

import json
import os
import select
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

SERVER = Path(__file__).with_name("forks.py")


class Processes:
    """Starts `askance` commands and Python scripts; one at a time."""

    def __init__(self) -> None:
        command = [sys.executable, str(SERVER)]
        self.server = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.kept = tempfile.TemporaryDirectory()

    def run(self, *arguments: str, cwd: Path, script: str = "", text: bool = True, timeout: float = 120):
        """As `subprocess.run([ASKANCE, *arguments])` does; with `script`, as `python script` does."""
        files = {name: str(Path(self.kept.name) / name) for name in ("output", "errors")}
        command = {"arguments": arguments, "script": script, "folder": str(cwd), "environment": dict(os.environ)}
        assert self.server.stdin is not None
        self.server.stdin.write(json.dumps(command | files).encode() + b"\n")
        self.server.stdin.flush()
        pid = self._number()
        assert self.server.stdout is not None
        if not select.select([self.server.stdout], [], [], timeout)[0]:
            os.kill(pid, signal.SIGKILL)
            self._number()
            raise subprocess.TimeoutExpired(["askance", *arguments], timeout)
        code = self._number()
        output, errors = (Path(files[name]).read_bytes() for name in ("output", "errors"))
        if text:
            return subprocess.CompletedProcess(arguments, code, output.decode(), errors.decode())
        return subprocess.CompletedProcess(arguments, code, output, errors)

    def _number(self) -> int:
        """The next line of the server, read without a buffer, so that `select` sees what is left."""
        assert self.server.stdout is not None
        line = b""
        while not line.endswith(b"\n"):
            read = os.read(self.server.stdout.fileno(), 1)
            assert read, "the server of tests/forks.py has ended"
            line += read
        return int(line)

    def close(self) -> None:
        """End the server."""
        self.server.communicate()
        self.kept.cleanup()
