"""The end of the process: what a model left behind neither holds it up nor fills the terminal."""

import atexit
import contextlib
import os
import signal
import sys
import threading
import time
from typing import Any, NoReturn

from askance.core.control_characters import escape_controls

GRACE = 5.0  # seconds that threads of a model have to end


def report_thread_errors() -> None:
    """An error in a thread or a destructor of a model is one line on stderr, not a traceback."""
    threading.excepthook = lambda given: _print_uncaught_error(
        f"error in thread {_thread_name(given.thread)}", given.exc_type, given.exc_value
    )
    sys.unraisablehook = lambda given: _print_uncaught_error(
        "error that nothing could catch", given.exc_type, given.exc_value
    )


def exit_despite_threads(code: int) -> NoReturn:
    """End the process with this code, whatever a model left behind: a timer, threads, code that aborts at exit."""
    if hasattr(signal, "setitimer"):  # not on Windows
        signal.setitimer(signal.ITIMER_REAL, 0)  # its handler goes first at the end, and SIGALRM would then kill
    if [each for each in threading.enumerate() if not each.daemon and each is not threading.main_thread()]:
        threading.Thread(target=_exit_after_grace_period, args=(code,), name="askance-end", daemon=True).start()
    with contextlib.suppress(KeyboardInterrupt):
        threading._shutdown()  # type: ignore[attr-defined]  # waits for threads, ends those of executors
        atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError, AttributeError) as error:  # a full disk; closed; not there
            code = code or isinstance(error, OSError)
    # Not sys.exit: a thread in C++ that wants the interpreter while it is taken down aborts the process.
    os._exit(code)


def _exit_after_grace_period(code: int) -> None:
    time.sleep(GRACE)
    _write_to_stderr("askance: a thread of the model still runs: the process ends without it")
    os._exit(code)


def _thread_name(thread: threading.Thread | None) -> str:
    return "unknown" if thread is None else thread.name


def _print_uncaught_error(what: str, kind: type[BaseException], error: Any) -> None:
    try:
        text = str(error)
    except Exception:
        text = ""
    _write_to_stderr(f"askance: {what}: {kind.__name__}: {' '.join(text.split())} (ASKANCE_DEBUG=1 shows where)")


def _write_to_stderr(line: str) -> None:
    """Write to stderr itself: sys.stderr may be closed or gone by now."""
    try:
        os.write(2, f"{escape_controls(line)}\n".encode())
    except OSError:
        return
