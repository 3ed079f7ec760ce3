"""The progress bar of commands that go through stages."""

from collections.abc import Callable

from askance.core.printable import visible
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn


class Stages:
    """A progress bar on stderr for each stage of a long piece of work; in a log, only what is said."""

    def __init__(self) -> None:
        self.console = Console(stderr=True, highlight=False, emoji=False)
        self.progress: Progress | None = None

    def stage(self, what: str) -> Callable[[int, int], None]:
        """Begin a stage; the function returned is told what is done, and all there is."""
        self.finish()
        if not self.console.is_terminal:
            return lambda done, total: None
        shown = Progress(
            TextColumn(visible(what), markup=False),
            BarColumn(),
            MofNCompleteColumn(),
            TimeRemainingColumn(),
            console=self.console,
        )
        task = shown.add_task(what, total=None)
        shown.start()
        self.progress = shown
        return lambda done, total: shown.update(task, completed=done, total=total)

    def say(self, line: str) -> None:
        """One line, above the bar."""
        self.console.print(visible(line), markup=False, soft_wrap=True)

    def finish(self) -> None:
        """Take the bar away."""
        if self.progress is not None:
            self.progress.stop()
            self.progress = None
