"""What every tool's constant model does per call: write a line, and kill its own process at a given call.

Only the standard library: this file is imported inside the environment of every tool.
"""

import io
import os
import signal
import threading
import time

ANSWER = "yes"
CALLS = os.environ.get("RACE_CALLS", "")  # one line per call is appended to this file
DELAY = float(os.environ.get("RACE_DELAY", "0"))  # seconds per call
KILL_AT = int(os.environ.get("RACE_KILL_AT", "0"))
DECODE = os.environ.get("RACE_DECODE", "") == "1"
_lock = threading.Lock()
_made = 0


def answer(question: str) -> str:
    """The constant answer; the call is counted first."""
    global _made
    if CALLS:
        with _lock, open(CALLS, "a") as file:  # noqa: PTH123
            file.write(question + "\n")
            _made += 1
            last = _made == KILL_AT
        if last:
            os.kill(os.getpid(), signal.SIGKILL)
    return ANSWER


def wait() -> None:
    """The time that a call takes; models of asynchronous tools wait in their own way."""
    if DELAY:
        time.sleep(DELAY)


def decode(data: bytes) -> None:
    """What a model that runs on this machine does first: pixels as RGB."""
    from PIL import Image

    Image.open(io.BytesIO(data)).convert("RGB")
