"""`python -m askance.server.index_child WORKSPACE FOLDER`: build the index of a workspace in a process of its own.

Each line on stdout is the number of verdicts in the index so far. One line on stderr says why a build failed.
"""

import os
import sys
from pathlib import Path
from typing import NoReturn

from askance.core import UserError
from askance.server.index_file import write_index
from askance.store import Workspace

NICENESS = 5  # the server and a run that writes the workspace come first


def main(root: str, folder: str) -> int:
    """Build the index; returns the exit code."""
    if sys.platform != "win32":  # Windows has no such priority
        os.nice(NICENESS)

    def progress(done: int) -> None:
        print(done, flush=True)  # noqa: T201  the parent reads it

    try:
        write_index(Workspace.for_reading(root), Path(folder), progress)
    except (UserError, OSError) as error:
        print(error, file=sys.stderr)  # noqa: T201
        return 1
    return 0


def leave(code: int) -> NoReturn:
    """End the process at once: threads of DuckDB and Arrow that outlive the interpreter can abort it at the end."""
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


if __name__ == "__main__":
    leave(main(*sys.argv[1:]))
