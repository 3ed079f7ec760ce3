"""A virtual environment for one trial: made, filled with a wheel, measured, removed."""

import os
import resource
import shutil
import subprocess
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent


class FreshEnvironment:
    """The environment of one trial, made with the Python of this path."""

    def __init__(self, folder: Path, python: str):
        shutil.rmtree(folder, ignore_errors=True)
        subprocess.run([python, "-m", "venv", str(folder)], check=True)
        self.folder = folder
        self.python = str(folder / "bin" / "python")
        self._before = installed_bytes(folder)

    def install(self, requirement: str, *options: str) -> None:
        """With pip, and torch held at the CPU build that constraints.txt names."""
        names = ["-m", "pip", "install", "-q", "-c", str(ROOT / "constraints.txt"), *options, requirement]
        subprocess.run([self.python, *names], check=True, env=self._variables(), stderr=subprocess.DEVNULL)

    def megabytes(self) -> dict[str, float]:
        """What was installed, with and without the compiled files that pip writes and uv does not."""
        (before, compiled), (after, compiled_after) = self._before, installed_bytes(self.folder)
        return {
            "megabytes": round((after - before) / 1e6, 1),
            "without_bytecode": round((after - compiled_after - before + compiled) / 1e6, 1),
        }

    def shell(self, lines: str, folder: Path, **values: str) -> dict[str, Any]:
        """Bash lines in a folder; what they took and printed, or the end of what they printed if they fail."""
        before, started = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
        done = subprocess.run(
            ["bash", "-ec", lines],
            cwd=folder,
            env=self._variables(**values),
            capture_output=True,
            text=True,
            check=False,
        )
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        if done.returncode:
            raise SystemExit(f"{lines}\nended with code {done.returncode}:\n{(done.stdout + done.stderr)[-3000:]}")
        return {
            "seconds": round(time.perf_counter() - started, 2),
            "processor_seconds": round(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, 2),
            "printed": done.stdout,
        }

    def remove(self) -> None:
        """Delete the folder."""
        shutil.rmtree(self.folder)

    def _variables(self, **values: str) -> dict[str, str]:
        """This process's variables without those that would bring in another Askance."""
        kept = {key: value for key, value in os.environ.items() if key not in ("PYTHONPATH", "VIRTUAL_ENV")}
        return {**kept, "PATH": f"{self.folder / 'bin'}{os.pathsep}{kept['PATH']}", **values}


def installed_bytes(folder: Path) -> tuple[int, int]:
    """Bytes of all files, and of the compiled ones among them; links are not followed."""
    files = [path for path in folder.rglob("*") if path.is_file() and not path.is_symlink()]
    sizes = [(path.stat().st_size, path.suffix == ".pyc") for path in files]
    return sum(size for size, _ in sizes), sum(size for size, compiled in sizes if compiled)
