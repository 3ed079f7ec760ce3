"""Starts `askance` commands in processes of their own at once: all modules are loaded, and each command is a fork.

Reads one JSON line per command, {"arguments", "log", "output", "die_at"}, and prints the process id, then its exit
status. `die_at`: the process kills itself at its n-th storage operation, in the middle of it where it has a middle.
"""

import importlib
import json
import os
import signal
import sys

from askance.cli.main import main
from askance.store import case_set_writer, workspace

for module in ("cli.run_command", "engine", "models", "report", "suites", "datasets.folder", "report.board_text"):
    importlib.import_module(f"askance.{module}")
workspace.ROTATE_ROWS, case_set_writer.SHARD_CASES = 40, 25  # several shards of everything


def die_at(number: int) -> None:
    """Let this process kill itself at its n-th write, rename or removal of a file."""
    left = number

    def counted(name):
        real = getattr(os, name)

        def operation(*arguments, **options):
            nonlocal left
            left -= 1
            if left == 0:
                if name == "write":
                    real(arguments[0], bytes(arguments[1])[: len(arguments[1]) // 2])  # a torn line
                elif number % 2:
                    real(*arguments, **options)  # just after it
                os.kill(os.getpid(), signal.SIGKILL)
            return real(*arguments, **options)

        setattr(os, name, operation)

    for name in ("write", "replace", "rename", "unlink", "fsync"):
        counted(name)


def child(command: dict) -> None:
    """Run one command; never returns."""
    output = os.open(command["output"], os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    for stream in (1, 2):
        os.dup2(output, stream)
    os.environ["ASKANCE_FUZZ_LOG"] = command["log"]
    if command["die_at"]:
        die_at(command["die_at"])
    try:
        main(command["arguments"])
    except SystemExit as ended:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(ended.code if isinstance(ended.code, int) else 0)
    except BaseException:
        import traceback

        traceback.print_exc()
        os._exit(71)


for line in sys.stdin:
    pid = os.fork()
    if not pid:
        child(json.loads(line))
    os.write(1, f"{pid}\n".encode())
    _, status = os.waitpid(pid, 0)
    os.write(1, f"{os.waitstatus_to_exitcode(status)}\n".encode())
