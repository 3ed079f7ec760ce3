"""What the commands share: output for people or for programs, and the progress bar."""

import io
import json
import sys
from typing import Any

import click
from askance.cli.streams import duplicate
from askance.core.printable import json_safe, visible
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeRemainingColumn

FILE_WIDTH = 160  # characters
json_option = click.option("--json", "as_json", is_flag=True, help="Print tidy JSON instead of a table.")


def json_text(value: Any) -> str:
    """One JSON document; control characters in its strings are escaped, also those that JSON allows."""
    return json_safe(json.dumps(value, indent=1, ensure_ascii=False)) + "\n"


def echo(text: str, err: bool = False, nl: bool = True) -> None:
    """Print text that may come from models or data: no control character reaches the terminal."""
    click.echo(visible(text, keep="\n\t"), err=err, nl=nl)


def print_json(value: Any) -> None:
    """One JSON document on stdout."""
    click.echo(json_text(value), nl=False)


def print_rich(*things: Any) -> None:
    """Tables for a terminal; wide enough for a file when it is none."""
    console = Console(width=None if sys.stdout.isatty() else FILE_WIDTH, highlight=False, emoji=False)
    for thing in things:
        console.print(thing)


def rich_text(*things: Any) -> str:
    """Tables as text for a file."""
    console = Console(file=io.StringIO(), width=FILE_WIDTH, highlight=False, emoji=False, color_system=None)
    with console.capture() as captured:
        for thing in things:
            console.print(thing)
    return captured.get()


def own_console() -> Console:
    """A console on stderr with a file of its own: a model may close or replace sys.stderr."""
    return Console(file=duplicate(sys.stderr), highlight=False, emoji=False)


class Bar:
    """A progress bar on stderr: done, rate, time left, calls saved. In a log it is one line a start and a finish."""

    def __init__(self) -> None:
        self.console = own_console()
        self.progress: Progress | None = None
        self.task: TaskID | None = None

    def start(self, total: int, saved: int, what: str = "calls to make") -> None:
        """Show what there is to do."""
        self.finish()
        if not self.console.is_terminal:
            self.say(f"{total:,} {what}, {saved:,} saved")
            return
        self.progress = Progress(
            TextColumn(visible(what), markup=False),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("{task.fields[rate]}"),
            TimeRemainingColumn(),
            TextColumn(f"· {saved:,} saved"),
            console=self.console,
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
        self.console.print(visible(message), markup=False, soft_wrap=True)

    def finish(self) -> None:
        """Take the bar away."""
        if self.progress is not None:
            self.progress.stop()
            self.progress, self.task = None, None
