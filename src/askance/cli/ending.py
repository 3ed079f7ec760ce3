"""The end of the process: what a model left behind neither holds it up nor fills the terminal."""

import os
import signal
import sys
import threading
import time
from typing import Any

from askance.core.printable import visible

GRACE = 5.0  # seconds that threads of a model have to end


def one_line_each() -> None:
    """An error in a thread or a destructor of a model is one line on stderr, not a traceback."""
    threading.excepthook = lambda given: _say(f"error in thread {_name(given.thread)}", given.exc_type, given.exc_value)
    sys.unraisablehook = lambda given: _say("error that nothing could catch", given.exc_type, given.exc_value)


def end_in_time(code: int) -> None:
    """End the process with this code, also if a model left a timer, or threads that never end."""
    signal.setitimer(signal.ITIMER_REAL, 0)  # its handler goes first at the end, and SIGALRM would then kill
    if not [each for each in threading.enumerate() if not each.daemon and each is not threading.main_thread()]:
        return

    def leave() -> None:
        time.sleep(GRACE)
        _write("askance: a thread of the model still runs: the process ends without it")
        os._exit(code)

    threading.Thread(target=leave, name="askance-end", daemon=True).start()


def _name(thread: threading.Thread | None) -> str:
    return "unknown" if thread is None else thread.name


def _say(what: str, kind: type[BaseException], error: Any) -> None:
    try:
        text = str(error)
    except Exception:
        text = ""
    _write(f"askance: {what}: {kind.__name__}: {' '.join(text.split())} (ASKANCE_DEBUG=1 shows where)")


def _write(line: str) -> None:
    """Write to stderr itself: sys.stderr may be closed or gone by now."""
    try:
        os.write(2, f"{visible(line)}\n".encode())
    except OSError:
        return
