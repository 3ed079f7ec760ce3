"""Commands in processes of their own: forks of one that has everything loaded (forks.py)."""

import contextlib
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
        self.running: int | None = None  # a process id
        self.files = {name: str(Path(self.kept.name) / name) for name in ("output", "errors")}

    def run(self, *arguments: str, cwd: Path, script: str = "", text: bool = True, timeout: float = 120):
        """As `subprocess.run([ASKANCE, *arguments])` does; with `script`, as `python script` does."""
        self.begin(*arguments, cwd=cwd, script=script)
        if not self.has_ended(timeout):
            self.kill()
            raise subprocess.TimeoutExpired(["askance", *arguments], timeout)
        code = self.end()
        if text:
            return subprocess.CompletedProcess(arguments, code, *self.printed())
        output, errors = (Path(path).read_bytes() for path in self.files.values())
        return subprocess.CompletedProcess(arguments, code, output, errors)

    def begin(self, *arguments: str, cwd: Path, script: str = "") -> int:
        """Start a command; returns its process id. One that a failed test has left is killed."""
        if self.running is not None:
            self.kill()
        command = {"arguments": arguments, "script": script, "folder": str(cwd), "environment": dict(os.environ)}
        assert self.server.stdin is not None
        self.server.stdin.write(json.dumps(command | self.files).encode() + b"\n")
        self.server.stdin.flush()
        self.running = self._number()
        return self.running

    def has_ended(self, timeout: float) -> bool:
        """Whether the command has ended, or does within the time."""
        return bool(select.select([self.server.stdout], [], [], timeout)[0])

    def end(self) -> int:
        """Wait for the command's end; returns its exit code, or the signal that killed it as a negative number."""
        code, self.running = self._number(), None
        return code

    def kill(self) -> int:
        """Kill -9 the command; returns its exit code, which is 0 or more if it has ended before."""
        assert self.running is not None
        with contextlib.suppress(ProcessLookupError):  # it may have ended just now
            os.kill(self.running, signal.SIGKILL)
        return self.end()

    def printed(self) -> tuple[str, str]:
        """What the last command wrote to stdout and to stderr."""
        output, errors = (Path(path).read_text(encoding="utf-8") for path in self.files.values())
        return output, errors

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
