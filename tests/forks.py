"""Runs commands and scripts in processes of their own without a start's second: each is a fork of this process.

Reads one JSON line per command: {"arguments", "script", "folder", "environment", "output", "errors"}; prints the
process id, then the exit status. The modules that commands need are loaded here, and the first images of the
built-in world are drawn, once; nothing has run here.
"""

import importlib
import json
import os
import runpy
import signal
import sys

MODULES = (
    "cli.main", "cli.run_command", "cli.report_command", "cli.list_command", "cli.doctor_command", "engine", "models",
    "report", "report.board_text", "suites", "datasets.folder", "stickers.dataset", "stickers.generate_items",
)  # fmt: skip
IMAGES = 24


def become(command: dict) -> None:
    """Make this fork look like a process that was started for the command."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    sources = [os.open(os.devnull, os.O_RDONLY)]
    sources += [os.open(command[name], os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600) for name in ("output", "errors")]
    for stream, source in enumerate(sources):
        os.dup2(source, stream)
        os.close(source)
    os.chdir(command["folder"])
    os.environ.clear()
    os.environ.update(command["environment"])
    own = [path for path in os.environ.get("PYTHONPATH", "").split(os.pathsep) if path and path not in sys.path]
    sys.path[1:1] = own
    sys.argv = [command["script"] or "askance", *command["arguments"]]


def serve() -> dict:
    """Fork for each line; returns the command in each fork, and never in this process."""
    for name in MODULES:
        importlib.import_module(f"askance.{name}")
    importlib.import_module("pyarrow.dataset")
    stickers = importlib.import_module("askance.stickers.dataset").Stickers()
    for image in stickers.images(IMAGES):
        stickers.scene(image)
    while line := sys.stdin.readline():
        pid = os.fork()
        if not pid:
            return json.loads(line)
        os.write(1, f"{pid}\n".encode())
        _, status = os.waitpid(pid, 0)
        os.write(1, f"{os.waitstatus_to_exitcode(status)}\n".encode())
    sys.exit()


if __name__ == "__main__":
    command = serve()
    become(command)
    if command["script"]:
        sys.path[0] = command["folder"]
        runpy.run_path(command["script"], run_name="__main__")
    else:
        importlib.import_module("askance.cli.main").main()
