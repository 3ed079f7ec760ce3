"""Progress in a terminal: one bar on stderr."""

import sys

from askance.core.control_characters import escape_controls
from askance.core.duplicate_stream import duplicate_stream
from askance.core.plural import counted
from askance.core.progress import CALLS
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeRemainingColumn


def stderr_console() -> Console:
    """A console on stderr with a file of its own: a model may close or replace sys.stderr."""
    # A bar in a notebook is not Rich's: without ipywidgets Rich shows none there, and warns at every step.
    return Console(file=duplicate_stream(sys.stderr), highlight=False, emoji=False, force_jupyter=False)


class TerminalProgress:
    """A progress bar: done, rate, time left, calls cached. In a log: one line per start, or none if not `is_logged`."""

    def __init__(self, is_logged: bool = True) -> None:
        self.console = stderr_console()
        self.progress: Progress | None = None
        self.task: TaskID | None = None
        self._is_logged = is_logged

    def start(self, total: int | None, saved: int, what: str = CALLS) -> None:
        """Show what there is to do."""
        self.finish()
        if not self.console.is_terminal:
            if self._is_logged:
                self.say(what if total is None else f"{counted(total, what)}, {saved:,} cached")
            return
        self.progress = Progress(
            TextColumn(escape_controls(what), markup=False),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("{task.fields[rate]}"),
            TimeRemainingColumn(),
            TextColumn(f"· {saved:,} cached" if total is not None else ""),
            console=self.console,
            transient=total is None,  # work whose size becomes known starts again
        )
        self.task = self.progress.add_task(what, total=total, rate="")
        self.progress.start()

    def advance(self, calls: int) -> None:
        """Move on."""
        if self.progress is not None and self.task is not None:
            speed = self.progress.tasks[0].speed
            self.progress.update(self.task, advance=calls, rate=f"{speed:,.0f}/s" if speed else "")

    def say(self, message: str) -> None:
        """One line, above the bar."""
        self.console.print(escape_controls(message), markup=False, soft_wrap=True)

    def finish(self) -> None:
        """Take the bar away."""
        if self.progress is not None:
            self.progress.stop()
            self.progress, self.task = None, None
