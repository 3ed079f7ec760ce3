"""Progress in a notebook: one output that is replaced in place. IPython does that; ipywidgets are not needed."""

import html
import sys
import time
from typing import Any

from askance.core.control_characters import escape_controls
from askance.core.progress import CALLS

EVERY = 0.2  # seconds between two updates: each is a message to the browser


def in_notebook() -> bool:
    """Whether this process is the kernel of a notebook."""
    ipython = sys.modules.get("IPython")  # a kernel has imported it; nothing else needs it
    shell = ipython.get_ipython() if ipython else None
    return shell is not None and hasattr(shell, "kernel")  # the shell of a terminal has none


class NotebookProgress:
    """Progress as a bar and a line below the cell."""

    def __init__(self) -> None:
        self._handle: Any = None
        self._what, self._saved, self._done = "", 0, 0
        self._total: int | None = None
        self._started = self._shown = 0.0

    def start(self, total: int | None, saved: int, what: str = CALLS) -> None:
        """Show what there is to do."""
        from IPython.display import display

        self.finish()
        self._what, self._total, self._saved, self._done = what, total, saved, 0
        self._started = self._shown = time.monotonic()
        self._handle = display(self._mime_bundle(), raw=True, display_id=True)

    def advance(self, calls: int) -> None:
        """Move on."""
        self._done += calls
        if time.monotonic() - self._shown >= EVERY:
            self._redraw()

    def say(self, message: str) -> None:
        """One line of output."""
        from IPython.display import display

        display({"text/plain": escape_controls(message)}, raw=True)

    def finish(self) -> None:
        """Show the last state; it stays."""
        if self._handle is not None:
            self._redraw()
            self._handle = None

    def _redraw(self) -> None:
        self._shown = time.monotonic()
        if self._handle is not None:
            self._handle.update(self._mime_bundle(), raw=True)

    def _mime_bundle(self) -> dict[str, str]:
        line = escape_controls(self._status_line())
        size = "" if self._total is None else f' value="{self._done}" max="{self._total}"'
        bar = f"<progress{size}></progress>"
        return {"text/plain": line, "text/html": f"<div>{bar} {html.escape(line)}</div>"}

    def _status_line(self) -> str:
        if self._total is None:
            return self._what
        seconds = max(time.monotonic() - self._started, 1e-6)
        rate = f" · {self._done / seconds:,.0f}/s" if self._done else ""
        left = f" · {(self._total - self._done) * seconds / self._done:,.0f} s left" if self._done else ""
        return f"{self._what}: {self._done:,}/{self._total:,}{rate}{left} · {self._saved:,} cached"
