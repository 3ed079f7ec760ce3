"""What the commands share: output for people or for programs, and the progress bar."""

import io
import json
import sys
from typing import Any

import click
from askance.core.control_characters import escape_controls, escape_controls_in_json
from askance.core.progress_bar import TerminalProgress, stderr_console
from rich.console import Console

__all__ = [
    "TerminalProgress",
    "json_option",
    "print_json",
    "print_rich",
    "print_text",
    "render_rich",
    "stderr_console",
    "to_json_text",
]

FILE_WIDTH = 160  # characters
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON instead of text.")


def to_json_text(value: Any) -> str:
    """One JSON document; control characters in its strings are escaped, also those that JSON allows."""
    return escape_controls_in_json(json.dumps(value, indent=1, ensure_ascii=False)) + "\n"


def print_text(text: str, err: bool = False, nl: bool = True) -> None:
    """Print text that may come from models or data: no control character reaches the terminal."""
    click.echo(escape_controls(text, keep="\n\t"), err=err, nl=nl)


def print_json(value: Any) -> None:
    """One JSON document on stdout."""
    click.echo(to_json_text(value), nl=False)


def print_rich(*things: Any) -> None:
    """Tables for a terminal; wide enough for a file when it is none."""
    console = Console(width=None if sys.stdout.isatty() else FILE_WIDTH, highlight=False, emoji=False)
    for thing in things:
        console.print(thing)


def render_rich(*things: Any) -> str:
    """Tables as text for a file."""
    console = Console(file=io.StringIO(), width=FILE_WIDTH, highlight=False, emoji=False, color_system=None)
    with console.capture() as captured:
        for thing in things:
            console.print(thing)
    return captured.get()
