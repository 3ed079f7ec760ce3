"""How often results are read again while a run writes them: the run comes first."""

import os
import time
from pathlib import Path

from askance.core.remote_address import REMOTE
from askance.store.remote.local_copy import live_writer
from askance.store.workspace_layout import LOCK_OWNER

SHARE = 0.05  # of one core that this process may have taken since it read the results last
LEAST, MOST = 3.0, 60.0  # seconds between two times, whatever it has taken


def run_that_writes(root: Path) -> int | None:
    """The process of the run that writes to a workspace at present; None where there is none."""
    if (root / REMOTE).exists():
        return live_writer(root)
    try:
        process = int((root / LOCK_OWNER).read_text(encoding="ascii"))
        os.kill(process, 0)
    except PermissionError:
        return process  # it belongs to another user
    except (OSError, ValueError, OverflowError):
        return None
    return process


class RefreshPace:
    """Says when it is time to read new results; the more this process works, the later, up to a minute.

    New results make every page anew, so all work of the process counts.
    """

    def __init__(self, root: Path):
        self._root = root
        self._began, self._worked = -MOST, 0.0  # the first time is at once

    def begin(self) -> None:
        """Note that results are read now."""
        self._began, self._worked = time.monotonic(), time.process_time()

    def is_time(self) -> bool:
        """Whether new results may be read: always, if no run writes."""
        passed = time.monotonic() - self._began
        if passed >= MOST:
            return True
        is_cheap = passed >= LEAST and time.process_time() - self._worked <= SHARE * passed
        return is_cheap or run_that_writes(self._root) is None
